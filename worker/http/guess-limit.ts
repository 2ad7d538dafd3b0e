import { MINUTE_MS } from "../time/domain.ts";
import { Refusal } from "./errors.ts";
import { expiringSet } from "./expiring-set.ts";
import { countCall } from "./rate-limit.ts";

/** What D1 did not have. Keys and ids are random, so that what is unknown now stays unknown. */
const unknown = expiringSet({ ttlMs: MINUTE_MS, max: 1000 });
/** Callers who asked for unknown things too often. */
const blocked = expiringSet({ ttlMs: MINUTE_MS, max: 1000 });

export function isKnownMissing(name: string): boolean {
  return unknown.has(name);
}

/**
 * Call it when D1 did not have what a caller named. Only such requests are counted, 60 a minute for each caller.
 * @param names what this isolate answers from memory for the next minute
 */
export async function recordMiss(env: Env, caller: string, names: string[]): Promise<void> {
  for (const name of names) unknown.add(name);
  if (!(await countCall(env.GUESS_RATE, caller))) blocked.add(caller);
}

/** Whether this caller asked for unknown things too often. */
export function isBlocked(caller: string): boolean {
  return blocked.has(caller);
}

/** Call it before D1 is read for something that may be unknown. @throws Refusal 429 */
export function requireUnblocked(caller: string, message: string): void {
  if (isBlocked(caller)) throw new Refusal(429, message, { headers: { "Retry-After": "60" } });
}
