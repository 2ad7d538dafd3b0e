import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../tools/paths.ts";
import { runCommand } from "../support/starters/command-line.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "daymark-install-"));
});
afterAll(() => rm(folder, { recursive: true }));

const run = (cwd: string, ...command: string[]) =>
  runCommand(command, { cwd, env: { PATH: process.env.PATH ?? "", HOME: folder } });

/** Installs a package whose install script creates a file, and returns whether the script ran. */
async function runsInstallScript(
  project: string,
  prepare: (project: string) => Promise<void>,
): Promise<boolean> {
  const [source, target] = [join(folder, `${project}-hostile`), join(folder, project)];
  await Promise.all([source, target].map((path) => mkdir(path)));
  const scripts = { postinstall: "node -e \"require('fs').writeFileSync('ran', '')\"" };
  await writeFile(
    join(source, "package.json"),
    JSON.stringify({ name: "hostile", version: "1.0.0", scripts }),
  );
  await writeFile(join(target, "package.json"), JSON.stringify({ name: project, version: "1.0.0" }));
  await prepare(target);
  expect(await run(source, "npm", "pack", "--pack-destination", target)).toMatchObject({ code: 0 });
  const installation = await run(target, "npm", "install", "--offline", "./hostile-1.0.0.tgz");
  expect(installation).toMatchObject({ code: 0 });
  return existsSync(join(target, "node_modules/hostile/ran"));
}

test("the project's .npmrc stops install scripts", async () => {
  const allowScripts = (target: string) =>
    writeFile(join(target, ".npmrc"), "dangerously-allow-all-scripts=true\n");
  expect(await runsInstallScript("without", allowScripts)).toBe(true);
  expect(
    await runsInstallScript("with", (target) => copyFile(join(root, ".npmrc"), join(target, ".npmrc"))),
  ).toBe(false);
});

test("each package.json allows or forbids every install script, and allows only Node's", async () => {
  const allowed = await Promise.all(
    ["", "tools/node/", "test/lighthouse/"].map(async (folder) => {
      const [lock, { allowScripts = {} }] = await Promise.all(
        ["package-lock.json", "package.json"].map(async (file) =>
          JSON.parse(await readFile(join(root, folder, file), "utf8")),
        ),
      );
      const packages: Record<string, { hasInstallScript?: boolean }> = lock.packages;
      const scripted = Object.entries(packages)
        .filter(([, { hasInstallScript }]) => hasInstallScript)
        .map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
      expect([...new Set(scripted)].sort()).toEqual(Object.keys(allowScripts).sort());
      return Object.keys(allowScripts).filter((name) => allowScripts[name]);
    }),
  );
  expect(allowed).toEqual([[], ["node"], []]);
});

test("a home folder that can't be written stops the installation with a sentence", async () => {
  const env = { PATH: process.env.PATH ?? "", HOME: "/dev/null/home" };
  const { code, stdout, stderr } = await runCommand([process.execPath, join(root, "tools/install.mjs")], {
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
] as const)("%s stops the installation with a sentence", async ([, property, value, message]) => {
  const override = `Object.defineProperty(process, "${property}", { value: ${value} })`;
  const install = join(root, "tools/install.mjs");
  const preload = `--import=data:text/javascript,${encodeURIComponent(override)}`;
  const { code, stdout, stderr } = await run(folder, process.execPath, preload, install);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(message);
});
