import type { Context, MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { AppEnv } from "../../env.ts";
import { type CallDescription, describe } from "../../http/call.ts";
import { badRequest, differentRequest, type HttpError, stateConflict } from "../../http/errors.ts";
import { nothingIfNotFound } from "../../http/if-match.ts";
import { toNetwork } from "../../http/limits/client-network.ts";
import { isoTime } from "../../shared/time/domain.ts";
import { database, type WriteDb } from "../../storage/db.ts";
import { newID } from "../../storage/ids.ts";
import { decrypt, encrypt, hmac } from "../../storage/secret-key.ts";
import { withoutEffects } from "../../storage/writes/write-database.ts";
import { UNDO_GRACE_MS } from "../undo/capture.ts";
import { claimingDatabase, KeyConflict } from "./claim.ts";
import { type Claim, claimKey, findKey, isKeyConflict, releaseKey, saveResponse } from "./store.ts";

const MAX_KEY_CHARACTERS = 255;

const idempotencyKeyDescription: CallDescription = {
  parameters: [
    {
      name: "Idempotency-Key",
      in: "header",
      description:
        "A random string that the client creates for this request, for example a UUID. If the request is sent again with the same key within 24 hours, it gets the same response and nothing is done twice.",
      schema: { type: "string", minLength: 1, maxLength: MAX_KEY_CHARACTERS, pattern: "^[!-~]+$" },
    },
  ],
  errorStatuses: [400],
};

interface Replay {
  status: ContentfulStatusCode | 204;
  /** The response while the first one isn't stored. Undefined if it has no body. */
  read?: (c: Context<AppEnv>, createdID: string) => Promise<object>;
  /** If the call does its work outside of D1, the key is claimed before, and released after a failure. */
  claimsBefore?: true;
  /** A request that reuses the key of another gets the item that the other one created or changed. */
  showsItem?: true;
  /** A repeated request gets 404 once the item was deleted, as `read` throws it. */
  hasSecret?: true;
}

/**
 * Put it after `body()` and before `call()`. A refused request has done nothing, so its key can be used again.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 */
export function idempotent(replay: Replay): MiddlewareHandler<AppEnv> {
  const handler: MiddlewareHandler<AppEnv> = async (c, next) => {
    const key = parseKey(c);
    if (key === undefined) return next();
    const { db } = c.var;
    // Only the claim belongs to the write. Its other records must not have the effects that `db` has.
    const recordsDb = withoutEffects(database(c.env.DB, "primary"));
    const claim = await makeClaim(c, key);
    const replayed = await replayedResponse(c, recordsDb, { claim, replay });
    if (replayed) return replayed;
    if (replay.claimsBefore && !(await claimBefore(recordsDb, claim))) throw inProgress();
    const { claimingDb, isClaimed } = claimingDatabase(withoutEffects(db), claim);
    if (!replay.claimsBefore) c.set("db", claimingDb);
    c.set("claimedKeyHash", claim.keyHash);
    await next();
    c.set("db", db);
    if (c.error instanceof KeyConflict) {
      const first = await replayedResponse(c, recordsDb, { claim, replay });
      c.res = undefined; // keeps Hono from merging the two
      c.res = first;
    } else if (c.res.ok && (replay.claimsBefore || isClaimed())) {
      c.executionCtx.waitUntil(
        storeResponse(c.env, recordsDb, { claim, response: c.res.clone() }).catch(() => undefined),
      );
    } else if (replay.claimsBefore) await releaseKey(recordsDb, claim.keyHash).catch(() => undefined);
  };
  describe(handler, {
    ...idempotencyKeyDescription,
    errorStatuses: [400, ...(replay.hasSecret ? [404 as const] : []), 409, 422],
  });
  return handler;
}

/** Repeating these POSTs is harmless, so the key is only validated. */
export const repeatable: MiddlewareHandler<AppEnv> = (c, next) => {
  parseKey(c);
  return next();
};
describe(repeatable, idempotencyKeyDescription);

function parseKey(c: Context<AppEnv>): string | undefined {
  const header = c.req.header("Idempotency-Key");
  if (header === undefined) return undefined;
  // The draft puts the key in quotation marks, but most clients don't.
  const key = header.trim().replace(/^"(.*)"$/, "$1");
  if (/^[!-~]+$/.test(key) && key.length <= MAX_KEY_CHARACTERS) return key;
  throw badRequest(
    `The Idempotency-Key must be 1 to ${MAX_KEY_CHARACTERS} ASCII characters without spaces, for example a UUID.`,
  );
}

/** The caller is part of the hash, so that nobody gets another caller's response. */
async function makeClaim(c: Context<AppEnv>, key: string): Promise<Claim> {
  const { pathname, search } = new URL(c.req.url);
  const path = pathname + search;
  const caller = c.var.actor ?? `network:${toNetwork(c.req.header("CF-Connecting-IP"))}`;
  return {
    keyHash: await hmac(c.env, "idempotency-key", `${caller} ${key}`),
    // A body can be just an email address, which could be guessed from a plain hash.
    fingerprint: await hmac(c.env, "idempotent-request", `${c.req.method} ${path} ${c.var.bodyHash}`),
    createdID: newID(),
    claimedAt: isoTime(Date.now()),
  };
}

interface StoredResponse {
  status: number;
  headers: [string, string][];
  body: string;
}

/** @throws HttpError 422 if the key was used for a different request */
async function replayedResponse(
  c: Context<AppEnv>,
  recordsDb: WriteDb,
  { claim, replay }: { claim: Claim; replay: Replay },
): Promise<Response | undefined> {
  const { status, read, showsItem, hasSecret } = replay;
  const storedKey = await findKey(recordsDb, claim.keyHash);
  if (!storedKey) return undefined;
  if (storedKey.fingerprint !== claim.fingerprint) {
    const current = showsItem && (await read?.(c, storedKey.createdID).catch(nothingIfNotFound));
    throw differentRequest(
      "This Idempotency-Key was already used for a different request. Nothing was changed. Send this request with a new key.",
      { current },
    );
  }
  const storedResponse =
    storedKey.answer === "" ? undefined : await decrypt(c.env, "idempotent-answer", storedKey.answer);
  if (storedResponse === undefined)
    return status === 204 || !read ? c.body(null, 204) : c.json(await read(c, storedKey.createdID), status);
  if (hasSecret) await read?.(c, storedKey.createdID);
  const { body, ...init } = JSON.parse(storedResponse) as StoredResponse; // as `storeResponse` wrote it
  const response = new Response(body === "" ? null : body, init);
  // Undo must still work for the time that it is offered for.
  if (Date.now() - Date.parse(storedKey.claimedAt) > UNDO_GRACE_MS) response.headers.delete("Undo");
  return response;
}

async function storeResponse(
  env: Env,
  db: WriteDb,
  { claim, response }: { claim: Claim; response: Response },
): Promise<void> {
  const headers = ["Content-Type", "Location", "ETag", "Undo"].flatMap((name): [string, string][] => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  const stored: StoredResponse = { status: response.status, headers, body: await response.text() };
  const encrypted = await encrypt(env, "idempotent-answer", JSON.stringify(stored));
  await saveResponse(db, claim.keyHash, encrypted);
}

async function claimBefore(db: WriteDb, claim: Claim): Promise<boolean> {
  try {
    await db.batch([claimKey(db, claim)]);
    return true;
  } catch (error) {
    if (isKeyConflict(error)) return false;
    throw error;
  }
}

export function inProgress(): HttpError {
  return stateConflict(
    "A request with this Idempotency-Key is still in progress, or was interrupted before its result was stored.",
    { headers: { "Retry-After": "5" } },
  );
}
