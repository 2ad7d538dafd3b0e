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

interface Target {
  /** Folders and files, relative to the repository's root, as `folder` is. */
  sources: string[];
  folder: string;
  command: (outDir: string) => string[];
  afterCommand?: (outDir: string) => Promise<void>;
}

/** Vite's manifest maps the console's modules to its built files. */
export const manifestFile = join(root, "dist/admin-manifest.json");

const targets = {
  worker: workerTarget("worker/index.ts"),
  "test-worker": testWorkerTarget(),
  queues: queuesTarget(),
  status: {
    ...viteTarget("web/status"),
    afterCommand: (outDir: string) =>
      run(
        "vite",
        ["build", "--mode", "embed", "--logLevel", "warn", "--outDir", outDir],
        join(root, "web/status"),
      ),
  },
  admin: {
    ...viteTarget("web/admin"),
    // The manifest is moved out of the files that are deployed.
    afterCommand: async (outDir: string) => {
      await rename(join(outDir, ".vite/manifest.json"), manifestFile);
      await rm(join(outDir, ".vite"), { recursive: true });
    },
  },
  cli: cliTarget(),
  "status-functions": functionsTarget("web/status"),
  "admin-functions": functionsTarget("web/admin"),
};

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
    const stamp = contentHash(targets[name], hashes);
    if ((await readStamp(name)) !== stamp) stale.push({ name, stamp });
  }
  if (stale.length === 0) return 0;
  console.log(`Building ${stale.map(({ name }) => name).join(", ")} …`);
  // The build of the command line starts the built Worker.
  await buildInParallel(stale.filter(({ name }) => name === "worker"));
  await buildInParallel(stale.filter(({ name }) => name !== "worker"));
  return stale.length;
}

interface StaleTarget {
  name: TargetName;
  stamp: string;
}

/** Builds two targets at a time, because a build waits and uses one processor in turn. */
async function buildInParallel(waiting: StaleTarget[]): Promise<void> {
  const buildWaiting = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      await buildTarget(next.name, next.stamp);
  };
  const results = await Promise.allSettled([buildWaiting(), buildWaiting()]);
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

export function buildFolder(name: TargetName): string {
  return join(root, "dist", name);
}

/** Builds into a temporary folder, so that a process that reads the last build never sees half of a new one. */
async function buildTarget(name: TargetName, stamp: string): Promise<void> {
  const { folder, command, afterCommand } = targets[name];
  const outDir = `${buildFolder(name)}.${process.pid}`;
  await rm(outDir, { recursive: true, force: true });
  await mkdir(outDir, { recursive: true });
  const [program = "", ...args] = command(outDir);
  try {
    await run(program, args, join(root, folder));
    await afterCommand?.(outDir);
  } catch (error) {
    await rm(outDir, { recursive: true, force: true });
    throw new BuildError(`Building ${name} failed.\n${error instanceof Error ? error.message : error}`);
  }
  await rm(buildFolder(name), { recursive: true, force: true });
  await rename(outDir, buildFolder(name));
  await writeFile(stampFile(name), stamp);
}

