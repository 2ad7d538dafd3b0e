import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../worker/local/paths.ts";
import { ended } from "../support/command-line.ts";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { makeApiKey, makeComponent } from "../support/factories.ts";

let daymark: Daymark;
let folder: string;
/** Where `npm install` would put the package. */
let installed: string;
beforeAll(async () => {
  daymark = await startDaymark();
  folder = await mkdtemp(join(tmpdir(), "daymark-package-"));
  installed = join(folder, "node_modules/daymark");
  await mkdir(installed, { recursive: true });
  const env = { PATH: process.env.PATH ?? "", HOME: folder };
  const packed = await ended(["npm", "pack", "--ignore-scripts", "--pack-destination", folder], {
    cwd: root,
    env,
  });
  expect(packed).toMatchObject({ code: 0 });
  const [tarball = ""] = (await readdir(folder)).filter((name) => name.endsWith(".tgz"));
  await ended(["tar", "-xzf", join(folder, tarball), "-C", installed, "--strip-components", "1"]);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await daymark.stop();
});

// Also the Node of the machine, which may be older than the project's own.
const nodes = ["/usr/local/bin/node", "/usr/bin/node", process.execPath].filter(existsSync);

test("the package has the command line and the client, and nothing of the rest", async () => {
  const files = await readdir(installed, { recursive: true });
  expect(files.sort()).toEqual([
    "LICENSE",
    "README.md",
    "dist",
    "dist/cli",
    "dist/cli/api.d.ts",
    "dist/cli/client.d.ts",
    "dist/cli/client.js",
    expect.stringMatching(/^dist\/cli\/.*\.js$/),
    "dist/cli/daymark.js",
    "package.json",
  ]);
});

test("the packed command runs without anything beside it", async () => {
  const { bin, version } = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));
  for (const node of nodes) {
    const command = [node, join(installed, bin.daymark)];
    expect(await ended([...command, "--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
    const status = await ended([...command, "status"], { env: { HOME: folder, DAYMARK_URL: daymark.url } });
    expect(status).toMatchObject({ code: 0, stderr: "" });
  }
});

const script = `import { createClient, type Schemas } from "daymark/client";
const client = createClient({ url: process.env.DAYMARK_URL ?? "", apiKey: process.env.DAYMARK_KEY });
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

test("others import daymark/client, typed and working", async () => {
  await makeComponent(daymark, { name: "API" });
  // What npm would install with it, for its types.
  for (const name of ["openapi-fetch", "openapi-typescript-helpers", "@types", "undici-types"])
    await symlink(join(root, "node_modules", name), join(folder, "node_modules", name));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  const env = {
    PATH: process.env.PATH ?? "",
    DAYMARK_URL: daymark.url,
    DAYMARK_KEY: await makeApiKey(daymark),
  };
  const check = async (text: string) => {
    await writeFile(join(folder, "script.ts"), text);
    const options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2024", "--types", "node"];
    return ended([join(root, "node_modules/.bin/tsc"), ...options, "script.ts"], { cwd: folder, env });
  };
  expect(await check(script)).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(await ended([process.execPath, "script.ts"], { cwd: folder, env })).toMatchObject({
    code: 0,
    stdout: "Partial Outage 400 name\n",
  });
  const misspelt = await check(script.replace("Partial Outage", "Partial outage"));
  expect(misspelt.stdout).toContain("'\"Partial outage\"' is not assignable to type");
});
