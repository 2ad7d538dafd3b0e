import type { Context } from "hono";
import { singleFlight } from "../cache/single-flight.ts";
import type { AppEnv } from "../env.ts";
import { expiringSet } from "../http/expiring-set.ts";
import { withTimeout } from "../http/with-timeout.ts";
import { readKeyHashes } from "../settings/api-keys.ts";
import { MAX_API_KEYS } from "../settings/domain.ts";
import { DAY_MS, MINUTE_MS } from "../time/domain.ts";

const RETRY_MS = 1000;

const validHashes = expiringSet({ ttlMs: DAY_MS, max: MAX_API_KEYS });

export function recordValid(hash: string): void {
  validHashes.add(hash);
}

export function recordInvalid(hash: string): void {
  validHashes.delete(hash);
}

/** Reads all hashes at most once a minute, so a new key may be unknown for up to a minute. */
export async function mayBeValid(c: Context<AppEnv>, hash: string): Promise<boolean> {
  if (!validHashes.has(hash)) await refresh(c);
  return validHashes.has(hash);
}

let refreshedAt = Number.NEGATIVE_INFINITY;
const readOnce = singleFlight<void>({ freshMs: RETRY_MS, takeoverMs: RETRY_MS });

async function refresh(c: Context<AppEnv>): Promise<void> {
  const now = Date.now();
  if (now - refreshedAt < MINUTE_MS) return;
  const done = readOnce("", () => {
    const read = readKeyHashes(c.var.db).then((hashes) => {
      for (const hash of hashes) validHashes.add(hash);
      refreshedAt = now;
    });
    // Other requests wait for this read even if this client disconnects.
    c.executionCtx.waitUntil(read.catch(() => undefined));
    return read;
  });
  await withTimeout(RETRY_MS, done, "D1_ERROR: there is no answer.");
}
