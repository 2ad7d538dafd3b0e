import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { WorkerOptions } from "miniflare";
import { type BuiltConfig, built, configFile, type TargetName } from "../build/build.ts";

/** Variables of a Worker that take the place of those in its wrangler.toml. */
export type Vars = Record<string, string | Record<string, string>>;

/** Calls a minute, by the name of their rate limit. */
export type Rates = Record<string, number> | "unlimited";

/**
 * The Worker as it was built, with the bindings of wrangler.toml.
 * @param rates where they differ from wrangler.toml
 */
export async function daymarkWorker(
  vars: Vars,
  { build = "worker", port = 0, rates = {} }: { build?: TargetName; port?: number; rates?: Rates } = {},
): Promise<WorkerOptions> {
  const { options } = await readConfig(build);
  const named = rates === "unlimited" ? unlimited(Object.keys(options.ratelimits ?? {})) : rates;
  const ratelimits = Object.entries(named).map(
    ([name, limit]) => [name, { namespace_id: name, simple: { limit, period: 60 } }] as const,
  );
  return {
    ...options,
    name: "daymark",
    modules: await modulesIn(built(build)),
    modulesRoot: built(build),
    bindings: { ...options.bindings, ...vars },
    ratelimits: { ...options.ratelimits, ...Object.fromEntries(ratelimits) },
    unsafeDirectSockets: [{ port }],
  };
}

function unlimited(names: string[]): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, 1_000_000_000]));
}

/** Named one by one: else Miniflare would parse the whole bundle at each start to find them. */
async function modulesIn(folder: string): Promise<{ type: "ESModule" | "Text"; path: string }[]> {
  const texts = (await readdir(folder)).filter((file) => /\.(css|txt)$/.test(file));
  return [
    { type: "ESModule", path: join(folder, "index.js") },
    ...texts.map((file) => ({ type: "Text" as const, path: join(folder, file) })),
  ];
}

/** Whether wrangler.toml has the Worker called by the clock. */
export async function hasCron(): Promise<boolean> {
  return (await readConfig("worker")).crons.length > 0;
}

/** The Pages project of the public page: its static files, and the Worker for everything else. */
export function statusPages(port: number): Promise<WorkerOptions> {
  return pagesProject("status", { port, vars: {}, serviceBindings: { DAYMARK: "daymark" } });
}

/** The Pages project of the console, an app of one page. */
export function adminPages(port: number, vars: Vars): Promise<WorkerOptions> {
  return pagesProject("admin", { port, vars });
}

/** Pages as Workers: a request goes to a static file or to the Function, as the project's _routes.json says. */
async function pagesProject(
  name: "status" | "admin",
  { port, vars, ...bindings }: { port: number; vars: Vars; serviceBindings?: Record<string, string> },
): Promise<WorkerOptions> {
  const functions = built(`${name}-functions`);
  return {
    ...bindings,
    name,
    modules: true,
    modulesRoot: functions,
    scriptPath: join(functions, "index.js"),
    compatibilityDate: "2026-07-30",
    bindings: vars,
    assets: {
      workerName: name,
      binding: "ASSETS",
      directory: built(name),
      routerConfig: { has_user_worker: true, static_routing: await readRoutes(name) },
      assetConfig: {
        html_handling: "auto-trailing-slash",
        not_found_handling: existsSync(join(built(name), "404.html"))
          ? "404-page"
          : "single-page-application",
      },
    },
    unsafeDirectSockets: [{ port }],
  };
}

/** The project's own file among its static ones, or else what the build made of its Functions' paths. */
async function readRoutes(name: "status" | "admin") {
  const own = join(built(name), "_routes.json");
  const made = join(built(`${name}-functions`), "_routes.json");
  const routes: { include: string[]; exclude: string[] } = await readJSON(existsSync(own) ? own : made);
  return { user_worker: routes.include, asset_worker: routes.exclude };
}

function readConfig(name: TargetName): Promise<BuiltConfig> {
  return readJSON(join(built(name), configFile));
}

async function readJSON(file: string) {
  return JSON.parse(await readFile(file, "utf8"));
}
