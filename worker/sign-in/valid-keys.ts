import type { Context } from "hono";
import type { AppEnv } from "../env.ts";
import { expiringSet } from "../http/expiring-set.ts";
import { withTimeout } from "../http/with-timeout.ts";
import { readKeyHashes } from "../settings/api-keys.ts";
import { MAX_API_KEYS } from "../settings/domain.ts";
import { DAY_MS, MINUTE_MS } from "../time/domain.ts";

/** The longest wait for the hashes, and the cooldown after a failed read. */
const RETRY_MS = 1000;

/** A key with one of these hashes is passed to D1, which decides. */
const valid = expiringSet({ ttlMs: DAY_MS, max: MAX_API_KEYS });

export function recordValid(hash: string): void {
  valid.add(hash);
}

export function recordInvalid(hash: string): void {
  valid.delete(hash);
}

/** Reads all hashes at most once a minute, so a new key may be unknown for up to a minute. */
export async function mayBeValid(c: Context<AppEnv>, hash: string): Promise<boolean> {
  if (!valid.has(hash)) await refresh(c);
  return valid.has(hash);
}

let refreshedAt = Number.NEGATIVE_INFINITY;
let reading = { startedAt: Number.NEGATIVE_INFINITY, done: Promise.resolve() };

async function refresh(c: Context<AppEnv>): Promise<void> {
  const now = Date.now();
  if (now - refreshedAt < MINUTE_MS) return;
  if (now - reading.startedAt >= RETRY_MS) {
    const done = readKeyHashes(c.var.db).then((hashes) => {
      for (const hash of hashes) valid.add(hash);
      refreshedAt = now;
    });
    reading = { startedAt: now, done };
    // Other requests wait for this read even if this client disconnects.
    c.executionCtx.waitUntil(done.catch(() => undefined));
  }
  await withTimeout(RETRY_MS, reading.done, "D1_ERROR: there is no answer.");
}
