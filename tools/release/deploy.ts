// `npm run deploy` of the release: creates what is missing in the account, then deploys both Workers. `--dry-run` does what needs no
// account, and `--local` starts both on this machine.
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { experimental_patchConfig, unstable_readConfig } from "wrangler";
import { withSecretsFile } from "../deploy/secrets-file.ts";
import { bindingsByQueue } from "../start/queue-names.ts";
import { newSecretKey } from "../start/secret-key.ts";

const PAGE = "wrangler.jsonc";
const CONSOLE = "console/wrangler.jsonc";
const WORKERS_DEV = /https:\/\/[\w-]+(\.[\w-]+\.workers\.dev)/;

const config = unstable_readConfig({ config: PAGE });
// Workers Builds has one name, that of the repository's Worker, and would give it to the console too.
const { WRANGLER_CI_OVERRIDE_NAME, ...environment } = process.env;
const page = WRANGLER_CI_OVERRIDE_NAME ?? config.name ?? "daymark";
const admin = `${page}-console`;
const env = { ...environment, WRANGLER_SEND_METRICS: "false" };

const [mode] = process.argv.slice(2);
if (mode === "--dry-run") planDeployment();
else if (mode === "--local") await startLocally();
else await deploy();

function planDeployment(): void {
  deployWorker(PAGE, page, "--dry-run");
  deployWorker(CONSOLE, admin, "--dry-run");
}

async function deploy(): Promise<void> {
  for (const { database_name: name } of config.d1_databases) if (name) createDatabase(name);
  for (const queue of Object.keys(bindingsByQueue(config.queues))) createQueue(queue);
  wrangler("d1", "migrations", "apply", "DB", "--remote");
  const address = await writeAddresses();
  const secrets: Record<string, string> = hasSecretKey() ? {} : { SECRET_KEY: newSecretKey() };
  await withSecretsFile(secrets, async (args) => deployWorker(PAGE, page, ...args));
  deployWorker(CONSOLE, admin);
  console.log(`The page is at ${address.page}, and the console at ${address.console}.`);
}

function createDatabase(name: string): void {
  const databases: { name: string }[] = JSON.parse(wranglerOutput("d1", "list", "--json"));
  if (!databases.some((database) => database.name === name)) wrangler("d1", "create", name);
}

function createQueue(name: string): void {
  if (run(["queues", "info", name], "pipe").status !== 0) wrangler("queues", "create", name);
}

/** An existing SECRET_KEY must never be replaced, so any other failure than a missing Worker ends the deployment. */
function hasSecretKey(): boolean {
  const { status, output } = run(["secret", "list", "--name", page], "pipe");
  if (status === 0) return /"SECRET_KEY"/.test(output);
  if (/Worker ".*" not found/.test(output)) return false;
  throw new Error(output);
}

/**
 * Writes into both configurations where the page and the console are, and how administrators sign in, which only the page's
 * configuration has to say.
 */
async function writeAddresses(): Promise<{ page: string; console: string }> {
  const { STATUS_PAGE_URL, ADMIN_PAGE_URL } = config.vars;
  const ownAddresses = { page: String(STATUS_PAGE_URL || ""), console: String(ADMIN_PAGE_URL || "") };
  const hasBoth = ownAddresses.page !== "" && ownAddresses.console !== "";
  const [, domain = ""] = hasBoth ? [] : (WORKERS_DEV.exec(consoleTargets()) ?? []);
  if (!hasBoth && domain === "")
    throw new Error(`Set STATUS_PAGE_URL and ADMIN_PAGE_URL in ${PAGE}: there is no address at workers.dev.`);
  const address = {
    page: ownAddresses.page || `https://${page}${domain}`,
    console: ownAddresses.console || `https://${admin}${domain}`,
  };
  const vars = {
    ...config.vars,
    STATUS_PAGE_URL: address.page,
    ADMIN_PAGE_URL: address.console,
    PAGES_HOSTS: domain && [page, admin].map((name) => name + domain).join(),
    QUEUES: { ...Object(config.vars.QUEUES), ...bindingsByQueue(config.queues) },
  };
  experimental_patchConfig(PAGE, { vars }, false);
  const { vars: consoleVars } = unstable_readConfig({ config: CONSOLE });
  const shared = Object.entries(vars).filter(([name]) => name in consoleVars);
  experimental_patchConfig(
    CONSOLE,
    { vars: { ...consoleVars, ...Object.fromEntries(shared), API_URL: address.page } },
    false,
  );
  return address;
}

/** @returns wrangler's list of the console's addresses. Only a console that isn't there yet has to be deployed for it. */
function consoleTargets(): string {
  const { status, output } = run(["triggers", "deploy", "--config", CONSOLE, "--name", admin], "pipe");
  return status === 0 ? output : wranglerOutput("deploy", "--config", CONSOLE, "--name", admin);
}

async function startLocally(): Promise<void> {
  if (!existsSync(".dev.vars"))
    await writeFile(".dev.vars", `SECRET_KEY="${newSecretKey()}"\n`, { mode: 0o600 });
  wrangler("d1", "migrations", "apply", "DB", "--local");
  const { PORT = "8787", ADMIN_PORT = "8788" } = process.env;
  const address = { page: `http://localhost:${PORT}`, console: `http://localhost:${ADMIN_PORT}` };
  const pageVars = [`STATUS_PAGE_URL:${address.page}`, `ADMIN_PAGE_URL:${address.console}`];
  startWorker(PAGE, PORT, ...pageVars);
  startWorker(CONSOLE, ADMIN_PORT, `API_URL:${address.page}`);
}

function startWorker(file: string, port: string, ...vars: string[]): void {
  const ports = ["--port", port, "--inspector-port", "0"];
  const args = ["dev", "--config", file, ...ports, ...vars.flatMap((each) => ["--var", each])];
  const child = spawn("wrangler", args, { env, stdio: "inherit" });
  process.once("SIGTERM", () => child.kill());
}

function deployWorker(file: string, name: string, ...args: string[]): void {
  wrangler("deploy", "--config", file, "--name", name, ...args);
}

function wrangler(...args: string[]): void {
  if (run(args, "inherit").status !== 0) throw new Error(`\`wrangler ${args.join(" ")}\` failed.`);
}

function wranglerOutput(...args: string[]): string {
  const { status, output } = run(args, "pipe");
  if (status !== 0) throw new Error(`${output}\n\`wrangler ${args.join(" ")}\` failed.`);
  return output;
}

function run(args: string[], stdio: "pipe" | "inherit") {
  // If CI is set, wrangler fails instead of asking for a missing value.
  const { status, stdout, stderr, error } = spawnSync("wrangler", args, {
    env: { ...env, CI: "true" },
    encoding: "utf8",
    stdio: ["ignore", stdio, stdio],
  });
  if (error) throw error;
  return { status, output: status === 0 ? stdout : `${stdout}${stderr}` };
}
