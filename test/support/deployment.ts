import { execFile } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { root } from "../../tools/paths.ts";

/** What the stand-in for wrangler knows of an account, and what it was asked to do. */
export interface Account {
  signedIn: boolean;
  databases: { name: string; uuid: string }[];
  buckets: string[];
  queues: string[];
  /** Seconds that messages are kept, by the name of a queue that was told. */
  retention?: Record<string, number>;
  projects: Record<"Project Name" | "Project Domains", string>[];
  /** Those of the Worker; it is there once it has been deployed. */
  secrets?: Record<string, string>;
  /** Each as it was typed, with the folder it was typed in where that is not the repository's. */
  calls: string[];
  /** One that takes no CPU limits, and keeps messages for a day. */
  plan?: "free";
  /** The call that fails. */
  fails?: string;
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

export type Deployment = Awaited<ReturnType<typeof copyForDeployment>>;

/** A copy of the repository whose wrangler is the stand-in, to deploy from. */
export async function copyForDeployment() {
  const folder = await mkdtemp(join(tmpdir(), "daymark-deploy-"));
  const copied = [
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
  for (const path of copied) {
    await cp(join(root, path), join(folder, path), {
      recursive: true,
      filter: (file) => !file.endsWith(".wrangler"),
    });
  }
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  const bin = join(folder, "bin");
  const account = join(folder, "account.json");
  const temporary = join(folder, "tmp");
  await Promise.all([mkdir(bin), mkdir(temporary)]);
  const standIn = join(import.meta.dirname, "wrangler-stand-in.ts");
  await writeFile(join(bin, "wrangler"), `#!/bin/sh\nexec '${process.execPath}' '${standIn}' "$@"\n`);
  await chmod(join(bin, "wrangler"), 0o755);

  return {
    /** @param path from the repository's root */
    read: (path: string) => readFile(join(folder, path), "utf8"),
    async write(path: string, change: (text: string) => string): Promise<void> {
      await writeFile(join(folder, path), change(await readFile(join(folder, path), "utf8")));
    },
    /** Runs `npm run deploy` against an account; what the account is afterwards comes back with what was printed. */
    deploy: (before: Account, ...args: string[]) => deploy(before, args, {}),
    /** The same with variables of the environment. */
    deployWith: (variables: Record<string, string>, before: Account) => deploy(before, [], variables),
    /** The same at a terminal, where somebody types `answers`. */
    deployAtTerminal: (answers: string, before: Account, variables: Record<string, string> = {}) =>
      deploy(before, [], { CI: "", ...variables }, answers),
    /** What is left of the files that secrets are handed over in. */
    secretsFilesLeft: async () =>
      (await readdir(temporary)).filter((name) => name.startsWith("daymark-secrets-")),
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
    };
    const printed = await new Promise<{ code: number; text: string }>((resolve) => {
      const command = [process.execPath, join(folder, "tools/deploy/deploy.ts"), ...args];
      // `script` gives it a terminal.
      const [program = "", ...words] =
        answers === undefined
          ? command
          : ["script", "--quiet", "--return", "--command", command.join(" "), "/dev/null"];
      const child = execFile(program, words, { cwd: folder, env }, (_, stdout, stderr) =>
        resolve({ code: child.exitCode ?? 1, text: stdout + stderr }),
      );
      if (answers !== undefined) child.stdin?.end(answers);
    });
    return { ...printed, account: JSON.parse(await readFile(account, "utf8")) as Account }; // the stand-in's
  }
}
