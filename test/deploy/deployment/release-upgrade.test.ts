import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../../tools/paths.ts";

// Publishes small releases with the script of the workflow Release, and upgrades with that of the workflow Upgrade.

const run = promisify(execFile);
let folder: string;
let env: NodeJS.ProcessEnv;
/** Runs commands as GitHub runs a workflow's script. */
const shell = async (name: string, script: string) =>
  (await run("bash", ["-e", "-c", script], { cwd: join(folder, name), env })).stdout;
const write = (name: string, files: Record<string, string>) =>
  Promise.all(Object.entries(files).map(([file, text]) => writeFile(join(folder, name, file), text)));
const read = (file: string) => readFile(join(folder, "own", file), "utf8");
const config = (issuer: string, added: object = {}) =>
  JSON.stringify(
    {
      name: "daymark",
      ...added,
      main: "worker.js",
      workers_dev: true,
      cache: {},
      vars: { OIDC_ISSUER: issuer },
    },
    null,
    2,
  );

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "daymark-upgrade-"));
  for (const name of ["bin", "releases", "release", "runner", "runner/files", "own"])
    await mkdir(join(folder, name));
  for (const program of ["npm", "gh"])
    await writeFile(join(folder, "bin", program), `#!/bin/sh\necho ${program} "$@" >> "${folder}/calls"\n`, {
      mode: 0o755,
    });
  const author = { GIT_AUTHOR_NAME: "A", GIT_AUTHOR_EMAIL: "a@example.com" };
  const committer = { GIT_COMMITTER_NAME: "A", GIT_COMMITTER_EMAIL: "a@example.com" };
  const PATH = `${join(folder, "bin")}${delimiter}${process.env.PATH}`;
  const RELEASES = join(folder, "releases");
  env = { ...process.env, ...author, ...committer, PATH, HOME: folder, RELEASES, REMOTE: RELEASES };
  await shell("releases", "git init --quiet --bare --initial-branch=main");
  await release("1.0.0", { "old.js": "old", "wrangler.jsonc": config("") });
  // The button copies the same files, without the history.
  await write("own", { "package.json": '{"version":"1.0.0"}', "old.js": "old" });
  await write("own", { "wrangler.jsonc": config("https://sign-in.example.com") });
  await shell(
    "own",
    `git init --quiet --initial-branch=main
    git add --all
    git commit --quiet --message=Copy
    git clone --quiet --bare . ../origin
    git remote add origin ../origin`,
  );
});
afterAll(() => rm(folder, { recursive: true }));

/** @returns the script of a workflow's step, as YAML has it */
async function readScript(workflow: string, step: string): Promise<string> {
  const [, rest = ""] = (await readFile(join(root, workflow), "utf8")).split(`- name: ${step}\n`);
  const [, script = ""] = /run: \|\n((?: {10}.*\n)+)/.exec(rest) ?? [];
  return script;
}

async function publish(version: string): Promise<string> {
  const script = await readScript(
    ".github/workflows/release.yml",
    "Push the release to the repository of releases",
  );
  const pack = `tar --create --gzip --file files/daymark-release-v${version}.tar.gz --directory ../release .`;
  return shell("runner", `export GITHUB_REF_NAME=v${version}\nrm -rf published\n${pack}\n${script}`);
}

async function release(version: string, files: Record<string, string>): Promise<void> {
  await write("release", { "package.json": `{"version":"${version}"}`, ...files });
  await publish(version);
}

async function upgrade(before = ""): Promise<string> {
  const script = await readScript(
    "tools/release/template/upgrade.yml",
    "Put the newest release into a branch",
  );
  return shell("own", `${before}git switch --quiet main\n${script}`);
}

test("an upgrade takes over files, removes old ones, keeps the user's own values, and happens once", async () => {
  expect(await upgrade()).toBe("v1.0.0 is the newest release.\n");
  await rm(join(folder, "release/old.js"));
  await release("1.9.0", { "new.js": "new" });
  await release("1.10.0", { "wrangler.jsonc": config("", { queues: {} }) });
  await upgrade();
  expect(await shell("own", "git ls-tree --name-only -r HEAD")).toBe(
    "new.js\npackage.json\nwrangler.jsonc\n",
  );
  expect(await read("wrangler.jsonc")).toBe(config("https://sign-in.example.com", { queues: {} }));
  expect(JSON.parse(await read("package.json"))).toEqual({ version: "1.10.0" });
  expect(await shell("origin", "git log --format=%s daymark-v1.10.0")).toBe(
    "Upgrade Daymark to v1.10.0\nCopy\n",
  );
  expect(await readFile(join(folder, "calls"), "utf8")).toMatch(
    /^npm install.*\nnpm run plan\ngh pr create .*\n$/,
  );

  expect(await upgrade()).toBe("The branch daymark-v1.10.0 has it.\n");
});

test("without an address of releases, the workflow says what to set and doesn't fail", async () => {
  expect(await upgrade("export RELEASES=\n")).toMatch(/^::notice::Set the variable DAYMARK_RELEASES /);
});

test("a change of the same lines ends the upgrade before anything is pushed", async () => {
  await release("1.11.0", { "wrangler.jsonc": config("other") });
  await expect(upgrade()).rejects.toThrow(/wrangler\.jsonc/);
  expect(await shell("origin", "git branch --list daymark-v1.11.0")).toBe("");
});

test("a release that is published again changes nothing", async () => {
  await write("release", { "new.js": "other" });
  expect(await publish("1.11.0")).toBe("v1.11.0 is there already.\n");
  expect(await shell("releases", "git log --format=%s main")).toMatch(
    /^Release v1\.11\.0\nRelease v1\.10\.0\n/,
  );
});
