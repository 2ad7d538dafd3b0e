import { execFile } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../../tools/paths.ts";

/** The Cloudflare account that the fake wrangler works on, with a log of its calls. */
export interface Account {
  signedIn: boolean;
  databases: { name: string; uuid: string }[];
  buckets: string[];
  queues: string[];
  /** The message retention in seconds that `wrangler queues update` has set, by queue. */
  retention?: Record<string, number>;
  projects: Record<"Project Name" | "Project Domains", string>[];
  /** The Worker's secrets, once it is deployed. */
  secrets?: Record<string, string>;
  /** The names of the deployed Worker's bindings that send emails. */
  emailBindings?: string[];
  /** The commands, with their folder unless it is the repository's. */
  calls: string[];
  /** The free plan allows no CPU limits, and keeps messages for one day. */
  plan?: "free";
  failingCall?: string;
  /** `/api/health` gives these answers in this order, and then the last one again. The default is a healthy page. */
  health?: ("ok" | "unhealthy" | "unreachable")[];
}

export const emptyAccount: Account = {
  signedIn: true,
  databases: [],
  buckets: [],
  queues: [],
  projects: [],
  calls: [],
};

const noAwsKey = { AWS_ACCESS_KEY_ID: "", AWS_SECRET_ACCESS_KEY: "", AWS_SESSION_TOKEN: "" };

/** Workers that tests start, with their source maps: thirty times what a deployment needs. */
const unusedBuild = /\/dist\/[\w-]*(worker|cli|queues)$/;

export type Deployment = Awaited<ReturnType<typeof copyForDeployment>>;

const configurations = ["wrangler.toml", "web/admin/wrangler.toml", "web/status/wrangler.toml"];

/** Copies the repository, with the fake wrangler, to deploy from the copy. Copying takes seconds, so a file's tests share one. */
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
    "dist",
  ];
  for (const path of paths) {
    await cp(join(root, path), join(folder, path), {
      recursive: true,
      filter: (file) => !file.endsWith(".wrangler") && !unusedBuild.test(file),
    });
  }
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  const bin = join(folder, "bin");
  const account = join(folder, "account.json");
  const temporary = join(folder, "tmp");
  await Promise.all([mkdir(bin), mkdir(temporary)]);
  // A deployment calls it about thirty times: stripping its types once halves the time of a call.
  const fakeWrangler = join(bin, "fake-wrangler.mjs");
  const source = await readFile(join(import.meta.dirname, "fake-wrangler.ts"), "utf8");
  await writeFile(fakeWrangler, stripTypeScriptTypes(source));
  const command = `NODE_OPTIONS= exec '${process.execPath}' '${fakeWrangler}' "$@"`;
  await writeFile(join(bin, "wrangler"), `#!/bin/sh\n${command}\n`);
  await chmod(join(bin, "wrangler"), 0o755);
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
    remove: () => rm(folder, { recursive: true }),
  };

  async function deploy(
    before: Account,
    args: string[],
    variables: Record<string, string>,
    answers?: string,
  ) {
    await writeFile(account, JSON.stringify({ ...before, calls: [] }));
    const env = {
      ...process.env,
      ...noAwsKey,
      ...variables,
      PATH: `${bin}${delimiter}${process.env.PATH}`,
      ACCOUNT: account,
      COPY: folder,
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
    return { ...result, account: JSON.parse(await readFile(account, "utf8")) as Account }; // written by the fake wrangler
  }
}
