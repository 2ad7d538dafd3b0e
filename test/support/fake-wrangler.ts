// Takes the place of wrangler: simulates the account in the file ACCOUNT, and logs its calls there.
import { readFileSync, writeFileSync } from "node:fs";
import { basename, relative } from "node:path";
import type { Account } from "./deployment.ts";

const { ACCOUNT = "", COPY = "" } = process.env;
const account: Account = JSON.parse(readFileSync(ACCOUNT, "utf8"));
const args = process.argv.slice(2);
const words = args.filter((arg) => !arg.startsWith("-"));
const folder = relative(COPY, process.cwd());
const secretsFile = args.includes("--secrets-file") ? (args.at(-1) ?? "") : undefined;
const call = [...(folder === "" ? [] : [`${folder}:`]), ...args.map(withoutFolder)].join(" ");

account.calls.push(call);
if (call === account.failingCall) {
  console.error("A request to the Cloudflare API failed.");
  process.exitCode = 1;
} else run();
writeFileSync(ACCOUNT, JSON.stringify(account));

function run(): void {
  const name = words.at(-1) ?? "";
  if (args[0] === "whoami") process.exitCode = account.signedIn ? 0 : 1;
  else if (call === "d1 list --json") console.log(JSON.stringify(account.databases));
  else if (call.startsWith("d1 create ")) account.databases.push({ name, uuid: `id-of-${name}` });
  else if (call.startsWith("r2 bucket list"))
    console.log(["Listing buckets...", ...account.buckets.map(formatBucket)].join("\n"));
  else if (call.startsWith("r2 bucket create ")) account.buckets.push(name);
  else if (call.startsWith("queues info ")) process.exitCode = account.queues.includes(name) ? 0 : 1;
  else if (call.startsWith("queues create ")) account.queues.push(name);
  else if (call.startsWith("queues update ")) updateQueue(words[2] ?? "", Number(name));
  else if (call === "secret list") listSecrets();
  else if (args[0] === "deploy" && account.plan === "free" && /^\[limits\]$/m.test(config())) {
    console.error("CPU limits are not supported for the Free plan. [code: 100328]");
    process.exitCode = 1;
  } else if (args[0] === "deploy" && !args.includes("--dry-run")) {
    const newSecrets = secretsFile === undefined ? {} : JSON.parse(readFileSync(secretsFile, "utf8"));
    account.secrets = { ...account.secrets, ...newSecrets };
    account.emailBindings = emailBindings();
  } else if (args[0] === "deploy") for (const binding of emailBindings()) console.log(`env.${binding}`);
  else if (call === "pages project list --json") console.log(JSON.stringify(account.projects));
  else if (call.startsWith("pages project create ")) {
    const project = words[3] ?? "";
    // Cloudflare adds a suffix when another account's project has the plain name.
    account.projects.push({ "Project Name": project, "Project Domains": `${project}-7pq.pages.dev` });
  }
}

function emailBindings(): string[] {
  return [...config().matchAll(/^\[\[send_email\]\]\nname = "(\w+)"/gm)].map(([, name = ""]) => name);
}

function config(): string {
  const index = args.indexOf("--config");
  return readFileSync(index === -1 ? "wrangler.toml" : (args[index + 1] ?? ""), "utf8");
}

function updateQueue(name: string, seconds: number): void {
  if (account.plan !== "free" || seconds <= 86_400)
    account.retention = { ...account.retention, [name]: seconds };
  else {
    console.error("Queue message retention period must be between 60 and 86400 seconds on the free plan.");
    process.exitCode = 1;
  }
}

function formatBucket(name: string): string {
  return `name:           ${name}\ncreation_date:  2026-11-21T09:00:00.000Z\n`;
}

function listSecrets(): void {
  if (account.secrets) console.log(JSON.stringify(Object.keys(account.secrets).map((name) => ({ name }))));
  else {
    console.error('Worker "daymark" not found.');
    process.exitCode = 1;
  }
}

/** Drops the secrets file's folder, which is different for each run. */
function withoutFolder(arg: string): string {
  return arg === secretsFile ? basename(arg) : arg;
}
