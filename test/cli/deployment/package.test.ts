import { existsSync } from "node:fs";
import { cp, glob, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { versionsByHand } from "../../../tools/build/cli-package.ts";
import { root } from "../../../tools/paths.ts";
import { hasOldestNode, oldestNode } from "../../support/deploy/oldest-node.ts";
import { makeApiKey, makeComponent } from "../../support/factories/factories.ts";
import { runCommand } from "../../support/starters/command-line.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

const MAX_INSTALLED_BYTES = 3_000_000;

let daymark: Daymark;
/** An empty project that installs the package, and its home folder. */
let folder: string;
let installation: Awaited<ReturnType<typeof runCommand>>;
beforeAll(async () => {
  daymark = await startDaymark();
  folder = await mkdtemp(join(tmpdir(), "daymark-package-"));
  const packed = await runCommand(["npm", "run", "pack", "--", "--pack-destination", folder], {
    cwd: root,
    env: environment(),
  });
  expect(packed).toMatchObject({ code: 0 });
  const [tarball = ""] = (await readdir(folder)).filter((name) => name.endsWith(".tgz"));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  const install = ["npm", "install", "--offline", "--no-audit", "--no-fund", `./${tarball}`];
  installation = await runCommand(install, { cwd: folder, env: environment() });
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await daymark.stop();
});

/** The oldest Node that the package promises, the machine's and the project's. */
const nodes = [oldestNode(), "/usr/local/bin/node", "/usr/bin/node", process.execPath].filter(existsSync);

/** Hides the project's Node and the user's npm settings from a command. */
function environment(env: Record<string, string> = {}): Record<string, string> {
  const path = (process.env.PATH ?? "").split(delimiter).filter((entry) => !entry.includes("node_modules"));
  // Even with --offline, npm looks for a newer version of itself and reports it on standard error.
  return { PATH: path.join(delimiter), HOME: folder, npm_config_update_notifier: "false", ...env };
}

async function filesBelow(path: string): Promise<string[]> {
  const files = [];
  for await (const file of glob("**/*", { cwd: path, withFileTypes: true }))
    if (file.isFile()) files.push(join(file.parentPath, file.name));
  return files;
}

test("npm installs one package of less than 3 MB, without a network and without a warning", async () => {
  expect(installation).toMatchObject({ code: 0, stderr: "" });
  expect(installation.stdout).toMatch(/^\s*added 1 package in/);
  const files = await filesBelow(join(folder, "node_modules"));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_INSTALLED_BYTES);
});

