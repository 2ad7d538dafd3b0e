import type { ApiKeyScope } from "./settings/domain.ts";
import type { Db } from "./storage/db.ts";
import type { UndoOffer } from "./writes/undo/capture.ts";

export interface AppEnv {
  Bindings: Env;
  Variables: {
    db: Db;
    requestId: string;
    /** `user:` and the subject of a token, or `key:` and the ID of an API key. */
    actor?: string;
    /** The email address or name of the administrator, or the name of the API key. The audit log has it, but no other log. */
    actorName?: string;
    scopes?: ApiKeyScope[];
    /** The item's `updatedAt` if its `If-Match` check has passed. */
    unchangedSince?: string;
    undo?: UndoOffer;
    claimedKeyHash?: string;
    /** Whether a call of visitors has counted toward their limit. */
    isCounted?: boolean;
    /** SHA-256 of the unparsed body, if the request has an Idempotency-Key. */
    bodyHash?: string;
  };
}
