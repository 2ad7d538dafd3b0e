import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, delimiter, dirname, join } from "node:path";
import type { WorkerOptions } from "miniflare";
import { root } from "../paths.ts";
import { bindingsByQueue } from "../start/queue-names.ts";
import { writePackage } from "./cli-package.ts";
import { makeRedeployable } from "./redeployable.ts";
import { startWrangler } from "./wrangler-commands.ts";

interface Sources {
  /** Folders and files, relative to the repository's root, as `folder` is. */
  sources: string[];
  folder: string;
}

interface WranglerTarget extends Sources {
  wrangler: (outDir: string) => string[];
  afterwards?: (outDir: string, wrangler: Wrangler) => Promise<void>;
}

interface ViteTarget extends Sources {
  vite: (outDir: string) => string[];
  afterwards?: (outDir: string) => Promise<void>;
}

type Wrangler = ReturnType<typeof startWrangler>;

/** Vite's manifest maps the console's modules to its built files. */
export const manifestFile = join(root, "dist/admin-manifest.json");

const targets = defineTargets({
  worker: workerTarget("worker/index.ts"),
  "test-worker": testWorkerTarget(),
  queues: queuesTarget(),
  status: {
    ...viteTarget("web/status"),
    afterwards: (outDir: string) =>
      run(
        "vite",
        ["build", "--mode", "embed", "--logLevel", "warn", "--outDir", outDir],
        join(root, "web/status"),
      ),
  },
  admin: {
    ...viteTarget("web/admin"),
    // The manifest is moved out of the files that are deployed.
    afterwards: async (outDir: string) => {
      await rename(join(outDir, ".vite/manifest.json"), manifestFile);
      await rm(join(outDir, ".vite"), { recursive: true });
    },
  },
  cli: cliTarget(),
  package: packageTarget(),
  "status-functions": functionsTarget("web/status"),
  "admin-functions": functionsTarget("web/admin"),
});

/** Keeps the names, and forgets which kind each target is. */
function defineTargets<Name extends string>(named: Record<Name, WranglerTarget | ViteTarget>) {
  return named;
}

export type TargetName = keyof typeof targets;

/** Contains the Worker's configuration from wrangler.toml as Miniflare's options, beside the bundle. */
export const configFile = "config.json";
export interface BuiltConfig {
  options: WorkerOptions;
  crons: string[];
}

export class BuildError extends Error {}

/** @returns how many targets were stale */
export async function build(names: readonly TargetName[]): Promise<number> {
  const stale: StaleTarget[] = [];
  const hashes: SourceHashes = new Map();
  for (const name of names) {
    const stamp = contentHash(name, hashes);
    if ((await readStamp(name)) !== stamp) stale.push({ name, stamp });
  }
  if (stale.length === 0) return 0;
  console.log(`Building ${stale.map(({ name }) => name).join(", ")} …`);
  // Two at a time, because a build waits and uses one processor in turn.
  const results = await Promise.allSettled([buildWithWrangler(stale), buildWithVite(stale)]);
  for (const result of results) if (result.status === "rejected") throw result.reason;
  return stale.length;
}

interface StaleTarget {
  name: TargetName;
  stamp: string;
}

async function buildWithWrangler(stale: StaleTarget[]): Promise<void> {
  if (stale.every(({ name }) => "vite" in targets[name])) return;
  const wrangler = startWrangler(environment());
  try {
    for (const { name, stamp } of stale) {
      const target = targets[name];
      if ("vite" in target) continue;
      await buildTarget(name, stamp, async (outDir) => {
        await wrangler.run(target.wrangler(outDir), join(root, target.folder));
        await target.afterwards?.(outDir, wrangler);
      });
    }
  } finally {
    wrangler.stop();
  }
}

async function buildWithVite(stale: StaleTarget[]): Promise<void> {
  for (const { name, stamp } of stale) {
    const target = targets[name];
    if ("wrangler" in target) continue;
    await buildTarget(name, stamp, async (outDir) => {
      await run("vite", target.vite(outDir), join(root, target.folder));
      await target.afterwards?.(outDir);
    });
  }
}

export function buildFolder(name: TargetName): string {
  return join(root, "dist", name);
}

/** Builds into a temporary folder, so that a process that reads the last build never sees half of a new one. */
async function buildTarget(
  name: TargetName,
  stamp: string,
  buildInto: (outDir: string) => Promise<void>,
): Promise<void> {
  const outDir = `${buildFolder(name)}.${process.pid}`;
  await rm(outDir, { recursive: true, force: true });
  await mkdir(outDir, { recursive: true });
  try {
    await buildInto(outDir);
  } catch (error) {
    await rm(outDir, { recursive: true, force: true });
    throw new BuildError(`Building ${name} failed.\n${error instanceof Error ? error.message : error}`);
  }
  await rm(buildFolder(name), { recursive: true, force: true });
  await rename(outDir, buildFolder(name));
  await writeFile(stampFile(name), stamp);
}

const bin = join(root, "node_modules/.bin");

/** Turns off everything that would use the network: telemetry and the check for newer versions. */
function environment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    NODE_ENV: "production", // in tests it is "test", which would build React for development
    WRANGLER_SEND_METRICS: "false",
    WRANGLER_HIDE_BANNER: "true",
    CI: "true",
  };
}

