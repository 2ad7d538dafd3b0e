import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../tools/paths.ts";
import { ended } from "../support/command-line.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "daymark-install-"));
});
afterAll(() => rm(folder, { recursive: true }));

const run = (cwd: string, ...command: string[]) =>
  ended(command, { cwd, env: { PATH: process.env.PATH ?? "", HOME: folder } });

/** Installs a package that leaves a file behind when its script runs, as an attacker's would do worse. */
async function installHostile(
  project: string,
  prepare: (project: string) => Promise<void>,
): Promise<boolean> {
  const [source, into] = [join(folder, `${project}-hostile`), join(folder, project)];
  await Promise.all([source, into].map((each) => mkdir(each)));
  const scripts = { postinstall: "node -e \"require('fs').writeFileSync('ran', '')\"" };
  await writeFile(
    join(source, "package.json"),
    JSON.stringify({ name: "hostile", version: "1.0.0", scripts }),
  );
  await writeFile(join(into, "package.json"), JSON.stringify({ name: project, version: "1.0.0" }));
  await prepare(into);
  expect(await run(source, "npm", "pack", "--pack-destination", into)).toMatchObject({ code: 0 });
  const installed = await run(into, "npm", "install", "--offline", "./hostile-1.0.0.tgz");
  expect(installed).toMatchObject({ code: 0 });
  return existsSync(join(into, "node_modules/hostile/ran"));
}

test("installing packages runs none of their scripts, whatever the version of npm", async () => {
  const scriptsOn = (into: string) => writeFile(join(into, ".npmrc"), "dangerously-allow-all-scripts=true\n");
  expect(await installHostile("without", scriptsOn)).toBe(true);
  expect(await installHostile("with", (into) => copyFile(join(root, ".npmrc"), join(into, ".npmrc")))).toBe(
    false,
  );
});

test("every package with an install script has been decided about, and only Node's may run", async () => {
  const [lock, { allowScripts }] = await Promise.all(
    ["package-lock.json", "package.json"].map(async (file) =>
      JSON.parse(await readFile(join(root, file), "utf8")),
    ),
  );
  const packages: Record<string, { hasInstallScript?: boolean }> = lock.packages;
  const scripted = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
  expect([...new Set(scripted)].sort()).toEqual(Object.keys(allowScripts).sort());
  expect(Object.keys(allowScripts).filter((name) => allowScripts[name])).toEqual(["node"]);
});

test("a home that cannot be written is refused in a sentence before anything is installed", async () => {
  const env = { PATH: process.env.PATH ?? "", HOME: "/dev/null/home" };
  const { code, stdout, stderr } = await ended([process.execPath, join(root, "tools/install.mjs")], {
    env,
  });
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^Your home folder \/dev\/null\/home can't be written: .* HOME=\/tmp\/home .*\n$/);
});

test.for([
  [
    "an old Node",
    "versions",
    "{ node: '18.20.8' }",
    /^Daymark needs Node 20 or newer; this is v\d.*nodejs\.org/,
  ],
  ["Windows", "platform", "'win32'", /^On Windows, Daymark runs in WSL: /],
] as const)("%s is refused in a sentence before anything is installed", async ([, property, value, said]) => {
  const pretend = `Object.defineProperty(process, "${property}", { value: ${value} })`;
  const install = join(root, "tools/install.mjs");
  const preload = `--import=data:text/javascript,${encodeURIComponent(pretend)}`;
  const { code, stdout, stderr } = await run(folder, process.execPath, preload, install);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(said);
});
