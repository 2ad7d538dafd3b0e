import { newSecretKey } from "../start/secret-key.ts";
import {
  extendRetention,
  findDatabase,
  findProject,
  hasBucket,
  hasQueue,
  hasSecret,
  listPointQueues,
  requireSignIn,
} from "./account.ts";
import { askForClientSecret, prepareAdministrators } from "./administrators.ts";
import {
  type Config,
  copyNames,
  localSettings,
  readConfig,
  writeAddresses,
  writeDatabaseID,
} from "./config.ts";
import { deployWorker } from "./deploy-worker.ts";
import { replaceWorker, waitForHealth } from "./health.ts";
import { isJurisdiction } from "./locations.ts";
import { machine } from "./machine.ts";
import { withSecretsFile } from "./secrets-file.ts";
import { makeSetupSecret } from "./setup-secret.ts";
import type { Terminal } from "./terminal.ts";
import { DeployError, wrangler } from "./wrangler.ts";

interface Step {
  title: string;
  run: () => Promise<unknown>;
  dryRun?: () => Promise<unknown>;
}

/** Pages publishes this branch, whichever is checked out. */
const PRODUCTION_BRANCH = "main";

interface Surroundings {
  /** The location of the data. Empty means near the operator. */
  location: string;
  terminal: Terminal | undefined;
  warn: (warning: string | undefined) => void;
  /** The administrator entered them, and the Worker gets them when it is deployed. */
  newSecrets: Record<string, string>;
}

export function steps(config: Config, surroundings: Surroundings): Step[] {
  return [
    ...preparingSteps(config, surroundings),
    ...creatingSteps(config, surroundings),
    ...publishingSteps(config, surroundings),
  ];
}

function preparingSteps(config: Config, { terminal, warn, newSecrets }: Surroundings): Step[] {
  const { build } = machine();
  return [
    {
      title: "Copy the names of the Worker and its queues to wherever else they are needed.",
      run: () => copyNames(config),
    },
    {
      title:
        "Check that wrangler.toml says how administrators sign in, and that you are signed in to Cloudflare.",
      run: async () => {
        requireSignInMethod(config);
        await requireSignIn();
      },
    },
    {
      title:
        "Check who is an administrator: the members of a user pool's group, all users of a pool that refuses sign-up, or those whom the provider or Cloudflare Access names.",
      run: async () => {
        warn(await prepareAdministrators(config, terminal));
        warn(await askForClientSecret(config.provider, terminal, newSecrets));
        // While it is open, Ctrl+C would not reach wrangler.
        terminal?.close();
      },
    },
    {
      title: "Build the static files of the status page and of the console.",
      run: () => build(["status", "admin"]),
      dryRun: () => build(["status", "admin", "status-functions", "admin-functions"]),
    },
  ];
}

/** Leaves existing ones as they are. */
function creatingSteps(
  { database, bucket, projects, ...config }: Config,
  { location, warn }: Surroundings,
): Step[] {
  const where = location === "" ? [] : [isJurisdiction(location) ? "--jurisdiction" : "--location", location];
  const queues = Object.keys(config.queues);
  const pointQueues = listPointQueues(config.queues);
  return [
    {
      title: `Create the D1 database ${database.name} if it doesn't exist, and write its ID into wrangler.toml.`,
      run: () => createDatabase(database.name, where),
    },
    {
      title: `Create the R2 bucket ${bucket} if it doesn't exist.`,
      run: async () => {
        if (!(await hasBucket(bucket, config.jurisdiction)))
          await wrangler(["r2", "bucket", "create", ...where, bucket]);
      },
    },
    {
      title: `Create the queues ${inWords(queues)} if they don't exist.`,
      run: async () => {
        for (const queue of queues) if (!(await hasQueue(queue))) await wrangler(["queues", "create", queue]);
      },
    },
    {
      title: `Set the queues ${inWords(pointQueues)} to keep messages for 14 days, or as long as the plan allows.`,
      run: async () => warn(await extendRetention(pointQueues)),
    },
    {
      title: `Create the Pages projects ${projects.status} and ${projects.admin} if they don't exist, and write down their addresses.`,
      run: async () =>
        writeAddresses({
          status: await createProject(projects.status),
          admin: await createProject(projects.admin),
        }),
    },
  ];
}

