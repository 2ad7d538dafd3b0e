import type { Context, MiddlewareHandler } from "hono";
import type { AppEnv } from "../env.ts";
import { type CallDescription, describe } from "../http/call.ts";
import { forbidden, type HttpError, unauthorized } from "../http/errors.ts";
import { toNetwork } from "../http/limits/client-network.ts";
import { isBlocked, isKnownMissing, recordMiss, requireUnblocked } from "../http/limits/guess-limit.ts";
import { requireRate } from "../http/limits/rate-limit.ts";
import { findApiKey, readAlertPaths, recordUse } from "../settings/api-keys.ts";
import {
  API_KEY_CHARACTERS,
  type ApiKeyScope,
  allows,
  isExpired,
  MAX_API_KEYS,
  type NeededScope,
  scopesAllowing,
} from "../settings/domain.ts";
import { expiringSet } from "../shared/expiring-set.ts";
import { sha256 } from "../shared/hash.ts";
import { HOUR_MS, isoTime } from "../shared/time/domain.ts";
import { database } from "../storage/db.ts";
import { isOfAlphabet } from "../storage/domain.ts";
import { writeDatabase } from "../storage/writes/write-database.ts";
import { mayBeValid, recordInvalid, recordValid } from "./valid-keys.ts";

export function apiKey(needed: NeededScope): MiddlewareHandler<AppEnv> {
  const middleware: MiddlewareHandler<AppEnv> = async (c, next) => {
    await requireApiKey(c, needed);
    await next();
  };
  describe(middleware, apiKeyDescription(needed));
  return middleware;
}

export function apiKeyDescription(scope: NeededScope): CallDescription {
  return { access: "API key", scope, errorStatuses: [401, 403, 429] };
}

/**
 * A network that guesses keys may be shared by strangers, so D1 is then read only for keys that may exist.
 * @throws HttpError 401, 403 or 429
 */
export async function requireApiKey(
  c: Context<AppEnv>,
  needed: NeededScope,
  sent = c.req.header("x-api-key"),
): Promise<void> {
  const value = sent?.trim() ?? "";
  if (value === "") throw unauthorized("Send an API key in the x-api-key header.");
  if (!isOfAlphabet(value, API_KEY_CHARACTERS)) throw invalidKey();
  const hash = await sha256(value);
  const caller = `network ${toNetwork(c.req.header("CF-Connecting-IP"))}`;
  if (isKnownMissing(hash)) throw invalidKey();
  c.set("db", database(c.env.DB, "primary"));
  if (isBlocked(caller) && !(await mayBeValid(c, hash))) {
    requireUnblocked(caller, "Too many wrong API keys from your network. Please try again in a minute.");
  }
  const message = "Too many requests with this API key: the limit is 600 a minute.";
  await requireRate(c.env.KEY_RATE, hash, message);
  const key = await findApiKey(c.var.db, hash);
  if (!key) {
    recordInvalid(hash);
    await recordMiss(c.env, caller, [hash]);
    throw invalidKey();
  }
  recordValid(hash);
  c.set("actor", `key:${key.id}`);
  c.set("actorName", key.name);
  c.set("scopes", key.scopes);
  refuseExpired(key.expiresAt);
  refuseOtherScopes(key.scopes, needed);
  recordUseHourly(c, key);
}

/** Empty without a key. */
export function keyID(c: Context<AppEnv>): string {
  return c.var.actor?.replace("key:", "") ?? "";
}

/** How the bodies are read that are sent with the key of this request. Few need it, so it isn't read with each key. */
export function alertPathsOfKey(c: Context<AppEnv>) {
  return readAlertPaths(c.var.db, keyID(c));
}

const recordedKeyIDs = expiringSet({ ttlMs: HOUR_MS, max: MAX_API_KEYS });

function recordUseHourly(c: Context<AppEnv>, { id, lastUsedAt }: { id: string; lastUsedAt: string }): void {
  const since = new Date(Date.now() - HOUR_MS).toISOString();
  if (lastUsedAt >= since || recordedKeyIDs.has(id)) return;
  recordedKeyIDs.add(id);
  const now = isoTime(Date.now());
  const { writeDb } = writeDatabase(c.var.db, ["console"]);
  const pending = recordUse(writeDb, id, { now, since });
  c.executionCtx.waitUntil(pending.catch(() => undefined));
}

function invalidKey(): HttpError {
  return unauthorized("This API key is not valid.");
}

/** Only a caller with the whole key learns this, so it doesn't help to guess one. */
function refuseExpired(expiresAt: string): void {
  if (!isExpired(expiresAt)) return;
  throw unauthorized(
    `This API key expired on ${expiresAt.slice(0, 10)}. An administrator can create another one under Settings.`,
  );
}

function refuseOtherScopes(scopes: ApiKeyScope[], needed: NeededScope): void {
  if (allows(scopes, needed)) return;
  throw forbidden(
    `This API key isn't allowed to do this: its scope is ${scopes.join(", ")}, and this call needs ${scopesAllowing[needed].join(" or ")}. An administrator can create another one under Settings.`,
  );
}
