import { sql } from "drizzle-orm";
import type { Db, WriteDb } from "../../storage/db.ts";
import { replaceRow } from "../../storage/writes/replace-row.ts";
import { nightlyExports } from "./table.ts";

export type Progress = Omit<typeof nightlyExports.$inferSelect, "id">;

export function selectProgress(db: Db) {
  return db.select().from(nightlyExports).limit(1);
}

export async function readProgress(db: Db): Promise<Progress | undefined> {
  return (await selectProgress(db))[0];
}

/**
 * Replaces the progress `before`.
 * @returns false, and stores nothing, if another run of the cron was faster
 */
export async function storeProgress(
  db: WriteDb,
  before: Progress | undefined,
  progress: Progress,
): Promise<boolean> {
  const { day = "", leaseUntil = "", pages = 0, finishedAt = "" } = before ?? {};
  const isUnchanged = sql`${nightlyExports.day} = ${day} AND ${nightlyExports.leaseUntil} = ${leaseUntil}
    AND ${nightlyExports.pages} = ${pages} AND ${nightlyExports.finishedAt} = ${finishedAt}`;
  const [stored] = await db.batch([
    replaceRow(db, nightlyExports, progress, isUnchanged).returning({ id: nightlyExports.id }),
  ]);
  return stored.length > 0;
}
