// `npm run deploy` of the release: creates what is missing in the account, then deploys both Workers. `--dry-run` does what needs no
// account, and `--local` starts both on this machine.
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { experimental_patchConfig, unstable_readConfig } from "wrangler";
import {
  extendRetention,
  findDatabase,
  hasQueue,
  hasSecret,
  listPointQueues,
  requireSignIn,
} from "../deploy/account.ts";
import { replaceWorker } from "../deploy/health.ts";
import { onMachine, print } from "../deploy/machine.ts";
import { withSecretsFile } from "../deploy/secrets-file.ts";
import { makeSetupSecret } from "../deploy/setup-secret.ts";
import { DeployError, runWrangler, wrangler, wranglerOutput } from "../deploy/wrangler.ts";
import { bindingsByQueue } from "../start/queue-names.ts";
import { newSecretKey } from "../start/secret-key.ts";
import { setupLink } from "../start/setup-key.ts";
import { NOBODY_CAN_SIGN_IN, startLocally } from "./start-locally.ts";

const PAGE = "wrangler.jsonc";
const CONSOLE = "console/wrangler.jsonc";
const WORKERS_DEV = /https:\/\/[\w-]+(\.[\w-]+\.workers\.dev)/;

const config = unstable_readConfig({ config: PAGE });
// Workers Builds has one name, that of the repository's Worker, and would give it to the console too.
const { WRANGLER_CI_OVERRIDE_NAME, ...env } = process.env;
const page = WRANGLER_CI_OVERRIDE_NAME ?? config.name ?? "daymark";
const admin = `${page}-console`;

const { stdin, stdout, stderr, exit } = process;
// Without an account, wrangler's tables are of no use. Its warnings and the Workers' own errors still show.
const quiet = { WRANGLER_LOG: "warn", ...env };
const modes: Record<string, { run: () => Promise<void>; env: NodeJS.ProcessEnv }> = {
  "--dry-run": { run: planDeployment, env: quiet },
  "--local": { run: start, env: quiet },
};
try {
  const { run, env: wranglerEnv } = modes[process.argv[2] ?? ""] ?? { run: deploy, env };
  const machine = { root: process.cwd(), env: wranglerEnv, stdin, stdout, stderr, exit, runWrangler };
  // Everything is built.
  const build = async () => {};
  await onMachine({ ...machine, build }, run);
} catch (error) {
  if (!(error instanceof DeployError)) throw error;
  stderr.write(`\n${error.message}\n`);
  process.exitCode = 1;
}

async function planDeployment(): Promise<void> {
  await deployWorker(PAGE, page, "--dry-run");
  await deployWorker(CONSOLE, admin, "--dry-run");
  print(
    "wrangler could deploy both Workers: it has read their configurations and bundled their files. Nothing was deployed, and no account was asked.",
  );
}

async function deploy(): Promise<void> {
  await requireSignIn();
  const queues = bindingsByQueue(config.queues);
  for (const { database_name: name } of config.d1_databases)
    if (name && !(await findDatabase(name))) await wrangler(["d1", "create", name]);
  for (const queue of Object.keys(queues))
    if (!(await hasQueue(queue))) await wrangler(["queues", "create", queue]);
  const warning = await extendRetention(listPointQueues(queues));
  await wrangler(["d1", "migrations", "apply", "DB", "--remote"]);
  const address = await writeAddresses(queues);
  const { SETUP_KEY: setupKey } = await deployPage(address.page);
  await deployWorker(CONSOLE, admin);
  if (warning !== undefined) print(`\n!! ${warning}\n`);
  print(`The page is at ${address.page}, and the console at ${address.console}.`);
  if (setupKey === undefined) return;
  print(NOBODY_CAN_SIGN_IN);
  print(setupLink(address.console, setupKey));
}

/** The variables can have a way to sign in, and so can Settings. */
function hasSignIn(): boolean {
  const { USER_POOL_ID, OIDC_ISSUER, ACCESS_AUD } = config.vars;
  return [USER_POOL_ID, OIDC_ISSUER, ACCESS_AUD].some(Boolean);
}

/** @returns the secrets that it created */
async function deployPage(address: string): Promise<Record<string, string>> {
  const isFirst = !(await hasSecret("SECRET_KEY", "--name", page));
  const secrets: Record<string, string> = isFirst ? { SECRET_KEY: newSecretKey() } : {};
  const installation = { hasSignIn: hasSignIn(), isFirst, statusPageURL: address };
  Object.assign(secrets, await makeSetupSecret(installation, (warning) => print(`\n!! ${warning}\n`)));
  const deploy = () => withSecretsFile(secrets, (args) => deployWorker(PAGE, page, ...args));
  await (isFirst ? deploy() : replaceWorker(address, deploy, "--name", page));
  return secrets;
}

/**
 * Writes into both configurations where the page and the console are, and how administrators sign in, which only the page's
 * configuration has to say.
 */
async function writeAddresses(queues: Record<string, string>): Promise<{ page: string; console: string }> {
  const { STATUS_PAGE_URL, ADMIN_PAGE_URL } = config.vars;
  const ownAddresses = { page: String(STATUS_PAGE_URL || ""), console: String(ADMIN_PAGE_URL || "") };
  const hasBoth = ownAddresses.page !== "" && ownAddresses.console !== "";
  const [, domain = ""] = hasBoth ? [] : (WORKERS_DEV.exec(await consoleTargets()) ?? []);
  if (!hasBoth && domain === "")
    throw new DeployError(
      `Set STATUS_PAGE_URL and ADMIN_PAGE_URL in ${PAGE}: there is no address at workers.dev.`,
    );
  const address = {
    page: ownAddresses.page || `https://${page}${domain}`,
    console: ownAddresses.console || `https://${admin}${domain}`,
  };
  const vars = {
    ...config.vars,
    STATUS_PAGE_URL: address.page,
    ADMIN_PAGE_URL: address.console,
    PAGES_HOSTS: domain && [page, admin].map((name) => name + domain).join(),
    QUEUES: { ...Object(config.vars.QUEUES), ...queues },
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
function consoleTargets(): Promise<string> {
  const args = ["deploy", "--config", CONSOLE, "--name", admin];
  return wranglerOutput("triggers", ...args).catch(() => wranglerOutput(...args));
}

async function start(): Promise<void> {
  if (!existsSync(".dev.vars"))
    await writeFile(".dev.vars", `SECRET_KEY="${newSecretKey()}"\n`, { mode: 0o600 });
  print("Starting both Workers on this machine …");
  await wrangler(["d1", "migrations", "apply", "DB", "--local"]);
  await startLocally({ files: { page: PAGE, console: CONSOLE }, hasSignIn: hasSignIn() });
}

function deployWorker(file: string, name: string, ...args: string[]): Promise<void> {
  return wrangler(["deploy", "--config", file, "--name", name, ...args]);
}
