import { HttpError } from "../../http/errors.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { reserveID } from "../../storage/new-item-ids.ts";
import { interceptWrites } from "../../storage/writes/write-database.ts";
import { type Claim, claimKey, isKeyConflict } from "./store.ts";

export class KeyConflict extends HttpError {
  constructor(cause: unknown) {
    super(409, "Another request with this Idempotency-Key was stored first.", { cause });
  }
}

/** The first batch that writes also claims the key, so that both are stored or neither. */
export function claimingDatabase(db: WriteDb, claim: Claim): { claimingDb: Db; isClaimed: () => boolean } {
  let isClaimed = false;
  const claimingDb = interceptWrites(db, async (items) => {
    if (isClaimed) return db.batch(items);
    const [, ...results]: unknown[] = await db
      .batch([claimKey(db, claim), ...items])
      .catch((error: unknown) => {
        throw isKeyConflict(error) ? new KeyConflict(error) : error;
      });
    isClaimed = true;
    return results;
  });
  reserveID(claimingDb, claim.createdID);
  return { claimingDb, isClaimed: () => isClaimed };
}
