import { readFile, writeFile } from "node:fs/promises";
import { parse } from "smol-toml";
import { bindingsByQueue, type Queues } from "../start/queue-names.ts";
import { print, repositoryPath } from "./machine.ts";
import { DeployError } from "./wrangler.ts";

const worker = "wrangler.toml";
const status = "web/status/wrangler.toml";
const admin = "web/admin/wrangler.toml";

export type Config = Awaited<ReturnType<typeof readConfig>>;

export async function readConfig() {
  const [workerToml = "", statusToml = "", adminToml = ""] = await Promise.all(
    [worker, status, admin].map(read),
  );
  return {
    database: { name: value(workerToml, "database_name"), id: value(workerToml, "database_id") },
    bucket: value(workerToml, "bucket_name"),
    jurisdiction: optionalValue(workerToml, "jurisdiction"),
    ...readQueues(workerToml),
    statusPageURL: value(workerToml, "STATUS_PAGE_URL"),
    adminPageURL: value(workerToml, "ADMIN_PAGE_URL"),
    userPool: {
      USER_POOL_ID: value(workerToml, "USER_POOL_ID"),
      USER_POOL_CLIENT_ID: value(workerToml, "USER_POOL_CLIENT_ID"),
      USER_POOL_ENDPOINT: value(workerToml, "USER_POOL_ENDPOINT"),
      STATUS_PAGE_URL: value(workerToml, "STATUS_PAGE_URL"),
    },
    // The configurations of older versions have no such lines.
    adminGroup: optionalValue(workerToml, "ADMIN_GROUP"),
    provider: {
      issuer: optionalValue(workerToml, "OIDC_ISSUER"),
      admins: optionalValue(workerToml, "OIDC_ADMINS"),
      clientType: optionalValue(workerToml, "OIDC_CLIENT_TYPE"),
      accessAudience: optionalValue(workerToml, "ACCESS_AUD"),
    },
    emailService: optionalValue(workerToml, "EMAIL_SERVICE"),
    projects: { status: value(statusToml, "name"), admin: value(adminToml, "name") },
    apiURL: value(adminToml, "API_URL"),
  };
}

/**
 * @returns the binding of each queue by its name, as configured and as in the variable QUEUES of the last deployment
 * @throws DeployError if a queue has no consumer
 */
