import type { Db } from "./db.ts";
import { newID } from "./ids.ts";

const reservedIDs = new WeakMap<Db, string>();

/** The claim of an Idempotency-Key stores this ID, so that a repeated request finds the item even if the response was lost. */
export function reserveID(db: Db, id: string): void {
  reservedIDs.set(db, id);
}

/** The same ID each time, so that the audit log names the item that the request creates. */
export function idForNewItem(db: Db): string {
  const id = reservedIDs.get(db) ?? newID();
  reserveID(db, id);
  return id;
}
