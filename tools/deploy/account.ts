import { ask, askJSON, DeployError, wrangler } from "./wrangler.ts";

/** Cloudflare's longest. */
const RETENTION_SECONDS = 14 * 24 * 60 * 60;

export async function requireSignIn(): Promise<void> {
  await ask("whoami", "--json").catch(() => {
    throw new DeployError(
      "You are not signed in to Cloudflare. Run `npx wrangler login` first, or put an API token into CLOUDFLARE_API_TOKEN.",
    );
  });
}

/** @returns the id of the database of that name, if there is one */
export async function findDatabase(name: string): Promise<string | undefined> {
  const databases = await askJSON<{ name: string; uuid: string }[]>("d1", "list");
  return databases.find((database) => database.name === name)?.uuid;
}

export async function hasBucket(name: string): Promise<boolean> {
  // It has no --json: a line "name: …" for each.
  const listed = await ask("r2", "bucket", "list");
  return [...listed.matchAll(/^name:\s+(\S+)/gm)].some(([, bucket]) => bucket === name);
}

export async function hasQueue(name: string): Promise<boolean> {
  // Its list is a table for people, in pages.
  return ask("queues", "info", name).then(
    () => true,
    () => false,
  );
}

/**
 * Has these queues keep their messages as long as the account's plan allows.
 * @returns what is to be known where that is not 14 days
 */
export async function keepMessages(queues: string[]): Promise<string | undefined> {
  const seconds = String(RETENTION_SECONDS);
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
 * Whether the Worker has that secret; one that has not been deployed yet has none.
 * @throws DeployError for any other failure: a secret that is there must never be replaced
 */
export async function hasSecret(name: string): Promise<boolean> {
  // Its list is JSON without being asked.
  const listed = await ask("secret", "list").catch((error: unknown) => {
    if (error instanceof DeployError && /Worker ".*" not found/.test(error.message)) return "[]";
    throw error;
  });
  const secrets: { name: string }[] = JSON.parse(listed);
  return secrets.some((secret) => secret.name === name);
}

/** @returns the address of the Pages project of that name, if there is one */
export async function findProject(name: string): Promise<string | undefined> {
  const projects = await askJSON<Record<"Project Name" | "Project Domains", string>[]>(
    "pages",
    "project",
    "list",
  );
  const domains = projects.find((project) => project["Project Name"] === name)?.["Project Domains"];
  return domains === undefined ? undefined : `https://${domains.split(", ")[0]}`;
}
