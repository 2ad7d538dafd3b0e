import type { Db, WriteDb } from "../../storage/db.ts";
import { newID } from "../../storage/ids.ts";
import { interceptWrites } from "../../storage/write-database.ts";
import { Refusal } from "../errors.ts";
import { type Claim, claimKey, isKeyConflict } from "./store.ts";

export class KeyConflict extends Refusal {
  constructor(cause: unknown) {
    super(409, "Another request with this Idempotency-Key was stored first.", { cause });
  }
}

const createdIDs = new WeakMap<Db, string>();

/** The claim stores this ID, so that a repeated request finds the created item even if the response was lost. */
export function createdID(db: Db): string {
  return createdIDs.get(db) ?? newID();
}

/** The first batch that writes also claims the key, so that both are stored or neither. */
export function claimingDatabase(db: WriteDb, claim: Claim): { claiming: Db; isClaimed: () => boolean } {
  let isClaimed = false;
  const claiming = interceptWrites(db, async (items) => {
    if (isClaimed) return db.batch(items);
    const claimed = claimKey(db, claim);
    const results: unknown[] = await db.batch([...claimed, ...items]).catch((error: unknown) => {
      throw isKeyConflict(error) ? new KeyConflict(error) : error;
    });
    isClaimed = true;
    return results.slice(claimed.length);
  });
  createdIDs.set(claiming, claim.createdID);
  return { claiming, isClaimed: () => isClaimed };
}
