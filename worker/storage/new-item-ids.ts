import type { Db } from "./db.ts";
import { newID } from "./ids.ts";

const reservedIDs = new WeakMap<Db, string>();

/** The claim of an Idempotency-Key stores this ID, so that a repeated request finds the item even if the response was lost. */
export function reserveID(db: Db, id: string): void {
  reservedIDs.set(db, id);
}

export function idForNewItem(db: Db): string {
  return reservedIDs.get(db) ?? newID();
}
