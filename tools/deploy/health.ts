import { setTimeout } from "node:timers/promises";
import { machine } from "./machine.ts";
import { DeployError, wrangler } from "./wrangler.ts";

const TRIES = 12;
/** The edge takes some seconds to serve a new version everywhere. */
const PAUSE_MS = 5000;
const TIMEOUT_MS = 10_000;

/** `unhealthy` is an answer of the Worker, and `unreachable` says nothing about it: the name may be new, or this machine offline. */
type Health = { state: "ok" } | { state: "unhealthy" | "unreachable"; reason: string };

async function checkHealth(statusPageURL: string): Promise<Health> {
  try {
    const response = await fetch(`${statusPageURL}/api/health`, {
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = (await response.text()).slice(0, 500);
    return response.ok ? { state: "ok" } : { state: "unhealthy", reason: `${response.status} ${text}` };
  } catch (error) {
    const { message, cause } = error as Error; // `fetch` throws nothing else
    return { state: "unreachable", reason: cause instanceof Error ? cause.message : message };
  }
}

/** @returns the last answer, if none was good */
export async function waitForHealth(statusPageURL: string): Promise<Health> {
  for (let tries = 1; ; tries++) {
    await setTimeout(Number(machine().env.DEPLOY_PAUSE_MS ?? PAUSE_MS));
    const health = await checkHealth(statusPageURL);
    if (health.state === "ok" || tries === TRIES) return health;
  }
}

/**
 * Deploys the Worker, and brings the previous one back if the page was healthy before and isn't after.
 * @param args name the Worker, if that of the configuration isn't meant
 * @throws DeployError if the previous Worker is back
 */
export async function replaceWorker(
  statusPageURL: string,
  deploy: () => Promise<void>,
  ...args: string[]
): Promise<void> {
  const before = await checkHealth(statusPageURL);
  await deploy();
  if (before.state !== "ok") return;
  const after = await waitForHealth(statusPageURL);
  if (after.state !== "unhealthy") return;
  await wrangler([
    "rollback",
    "--yes",
    "--message",
    "The health check failed after the deployment.",
    ...args,
  ]);
  throw new DeployError(
    `The new Worker answered ${statusPageURL}/api/health with ${after.reason}\nThe previous Worker is back. The database ` +
      "keeps the migrations of the new version, which the previous one can use. Nothing else was deployed.",
  );
}
