import { sql } from "drizzle-orm";
import type { Db, WriteDb } from "../storage/db.ts";
import { nightlyExports } from "./table.ts";

export type Progress = Omit<typeof nightlyExports.$inferSelect, "id">;

export function selectProgress(db: Db) {
  return db.select().from(nightlyExports).limit(1);
}

export async function readProgress(db: Db): Promise<Progress | undefined> {
  return (await selectProgress(db))[0];
}

/** Replaces the progress `before`. If another run was faster, nothing is stored. */
export async function storeProgress(
  db: WriteDb,
  before: Progress | undefined,
  progress: Progress,
): Promise<void> {
  const isUnchanged = sql`${nightlyExports.day} = ${before?.day ?? ""} AND ${nightlyExports.pages} = ${before?.pages ?? 0}
    AND ${nightlyExports.finishedAt} = ${before?.finishedAt ?? ""}`;
  await db.batch([
    db
      .insert(nightlyExports)
      .values({ ...progress, id: 1 })
      .onConflictDoUpdate({ target: nightlyExports.id, set: progress, setWhere: isUnchanged }),
  ]);
}
