import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { WorkerOptions } from "miniflare";
import { buildFolderPath } from "../build/stamps.ts";
import { type BuiltConfig, configFile, type TargetName } from "../build/targets.ts";

export type Vars = Record<string, string | Record<string, string>>;

/** A Worker may send requests to these hosts: `loopback` is this machine only. */
export type Outbound = "loopback" | "any";

const loopbackOnly = { network: { allow: ["local"] } };

/** Requests per minute by the name of their rate limit. */
export type Rates = Record<string, number> | "unlimited";

interface WorkerStart {
  build?: TargetName;
  port?: number;
  rates?: Rates;
  outbound?: Outbound;
}

/** The page is a Pages project before the Worker, or in the release one Worker with static files. */
export type Layout = "pages" | "workers";

/** @returns the Worker with the bindings, and what serves the static files and passes all else to it */
export async function pageWorkers(
  layout: Layout,
  vars: Vars,
  start: WorkerStart,
): Promise<{ daymark: WorkerOptions; files: WorkerOptions }> {
  const project = await statusPages(0);
  if (layout === "pages") return { daymark: await daymarkWorker(vars, start), files: project };
  // Miniflare puts a router before a Worker with static files, and the queues on disk can't reach the Worker behind it.
  const { assets, serviceBindings, unsafeDirectSockets } = project;
  const script = "export default { fetch: (request, { DAYMARK }) => DAYMARK.fetch(request) };";
  return {
    daymark: await daymarkWorker(vars, { ...start, build: "page-worker" }),
    files: { name: "status", modules: true, script, assets, serviceBindings, unsafeDirectSockets },
  };
}

export async function daymarkWorker(
  vars: Vars,
  { build = "worker", port = 0, rates = {}, outbound = "loopback" }: WorkerStart = {},
): Promise<WorkerOptions> {
  const { options } = await readConfig(build);
  const limits = rates === "unlimited" ? unlimited(Object.keys(options.ratelimits ?? {})) : rates;
  const ratelimits = Object.entries(limits).map(
    ([name, limit]) => [name, { namespace_id: name, simple: { limit, period: 60 } }] as const,
  );
  return {
    ...options,
    name: "daymark",
    modules: await modulesIn(buildFolderPath(build)),
    modulesRoot: buildFolderPath(build),
    bindings: { ...options.bindings, ...vars },
    ratelimits: { ...options.ratelimits, ...Object.fromEntries(ratelimits) },
    unsafeDirectSockets: [{ port }],
    ...(outbound === "loopback" && { outboundService: loopbackOnly }),
  };
}

/** wrangler.toml's requests per minute, by the name of their rate limit. */
export async function configuredRates(build: TargetName): Promise<Record<string, number>> {
  const { options } = await readConfig(build);
  return Object.fromEntries(
    Object.entries<{ simple: { limit: number } }>(options.ratelimits ?? {}).map(([name, { simple }]) => [
      name,
      simple.limit,
    ]),
  );
}

function unlimited(names: string[]): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, 1_000_000_000]));
}

/** Miniflare needs this list, or it would parse the whole bundle at each start to find the modules. The first is the main one. */
async function modulesIn(folder: string): Promise<{ type: "ESModule"; path: string }[]> {
  const others = (await readdir(folder)).filter((file) => file.endsWith(".js") && file !== "index.js");
  return ["index.js", ...others].map((file) => ({ type: "ESModule", path: join(folder, file) }));
}

export async function hasCron(): Promise<boolean> {
  return (await readConfig("worker")).crons.length > 0;
}

export function statusPages(port: number): Promise<WorkerOptions> {
  return pagesProject("status", { port, vars: {}, serviceBindings: { DAYMARK: "daymark" } });
}

export function adminPages(port: number, vars: Vars): Promise<WorkerOptions> {
  return pagesProject("admin", { port, vars });
}

/** Runs a Pages project as a Worker: its _routes.json decides between a static file and the Function. */
async function pagesProject(
  name: "status" | "admin",
  { port, vars, ...bindings }: { port: number; vars: Vars; serviceBindings?: Record<string, string> },
): Promise<WorkerOptions> {
  const functions = buildFolderPath(`${name}-functions`);
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
      directory: buildFolderPath(name),
      routerConfig: { has_user_worker: true, static_routing: await readRoutes(name) },
      assetConfig: {
        html_handling: "auto-trailing-slash",
        not_found_handling: existsSync(join(buildFolderPath(name), "404.html"))
          ? "404-page"
          : "single-page-application",
      },
    },
    unsafeDirectSockets: [{ port }],
  };
}

/** Reads the project's own _routes.json, or else the one that wrangler generated from the Functions' paths. */
async function readRoutes(name: "status" | "admin") {
  const own = join(buildFolderPath(name), "_routes.json");
  const generated = join(buildFolderPath(`${name}-functions`), "_routes.json");
  const routes: { include: string[]; exclude: string[] } = await readJSON(existsSync(own) ? own : generated);
  return { user_worker: routes.include, asset_worker: routes.exclude };
}

function readConfig(name: TargetName): Promise<BuiltConfig> {
  return readJSON(join(buildFolderPath(name), configFile));
}

async function readJSON(file: string) {
  return JSON.parse(await readFile(file, "utf8"));
}
