import { appendFile, copyFile, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "../paths.ts";

/** The client's types import from these packages, so their declarations are copied into the package. */
const TYPE_PACKAGES = ["openapi-fetch", "openapi-typescript-helpers"];
const LICENSES_FILE = "THIRD-PARTY-LICENSES.md";

/**
 * Turns the folder with the built command line and client into a package. It gets its own package.json, because the
 * repository's lists the dependencies of the Worker and the pages.
 */
export async function writePackage(outDir: string): Promise<void> {
  for (const name of TYPE_PACKAGES) {
    const types = await readFile(join(packageFolder(name), "dist/index.d.mts"), "utf8");
    await writeFile(join(outDir, `${name}.d.ts`), withRelativeImports(types));
  }
  const client = join(outDir, "client.d.ts");
  await writeFile(client, withRelativeImports(await readFile(client, "utf8")));
  // Vite lists the licenses of bundled code only, but this package's types are copied.
  const helpers = await readFile(join(packageFolder("openapi-typescript-helpers"), "LICENSE"), "utf8");
  await appendFile(join(outDir, LICENSES_FILE), `\n## openapi-typescript-helpers (MIT)\n\n${helpers}`);
  await copyFile(join(root, "LICENSE"), join(outDir, "LICENSE"));
  await copyFile(join(root, "web/cli/README.md"), join(outDir, "README.md"));
  await writeFile(join(outDir, "package.json"), `${JSON.stringify(await manifest(), null, 2)}\n`);
}

async function manifest() {
  const repository = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const { name, version, license, engines } = repository;
  return {
    name,
    version,
    license,
    engines,
    description: "The command line and API client of the status page Daymark",
    type: "module",
    bin: { daymark: "daymark.js" },
    daymark: await releaseFacts(),
    exports: {
      "./client": { types: "./client.d.ts", default: "./client.js" },
      "./package.json": "./package.json",
    },
  };
}

/** `daymark doctor` reads these of the newest release, to say what an upgrade will do. */
async function releaseFacts(): Promise<{ migrations: number; byHand: string[] }> {
  const journal = JSON.parse(await readFile(join(root, "migrations/meta/_journal.json"), "utf8"));
  const changes = await readFile(join(root, "CHANGELOG.md"), "utf8");
  return { migrations: journal.entries.length, byHand: versionsByHand(changes) };
}

/** @returns the versions of a changelog whose part has the heading "When you upgrade" */
export function versionsByHand(changes: string): string[] {
  const parts = changes.split(/^## /m).filter((part) => /^### When you upgrade$/m.test(part));
  return parts.map((part) => part.split(/\s/, 1).join());
}

/** Replaces imports of the type packages and of `./*.ts` by relative imports that every resolution mode of TypeScript accepts. */
function withRelativeImports(types: string): string {
  return types.replace(/(from\s*)(["'])([^"']+)\2/g, (statement, from, _, name) => {
    if (TYPE_PACKAGES.includes(name)) return `${from}"./${name}.js"`;
    return name.startsWith("./") ? `${from}"${name.replace(/\.ts$/, ".js")}"` : statement;
  });
}

function packageFolder(name: string): string {
  return join(createRequire(import.meta.url).resolve(name), "../..");
}
