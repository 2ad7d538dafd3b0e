import { existsSync } from "node:fs";
import { cp, glob, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../tools/paths.ts";
import { ended } from "../support/command-line.ts";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { makeApiKey, makeComponent } from "../support/factories.ts";

const MAX_INSTALLED_BYTES = 3_000_000;

let daymark: Daymark;
/** An empty project of somebody else, with a home of its own. */
let folder: string;
let installation: Awaited<ReturnType<typeof ended>>;
beforeAll(async () => {
  daymark = await startDaymark();
  folder = await mkdtemp(join(tmpdir(), "daymark-package-"));
  const packed = await ended(["npm", "run", "pack", "--", "--pack-destination", folder], {
    cwd: root,
    env: environment(),
  });
  expect(packed).toMatchObject({ code: 0 });
  const [tarball = ""] = (await readdir(folder)).filter((name) => name.endsWith(".tgz"));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  const install = ["npm", "install", "--offline", "--no-audit", "--no-fund", `./${tarball}`];
  installation = await ended(install, { cwd: folder, env: environment() });
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await daymark.stop();
});

// Also the Node of the machine, which may be older than the project's own.
const nodes = ["/usr/local/bin/node", "/usr/bin/node", process.execPath].filter(existsSync);

/** Without the project's own Node in PATH, and with nothing of this person's npm. */
function environment(env: Record<string, string> = {}): Record<string, string> {
  const path = (process.env.PATH ?? "").split(delimiter).filter((entry) => !entry.includes("node_modules"));
  // npm looks for a newer version of itself even with --offline, and tells of it on standard error.
  return { PATH: path.join(delimiter), HOME: folder, npm_config_update_notifier: "false", ...env };
}

async function filesBelow(path: string): Promise<string[]> {
  const files = [];
  for await (const file of glob("**/*", { cwd: path, withFileTypes: true }))
    if (file.isFile()) files.push(join(file.parentPath, file.name));
  return files;
}

test("npm installs one package, without a network and without a warning, in less than 3 MB", async () => {
  expect(installation).toMatchObject({ code: 0, stderr: "" });
  expect(installation.stdout).toMatch(/^\s*added 1 package in/);
  const files = await filesBelow(join(folder, "node_modules"));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_INSTALLED_BYTES);
});

test("the package has the command line and the client, and nothing of the rest", async () => {
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
    "openapi-typescript-helpers",
  ]);
});

test("the installed command runs on every Node of this machine, without a warning", async () => {
  const command = join(folder, "node_modules/.bin/daymark");
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  for (const node of nodes) {
    const env = environment({ DAYMARK_URL: daymark.url });
    const run = (arg: string) => ended([node, command, arg], { env });
    expect(await run("--version")).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
    expect(await run("--help")).toMatchObject({ code: 0, stderr: "" });
    expect(await run("status")).toMatchObject({ code: 0, stderr: "" });
  }
  // A shell finds it like this, and runs it with the Node that is first in PATH.
  for (const node of nodes) {
    const env = { ...environment(), PATH: `${dirname(node)}${delimiter}/usr/bin${delimiter}/bin` };
    expect(await ended([command, "--help"], { env })).toMatchObject({ code: 0, stderr: "" });
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
const refused = await client.POST("/api/v0/incidents", { body: { name: " ", status: "Investigating" } });
console.log(changed?.status, refused.response.status, refused.error?.errors?.[0]?.path);
`;

const strictest = [
  ...["--strict", "--noEmit", "--skipLibCheck", "false", "--verbatimModuleSyntax", "--isolatedModules"],
  ...["--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--noPropertyAccessFromIndexSignature"],
  ...["--noImplicitReturns", "--noImplicitOverride", "--noUnusedLocals", "--noUnusedParameters"],
];

// The types of fetch come from the browser's or from those of Node.
const settings = {
  "as Node resolves, with the browser's types": ["--module", "nodenext", "--target", "es2024"],
  "as Node resolves, with Node's types alone": [
    "--module",
    "nodenext",
    "--target",
    "es2024",
    "--lib",
    "es2024",
  ],
  "as bundlers resolve": ["--module", "preserve", "--moduleResolution", "bundler", "--target", "es2022"],
};

test("others import daymark/client, typed under the strictest settings and working", async () => {
  await makeComponent(daymark, { name: "API" });
  // A project on Node has installed these for itself.
  for (const name of ["@types/node", "undici-types"])
    await cp(join(root, "node_modules", name), join(folder, "node_modules", name), { recursive: true });
  const key = await makeApiKey(daymark);
  const check = async (text: string, options: string[]) => {
    await writeFile(join(folder, "script.ts"), text);
    const command = [join(root, "node_modules/.bin/tsc"), ...strictest, ...options, "--types", "node"];
    return ended([...command, "script.ts"], { cwd: folder, env: { PATH: process.env.PATH ?? "" } });
  };
  for (const [name, options] of Object.entries(settings)) {
    expect({ name, ...(await check(script, options)) }).toEqual({ name, code: 0, stdout: "", stderr: "" });
    const misspelled = await check(script.replace("Partial Outage", "Partial outage"), options);
    expect(misspelled.stdout).toContain("'\"Partial outage\"' is not assignable to type");
  }
  await writeFile(join(folder, "script.ts"), script);
  // An address as people copy it, with a slash at its end.
  const env = environment({ DAYMARK_URL: `${daymark.url}/`, DAYMARK_KEY: key });
  expect(await ended([process.execPath, "script.ts"], { cwd: folder, env })).toMatchObject({
    code: 0,
    stdout: "Partial Outage 400 name\n",
  });
});
