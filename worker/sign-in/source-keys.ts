import type { Context } from "hono";
import { createLocalJWKSet, errors, type JWTVerifyGetKey } from "jose";
import type { AppEnv } from "../env.ts";
import { type HttpError, temporarilyUnavailable } from "../http/errors.ts";
import { logLine } from "../http/log.ts";
import { singleFlight } from "../http/single-flight.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../shared/time/domain.ts";
import { fetchKeySet, KEY_SET_TIMEOUT_MS, type KeySet } from "./key-set.ts";
import { READ_TIMEOUT_MS, readStoredKeySet, storeKeySet } from "./stored-key-set.ts";
import type { TokenSource } from "./token-source.ts";

/** A key that was removed from the source is accepted for at most this long. */
const FRESH_MS = 10 * MINUTE_MS;
/** Tokens with made-up keys must not flood the source. */
const COOLDOWN_MS = MINUTE_MS;
const STALE_MS = DAY_MS;

/** By the issuer, because keys of the former one must sign nothing in the name of the next. */
const keySetCache = new Map<string, { keySet: KeySet; find: JWTVerifyGetKey }>();

const REFRESH_TIMEOUT_MS = KEY_SET_TIMEOUT_MS + READ_TIMEOUT_MS + 500;

const refresh = singleFlight<{ failure?: Error }>({
  freshMs: COOLDOWN_MS,
  takeoverMs: REFRESH_TIMEOUT_MS,
});

export function findKey(c: Context<AppEnv>, source: TokenSource): JWTVerifyGetKey {
  const startRefresh = () =>
    refresh(cacheKey(source), () => {
      const result = refreshFrom(c, source);
      c.executionCtx.waitUntil(result);
      return result;
    });
  return async (header, token) => {
    const failure = lastKeySetAgeMs(source) < FRESH_MS ? undefined : (await startRefresh()).failure;
    const cached = keySetCache.get(cacheKey(source));
    if (!cached || lastKeySetAgeMs(source) >= STALE_MS) throw unreachable(source, failure);
    requireAlgorithm(cached.keySet, header.alg);
    try {
      return await cached.find(header, token);
    } catch (error) {
      // The source may have started to sign with a new key.
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      const second = await startRefresh();
      if (second.failure) throw unreachable(source, second.failure);
      return (keySetCache.get(cacheKey(source)) ?? cached).find(header, token);
    }
  };
}

function cacheKey({ kind, issuer }: TokenSource): string {
  return `${kind} ${issuer}`;
}

/** For a sign-in that nobody uses yet: nothing of it is cached or stored. */
export function fetchKey(source: TokenSource): JWTVerifyGetKey {
  return async (header, token) => {
    const keySet = await fetchKeySet(source).catch((cause: Error) => {
      throw unreachable(source, cause);
    });
    requireAlgorithm(keySet, header.alg);
    return createLocalJWKSet({ keys: keySet.keys })(header, token);
  };
}

function requireAlgorithm({ algorithms }: KeySet, algorithm: string | undefined): void {
  if (algorithm !== undefined && algorithms.includes(algorithm)) return;
  throw new errors.JOSEAlgNotAllowed("The issuer doesn't sign with this algorithm.");
}

function lastKeySetAgeMs(source: TokenSource): number {
  return Math.abs(Date.now() - (keySetCache.get(cacheKey(source))?.keySet.confirmedAt ?? 0));
}

async function refreshFrom(c: Context<AppEnv>, source: TokenSource): Promise<{ failure?: Error }> {
  try {
    cacheKeySet(source, await fetchKeySet(source));
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    logLine("warn", c, { warning: `${source.name}'s key set can't be reached: ${failure.message}` });
    const storedKeySet = await readStoredKeySet(c.env.FILES, source);
    const cached = keySetCache.get(cacheKey(source));
    if (storedKeySet && storedKeySet.confirmedAt > (cached?.keySet.confirmedAt ?? 0))
      cacheKeySet(source, storedKeySet);
    return { failure };
  }
  const cached = keySetCache.get(cacheKey(source));
  if (cached) c.executionCtx.waitUntil(storeKeySet(c.env.FILES, source, cached.keySet));
  return {};
}

function cacheKeySet(source: TokenSource, keySet: KeySet): void {
  keySetCache.set(cacheKey(source), { keySet, find: createLocalJWKSet({ keys: keySet.keys }) });
}

function unreachable({ name }: TokenSource, cause: Error | undefined): HttpError {
  return temporarilyUnavailable(
    `${name} that signs administrators in can't be reached, so your session can't be checked. Please try again in a minute.`,
    { headers: { "Retry-After": String(COOLDOWN_MS / SECOND_MS) }, cause },
  );
}
