import type { Context, MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { AppEnv } from "../../env.ts";
import { type CallDescription, describe } from "../../openapi/call.ts";
import type { WriteDb } from "../../storage/db.ts";
import { newID } from "../../storage/ids.ts";
import { decrypt, encrypt, hmac } from "../../storage/secret-key.ts";
import { withoutEffects } from "../../storage/write-database.ts";
import { networkOf } from "../client-network.ts";
import { Refusal } from "../errors.ts";
import { claimingDatabase, KeyConflict } from "./claim.ts";
import { type Claim, claimKey, findKey, isKeyConflict, releaseKey, saveAnswer } from "./store.ts";

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
  refuses: [400],
};

interface Replay {
  status: ContentfulStatusCode;
  read: (c: Context<AppEnv>, createdID: string) => Promise<object>;
  /** If the POST does its work outside of D1, the key is claimed before, and released after a failure. */
  claimsBefore?: true;
}

/**
 * Put it after `body()` and before `call()`. A refused request has done nothing, so its key can be used again.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 */
export function idempotent(replay: Replay): MiddlewareHandler<AppEnv> {
  const handler: MiddlewareHandler<AppEnv> = async (c, next) => {
    const key = keyOf(c);
    if (key === undefined) return next();
    const { db } = c.var;
    const writeDb = withoutEffects(db);
    const claim = await claimOf(c, key);
    const replayed = await replayedResponse(c, claim, replay);
    if (replayed) return replayed;
    if (replay.claimsBefore && !(await claimBefore(writeDb, claim))) throw inProgress();
    const { claiming, isClaimed } = claimingDatabase(writeDb, claim);
    if (!replay.claimsBefore) c.set("db", claiming);
    await next();
    c.set("db", db);
    if (c.error instanceof KeyConflict) {
      const first = await replayedResponse(c, claim, replay);
      c.res = undefined; // keeps Hono from merging the two
      c.res = first;
    } else if (c.res.ok && (replay.claimsBefore || isClaimed())) {
      c.executionCtx.waitUntil(
        storeAnswer(c.env, writeDb, { claim, response: c.res.clone() }).catch(() => undefined),
      );
    } else if (replay.claimsBefore) await releaseKey(writeDb, claim.keyHash).catch(() => undefined);
  };
  describe(handler, { ...idempotencyKeyDescription, refuses: [400, 409, 422] });
  return handler;
}

/** Repeating these POSTs is harmless, so the key is only validated. */
export const repeatable: MiddlewareHandler<AppEnv> = (c, next) => {
  keyOf(c);
  return next();
};
describe(repeatable, idempotencyKeyDescription);

function keyOf(c: Context<AppEnv>): string | undefined {
  const given = c.req.header("Idempotency-Key");
  if (given === undefined) return undefined;
  // The draft puts the key in quotation marks, but most clients don't.
  const key = given.trim().replace(/^"(.*)"$/, "$1");
  if (/^[!-~]+$/.test(key) && key.length <= MAX_KEY_CHARACTERS) return key;
  throw new Refusal(
    400,
    `The Idempotency-Key must be 1 to ${MAX_KEY_CHARACTERS} ASCII characters without spaces, for example a UUID.`,
  );
}

/** The caller is part of the hash, so that nobody gets another caller's response. */
async function claimOf(c: Context<AppEnv>, key: string): Promise<Claim> {
  const caller = c.var.actor ?? `network:${networkOf(c.req.header("CF-Connecting-IP"))}`;
  return {
    keyHash: await hmac(c.env, "idempotency-key", `${caller} ${key}`),
    // A body can be just an email address, which could be guessed from a plain hash.
    fingerprint: await hmac(c.env, "idempotent-request", `${c.req.path} ${c.var.bodyHash}`),
    createdID: newID(),
    claimedAt: new Date().toISOString(),
  };
}

interface StoredAnswer {
  status: number;
  headers: [string, string][];
  body: string;
}

/** @throws Refusal 422 if the key was used for a different request */
async function replayedResponse(
  c: Context<AppEnv>,
  claim: Claim,
  { status, read }: Replay,
): Promise<Response | undefined> {
  const stored = await findKey(c.var.db, claim.keyHash);
  if (!stored) return undefined;
  if (stored.fingerprint !== claim.fingerprint) {
    throw new Refusal(
      422,
      "This Idempotency-Key was already used for a different request. Nothing was changed. Send this request with a new key.",
    );
  }
  const answer = stored.answer === "" ? undefined : await decrypt(c.env, "idempotent-answer", stored.answer);
  if (answer === undefined) return c.json(await read(c, stored.createdID), status);
  const { body, ...init } = JSON.parse(answer) as StoredAnswer; // as `storeAnswer` wrote it
  return new Response(body, init);
}

async function storeAnswer(
  env: Env,
  db: WriteDb,
  { claim, response }: { claim: Claim; response: Response },
): Promise<void> {
  const headers = ["Content-Type", "Location", "ETag"].flatMap((name): [string, string][] => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  const answer: StoredAnswer = { status: response.status, headers, body: await response.text() };
  const encrypted = await encrypt(env, "idempotent-answer", JSON.stringify(answer));
  await saveAnswer(db, claim.keyHash, encrypted);
}

async function claimBefore(db: WriteDb, claim: Claim): Promise<boolean> {
  try {
    await db.batch(claimKey(db, claim));
    return true;
  } catch (error) {
    if (isKeyConflict(error)) return false;
    throw error;
  }
}

export function inProgress(): Refusal {
  return new Refusal(
    409,
    "A request with this Idempotency-Key is still in progress, or was interrupted before its result was stored.",
    { headers: { "Retry-After": "5" } },
  );
}
