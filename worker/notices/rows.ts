import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Db } from "../storage/db.ts";
import type { NoticeStatus } from "./domain.ts";
import { notices } from "./table.ts";

export function selectNoticeRows(db: Db, ids: SQL) {
  const { message: _, ...columns } = getTableColumns(notices); // the newest update has it, too
  const isOnPage = sql`${notices.noticeID} = page.notice_id`;
  return db.select(columns).from(sql`(${ids}) AS page`).crossJoin(notices).where(isOnPage);
}

/** @param from a subquery called `loaded`, with the columns of updates and `text`, `stored` and `has_older` */
export function selectUpdateRows(db: Db, from: SQL) {
  const column = (name: string) => sql<string>`loaded.${sql.identifier(name)}`.as(`loaded_${name}`);
  return db
    .select({
      noticeUpdateID: column("notice_update_id"),
      noticeID: column("notice_id"),
      status: sql<NoticeStatus>`loaded.status`.as("loaded_status"),
      message: column("text"),
      createdAt: column("created_at"),
      updatedAt: column("updated_at"),
      stored: sql<number>`loaded.stored`,
      hasOlder: sql<number>`loaded.has_older`,
    })
    .from(from);
}
