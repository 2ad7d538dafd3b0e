import type { Db, WriteDb } from "../../storage/db.ts";
import { newID } from "../../storage/ids.ts";
import { interceptWrites } from "../../storage/write-database.ts";
import { Refusal } from "../errors.ts";
import { type Claim, claimKey, isTaken } from "./store.ts";

/** Another request with the same key was stored first. */
export class KeyTaken extends Refusal {
  constructor(cause: unknown) {
    super(409, "Another request with this Idempotency-Key was stored first.", { cause });
  }
}

const createdIDs = new WeakMap<Db, string>();

/**
 * The id for what a POST creates. It stands in the claim of the request's Idempotency-Key, so that a repeat finds what was
 * created even if the answer was lost.
 */
export function createdID(db: Db): string {
  return createdIDs.get(db) ?? newID();
}

/** A database whose first batch that writes claims the key, too: both are stored, or neither. */
export function claimingDatabase(db: WriteDb, claim: Claim): { claiming: Db; isClaimed: () => boolean } {
  let isClaimed = false;
  const claiming = interceptWrites(db, async (items) => {
    if (isClaimed) return db.batch(items);
    const claimed = claimKey(db, claim);
    const results: unknown[] = await db.batch([...claimed, ...items]).catch((error: unknown) => {
      throw isTaken(error) ? new KeyTaken(error) : error;
    });
    isClaimed = true;
    return results.slice(claimed.length);
  });
  createdIDs.set(claiming, claim.createdID);
  return { claiming, isClaimed: () => isClaimed };
}
