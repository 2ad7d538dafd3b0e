import { sql } from "drizzle-orm";
import type { WriteDb } from "../storage/db.ts";
import { noticeComponents, notices } from "./table.ts";

/** Each row of `notice_components` repeats its notice's times, so an index finds the newest notices of a component. */
export function copyNoticeTimes(db: WriteDb, noticeID: string) {
  return db
    .update(noticeComponents)
    .set({ createdAt: sql`${notices.createdAt}`, changedAt: sql`${notices.changedAt}` })
    .from(notices)
    .where(sql`notice_components.notice_id = notices.notice_id AND notice_components.notice_id = ${noticeID}
      AND (notice_components.created_at, notice_components.changed_at) <> (notices.created_at, notices.changed_at)`);
}
