import { DAY_SECONDS } from "../../worker/shared/time/domain.ts";
import { DeployError, wrangler, wranglerJSON, wranglerOutput } from "./wrangler.ts";

const MAX_RETENTION_SECONDS = 14 * DAY_SECONDS;

export async function requireSignIn(): Promise<void> {
  await wranglerOutput("whoami", "--json").catch(() => {
    throw new DeployError(
      "You are not signed in to Cloudflare. Run `npx wrangler login` first, or put an API token into CLOUDFLARE_API_TOKEN.",
    );
  });
}

export async function findDatabase(name: string): Promise<string | undefined> {
  const databases = await wranglerJSON<{ name: string; uuid: string }[]>("d1", "list");
  return databases.find((database) => database.name === name)?.uuid;
}

/** @param jurisdiction empty for none */
export async function hasBucket(name: string, jurisdiction: string): Promise<boolean> {
  const where = jurisdiction === "" ? [] : ["--jurisdiction", jurisdiction];
  // This command has no --json. It prints a line "name: …" for each bucket.
  const output = await wranglerOutput("r2", "bucket", "list", ...where);
  return [...output.matchAll(/^name:\s+(\S+)/gm)].some(([, bucket]) => bucket === name);
}

export async function hasQueue(name: string): Promise<boolean> {
  // `queues list` prints a table in pages, which is hard to parse.
  return wranglerOutput("queues", "info", name).then(
    () => true,
    () => false,
  );
}

/**
 * Only these messages contain data: accepted points that are stored nowhere else.
 * @param queues the binding of each by its name
 */
export function listPointQueues(queues: Record<string, string>): string[] {
  return Object.keys(queues).filter((queue) => /^(DEAD_)?(DATAPOINTS|BACKLOG)$/.test(queues[queue] ?? ""));
}

/**
 * Sets the longest retention of messages that the account's plan allows.
 * @returns a warning if that is less than 14 days
 */
export async function extendRetention(queues: string[]): Promise<string | undefined> {
  const seconds = String(MAX_RETENTION_SECONDS);
  try {
    for (const queue of queues)
      await wrangler(["queues", "update", queue, "--message-retention-period-secs", seconds]);
    return undefined;
  } catch (error) {
    if (!(error instanceof DeployError)) throw error;
    return "The queues of metric points keep messages for less than 14 days: one day on the free plan, otherwise four days by default. If D1 or R2 is down for longer than that, accepted points are lost.";
  }
}

/**
 * A Worker that has not been deployed yet has no secrets.
 * @throws DeployError for any other failure, because an existing secret must never be replaced
 */
export async function hasSecret(name: string, ...args: string[]): Promise<boolean> {
  const output = await wranglerOutput("secret", "list", ...args).catch((error: unknown) => {
    if (error instanceof DeployError && /Worker ".*" not found/.test(error.message)) return "[]";
    throw error;
  });
  const secrets: { name: string }[] = JSON.parse(output);
  return secrets.some((secret) => secret.name === name);
}

export async function findProject(name: string): Promise<string | undefined> {
  const projects = await wranglerJSON<Record<"Project Name" | "Project Domains", string>[]>(
    "pages",
    "project",
    "list",
  );
  const domains = projects.find((project) => project["Project Name"] === name)?.["Project Domains"];
  return domains === undefined ? undefined : `https://${domains.split(", ")[0]}`;
}
