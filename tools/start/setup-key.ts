import { randomBytes } from "node:crypto";

/** @returns a key that makes its holder the first administrator for a day. worker/sign-in/setup/setup-key.ts checks it. */
export function newSetupKey(): string {
  return `${Math.floor(Date.now() / 1000)}.${randomBytes(32).toString("base64url")}`;
}

/** What follows `#` never reaches a server's log. */
export function setupLink(consoleURL: string, key: string): string {
  return `${consoleURL.replace(/\/$/, "")}/setup#key=${key}`;
}
