// npm run deploy: creates what the account lacks, then deploys the Worker and both Pages projects. With --dry-run it
// does what can be done without an account, and says the rest.
import { BuildError, build } from "../build/build.ts";
import {
  findDatabase,
  findProject,
  hasBucket,
  hasQueue,
  hasSecret,
  keepMessages,
  requireSignIn,
} from "./account.ts";
import { prepareAdministrators } from "./administrators.ts";
import { type Config, keepAddresses, keepDatabaseID, keepNames, missing, readConfig } from "./config.ts";
import { deployWorker } from "./deploy-worker.ts";
import { withNewSecretKey } from "./secret-key.ts";
import { DeployError, wrangler } from "./wrangler.ts";

interface Step {
  says: string;
  run: () => Promise<unknown>;
  /** What of it needs no account. */
  dryRun?: () => Promise<unknown>;
}

/** The branch that Pages takes for production, whatever the one that is checked out. */
const BRANCH = "main";

/** What is still to be put right by hand. */
const warnings: string[] = [];

const dryRun = process.argv.includes("--dry-run");

try {
  const config = await readConfig();
  for (const [at, { says, ...step }] of steps(config).entries()) {
    console.log(`${at + 1}. ${says}`);
    await (dryRun ? step.dryRun?.() : step.run());
  }
  console.log(dryRun ? "Nothing was deployed: this was a dry run." : await whereItIs());
  // Once more, since a lot has been printed since.
  for (const warning of warnings) console.log(framed(warning));
} catch (error) {
  if (!(error instanceof DeployError || error instanceof BuildError)) throw error;
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}

function steps(config: Config): Step[] {
  const { database, bucket, projects } = config;
  const queues = Object.keys(config.queues);
  // Their messages hold what was accepted and is nowhere else; all others only say that something is due.
  const queuesOfPoints = queues.filter((queue) =>
    /^(DEAD_)?(DATAPOINTS|BACKLOG)$/.test(config.queues[queue] ?? ""),
  );
  const pages = [
    { project: projects.status, folder: "web/status" },
    { project: projects.admin, folder: "web/admin" },
  ];
  return [
    {
      says: "Copy the names of the Worker and its queues to wherever else they are needed.",
      run: () => keepNames(config),
    },
    {
      says: "Check that wrangler.toml names the user pool and that you are signed in to Cloudflare.",
      run: async () => {
        requireUserPool(config);
        await requireSignIn();
      },
    },
    {
      says: "Check who is an administrator: the members of ADMIN_GROUP, or the users of a pool that refuses sign-up.",
      run: async () => warn(await prepareAdministrators(config)),
    },
    {
      says: "Build the static files of the status page and of the console.",
      run: () => build(["status", "admin"]),
      dryRun: () => build(["status", "admin", "status-functions", "admin-functions"]),
    },
    {
      says: `Create the D1 database ${database.name} if it doesn't exist, and write its ID into wrangler.toml.`,
      run: () => bringDatabase(database.name),
    },
    {
      says: `Create the R2 bucket ${bucket} if it doesn't exist.`,
      run: async () => {
        if (!(await hasBucket(bucket))) await wrangler(["r2", "bucket", "create", bucket]);
      },
    },
    {
      says: `Create the queues ${queues.join(" and ")} if they don't exist.`,
      run: async () => {
        for (const queue of queues) if (!(await hasQueue(queue))) await wrangler(["queues", "create", queue]);
      },
    },
    {
      says: `Set the queues ${queuesOfPoints.join(" and ")} to keep messages for 14 days, or as long as the plan allows.`,
      run: async () => warn(await keepMessages(queuesOfPoints)),
    },
    {
      says: `Create the Pages projects ${projects.status} and ${projects.admin} if they don't exist, and write down their addresses.`,
      run: async () =>
        keepAddresses({
          status: await bringProject(projects.status),
          admin: await bringProject(projects.admin),
        }),
    },
    {
      says: "Apply the migrations that the database doesn't have yet.",
      run: () => wrangler(["d1", "migrations", "apply", database.name, "--remote"]),
    },
    {
      says: "Deploy the Worker, with a new SECRET_KEY if it has none.",
      run: async () =>
        (await hasSecret("SECRET_KEY"))
          ? deployWorker()
          : withNewSecretKey((file) => deployWorker("--secrets-file", file)),
      dryRun: () => wrangler(["deploy", "--dry-run"]),
    },
    ...pages.map(({ project, folder }) => ({
      says: `Deploy the Pages project ${project}.`,
      run: () => wrangler(["pages", "deploy", "--branch", BRANCH, "--commit-dirty=true"], folder),
    })),
  ];
}

function warn(warning: string | undefined): void {
  if (warning === undefined) return;
  warnings.push(warning);
  console.log(framed(warning));
}

function framed(warning: string): string {
  return `\n!! ${warning}\n`;
}

function requireUserPool(config: Config): void {
  const names = missing(config);
  if (names.length === 0) return;
  throw new DeployError(
    `wrangler.toml still has the local ${names.join(" and ")}. Replace them with those of your Amazon Cognito user pool: README.md, "Deploy".`,
  );
}

async function bringDatabase(name: string): Promise<void> {
  if (!(await findDatabase(name))) await wrangler(["d1", "create", name]);
  await keepDatabaseID(await created(findDatabase(name), `D1 database ${name}`));
}

async function bringProject(name: string): Promise<string> {
  const address = await findProject(name);
  if (address !== undefined) return address;
  await wrangler(["pages", "project", "create", name, "--production-branch", BRANCH]);
  return created(findProject(name), `Pages project ${name}`);
}

async function created(found: Promise<string | undefined>, what: string): Promise<string> {
  const it = await found;
  if (it === undefined)
    throw new DeployError(`The ${what} was created, but isn't listed yet. Run the command again.`);
  return it;
}

async function whereItIs(): Promise<string> {
  const { statusPageURL, adminPageURL } = await readConfig();
  return `Deployed.\n  Status page  ${statusPageURL}\n  Console      ${adminPageURL}`;
}
