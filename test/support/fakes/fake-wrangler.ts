import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Account, Output } from "../deploy/account.ts";

/** Takes the place of wrangler: does on the account what the command would, and logs its call. */
export function runWrangler(
  account: Account,
  { cwd, folder, args }: { cwd: string; folder: string; args: string[] },
): Output {
  const words = args.filter((arg) => !arg.startsWith("-"));
  const secretsFile = args.includes("--secrets-file") ? (args.at(-1) ?? "") : undefined;
  const call = [...(folder === "" ? [] : [`${folder}:`]), ...args.map(withoutFolder)].join(" ");
  const name = words.at(-1) ?? "";
  account.calls.push(call);
  if (call === account.failingCall) return failure("A request to the Cloudflare API failed.");
  if (args[0] === "whoami") return exit(account.signedIn);
  if (call === "d1 list --json") return success(JSON.stringify(account.databases));
  if (call.startsWith("d1 create ")) account.databases.push({ name, uuid: `id-of-${name}` });
  if (call.startsWith("r2 bucket list"))
    return success(["Listing buckets...", ...account.buckets.map(formatBucket)].join("\n"));
  if (call.startsWith("r2 bucket create ")) account.buckets.push(name);
  if (call.startsWith("queues info ")) return exit(account.queues.includes(name));
  if (call.startsWith("queues create ")) account.queues.push(name);
  if (call.startsWith("queues update ")) return updateQueue(words[2] ?? "", Number(name));
  if (args[0] === "secret") return listSecrets();
  if (args[0] === "triggers") return account.workers?.includes(name) ? success(address()) : exit(false);
  if (args[0] === "deploy") return deploy();
  if (call === "pages project list --json") return success(JSON.stringify(account.projects));
  if (call.startsWith("pages project create ")) {
    const project = words[3] ?? "";
    // Cloudflare adds a suffix when another account's project has the plain name.
    account.projects.push({ "Project Name": project, "Project Domains": `${project}-7pq.pages.dev` });
  }
  return exit(true);

  function deploy(): Output {
    if (args.includes("--dry-run"))
      return success(
        emailBindings()
          .map((binding) => `env.${binding}`)
          .join("\n"),
      );
    if (account.plan === "free" && /^\[limits\]$/m.test(config()))
      return failure("CPU limits are not supported for the Free plan. [code: 100328]");
    const newSecrets = secretsFile === undefined ? {} : JSON.parse(readFileSync(secretsFile, "utf8"));
    if (secretsFile !== undefined) account.secretsFiles = [...(account.secretsFiles ?? []), secretsFile];
    account.secrets = { ...account.secrets, ...newSecrets };
    account.emailBindings = emailBindings();
    if (!args.includes("--name")) return exit(true);
    account.workers = [...(account.workers ?? []), workerName()];
    return success(address());
  }

  function workerName(): string {
    return args[args.indexOf("--name") + 1] ?? "";
  }

  function address(): string {
    return `  https://${workerName()}.acme.workers.dev`;
  }

  function emailBindings(): string[] {
    return [...config().matchAll(/^\[\[send_email\]\]\nname = "(\w+)"/gm)].map(([, name = ""]) => name);
  }

  function config(): string {
    const index = args.indexOf("--config");
    return readFileSync(join(cwd, index === -1 ? "wrangler.toml" : (args[index + 1] ?? "")), "utf8");
  }

  function updateQueue(queue: string, seconds: number): Output {
    if (account.plan === "free" && seconds > 86_400)
      return failure("Queue message retention period must be between 60 and 86400 seconds on the free plan.");
    account.retention = { ...account.retention, [queue]: seconds };
    return exit(true);
  }

  function listSecrets(): Output {
    if (!account.secrets) return failure('Worker "daymark" not found.');
    return success(JSON.stringify(Object.keys(account.secrets).map((name) => ({ name }))));
  }

  /** Drops the secrets file's folder, which is different for each run. */
  function withoutFolder(arg: string): string {
    return arg === secretsFile ? basename(arg) : arg;
  }
}

function success(line: string): Output {
  return { output: `${line}\n`, error: "", code: 0 };
}

function failure(line: string): Output {
  return { output: "", error: `${line}\n`, code: 1 };
}

function exit(succeeds: boolean): Output {
  return { output: "", error: "", code: succeeds ? 0 : 1 };
}

function formatBucket(name: string): string {
  return `name:           ${name}\ncreation_date:  2026-11-21T09:00:00.000Z\n`;
}
