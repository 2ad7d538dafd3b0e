import type { Context } from "hono";
import type { AppEnv } from "../env.ts";
import { expiringSet } from "../http/expiring-set.ts";
import { withTimeout } from "../http/with-timeout.ts";
import { readKeyHashes } from "../settings/api-keys.ts";
import { MAX_API_KEYS } from "../settings/domain.ts";
import { DAY_MS, MINUTE_MS } from "../time/domain.ts";

/** How long anybody waits for the hashes, and how soon they are read again where that failed. */
const RETRY_MS = 1000;

/** Hashes of keys that D1 had when it was last asked. Such a key is let through to D1, which decides. */
const valid = expiringSet({ ttlMs: DAY_MS, max: MAX_API_KEYS });

export function recordValid(hash: string): void {
  valid.add(hash);
}

export function recordInvalid(hash: string): void {
  valid.delete(hash);
}

/**
 * Whether D1 may have a key of this hash. All hashes are read for it, once a minute at most: a key that was created since
 * then may be unknown here for up to a minute.
 */
export async function mayBeValid(c: Context<AppEnv>, hash: string): Promise<boolean> {
  if (!valid.has(hash)) await refresh(c);
  return valid.has(hash);
}

let refreshedAt = Number.NEGATIVE_INFINITY;
let reading = { startedAt: Number.NEGATIVE_INFINITY, done: Promise.resolve() };

/** Requests share one read, and also its failure. */
async function refresh(c: Context<AppEnv>): Promise<void> {
  const now = Date.now();
  if (now - refreshedAt < MINUTE_MS) return;
  if (now - reading.startedAt >= RETRY_MS) {
    const done = readKeyHashes(c.var.db).then((hashes) => {
      for (const hash of hashes) valid.add(hash);
      refreshedAt = now;
    });
    reading = { startedAt: now, done };
    // Others wait for it, also when this request's client has gone.
    c.executionCtx.waitUntil(done.catch(() => undefined));
  }
  await withTimeout(RETRY_MS, reading.done, "D1_ERROR: there is no answer.");
}
