import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { WorkerOptions } from "miniflare";
import { root } from "../paths.ts";
import { bindingsByQueue } from "../start/queue-names.ts";
import { bundleWorker } from "./bundle-worker.ts";
import { writePackage } from "./cli-package.ts";
import { makeRedeployable } from "./redeployable.ts";
import { runTool } from "./run-tool.ts";
import type { startWrangler } from "./wrangler-commands.ts";

interface Sources {
  /** Folders and files, relative to the repository's root, as `folder` is. */
  sources: string[];
  folder: string;
}

interface WranglerTarget extends Sources {
  wrangler?: (outDir: string) => string[];
  afterwards?: (outDir: string, wrangler: Wrangler) => Promise<void>;
}

interface ViteTarget extends Sources {
  vite: (outDir: string) => string[];
  afterwards?: (outDir: string) => Promise<void>;
}

type Wrangler = ReturnType<typeof startWrangler>;

/** Vite's manifest maps the console's modules to its built files. */
export const manifestFile = join(root, "dist/admin-manifest.json");

export const targets = defineTargets({
  worker: workerTarget("worker/index.ts"),
  "page-worker": pageWorkerTarget(),
  "test-worker": testWorkerTarget(),
  queues: queuesTarget(),
  status: {
    ...viteTarget("web/status"),
    afterwards: (outDir: string) =>
      runTool(
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

function workerTarget(entry: string, options: { isOneFile?: boolean } = {}): WranglerTarget {
  return {
    sources: [
      "wrangler.toml",
      "package.json",
      "worker",
      "migrations/meta/_journal.json",
      "web/graph",
      "web/shared",
      "web/status",
    ],
    folder: ".",
    afterwards: async (outDir, wrangler) => {
      await bundleWorker(entry, outDir, options);
      await writeConfig(outDir, wrangler);
    },
  };
}

/** The page's Worker in a release, which also does what the Pages project's Function does. */
function pageWorkerTarget(): WranglerTarget {
  const entry = "tools/release/page-worker.ts";
  const target = workerTarget(entry);
  return { ...target, sources: [...target.sources, entry] };
}

function testWorkerTarget(): WranglerTarget {
  const target = workerTarget("test/support/workers/test-worker.ts", { isOneFile: true });
  return {
    ...target,
    sources: [...target.sources, "test/support/workers"],
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
    sources: ["web/cli", "web/client", "web/shared", "worker", "package.json", "CHANGELOG.md", "LICENSE"],
  };
}

function packageTarget(): ViteTarget {
  return {
    ...cliTarget(),
    afterwards: async (outDir) => {
      await runTool("node", ["tools/codegen/client-types.ts"], root);
      const options = ["--declaration", "--composite", "false", "--incremental", "false", "--outDir", outDir];
      await runTool("tsc", ["--project", "web/client", ...options], root);
      await writePackage(outDir);
    },
  };
}

function functionsTarget(folder: string): WranglerTarget {
  return {
    sources: [
      "web/shared",
      ...[
        "addresses",
        "functions",
        "texts",
        "session/active-sign-in.ts",
        "session/pool-address.ts",
        "wrangler.toml",
      ].map((path) => `${folder}/${path}`),
    ],
    folder,
    wrangler: (outDir) => [
      ...["pages", "functions", "build", "--outdir", outDir],
      ...["--output-routes-path", join(outDir, "_routes.json")],
    ],
  };
}
