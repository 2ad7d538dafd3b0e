import type { Context } from "hono";
import { createLocalJWKSet, errors, type JWTVerifyGetKey } from "jose";
import { singleFlight } from "../cache/single-flight.ts";
import type { AppEnv } from "../env.ts";
import { Refusal } from "../http/errors.ts";
import { logLine } from "../http/log.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../time/domain.ts";
import { fetchKeySet, KEY_SET_TIMEOUT_MS, type KeySet } from "./key-set.ts";
import { READ_TIMEOUT_MS, readStoredKeySet, storeKeySet } from "./stored-key-set.ts";

/** A key that was removed from the pool is accepted for at most this long. */
const FRESH_MS = 10 * MINUTE_MS;
/** Tokens with made-up keys must not flood the pool. */
const COOLDOWN_MS = 30 * SECOND_MS;
/** How long the last confirmed key set is used while the pool can't be reached. */
const STALE_MS = DAY_MS;

let known: { keySet: KeySet; find: JWTVerifyGetKey } | undefined;

/** The longest wait for the pool and then R2. */
const REFRESH_TIMEOUT_MS = KEY_SET_TIMEOUT_MS + READ_TIMEOUT_MS + 500;

/** Requests share one call to the pool, including its failure during the cooldown. */
const refresh = singleFlight<{ failure?: Error }>({
  freshMs: COOLDOWN_MS,
  takeoverMs: REFRESH_TIMEOUT_MS,
});

/** @throws Refusal 503 while the pool can't be reached and may have such a key */
export function findPoolKey(c: Context<AppEnv>, issuer: string): JWTVerifyGetKey {
  const refreshed = () =>
    refresh("", () => {
      const done = refreshFrom(c, issuer);
      // Other requests wait for this call even if this client disconnects.
      c.executionCtx.waitUntil(done);
      return done;
    });
  return async (header, token) => {
    const failure = lastKeySetAgeMs() < FRESH_MS ? undefined : (await refreshed()).failure;
    if (!known || lastKeySetAgeMs() >= STALE_MS) throw poolUnreachable(failure);
    try {
      return await known.find(header, token);
    } catch (error) {
      // The pool may have started to sign with a new key.
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      const again = await refreshed();
      if (again.failure) throw poolUnreachable(again.failure);
      return known.find(header, token);
    }
  };
}

/** A clock that was set back must not make a key set look outdated. */
function lastKeySetAgeMs(): number {
  return Math.abs(Date.now() - (known?.keySet.confirmedAt ?? 0));
}

/** If the pool doesn't respond, the newer key set of this isolate and R2 is used. */
async function refreshFrom(c: Context<AppEnv>, issuer: string): Promise<{ failure?: Error }> {
  try {
    know(await fetchKeySet(issuer));
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    logLine("warn", c, { warning: `The user pool's key set can't be reached: ${failure.message}` });
    const stored = await readStoredKeySet(c.env.FILES, issuer);
    if (stored && stored.confirmedAt > (known?.keySet.confirmedAt ?? 0)) know(stored);
    return { failure };
  }
  if (known) c.executionCtx.waitUntil(storeKeySet(c.env.FILES, issuer, known.keySet));
  return {};
}

function know(keySet: KeySet): void {
  known = { keySet, find: createLocalJWKSet({ keys: keySet.keys }) };
}

function poolUnreachable(cause: Error | undefined): Refusal {
  return new Refusal(
    503,
    "The user pool that signs administrators in can't be reached, so your session can't be checked. Please try again in half a minute.",
    { headers: { "Retry-After": String(COOLDOWN_MS / 1000) }, cause },
  );
}
