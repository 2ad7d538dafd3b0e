import type { Rendered } from "./cache/memory.ts";
import type { Counted } from "./http/quota.ts";
import type { Db } from "./storage/db.ts";

/** What every route can reach: the bindings of wrangler.toml and what api.ts puts beside them. */
export interface AppEnv {
  Bindings: Env;
  Variables: {
    db: Db;
    requestId: string;
    /** Who calls, once that is known: `user:` and the subject of a token, or `key:` and the id of an API key. */
    actor?: string;
    /** Set where the answer changes with the time of day. */
    moving?: true;
    /** Set where `version` comes with the answer: the content version, read in one batch with what is shown. */
    versioned?: true;
    version?: number;
    /** The `updatedAt` of an item that `If-Match` has found to be as the client knows it. */
    unchangedSince?: string;
    /** The rate limits that the request was counted by. */
    counted?: Counted[];
    /** SHA-256 of the body as it was sent, of a request with an Idempotency-Key. */
    bodyHash?: string;
    /** Path and query in their one spelling: the key of every cache. */
    address: string;
    /** Headers of whatever is answered there. */
    always?: Record<string, string>;
    /** Of a page that has just been rendered: what the answer would have to be read for. */
    body?: Blob;
    /** By this very request. */
    rendered?: Rendered;
  };
}
