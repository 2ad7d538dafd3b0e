import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "smol-toml";
import { root } from "../paths.ts";
import { bindingsByQueue, type Queues } from "../start/queue-names.ts";
import { DeployError } from "./wrangler.ts";

const worker = "wrangler.toml";
const status = "web/status/wrangler.toml";
const admin = "web/admin/wrangler.toml";

export type Config = Awaited<ReturnType<typeof readConfig>>;

/** What the three configurations say that deploying has to know. */
export async function readConfig() {
  const [ofWorker, ofStatus, ofAdmin] = await Promise.all([worker, status, admin].map(read));
  return {
    database: { name: value(ofWorker, "database_name"), id: value(ofWorker, "database_id") },
    bucket: value(ofWorker, "bucket_name"),
    ...readQueues(ofWorker ?? ""),
    statusPageURL: value(ofWorker, "STATUS_PAGE_URL"),
    adminPageURL: value(ofWorker, "ADMIN_PAGE_URL"),
    userPool: {
      USER_POOL_ID: value(ofWorker, "USER_POOL_ID"),
      USER_POOL_CLIENT_ID: value(ofWorker, "USER_POOL_CLIENT_ID"),
      USER_POOL_ENDPOINT: value(ofWorker, "USER_POOL_ENDPOINT"),
      STATUS_PAGE_URL: value(ofWorker, "STATUS_PAGE_URL"),
    },
    // A configuration from before there were groups has no such line.
    adminGroup: line("ADMIN_GROUP").exec(ofWorker ?? "")?.[2] ?? "",
    projects: { status: value(ofStatus, "name"), admin: value(ofAdmin, "name") },
    apiURL: value(ofAdmin, "API_URL"),
  };
}

/**
 * Binding by name of each queue of the Worker's wrangler.toml, and the same of its variable QUEUES, where it has one.
 * @throws DeployError names of queues that do not fit together
 */
function readQueues(toml: string) {
  const { queues, vars } = parse(toml) as unknown as WorkerConfig; // wrangler refuses any other
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

/** Of the local values that come with the repository, those that no deployment can do with and nobody else knows. */
export function missing({ userPool }: Config): string[] {
  return [
    ...(userPool.USER_POOL_ID === "us-east-1_daymark" ? ["USER_POOL_ID"] : []),
    ...(userPool.USER_POOL_CLIENT_ID === "daymark" ? ["USER_POOL_CLIENT_ID"] : []),
  ];
}

export async function keepDatabaseID(id: string): Promise<void> {
  await set(worker, "database_id", id);
}

export async function keepAdminGroup(group: string): Promise<void> {
  const toml = await read(worker);
  if (!line("ADMIN_GROUP").test(toml))
    await writeFile(join(root, worker), toml.replace(line("USER_POOL_CLIENT_ID"), '$&\nADMIN_GROUP = ""'));
  await set(worker, "ADMIN_GROUP", group);
}

/** Writes the names that follow from others: of queues into QUEUES, of the Worker into the status project's binding. */
export async function keepNames({ queues, knownQueues }: Config): Promise<void> {
  const toml = await read(worker);
  const line = `QUEUES = ${inlineTable({ ...knownQueues, ...queues })}`;
  const changed = knownQueues
    ? toml.replace(/^QUEUES = .*$/m, line)
    : toml.replace(/^\[vars\]$/m, `$&\n${line}`);
  if (changed !== toml) {
    console.log(`   ${worker}: ${line}`);
    await writeFile(join(root, worker), changed);
  }
  await set(status, "service", value(toml, "name"));
}

function inlineTable(values: Record<string, string>): string {
  const pairs = Object.entries(values).map(([key, to]) => `"${key}" = "${to}"`);
  return `{ ${pairs.join(", ")} }`;
}

/** Puts the projects' addresses where the local ones still are, and the Worker's user pool into the console. */
export async function keepAddresses(addresses: { status: string; admin: string }): Promise<Config> {
  const before = await readConfig();
  if (isLocal(before.statusPageURL)) await set(worker, "STATUS_PAGE_URL", addresses.status);
  if (isLocal(before.adminPageURL)) await set(worker, "ADMIN_PAGE_URL", addresses.admin);
  const { statusPageURL, apiURL, userPool } = await readConfig();
  if (isLocal(apiURL)) await set(admin, "API_URL", statusPageURL);
  await set(admin, "USER_POOL_ID", userPool.USER_POOL_ID);
  await set(admin, "USER_POOL_CLIENT_ID", userPool.USER_POOL_CLIENT_ID);
  return readConfig();
}

function isLocal(url: string): boolean {
  return url.startsWith("http://localhost:");
}

function read(file: string): Promise<string> {
  return readFile(join(root, file), "utf8");
}

function line(key: string): RegExp {
  return new RegExp(`^(${key} = ")([^"]*)(")`, "m");
}

function value(toml: string | undefined, key: string): string {
  const found = line(key).exec(toml ?? "")?.[2];
  if (found === undefined) throw new DeployError(`A wrangler.toml is missing ${key}.`);
  return found;
}

/** Only the value: comments and all else stay as they are. */
async function set(file: string, key: string, to: string): Promise<void> {
  const toml = await read(file);
  if (value(toml, key) === to) return;
  console.log(`   ${file}: ${key} = "${to}"`);
  await writeFile(join(root, file), toml.replace(line(key), `$1${to}$3`));
}
