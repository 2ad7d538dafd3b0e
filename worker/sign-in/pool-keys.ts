import type { Context } from "hono";
import { createLocalJWKSet, errors, type JWTVerifyGetKey } from "jose";
import type { AppEnv } from "../env.ts";
import { HttpError } from "../http/errors.ts";
import { logLine } from "../http/log.ts";
import { singleFlight } from "../http/single-flight.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../time/domain.ts";
import { fetchKeySet, KEY_SET_TIMEOUT_MS, type KeySet } from "./key-set.ts";
import { READ_TIMEOUT_MS, readStoredKeySet, storeKeySet } from "./stored-key-set.ts";

/** A key that was removed from the pool is accepted for at most this long. */
const FRESH_MS = 10 * MINUTE_MS;
/** Tokens with made-up keys must not flood the pool. */
const COOLDOWN_MS = 30 * SECOND_MS;
const STALE_MS = DAY_MS;

let keySetCache: { keySet: KeySet; find: JWTVerifyGetKey } | undefined;

const REFRESH_TIMEOUT_MS = KEY_SET_TIMEOUT_MS + READ_TIMEOUT_MS + 500;

const refresh = singleFlight<{ failure?: Error }>({
  freshMs: COOLDOWN_MS,
  takeoverMs: REFRESH_TIMEOUT_MS,
});

export function findPoolKey(c: Context<AppEnv>, issuer: string): JWTVerifyGetKey {
  const startRefresh = () =>
    refresh("", () => {
      const result = refreshFrom(c, issuer);
      c.executionCtx.waitUntil(result);
      return result;
    });
  return async (header, token) => {
    const failure = lastKeySetAgeMs() < FRESH_MS ? undefined : (await startRefresh()).failure;
    if (!keySetCache || lastKeySetAgeMs() >= STALE_MS) throw poolUnreachable(failure);
    try {
      return await keySetCache.find(header, token);
    } catch (error) {
      // The pool may have started to sign with a new key.
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      const second = await startRefresh();
      if (second.failure) throw poolUnreachable(second.failure);
      return keySetCache.find(header, token);
    }
  };
}

function lastKeySetAgeMs(): number {
  return Math.abs(Date.now() - (keySetCache?.keySet.confirmedAt ?? 0));
}

async function refreshFrom(c: Context<AppEnv>, issuer: string): Promise<{ failure?: Error }> {
  try {
    cacheKeySet(await fetchKeySet(issuer));
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    logLine("warn", c, { warning: `The user pool's key set can't be reached: ${failure.message}` });
    const storedKeySet = await readStoredKeySet(c.env.FILES, issuer);
    if (storedKeySet && storedKeySet.confirmedAt > (keySetCache?.keySet.confirmedAt ?? 0))
      cacheKeySet(storedKeySet);
    return { failure };
  }
  if (keySetCache) c.executionCtx.waitUntil(storeKeySet(c.env.FILES, issuer, keySetCache.keySet));
  return {};
}

function cacheKeySet(keySet: KeySet): void {
  keySetCache = { keySet, find: createLocalJWKSet({ keys: keySet.keys }) };
}

function poolUnreachable(cause: Error | undefined): HttpError {
  return new HttpError(
    503,
    "The user pool that signs administrators in can't be reached, so your session can't be checked. Please try again in half a minute.",
    { headers: { "Retry-After": String(COOLDOWN_MS / SECOND_MS) }, cause },
  );
}
