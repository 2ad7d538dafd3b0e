import { type SQL, sql } from "drizzle-orm";
import type { WriteDb } from "../storage/db.ts";
import { noticeComponents, notices } from "./table.ts";

// Each row of `noticeComponents` has the times of its notice, so that the newest notices of a component are found by an index.

/** For the end of a batch that changes a notice. */
export function copyNoticeTimes(db: WriteDb, noticeID: string) {
  return update(
    db,
    sql`notice_components.notice_id = ${noticeID}
      AND (notice_components.created_at, notice_components.changed_at) <> (notices.created_at, notices.changed_at)`,
  );
}

/** As many as a run of the cron may write; the next run goes on. */
const ROWS_PER_RUN = 1000;

/** Fills in what a version before these columns wrote while its successor was being deployed, or after a rollback to it. */
export async function fillMissingTimes(db: WriteDb): Promise<void> {
  const undated = sql`(SELECT undated.rowid FROM ${noticeComponents} AS undated WHERE undated.created_at = ''
    LIMIT ${ROWS_PER_RUN})`;
  await update(db, sql`notice_components.rowid IN ${undated}`);
}

function update(db: WriteDb, which: SQL) {
  return db
    .update(noticeComponents)
    .set({ createdAt: sql`${notices.createdAt}`, changedAt: sql`${notices.changedAt}` })
    .from(notices)
    .where(sql`notice_components.notice_id = notices.notice_id AND ${which}`);
}
