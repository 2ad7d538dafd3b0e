import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { buildFolderPath } from "../build/stamps.ts";
import type { TargetName } from "../build/targets.ts";
import { root } from "../paths.ts";
import { consoleConfig, pageConfig, type Routes, variableDescriptions } from "./wrangler-configs.ts";

/** The release is made from these builds. */
export const releaseTargets = [
  "page-worker",
  "status",
  "admin",
  "admin-functions",
] as const satisfies TargetName[];

/** Source maps, and what says how the files are made or deployed. The file _headers is part of the static files. */
const UNNEEDED = /\.(map|json)$|\/meta$/;

export interface ReleaseAddresses {
  /** The release's repository. Without it, the README has no button, and upgrades ask for it. */
  repository?: string | undefined;
  /** The version's files in the repository that has `docs/`. Without it, the README has no links to the documentation. */
  source?: string | undefined;
}

/**
 * Writes a small repository that deploys Daymark as two Workers, from the same code as the Pages projects.
 * @param outDir an empty or missing folder
 */
export async function writeRelease(outDir: string, addresses: ReleaseAddresses = {}): Promise<void> {
  await mkdir(outDir, { recursive: true });
  await writeWorkers(outDir);
  await writeConfigs(outDir);
  await writePackage(outDir);
  for (const file of ["LICENSE", "CHANGELOG.md"]) await cp(join(root, file), join(outDir, file));
  await writeTemplates(outDir, addresses);
}

async function writeWorkers(outDir: string): Promise<void> {
  const folders = {
    worker: buildFolderPath("page-worker"),
    assets: buildFolderPath("status"),
    migrations: join(root, "migrations"),
    "console/worker": buildFolderPath("admin-functions"),
    "console/assets": buildFolderPath("admin"),
  };
  for (const [target, source] of Object.entries(folders))
    await cp(source, join(outDir, target), { recursive: true, filter: (path) => !UNNEEDED.test(path) });
  // `npm run deploy` of the release. It runs on any Node that wrangler runs on.
  await build({
    absWorkingDir: root,
    entryPoints: ["tools/release/deploy.ts"],
    outfile: join(outDir, "deploy.js"),
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    external: ["wrangler"],
    logLevel: "warning",
  });
}

async function writeConfigs(outDir: string): Promise<void> {
  const page = await readFile(join(root, "wrangler.toml"), "utf8");
  const admin = await readFile(join(root, "web/admin/wrangler.toml"), "utf8");
  await writeJSON(join(outDir, "wrangler.jsonc"), pageConfig(page, await readRoutes("status")));
  const configured = consoleConfig(admin, page, await readRoutes("admin"));
  await writeJSON(join(outDir, "console/wrangler.jsonc"), configured);
}

async function readRoutes(name: "status" | "admin"): Promise<Routes> {
  return JSON.parse(await readFile(join(buildFolderPath(name), "_routes.json"), "utf8"));
}

/** The form of the button shows these. R2 asks for what people have to know before they press. */
const resourceDescriptions = {
  DB: "The database, with everything but files and metrics.",
  FILES:
    "The bucket for logos, metrics and copies of pages. Turn on R2 in Cloudflare's dashboard first: it asks for a payment method, also for the free amount.",
};

async function writePackage(outDir: string): Promise<void> {
  const own = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const descriptions = variableDescriptions(await readFile(join(root, "wrangler.toml"), "utf8"));
  const bindings = Object.entries({ ...resourceDescriptions, ...descriptions }).map(([name, description]) => [
    name,
    { description },
  ]);
  await writeJSON(join(outDir, "package.json"), {
    name: own.name,
    version: own.version,
    description: own.description,
    license: own.license,
    private: true,
    type: "module",
    engines: { node: ">=22" }, // as wrangler
    scripts: {
      deploy: "node deploy.js",
      plan: "node deploy.js --dry-run",
      dev: "node deploy.js --local",
    },
    dependencies: { wrangler: own.dependencies.wrangler },
    cloudflare: { bindings: Object.fromEntries(bindings) },
  });
}

async function writeTemplates(outDir: string, addresses: ReleaseAddresses): Promise<void> {
  const templates = {
    "README.md": "README.md",
    "dev.vars": ".dev.vars.example",
    gitignore: ".gitignore",
    "plan.yml": ".github/workflows/plan.yml",
    "upgrade.yml": ".github/workflows/upgrade.yml",
  };
  await mkdir(join(outDir, ".github/workflows"), { recursive: true });
  for (const [source, target] of Object.entries(templates)) {
    const text = await readFile(join(import.meta.dirname, "template", source), "utf8");
    await writeFile(join(outDir, target), withAddresses(text, addresses));
  }
}

/** Fills the addresses in. Without one, the button or the links that need it are left out. */
function withAddresses(text: string, { repository, source }: ReleaseAddresses): string {
  return text
    .replace(PARTS, (_, needed: string, part: string) => {
      const [filled = "", alternative = ""] = part.split("<!-- or without -->\n");
      return (needed === "its source" ? source : repository) === undefined ? alternative : filled;
    })
    .replace("<!-- its default -->", repository === undefined ? "" : `, by default ${repository}`)
    .replaceAll("REPOSITORY_URL", repository ?? "")
    .replaceAll("SOURCE_URL", source ?? "");
}

const PARTS = /^<!-- with (an address|its source) -->\n(.*?)^<!-- until here -->\n/gms;

function writeJSON(file: string, value: object): Promise<void> {
  return writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
}