test("the package contains only the command line and the client", async () => {
  const files = await readdir(join(folder, "node_modules/daymark"), { recursive: true });
  expect(files.sort()).toEqual([
    "LICENSE",
    "README.md",
    "THIRD-PARTY-LICENSES.md",
    "api.d.ts",
    "client.d.ts",
    "client.js",
    expect.stringMatching(/^[\w-]+\.js$/),
    "daymark.js",
    "openapi-fetch.d.ts",
    "openapi-typescript-helpers.d.ts",
    "package.json",
  ]);
  const licenses = await readFile(join(folder, "node_modules/daymark/THIRD-PARTY-LICENSES.md"), "utf8");
  expect([...licenses.matchAll(/^## (\S+)/gm)].map(([, name]) => name)).toEqual([
    "commander",
    "openapi-fetch",
    "smol-toml",
    "validator",
    "openapi-typescript-helpers",
  ]);
});

test("the package says what an upgrade to its release takes", async () => {
  const manifest = await readFile(join(folder, "node_modules/daymark/package.json"), "utf8");
  const migrations = (await readdir(join(root, "migrations"))).filter((name) => name.endsWith(".sql"));
  expect(JSON.parse(manifest).daymark).toEqual({ migrations: migrations.length, byHand: [] });
  const changes = "# Changes\n\n## 1.1.0\n\n### When you upgrade\n\nDo it.\n\n## 1.0.0\n\nNew.\n";
  expect(versionsByHand(changes)).toEqual(["1.1.0"]);
});

test("tests of the built command line run on the oldest Node that it promises", async ({ skip }) => {
  skip(!hasOldestNode, "this Node runs on Linux x64 only");
  const { engines } = JSON.parse(await readFile(join(folder, "node_modules/daymark/package.json"), "utf8"));
  const { stdout } = await runCommand([oldestNode(), "--version"]);
  expect(stdout).toBe(`${engines.node.replace(">=", "v")}.0.0\n`);
});

test("the installed command runs without a warning on every Node of this machine", async () => {
  const command = join(folder, "node_modules/.bin/daymark");
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  for (const node of nodes) {
    const env = environment({ DAYMARK_URL: daymark.url });
    const run = (arg: string) => runCommand([node, command, arg], { env });
    expect(await run("--version")).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
    expect(await run("status")).toMatchObject({ code: 0, stderr: "" });
  }
  // A shell runs the command's file with the first Node in PATH.
  for (const node of nodes) {
    const env = { ...environment(), PATH: `${dirname(node)}${delimiter}/usr/bin${delimiter}/bin` };
    expect(await runCommand([command, "--help"], { env })).toMatchObject({ code: 0, stderr: "" });
  }
});

const script = `import { createClient, type Schemas } from "daymark/client";
const client = createClient({ url: process.env["DAYMARK_URL"] ?? "", apiKey: process.env["DAYMARK_KEY"] });
const { data: components, error } = await client.GET("/api/components");
if (error) throw new Error(error.errorMessage);
const [component]: Schemas["Component"][] = components;
if (!component) throw new Error("There is none.");
const { data: changed } = await client.PATCH("/api/v0/components/{componentID}", {
  params: { path: { componentID: component.componentID } },
  body: { status: "Partial Outage" },
});
const invalid = await client.POST("/api/v0/incidents", { body: { name: " ", status: "Investigating" } });
console.log(changed?.status, invalid.response.status, invalid.error?.errors?.[0]?.path);
`;

const strictestOptions = [
  "--singleThreaded", // Several checkers would resolve the same types again.
  "--skipDefaultLibCheck", // TypeScript's own declarations need no check. The package's do.
  ...["--strict", "--noEmit", "--skipLibCheck", "false", "--verbatimModuleSyntax", "--isolatedModules"],
  ...["--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--noPropertyAccessFromIndexSignature"],
  ...["--noImplicitReturns", "--noImplicitOverride", "--noUnusedLocals", "--noUnusedParameters"],
];

// The types of fetch come from the browser's types or from Node's.
const resolutions = {
  "as Node resolves, with the browser's types": ["--module", "nodenext", "--target", "es2024"],
  "as Node resolves, with only Node's types": [
    "--module",
    "nodenext",
    "--target",
    "es2024",
    "--lib",
    "es2024",
  ],
  "as bundlers resolve": ["--module", "preserve", "--moduleResolution", "bundler", "--target", "es2022"],
};

test("daymark/client compiles in another project under the strictest settings, and works", async () => {
  await makeComponent(daymark, { name: "API" });
  // A Node project installs these types itself.
  for (const name of ["@types/node", "undici-types"])
    await cp(join(root, "node_modules", name), join(folder, "node_modules", name), { recursive: true });
  const key = await makeApiKey(daymark);
  await writeFile(join(folder, "script.ts"), script);
  await writeFile(join(folder, "misspelled.ts"), script.replace("Partial Outage", "Partial outage"));
  for (const [name, options] of Object.entries(resolutions)) {
    const tsc = [join(root, "node_modules/.bin/tsc"), ...strictestOptions, ...options, "--types", "node"];
    const { stdout } = await runCommand([...tsc, "script.ts", "misspelled.ts"], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? "" },
    });
    const errors = stdout.split("\n").filter((line) => /^\S/.test(line));
    expect({ name, errors }).toEqual({ name, errors: [expect.stringMatching(/^misspelled\.ts\(/)] });
    expect(errors[0]).toContain("'\"Partial outage\"' is not assignable to type");
  }
  // People copy the address with a slash at its end.
  const env = environment({ DAYMARK_URL: `${daymark.url}/`, DAYMARK_KEY: key });
  // Old versions of Node don't run TypeScript.
  await writeFile(join(folder, "script.js"), stripTypeScriptTypes(script));
  for (const node of nodes)
    expect([node, await runCommand([node, "script.js"], { cwd: folder, env })]).toEqual([
      node,
      { code: 0, stdout: "Partial Outage 400 name\n", stderr: "" },
    ]);
});
