import { execFile } from "node:child_process";
import { cpSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../../tools/paths.ts";
import { type Account, emptyAccount, fakeWrangler, serveAccount } from "../../support/deploy/account.ts";
import { closeServer, listen } from "../../support/starters/listen.ts";

// `npm run deploy` as a process, with wrangler as another. All other tests deploy in this process.

/** Workers that tests start, with their source maps: thirty times what a deployment needs. Other tests write bundles and releases. */
const unusedBuild = /^([\w-]*(worker|cli|queues)|(bundle|release).*)$/;

/** A copy of the repository, to deploy from. */
let folder: string;
let account: Awaited<ReturnType<typeof serveAccount>>;
/** Answers for the deployed status page. */
const page = createServer((_, response) => response.end('{"status":"ok"}'));
let pageURL: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "daymark-deploy-"));
  const files = ["wrangler.toml", "package.json", "package-lock.json", "tsconfig.json"];
  const builds = readdirSync(join(root, "dist")).filter((name) => !unusedBuild.test(name));
  for (const path of [
    ...files,
    ...["tools", "worker", "web", "migrations"],
    ...builds.map((name) => `dist/${name}`),
  ])
    cpSync(join(root, path), join(folder, path), { recursive: true }); // takes a quarter of the time of `cp`
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  await mkdir(join(folder, "bin"));
  await writeFile(join(folder, "bin/wrangler"), fakeWrangler, { mode: 0o755 });
  account = await serveAccount(folder);
  pageURL = await listen(page);
});
afterAll(async () => {
  await Promise.all([account.stop(), closeServer(page)]);
  await rm(folder, { recursive: true });
});

/** @param answers what the user types at a terminal, if there is one */
async function deploy(before: Account, { args = [], answers }: { args?: string[]; answers?: string }) {
  const after = account.use(before);
  const { CI: _, ...inherited } = process.env;
  const env = {
    ...inherited,
    PATH: `${join(folder, "bin")}${delimiter}${process.env.PATH}`,
    ACCOUNT_PORT: account.port,
    DEPLOY_PAUSE_MS: "0",
    DAYMARK_STATUS_PAGE_URL: pageURL,
  };
  const command = [process.execPath, join(folder, "tools/deploy/deploy.ts"), ...args];
  // `script` runs the command in a terminal.
  const [program = "", ...words] =
    answers === undefined
      ? command
      : ["script", "--quiet", "--return", "--command", command.join(" "), "/dev/null"];
  const result = await new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(program, words, { cwd: tmpdir(), env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? 1, stdout, stderr }),
    );
    if (answers !== undefined) child.stdin?.end(answers);
  });
  return { ...result, account: after };
}

const provider = ["2", "https://sign-in.example.com/", "status", "", "", "ops,leads", ""];

test("a deployment at a terminal asks its questions, and a later one asks, builds and creates nothing", async () => {
  const answers = ["", "", ...provider].map((answer) => `${answer}\n`).join("");
  const first = await deploy(emptyAccount, { answers });
  expect([first.code, first.stdout]).toEqual([0, expect.stringContaining("Deployed.")]);
  expect(first.account.calls).toContain("d1 create daymark");
  expect(first.account.secrets).toHaveProperty("SECRET_KEY");
  expect(await readFile(join(folder, "deployment.env"), "utf8")).toContain('DAYMARK_OIDC_ADMINS="ops,leads"');

  const second = await deploy(first.account, {});
  expect([second.code, second.stderr]).toEqual([0, ""]);
  expect(second.stdout).toContain("Deployed.");
  expect(second.stdout).not.toContain("Building");
  expect(second.account.calls.filter((call) => call.includes(" create "))).toEqual([]);

  const dry = await deploy(second.account, { args: ["--dry-run"] });
  expect([dry.code, dry.account.calls]).toEqual([0, ["deploy --config wrangler.reduced.toml --dry-run"]]);

  const failing = await deploy({ ...second.account, failingCall: "secret list" }, {});
  expect([failing.code, failing.account.calls.at(-1)]).toEqual([1, "secret list"]);
  expect(failing.stderr).toContain(
    "A request to the Cloudflare API failed.\n\n`wrangler secret list` failed.\n",
  );
});
