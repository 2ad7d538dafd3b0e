import type { Context, MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { AppEnv } from "../../env.ts";
import { type CallDescription, describe } from "../../openapi/call.ts";
import type { WriteDb } from "../../storage/db.ts";
import { newID } from "../../storage/ids.ts";
import { decrypt, encrypt, hmac } from "../../storage/secret-key.ts";
import { withoutEffects } from "../../storage/write-database.ts";
import { clientOf } from "../client-network.ts";
import { Refusal } from "../errors.ts";
import { claimingDatabase, KeyTaken } from "./claim.ts";
import { type Claim, claimKey, findKey, isTaken, releaseKey, saveAnswer } from "./store.ts";

const MAX_KEY_CHARACTERS = 255;

const header: CallDescription = {
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
  /** The answer of a POST that was stored but whose answer was lost, made of what is there. */
  read: (c: Context<AppEnv>, createdID: string) => Promise<object>;
  /** Where what is done is not in D1: the key is claimed before, and released if it fails. */
  claimsBefore?: true;
}

/**
 * Stands after a POST's `body()` and before its `call()`. With an `Idempotency-Key`, what is done is done once in 24 hours, and
 * a repeat gets the same answer. A refused request has done nothing, so its key can be used again.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 */
export function idempotent(replay: Replay): MiddlewareHandler<AppEnv> {
  const handler: MiddlewareHandler<AppEnv> = async (c, next) => {
    const key = keyOf(c);
    if (key === undefined) return next();
    const { db } = c.var;
    const writeDb = withoutEffects(db);
    const claim = await claimOf(c, key);
    const answered = await answerBefore(c, claim, replay);
    if (answered) return answered;
    if (replay.claimsBefore && !(await claimBefore(writeDb, claim))) throw inProgress();
    const { claiming, isClaimed } = claimingDatabase(writeDb, claim);
    if (!replay.claimsBefore) c.set("db", claiming);
    await next();
    c.set("db", db);
    if (c.error instanceof KeyTaken) {
      const first = await answerBefore(c, claim, replay);
      c.res = undefined; // or Hono would merge the two
      c.res = first;
    } else if (c.res.ok && (replay.claimsBefore || isClaimed())) {
      // Until it is stored, a repeat is answered by `read`.
      c.executionCtx.waitUntil(
        storeAnswer(c.env, writeDb, { claim, response: c.res.clone() }).catch(() => undefined),
      );
    } else if (replay.claimsBefore) await releaseKey(writeDb, claim.keyHash).catch(() => undefined);
  };
  describe(handler, { ...header, refuses: [400, 409, 422] });
  return handler;
}

/** For a POST that changes nothing, or the same whenever it is repeated: it is done again. */
export const repeatable: MiddlewareHandler<AppEnv> = (c, next) => {
  keyOf(c);
  return next();
};
describe(repeatable, header);

/** @throws Refusal 400 */
function keyOf(c: Context<AppEnv>): string | undefined {
  const given = c.req.header("Idempotency-Key");
  if (given === undefined) return undefined;
  // The draft has it in quotation marks, most clients send it without.
  const key = given.trim().replace(/^"(.*)"$/, "$1");
  if (/^[!-~]+$/.test(key) && key.length <= MAX_KEY_CHARACTERS) return key;
  throw new Refusal(
    400,
    `The Idempotency-Key must be 1 to ${MAX_KEY_CHARACTERS} ASCII characters without spaces, for example a UUID.`,
  );
}

/** Keys are each caller's own: nobody gets another's answer. */
async function claimOf(c: Context<AppEnv>, key: string): Promise<Claim> {
  const caller = c.var.actor ?? `network:${clientOf(c.req.header("CF-Connecting-IP"))}`;
  return {
    keyHash: await hmac(c.env, "idempotency-key", `${caller} ${key}`),
    // A body can be a single e-mail address, at which one could guess by a plain hash.
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

/**
 * The answer to the first request with the key, where there was one.
 * @throws Refusal 422 for a key that was used for something else
 */
async function answerBefore(
  c: Context<AppEnv>,
  claim: Claim,
  { status, read }: Replay,
): Promise<Response | undefined> {
  const first = await findKey(c.var.db, claim.keyHash);
  if (!first) return undefined;
  if (first.fingerprint !== claim.fingerprint) {
    throw new Refusal(
      422,
      "This Idempotency-Key was already used for a different request. Nothing was changed. Send this request with a new key.",
    );
  }
  const stored = first.answer === "" ? undefined : await decrypt(c.env, "idempotent-answer", first.answer);
  if (stored === undefined) return c.json(await read(c, first.createdID), status);
  const { body, ...init } = JSON.parse(stored) as StoredAnswer; // as `storeAnswer` wrote it
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

/** @returns whether no other request has claimed the key */
async function claimBefore(db: WriteDb, claim: Claim): Promise<boolean> {
  try {
    await db.batch(claimKey(db, claim));
    return true;
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
}

/** For a POST of which it can't be told whether it has been done. */
export function inProgress(): Refusal {
  return new Refusal(
    409,
    "A request with this Idempotency-Key is still in progress, or was interrupted before its result was stored.",
    { headers: { "Retry-After": "5" } },
  );
}
