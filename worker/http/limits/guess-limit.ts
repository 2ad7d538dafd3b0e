import { expiringSet } from "../../shared/expiring-set.ts";
import { MINUTE_MS } from "../../shared/time/domain.ts";
import { HttpError } from "../errors.ts";
import { countCall } from "./rate-limit.ts";

/** Keys and ids are random, so a missing one does not appear later. */
const missing = expiringSet({ ttlMs: MINUTE_MS, max: 1000 });
const blockedCallers = expiringSet({ ttlMs: MINUTE_MS, max: 1000 });

export function isKnownMissing(name: string): boolean {
  return missing.has(name);
}

/** Counts a request for something that D1 does not have. Each caller is allowed 60 a minute. */
export async function recordMiss(env: Env, caller: string, names: string[]): Promise<void> {
  for (const name of names) missing.add(name);
  if (!(await countCall(env.GUESS_RATE, caller))) blockedCallers.add(caller);
}

export function isBlocked(caller: string): boolean {
  return blockedCallers.has(caller);
}

export function requireUnblocked(caller: string, message: string): void {
  if (isBlocked(caller)) throw new HttpError(429, message, { headers: { "Retry-After": "60" } });
}