function readQueues(toml: string) {
  const { queues, vars } = parse(toml) as unknown as WorkerConfig; // wrangler refuses any other shape
  try {
    return { queues: bindingsByQueue(queues), knownQueues: vars.QUEUES };
  } catch (error) {
    throw new DeployError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

interface WorkerConfig {
  queues: Queues;
  vars: { QUEUES?: Record<string, string> };
}

/** @returns the settings that still have the repository's values for `npm start` and must be set by hand */
export function localSettings({ userPool }: Config): string[] {
  return [
    ...(userPool.USER_POOL_ID === "us-east-1_daymark" ? ["USER_POOL_ID"] : []),
    ...(userPool.USER_POOL_CLIENT_ID === "daymark" ? ["USER_POOL_CLIENT_ID"] : []),
  ];
}

const NO_ID = "00000000-0000-0000-0000-000000000000";
const NAMES = /^((?:name|database_name|bucket_name|queue|dead_letter_queue|service) = ")([^"]*)(")/gm;

/**
 * Renames the Worker and all else whose name begins with the Worker's.
 * @throws DeployError if that was deployed before, because it would be another, empty installation
 */
export async function writeName(name: string): Promise<void> {
  const toml = await read(worker);
  const previous = value(toml, "name");
  if (previous === name) return;
  if (value(toml, "database_id") !== NO_ID)
    throw new DeployError(
      `DAYMARK_NAME is ${name}, but this installation is ${previous}. Another name would be another, empty installation. Nothing was changed.`,
    );
  const rename = (_: string, start: string, each: string, end: string) => {
    const isOwn = each === previous || each.startsWith(`${previous}-`);
    return start + (isOwn ? name + each.slice(previous.length) : each) + end;
  };
  for (const file of [worker, status, admin])
    await writeFile(repositoryPath(file), (await read(file)).replace(NAMES, rename));
  print(`   wrangler.toml: all names begin with ${name} instead of ${previous}`);
}

/** Without it, the Worker would look for its bucket outside of the jurisdiction. */
export async function writeJurisdiction(location: string): Promise<void> {
  const toml = await read(worker);
  if (/^jurisdiction = /m.test(toml)) return setValue(worker, "jurisdiction", location);
  print(`   ${worker}: jurisdiction = "${location}"`);
  await writeFile(
    repositoryPath(worker),
    toml.replace(/^bucket_name = .*$/m, (bucket) => `${bucket}\njurisdiction = "${location}"`),
  );
}

export async function writeDatabaseID(id: string): Promise<void> {
  await setValue(worker, "database_id", id);
}

export async function copyNames({ queues, knownQueues }: Config): Promise<void> {
  const toml = await read(worker);
  const line = `QUEUES = ${inlineTable({ ...knownQueues, ...queues })}`;
  const newToml = knownQueues
    ? toml.replace(/^QUEUES = .*$/m, () => line)
    : toml.replace(/^\[vars\]$/m, (header) => `${header}\n${line}`);
  if (newToml !== toml) {
    print(`   ${worker}: ${line}`);
    await writeFile(repositoryPath(worker), newToml);
  }
  await setValue(status, "service", value(toml, "name"));
}

function inlineTable(values: Record<string, string>): string {
  const pairs = Object.entries(values).map(([key, text]) => `"${key}" = "${text}"`);
  return `{ ${pairs.join(", ")} }`;
}

/** Also the console has these. */
const SIGN_IN = [
  "USER_POOL_ID",
  "USER_POOL_CLIENT_ID",
  "OIDC_ISSUER",
  "OIDC_CLIENT_ID",
  "OIDC_CLIENT_TYPE",
  "ACCESS_AUD",
];

/** Replaces local URLs by those of the projects, and copies how administrators sign in into the console's configuration. */
export async function writeAddresses(addresses: { status: string; admin: string }): Promise<Config> {
  const previous = await readConfig();
  if (isLocal(previous.statusPageURL)) await setValue(worker, "STATUS_PAGE_URL", addresses.status);
  if (isLocal(previous.adminPageURL)) await setValue(worker, "ADMIN_PAGE_URL", addresses.admin);
  const hosts = [addresses.status, addresses.admin].map((address) => new URL(address).host);
  await writeLine(worker, "PAGES_HOSTS", hosts.join());
  const { statusPageURL, apiURL } = await readConfig();
  if (isLocal(apiURL)) await setValue(admin, "API_URL", statusPageURL);
  const [workerToml, adminToml] = await Promise.all([read(worker), read(admin)]);
  for (const key of SIGN_IN) {
    // The configurations of older versions lack the newer variables.
    const newValue = optionalValue(workerToml, key);
    if (newValue !== "" || line(key).test(adminToml)) await writeLine(admin, key, newValue);
  }
  return readConfig();
}

function isLocal(url: string): boolean {
  return url.startsWith("http://localhost:");
}

function read(file: string): Promise<string> {
  return readFile(repositoryPath(file), "utf8");
}

function line(key: string): RegExp {
  return new RegExp(`^(${key} = ")([^"]*)(")`, "m");
}

function optionalValue(toml: string, key: string): string {
  return line(key).exec(toml)?.[2] ?? "";
}

function value(toml: string | undefined, key: string): string {
  const value = line(key).exec(toml ?? "")?.[2];
  if (value === undefined) throw new DeployError(`A wrangler.toml is missing ${key}.`);
  return value;
}

export function writeVariable(key: string, newValue: string): Promise<void> {
  return writeLine(worker, key, newValue);
}

/** Also writes into the configuration of an older version, which lacks the newer variables. */
async function writeLine(file: string, key: string, newValue: string): Promise<void> {
  const toml = await read(file);
  if (line(key).test(toml)) return setValue(file, key, newValue);
  print(`   ${file}: ${key} = "${newValue}"`);
  await writeFile(
    repositoryPath(file),
    toml.replace(line("USER_POOL_CLIENT_ID"), (before) => `${before}\n${key} = "${newValue}"`),
  );
}

/** Replaces only the value, so that comments and formatting stay. A dollar sign in it stands for itself. */
async function setValue(file: string, key: string, newValue: string): Promise<void> {
  const toml = await read(file);
  if (value(toml, key) === newValue) return;
  print(`   ${file}: ${key} = "${newValue}"`);
  await writeFile(
    repositoryPath(file),
    toml.replace(line(key), (_, start: string, __, end: string) => start + newValue + end),
  );
}
