import type { Counted } from "./http/rate-limit.ts";
import type { Db } from "./storage/db.ts";

/** What every route can reach: the bindings of wrangler.toml and what a request is about. */
export interface AppEnv {
  Bindings: Env;
  Variables: {
    db: Db;
    requestId: string;
    /** Who calls, once that is known: `user:` and the subject of a token, or `key:` and the id of an API key. */
    actor?: string;
    /** The `updatedAt` of an item that `If-Match` has found to be as the client knows it. */
    unchangedSince?: string;
    /** The rate limits that the request was counted by. */
    counted?: Counted[];
    /** SHA-256 of the body as it was sent, of a request with an Idempotency-Key. */
    bodyHash?: string;
  };
}