function publishingSteps(config: Config, { warn, newSecrets }: Surroundings): Step[] {
  const { database, projects, emailService } = config;
  const pages = [
    { project: projects.status, folder: "web/status" },
    { project: projects.admin, folder: "web/admin" },
  ];
  return [
    {
      title: "Apply the migrations that the database doesn't have yet.",
      run: () => wrangler(["d1", "migrations", "apply", database.name, "--remote"]),
    },
    {
      title: `Deploy the Worker ${emailService === "on" ? "with" : "without"} Cloudflare's Email Service, and with a new SECRET_KEY if it has none. If the page's health fails after that, bring the previous one back.`,
      run: async () => {
        const isFirst = !(await hasSecret("SECRET_KEY"));
        const { statusPageURL } = config;
        const hasSignIn = hasSignInVariables(config);
        Object.assign(newSecrets, await makeSetupSecret({ hasSignIn, isFirst, statusPageURL }, warn));
        const secrets = { ...newSecrets, ...(isFirst && { SECRET_KEY: newSecretKey() }) };
        const deploy = () => withSecretsFile(secrets, (args) => deployWorker({ emailService }, ...args));
        return isFirst ? deploy() : replaceWorker((await readConfig()).statusPageURL, deploy);
      },
      dryRun: () => deployWorker({ emailService }, "--dry-run"),
    },
    ...pages.map(({ project, folder }) => ({
      title: `Deploy the Pages project ${project}.`,
      run: () => wrangler(["pages", "deploy", "--branch", PRODUCTION_BRANCH, "--commit-dirty=true"], folder),
    })),
    {
      title: "Check the health of the status page.",
      run: async () => warn(await findHealthProblem()),
    },
  ];
}

function hasSignInVariables({ userPool, provider }: Config): boolean {
  return userPool.USER_POOL_ID !== "" || provider.issuer !== "" || provider.accessAudience !== "";
}

function inWords(names: string[]): string {
  return new Intl.ListFormat("en").format(names);
}

function requireSignInMethod(config: Config): void {
  const names = localSettings(config);
  if (names.length === 0) return;
  throw new DeployError(
    `wrangler.toml still has the local ${names.join(" and ")}. At a terminal this command asks how administrators sign in. Without one, set the values that docs/deploy.md names.`,
  );
}

async function createDatabase(name: string, where: string[]): Promise<void> {
  if (!(await findDatabase(name))) await wrangler(["d1", "create", ...where, name]);
  await writeDatabaseID(await requireListed(findDatabase(name), `D1 database ${name}`));
}

async function createProject(name: string): Promise<string> {
  const url = await findProject(name);
  if (url !== undefined) return url;
  await wrangler(["pages", "project", "create", name, "--production-branch", PRODUCTION_BRANCH]);
  return requireListed(findProject(name), `Pages project ${name}`);
}

async function requireListed(found: Promise<string | undefined>, what: string): Promise<string> {
  const result = await found;
  if (result === undefined)
    throw new DeployError(`The ${what} was created, but isn't listed yet. Run the command again.`);
  return result;
}

/** @returns a warning, because everything is deployed and a new address can take minutes to answer */
async function findHealthProblem(): Promise<string | undefined> {
  const { statusPageURL } = await readConfig();
  const health = await waitForHealth(statusPageURL);
  if (health.state === "ok") return undefined;
  return `${statusPageURL}/api/health doesn't answer as it should: ${health.reason}. A new address can take some minutes. If it stays so, \`npx wrangler tail\` shows the Worker's errors.`;
}
