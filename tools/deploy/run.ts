import { BuildError } from "../build/build.ts";
import {
  extendRetention,
  findDatabase,
  findProject,
  hasBucket,
  hasQueue,
  hasSecret,
  requireSignIn,
} from "./account.ts";
import { prepareAdministrators } from "./administrators.ts";
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
import { type Machine, machine, onMachine, print } from "./machine.ts";
import { nextSteps } from "./next-steps.ts";
import { keepOwnValues, readOwnValues, writeOwnValues } from "./own-values.ts";
import { askForOwnValues } from "./questions.ts";
import { withNewSecretKey } from "./secret-key.ts";
import { openTerminal, type Terminal } from "./terminal.ts";
import { DeployError, wrangler } from "./wrangler.ts";

interface Step {
  title: string;
  run: () => Promise<unknown>;
  dryRun?: () => Promise<unknown>;
}

/** Pages publishes this branch, whichever is checked out. */
const PRODUCTION_BRANCH = "main";

/** A dry run asks nothing, so it says what will be asked. */
const questionsNote =
  "The first deployment begins with questions: a name, where the data is kept, how administrators sign in, and how email is sent.";

/** @returns the exit code */
export function deploy(args: string[], machine: Machine): Promise<number> {
  const dryRun = args.includes("--dry-run");
  return onMachine(machine, async () => {
    const terminal = dryRun ? undefined : openTerminal();
    try {
      await run(dryRun, terminal);
      return 0;
    } catch (error) {
      if (!(error instanceof DeployError || error instanceof BuildError)) throw error;
      machine.stderr.write(`\n${error.message}\n`);
      return 1;
    } finally {
      terminal?.close();
    }
  });
}

async function run(dryRun: boolean, terminal: Terminal | undefined): Promise<void> {
  const ownValues = await readOwnValues();
  if (!dryRun) await writeOwnValues(ownValues);
  const answers = await askOnce(terminal);
  const config = await readConfig();
  if (dryRun && localSettings(config).length > 0) print(questionsNote);
  const location = { ...ownValues, ...answers }.DATA_LOCATION ?? "";
  const { EMAIL_SERVICE: emailService = config.emailService } = ownValues;
  const warnings: string[] = [];
  const warn = (warning: string | undefined) => {
    if (warning === undefined) return;
    warnings.push(warning);
    print(highlighted(warning));
  };
  const allSteps = steps({ ...config, emailService }, { location, terminal, warn });
  for (const [index, { title, ...step }] of allSteps.entries()) {
    print(`${index + 1}. ${title}`);
    await (dryRun ? step.dryRun?.() : step.run());
  }
  print(dryRun ? "Nothing was deployed: this was a dry run." : await deployedURLs());
  // The warnings are repeated, because much has been printed after them.
  for (const warning of warnings) print(highlighted(warning));
}

/** Only a first deployment has questions: the repository doesn't know how administrators sign in. */
async function askOnce(terminal: Terminal | undefined): Promise<Record<string, string>> {
  if (terminal === undefined || localSettings(await readConfig()).length === 0) return {};
  const answers = await askForOwnValues(terminal);
  await keepOwnValues(answers);
  await writeOwnValues(answers);
  return answers;
}

interface Surroundings {
  /** Where the data is to be created, empty for near the operator. */
  location: string;
  terminal: Terminal | undefined;
  warn: (warning: string | undefined) => void;
}

function steps(config: Config, { location, terminal, warn }: Surroundings): Step[] {
  const { build } = machine();
  const { database, bucket, projects, emailService } = config;
  const where = location === "" ? [] : [isJurisdiction(location) ? "--jurisdiction" : "--location", location];
  const queues = Object.keys(config.queues);
  // Only these messages contain data: accepted points that are stored nowhere else.
  const pointQueues = queues.filter((queue) =>
    /^(DEAD_)?(DATAPOINTS|BACKLOG)$/.test(config.queues[queue] ?? ""),
  );
  const pages = [
    { project: projects.status, folder: "web/status" },
    { project: projects.admin, folder: "web/admin" },
  ];
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
        // While it is open, Ctrl+C would not reach wrangler.
        terminal?.close();
      },
    },
    {
      title: "Build the static files of the status page and of the console.",
      run: () => build(["status", "admin"]),
      dryRun: () => build(["status", "admin", "status-functions", "admin-functions"]),
    },
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
    {
      title: "Apply the migrations that the database doesn't have yet.",
      run: () => wrangler(["d1", "migrations", "apply", database.name, "--remote"]),
    },
    {
      title: `Deploy the Worker ${emailService === "on" ? "with" : "without"} Cloudflare's Email Service, and with a new SECRET_KEY if it has none. If the page's health fails after that, bring the previous one back.`,
      run: async () =>
        (await hasSecret("SECRET_KEY"))
          ? replaceWorker((await readConfig()).statusPageURL, () => deployWorker({ emailService }))
          : withNewSecretKey((file) => deployWorker({ emailService }, "--secrets-file", file)),
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

function inWords(names: string[]): string {
  return new Intl.ListFormat("en").format(names);
}

function highlighted(warning: string): string {
  return `\n!! ${warning}\n`;
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

async function deployedURLs(): Promise<string> {
  const config = await readConfig();
  return [
    "Deployed.",
    `  Status page  ${config.statusPageURL}`,
    `  Console      ${config.adminPageURL}`,
    ...nextSteps(config),
  ].join("\n");
}
