import type { Db } from "../../storage/db.ts";
import { newID } from "../../storage/ids.ts";
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
export function claimingDatabase(db: Db, claim: Claim): { claiming: Db; isClaimed: () => boolean } {
  let isClaimed = false;
  const batch = async (items: BatchItems) => {
    if (isClaimed || !items.some(writes)) return db.batch(items);
    const claimed = claimKey(db, claim);
    const results: unknown[] = await db.batch([...claimed, ...items]).catch((error: unknown) => {
      throw isTaken(error) ? new KeyTaken(error) : error;
    });
    isClaimed = true;
    return results.slice(claimed.length);
  };
  const claiming: Db = Object.assign(Object.create(db), { batch });
  createdIDs.set(claiming, claim.createdID);
  return { claiming, isClaimed: () => isClaimed };
}

type BatchItems = Parameters<Db["batch"]>[0];

function writes(item: BatchItems[number]): boolean {
  // Each of drizzle's builders has it; only the type of a batch's items doesn't say so.
  const { sql } = (item as unknown as { toSQL: () => { sql: string } }).toSQL();
  return /^\s*(insert|update|delete)\b/i.test(sql);
}
