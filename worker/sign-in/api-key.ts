import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../env.ts";
import { Refusal } from "../errors.ts";
import { hashOf } from "../hash.ts";
import { states } from "../openapi/call.ts";
import { findApiKey, recordUse } from "../settings/api-keys.ts";
import { type ApiKeyScope, type NeededScope, scopesAllowing } from "../settings/statuses.ts";

const HOUR_MS = 60 * 60_000;

/**
 * Lets pass whoever sends an API key that may do what the call needs, 600 times a minute each; 401 for every other key,
 * 403 without the scope, then 429.
 */
export function apiKey(needed: NeededScope): MiddlewareHandler<AppEnv> {
  const checking: MiddlewareHandler<AppEnv> = async (c, next) => {
    const value = c.req.header("x-api-key")?.trim() ?? "";
    if (value === "") throw new Refusal(401, "Send an API key in the x-api-key header.");
    if (!/^[0-9A-Za-z]{40}$/.test(value)) throw new Refusal(401, "This API key is not valid.");
    const hash = await hashOf(value);
    // Read every time, at the primary: a deleted key stops working at once.
    const key = await findApiKey(c.var.db, hash);
    if (!key) throw new Refusal(401, "This API key is not valid.");
    c.set("actor", `key:${key.id}`);
    refuseExpired(key.expiresAt);
    const { success } = await c.env.KEY_RATE.limit({ key: hash });
    if (!success) {
      throw new Refusal(429, "Too many requests with this API key: 600 a minute are the most.", {
        headers: { "Retry-After": "60" },
      });
    }
    refuseOtherScopes(key.scopes, needed);
    const since = new Date(Date.now() - HOUR_MS).toISOString();
    if (key.lastUsedAt < since) {
      const now = new Date().toISOString();
      c.executionCtx.waitUntil(recordUse(c.var.db, key.id, { now, since }).catch(() => undefined));
    }
    await next();
  };
  states(checking, { access: "API key", scope: needed, refuses: [401, 403, 429] });
  return checking;
}

/** Only who has the whole key learns this, so that it helps nobody to guess one. */
function refuseExpired(expiresAt: string): void {
  if (expiresAt === "" || Date.parse(expiresAt) > Date.now()) return;
  throw new Refusal(
    401,
    `This API key expired on ${expiresAt.slice(0, 10)}. An administrator can create another one under Settings.`,
  );
}

function refuseOtherScopes(scopes: ApiKeyScope[], needed: NeededScope): void {
  const allowing: readonly ApiKeyScope[] = scopesAllowing[needed];
  if (scopes.some((scope) => allowing.includes(scope))) return;
  throw new Refusal(
    403,
    `This API key may not do this: its scope is ${scopes.join(", ")}, and this takes ${allowing.join(" or ")}. An administrator can create another one under Settings.`,
  );
}
