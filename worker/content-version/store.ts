import { sql } from "drizzle-orm";
import type { Db } from "../db.ts";
import { contentVersion } from "./table.ts";

/** 0 as long as nothing has been written. */
export async function readContentVersion(db: Db): Promise<number> {
  const row = await db.select({ version: contentVersion.version }).from(contentVersion).get();
  return row?.version ?? 0;
}

/** For the batch of a write that a visitor could see. */
export function raiseContentVersion(db: Db) {
  const raisedAt = new Date().toISOString();
  return db
    .insert(contentVersion)
    .values({ id: 1, version: 1, raisedAt })
    .onConflictDoUpdate({
      target: contentVersion.id,
      set: { version: sql`${contentVersion.version} + 1`, raisedAt },
    });
}

/** When anything that visitors see last changed: no row or one. For a batch. */
export function selectRaisedAt(db: Db) {
  return db.select({ at: contentVersion.raisedAt }).from(contentVersion).limit(1);
}
