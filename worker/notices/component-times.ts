import { type SQL, sql } from "drizzle-orm";
import type { WriteDb } from "../storage/db.ts";
import { noticeComponents, notices } from "./table.ts";

// Each row of `notice_components` carries its notice's times, so an index finds the newest notices of a component.

export function copyNoticeTimes(db: WriteDb, noticeID: string) {
  return update(
    db,
    sql`notice_components.notice_id = ${noticeID}
      AND (notice_components.created_at, notice_components.changed_at) <> (notices.created_at, notices.changed_at)`,
  );
}

const ROWS_PER_RUN = 1000;

/** An older version leaves these columns empty while it is being replaced, or after a rollback. */
export async function fillMissingTimes(db: WriteDb): Promise<void> {
  const undated = sql`(SELECT undated.rowid FROM ${noticeComponents} AS undated WHERE undated.created_at = ''
    LIMIT ${ROWS_PER_RUN})`;
  await db.batch([update(db, sql`notice_components.rowid IN ${undated}`)]);
}

function update(db: WriteDb, which: SQL) {
  return db
    .update(noticeComponents)
    .set({ createdAt: sql`${notices.createdAt}`, changedAt: sql`${notices.changedAt}` })
    .from(notices)
    .where(sql`notice_components.notice_id = notices.notice_id AND ${which}`);
}
