import { randomBytes } from "node:crypto";
import { SECOND_MS } from "../../worker/shared/time/domain.ts";

const TIMEOUT_MS = 5 * SECOND_MS;

/** @returns a key that makes its holder the first administrator for a day. worker/sign-in/setup-key.ts checks it. */
export function newSetupKey(): string {
  return `${Math.floor(Date.now() / SECOND_MS)}.${randomBytes(32).toString("base64url")}`;
}

/** @returns whether only those who deploy read what is printed. A workflow's log may be public, but that of Workers Builds is the account's. */
export function isPrivateLog({ CI, WORKERS_CI }: NodeJS.ProcessEnv): boolean {
  return !CI || CI === "false" || Boolean(WORKERS_CI);
}

/** @returns whether the page says that nobody can sign in. A page that doesn't answer keeps the key that it has. */
export async function canBeSetUp(statusPageURL: string): Promise<boolean> {
  try {
    const address = new URL("/api/sign-in", statusPageURL);
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { kind }: { kind?: string } = await response.json();
    return kind === "none";
  } catch {
    return false;
  }
}

/** The key follows `#`, so that it never reaches a server's log. */
export function setupLink(consoleURL: string, key: string): string {
  return `${consoleURL.replace(/\/$/, "")}/setup#key=${key}`;
}
