import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { ComponentStatus } from "../../components/domain.ts";
import { severitySQL } from "../../components/status-history.ts";
import type { Db } from "../../storage/db.ts";
import { componentsIncludingDeleted } from "../deleted-components.ts";
import type { NoticeStatus } from "../domain.ts";
import { notices, noticeUpdates } from "../table.ts";
import type { LoadLimits } from "./load-limits.ts";

export function selectNoticeRows(db: Db, ids: SQL) {
  const { message: _, ...columns } = getTableColumns(notices); // the newest update has it, too
  const isOnPage = sql`${notices.noticeID} = page.notice_id`;
  return db.select(columns).from(sql`(${ids}) AS page`).crossJoin(notices).where(isOnPage);
}

/** @param from a subquery called `loaded`, with the columns of updates and `text`, `stored` and `has_older` */
export function selectUpdateRows(db: Db, from: SQL) {
  // The columns have no aliases, since drizzle takes three times as long to map the value of an aliased expression.
  const column = (name: string) => sql<string>`loaded.${sql.identifier(name)}`;
  return db
    .select({
      noticeUpdateID: column("notice_update_id"),
      noticeID: column("notice_id"),
      status: sql<NoticeStatus>`loaded.status`,
      message: column("text"),
      createdAt: column("created_at"),
      updatedAt: column("updated_at"),
      stored: sql<number>`loaded.stored`,
      hasOlder: sql<number>`loaded.has_older`,
    })
    .from(from);
}

// Ranking rows costs about ten times as much as reading them. These queries run only if a page has too many rows.

export function newestUpdateRowIDs(
  limit: number,
  { skipsEmptyMessages }: Pick<LoadLimits, "skipsEmptyMessages"> = {},
): SQL {
  return sql`SELECT newest.rowid FROM ${noticeUpdates} AS newest WHERE newest.notice_id = page.notice_id
      ${skipsEmptyMessages ? sql`AND newest.message <> ''` : sql``}
    ORDER BY newest.created_at DESC, newest.rowid DESC LIMIT ${limit}`;
}

export function selectBoundedUpdates(db: Db, ids: SQL, limits: LoadLimits) {
  const { updates, characters, messageBytes } = limits;
  const rankedRows = sql`SELECT u.notice_update_id, u.notice_id, u.status, u.created_at, u.updated_at, u.rowid AS stored, substr(u.message, 1, ${characters + 1}) AS text, at, priority,
      row_number() OVER newest_first AS position, lead(1, 1, 0) OVER newest_first AS has_older
    FROM (${ids}) AS page CROSS JOIN ${noticeUpdates} AS u
    WHERE u.notice_id = page.notice_id AND u.rowid IN (${newestUpdateRowIDs(updates + 1, limits)})
    WINDOW newest_first AS (PARTITION BY u.notice_id ORDER BY u.created_at DESC, u.rowid DESC)`;
  const summedRows = sql`SELECT *, sum(octet_length(text)) OVER
    (ORDER BY position, priority, at DESC, notice_id DESC ROWS UNBOUNDED PRECEDING) AS bytes FROM (${rankedRows})`;
  return selectUpdateRows(db, sql`(${summedRows}) AS loaded`).where(
    sql`loaded.position <= ${updates} AND loaded.bytes <= ${messageBytes}`,
  );
}

/** Selects each notice's newest update with a message. `noticeIDs` is a JSON array. */
export function selectNewestMessages(db: Db, noticeIDs: string, { characters, messageBytes }: LoadLimits) {
  const found = sql`SELECT u.notice_update_id, u.notice_id, u.status, u.created_at, u.updated_at, u.rowid AS stored,
      substr(u.message, 1, ${characters + 1}) AS text, 0 AS has_older
    FROM (SELECT value AS notice_id FROM json_each(${noticeIDs})) AS page CROSS JOIN ${noticeUpdates} AS u
    WHERE u.rowid = (${newestUpdateRowIDs(1, { skipsEmptyMessages: true })})`;
  const summedRows = sql`SELECT *, sum(octet_length(text)) OVER
    (ORDER BY created_at DESC, stored DESC ROWS UNBOUNDED PRECEDING) AS bytes FROM (${found})`;
  return selectUpdateRows(db, sql`(${summedRows}) AS loaded`).where(sql`loaded.bytes <= ${messageBytes}`);
}

export function selectBoundedComponents(
  db: Db,
  ids: SQL,
  { components: maxComponents, nameBytes }: LoadLimits,
) {
  const rankedRows = sql`SELECT *, row_number() OVER worst_first AS position, count(*) OVER (PARTITION BY notice_id) AS of_all
    FROM ${componentsIncludingDeleted(ids)}
    WINDOW worst_first AS (PARTITION BY notice_id ORDER BY ${severitySQL(sql`status`)} DESC, "order")`;
  const summedRows = sql`SELECT *, sum(octet_length(name)) OVER
    (ORDER BY position, priority, at DESC, notice_id DESC ROWS UNBOUNDED PRECEDING) AS bytes FROM (${rankedRows})`;
  return db
    .select({
      noticeID: sql<string>`loaded.notice_id`,
      componentID: sql<string>`loaded.component_id`,
      name: sql<string>`loaded.name`,
      status: sql<ComponentStatus>`loaded.status`,
      currentStatus: sql<ComponentStatus | null>`loaded.current_status`,
      order: sql<number>`loaded."order"`,
      totalCount: sql<number | null>`loaded.of_all`,
      isDeleted: sql<number>`loaded.is_deleted`,
    })
    .from(sql`(${summedRows}) AS loaded`)
    .where(sql`loaded.position <= ${maxComponents} AND loaded.bytes <= ${nameBytes}`);
}
