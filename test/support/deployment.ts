import { execFile } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { root } from "../../worker/local/paths.ts";

/** What the stand-in for wrangler knows of an account, and what it was asked to do. */
export interface Account {
  signedIn: boolean;
  databases: { name: string; uuid: string }[];
  buckets: string[];
  queues: string[];
  projects: Record<"Project Name" | "Project Domains", string>[];
  /** Those of the Worker; it is there once it has been deployed. */
  secrets?: Record<string, string>;
  /** Each as it was typed, with the folder it was typed in where that is not the repository's. */
  calls: string[];
  /** One that takes no CPU limits. */
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

export type Deployment = Awaited<ReturnType<typeof copyForDeployment>>;

/** A copy of the repository whose wrangler is the stand-in, to deploy from. */
export async function copyForDeployment() {
  const folder = await mkdtemp(join(tmpdir(), "daymark-deploy-"));
  const copied = [
    "wrangler.toml",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
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
    async deploy(before: Account, ...args: string[]) {
      await writeFile(account, JSON.stringify({ ...before, calls: [] }));
      const env = {
        ...process.env,
        PATH: `${bin}${delimiter}${process.env.PATH}`,
        ACCOUNT: account,
        COPY: folder,
        TMPDIR: temporary,
      };
      const printed = await new Promise<{ code: number; text: string }>((resolve) => {
        const command = [join(folder, "worker/deploy/deploy.ts"), ...args];
        const child = execFile(process.execPath, command, { cwd: folder, env }, (_, stdout, stderr) =>
          resolve({ code: child.exitCode ?? 1, text: stdout + stderr }),
        );
      });
      return { ...printed, account: JSON.parse(await readFile(account, "utf8")) as Account }; // the stand-in's
    },
    /** What is left of the files that secrets are handed over in. */
    secretsFilesLeft: async () =>
      (await readdir(temporary)).filter((name) => name.startsWith("daymark-secrets-")),
    remove: () => rm(folder, { recursive: true }),
  };
}