function run(program: "vite" | "tsc" | "node", args: string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd, env: environment() }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${stdout}\n${stderr}`.trim() || error.message));
      else resolve();
    });
  });
}

function workerTarget(entry: string): WranglerTarget {
  return {
    sources: [
      "wrangler.toml",
      "worker",
      "migrations/meta/_journal.json",
      "web/graph",
      "web/shared",
      "web/status",
    ],
    folder: ".",
    wrangler: (outDir) => ["deploy", entry, "--dry-run", "--config", "wrangler.toml", "--outdir", outDir],
    afterwards: async (outDir, wrangler) => {
      const bundle = join(outDir, `${basename(entry, ".ts")}.js`);
      if (basename(bundle) !== "index.js") await rename(bundle, join(outDir, "index.js"));
      await writeConfig(outDir, wrangler);
    },
  };
}

function testWorkerTarget(): WranglerTarget {
  const target = workerTarget("test/support/workers/test-worker.ts");
  return {
    ...target,
    sources: [...target.sources, "test/support/workers", "tools/build/redeployable.ts"],
    afterwards: async (outDir, wrangler) => {
      await target.afterwards?.(outDir, wrangler);
      await makeRedeployable(join(outDir, "index.js"));
    },
  };
}

/** Stores the configuration, so that a start doesn't have to load wrangler. */
async function writeConfig(outDir: string, wrangler: Wrangler): Promise<void> {
  const { workerOptions, triggers, queues } = await wrangler.readConfig(join(root, "wrangler.toml"));
  // `npm run deploy` writes QUEUES into wrangler.toml. Renamed queues must also work in local starts before the first one.
  const bindings = { ...workerOptions.bindings, QUEUES: bindingsByQueue(queues) };
  const config = { options: { ...workerOptions, bindings }, crons: triggers.crons ?? [] };
  await writeFile(join(outDir, configFile), JSON.stringify(config));
}

function queuesTarget(): WranglerTarget {
  return {
    sources: ["tools/start/queue", "tools/start/queue/wrangler.toml"],
    folder: "tools/start/queue",
    wrangler: (outDir) => ["deploy", "--dry-run", "--config", "wrangler.toml", "--outdir", outDir],
    afterwards: (outDir) => rename(join(outDir, "worker.js"), join(outDir, "index.js")),
  };
}

function viteTarget(folder: string): ViteTarget {
  return {
    sources: [folder, "web/ui", "web/graph", "web/shared", "worker"],
    folder,
    vite: (outDir) => ["build", "--logLevel", "warn", "--outDir", outDir, "--emptyOutDir"],
  };
}

function cliTarget(): ViteTarget {
  return {
    ...viteTarget("web/cli"),
    sources: ["web/cli", "web/client", "web/shared", "worker", "package.json", "LICENSE"],
  };
}

/** The command line and the client as an npm package with types. */
function packageTarget(): ViteTarget {
  return {
    ...cliTarget(),
    afterwards: async (outDir) => {
      await run("node", ["tools/codegen/client-types.ts"], root);
      const options = ["--declaration", "--composite", "false", "--incremental", "false", "--outDir", outDir];
      await run("tsc", ["--project", "web/client", ...options], root);
      await writePackage(outDir);
    },
  };
}

function functionsTarget(folder: string): WranglerTarget {
  return {
    sources: [
      "web/shared",
      ...["functions", "texts", "session/pool-address.ts", "wrangler.toml"].map(
        (path) => `${folder}/${path}`,
      ),
    ],
    folder,
    wrangler: (outDir) => [
      ...["pages", "functions", "build", "--outdir", outDir],
      ...["--output-routes-path", join(outDir, "_routes.json")],
    ],
  };
}

/** Several targets have the same sources. */
type SourceHashes = Map<string, string>;

/** Reads synchronously, because that takes a tenth of the time for so many small files. Every start and deployment does this. */
function contentHash(name: TargetName, sourceHashes: SourceHashes): string {
  const { sources } = targets[name];
  const hash = createHash("sha256");
  hash.update(readFileSync(import.meta.filename));
  for (const source of [...sources, "tools/build/browsers.ts", "package-lock.json"]) {
    const sourceHash = sourceHashes.get(source) ?? hashSource(source);
    sourceHashes.set(source, sourceHash);
    hash.update(sourceHash);
  }
  return hash.digest("hex");
}

function hashSource(source: string): string {
  const hash = createHash("sha256");
  for (const file of listFiles(source)) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

function listFiles(source: string): string[] {
  const path = join(root, source);
  if (!existsSync(path)) return []; // Only the console has `session`.
  // A target whose build reads its wrangler.toml lists that file itself.
  if (statSync(path).isFile()) return [source];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .filter((file) => !isGenerated(file) && file !== `${source}/wrangler.toml`)
    .sort();
}

const isGenerated = (file: string) =>
  file.endsWith(".d.ts") || file === "web/client/api.ts" || file.includes("/.wrangler/");

/** @returns a hash of the sources of the last build, or an empty string without a build */
export async function readStamp(name: TargetName): Promise<string> {
  return existsSync(buildFolder(name)) && existsSync(stampFile(name))
    ? readFile(stampFile(name), "utf8")
    : "";
}

function stampFile(name: TargetName): string {
  return join(dirname(buildFolder(name)), `.${basename(buildFolder(name))}.stamp`);
}
