import type { Context } from "hono";
import type { AppEnv } from "../env.ts";
import { singleFlight } from "../http/single-flight.ts";
import { readKeyHashes } from "../settings/api-keys.ts";
import { MAX_API_KEYS } from "../settings/domain.ts";
import { expiringSet } from "../shared/expiring-set.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../shared/time/domain.ts";
import { withTimeout } from "../shared/with-timeout.ts";

const RETRY_MS = SECOND_MS;

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
  const sharedRead = readOnce("", () => {
    const hashesRead = readKeyHashes(c.var.db).then((hashes) => {
      for (const hash of hashes) validHashes.add(hash);
      refreshedAt = now;
    });
    // Other requests wait for this read even if this client disconnects.
    c.executionCtx.waitUntil(hashesRead.catch(() => undefined));
    return hashesRead;
  });
  await withTimeout(RETRY_MS, sharedRead, "D1_ERROR: there is no answer.");
}
