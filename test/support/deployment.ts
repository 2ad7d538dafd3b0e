import { execFile } from "node:child_process";
import { cpSync, readdirSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../../tools/paths.ts";
import { type Account, fakeWrangler, serveAccount } from "./account.ts";

const noAwsKey = { AWS_ACCESS_KEY_ID: "", AWS_SECRET_ACCESS_KEY: "", AWS_SESSION_TOKEN: "" };

/** Workers that tests start, with their source maps: thirty times what a deployment needs. */
const unusedBuild = /^[\w-]*(worker|cli|queues)$/;

export type Deployment = Awaited<ReturnType<typeof copyForDeployment>>;

const configurations = ["wrangler.toml", "web/admin/wrangler.toml", "web/status/wrangler.toml"];

/** Copies the repository, with the fake wrangler, to deploy from the copy. A file's tests share one copy. */
export async function copyForDeployment() {
  const folder = await mkdtemp(join(tmpdir(), "daymark-deploy-"));
  const paths = [
    "wrangler.toml",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "tools",
    "worker",
    "web",
    "migrations",
  ];
  const builds = readdirSync(join(root, "dist")).filter((name) => !unusedBuild.test(name));
  for (const path of [...paths, ...builds.map((name) => `dist/${name}`)])
    cpSync(join(root, path), join(folder, path), { recursive: true }); // takes a quarter of the time of `cp`
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  const bin = join(folder, "bin");
  const temporary = join(folder, "tmp");
  await Promise.all([mkdir(bin), mkdir(temporary)]);
  await writeFile(join(bin, "wrangler"), fakeWrangler, { mode: 0o755 });
  const account = await serveAccount(folder);
  const names = new Set(await readdir(folder));

  return {
    /** @param path from the repository's root */
    read: (path: string) => readFile(join(folder, path), "utf8"),
    async write(path: string, change: (text: string) => string): Promise<void> {
      await writeFile(join(folder, path), change(await readFile(join(folder, path), "utf8")));
    },
    create: (path: string, text: string) => writeFile(join(folder, path), text),
    /** Runs `npm run deploy` and returns the exit code, the output and the account afterwards. */
    deploy: (before: Account, ...args: string[]) => deploy(before, args, {}),
    deployWith: (variables: Record<string, string>, before: Account) => deploy(before, [], variables),
    /** Runs it at a terminal where the user types `answers`. */
    deployAtTerminal: (answers: string, before: Account, variables: Record<string, string> = {}) =>
      deploy(before, [], { CI: "", ...variables }, answers),
    /** Lists files with secrets for wrangler that still exist. */
    remainingSecretsFiles: async () =>
      (await readdir(temporary)).filter((name) => name.startsWith("daymark-secrets-")),
    /** Undoes what a deployment and a test wrote. */
    async reset(): Promise<void> {
      const added = (await readdir(folder)).filter((name) => !names.has(name));
      const left = (await readdir(temporary)).map((name) => join("tmp", name));
      await Promise.all([
        ...[...added, ...left].map((path) => rm(join(folder, path), { recursive: true })),
        ...configurations.map((file) => cp(join(root, file), join(folder, file))),
      ]);
    },
    async remove(): Promise<void> {
      await account.stop();
      await rm(folder, { recursive: true });
    },
  };

  async function deploy(
    before: Account,
    args: string[],
    variables: Record<string, string>,
    answers?: string,
  ) {
    const after = account.use(before);
    const env = {
      ...process.env,
      ...noAwsKey,
      ...variables,
      PATH: `${bin}${delimiter}${process.env.PATH}`,
      ACCOUNT_PORT: account.port,
      TMPDIR: temporary,
      DEPLOY_PAUSE_MS: "0",
      NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, "fake-health.ts")).href}`,
    };
    const result = await new Promise<{ code: number; text: string }>((resolve) => {
      const command = [process.execPath, join(folder, "tools/deploy/deploy.ts"), ...args];
      // `script` runs the command in a terminal.
      const [program = "", ...words] =
        answers === undefined
          ? command
          : ["script", "--quiet", "--return", "--command", command.join(" "), "/dev/null"];
      const child = execFile(program, words, { cwd: folder, env }, (_, stdout, stderr) =>
        resolve({ code: child.exitCode ?? 1, text: stdout + stderr }),
      );
      if (answers !== undefined) child.stdin?.end(answers);
    });
    return { ...result, account: after };
  }
}