/** Turns off everything that would use the network: telemetry and the check for newer versions. */
function run(program: string, args: string[], cwd: string): Promise<void> {
  const bin = join(root, "node_modules/.bin");
  const env = {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    NODE_ENV: "production", // in tests it is "test", which would build React for development
    WRANGLER_SEND_METRICS: "false",
    WRANGLER_HIDE_BANNER: "true",
    CI: "true",
  };
  return new Promise((resolve, reject) => {
    execFile(join(bin, program), args, { cwd, env }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${stdout}\n${stderr}`.trim() || error.message));
      else resolve();
    });
  });
}

function workerTarget(entry: string): Target {
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
    command: (outDir) => [
      "wrangler",
      "deploy",
      entry,
      "--dry-run",
      "--config",
      "wrangler.toml",
      "--outdir",
      outDir,
    ],
    afterCommand: async (outDir) => {
      const bundle = join(outDir, `${basename(entry, ".ts")}.js`);
      if (basename(bundle) !== "index.js") await rename(bundle, join(outDir, "index.js"));
      await writeConfig(outDir);
    },
  };
}

function testWorkerTarget(): Target {
  const target = workerTarget("test/support/workers/test-worker.ts");
  return {
    ...target,
    sources: [...target.sources, "test/support/workers", "tools/build/redeployable.ts"],
    afterCommand: async (outDir) => {
      await target.afterCommand?.(outDir);
      await makeRedeployable(join(outDir, "index.js"));
    },
  };
}

/** Stores the configuration, so that a start doesn't have to load wrangler. */
async function writeConfig(outDir: string): Promise<void> {
  const wrangler = await import("wrangler");
  const toml = join(root, "wrangler.toml");
  const { workerOptions: options } = wrangler.unstable_getMiniflareWorkerOptions(toml);
  const { triggers, queues } = wrangler.unstable_readConfig({ config: toml });
  // `npm run deploy` writes QUEUES into wrangler.toml. Renamed queues must also work in local starts before the first one.
  const bindings = { ...options.bindings, QUEUES: bindingsByQueue(queues) };
  const config = { options: { ...options, bindings }, crons: triggers.crons ?? [] };
  await writeFile(join(outDir, configFile), JSON.stringify(config));
}

function queuesTarget(): Target {
  return {
    sources: ["tools/start/queue", "tools/start/queue/wrangler.toml"],
    folder: "tools/start/queue",
    command: (outDir) => ["wrangler", "deploy", "--dry-run", "--config", "wrangler.toml", "--outdir", outDir],
    afterCommand: (outDir) => rename(join(outDir, "worker.js"), join(outDir, "index.js")),
  };
}

function viteTarget(folder: string): Target {
  return {
    sources: [folder, "web/ui", "web/graph", "web/shared", "worker"],
    folder,
    command: (outDir) => ["vite", "build", "--logLevel", "warn", "--outDir", outDir, "--emptyOutDir"],
  };
}

function cliTarget(): Target {
  return {
    ...viteTarget("web/cli"),
    sources: ["web/cli", "web/client", "web/shared", "worker", "package.json", "LICENSE"],
    afterCommand: async (outDir) => {
      await run("node", ["tools/codegen/client-types.ts"], root);
      const options = ["--declaration", "--composite", "false", "--incremental", "false", "--outDir", outDir];
      await run("tsc", ["--project", "web/client", ...options], root);
      await writePackage(outDir);
    },
  };
}

function functionsTarget(folder: string): Target {
  return {
    sources: [
      "web/shared",
      ...["functions", "texts", "session/pool-address.ts", "wrangler.toml"].map(
        (path) => `${folder}/${path}`,
      ),
    ],
    folder,
    command: (outDir) => [
      ...["wrangler", "pages", "functions", "build", "--outdir", outDir],
      ...["--output-routes-path", join(outDir, "_routes.json")],
    ],
  };
}

/** Several targets have the same sources. */
type SourceHashes = Map<string, string>;

/** Reads synchronously, because that takes a tenth of the time for so many small files. Every start and deployment does this. */
function contentHash({ sources, folder, command }: Target, sourceHashes: SourceHashes): string {
  const hash = createHash("sha256").update(JSON.stringify([folder, command("")]));
  hash.update(readFileSync(import.meta.filename));
  for (const source of [...sources, "tools/build/browsers.ts", "package-lock.json"]) {
    const sourceHash = sourceHashes.get(source) ?? hashOf(source);
    sourceHashes.set(source, sourceHash);
    hash.update(sourceHash);
  }
  return hash.digest("hex");
}

function hashOf(source: string): string {
  const hash = createHash("sha256");
  for (const file of filesOf(source)) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

function filesOf(source: string): string[] {
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
