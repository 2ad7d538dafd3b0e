import { type SQL, sql } from "drizzle-orm";
import type { ComponentStatus } from "../components/domain.ts";
import { severityOf } from "../components/severity.ts";
import type { Db } from "../storage/db.ts";
import { allComponents } from "./deleted-components.ts";
import type { Depth } from "./depth.ts";
import { selectUpdateRows } from "./rows.ts";
import { noticeUpdates } from "./table.ts";

// What comes first where notices have more updates or components than a read may load. To rank rows costs some ten times as
// much as to read them, so that it is done only where there are too many.

/** The rowids of the newest updates of `page.notice_id`. The index has them in this order: no more of them are read. */
export function newestUpdates(limit: number, { withWords }: Pick<Depth, "withWords"> = {}): SQL {
  return sql`SELECT newest.rowid FROM ${noticeUpdates} AS newest WHERE newest.notice_id = page.notice_id
      ${withWords ? sql`AND newest.message <> ''` : sql``}
    ORDER BY newest.created_at DESC, newest.rowid DESC LIMIT ${limit}`;
}

export function selectRankedUpdates(db: Db, ids: SQL, depth: Depth) {
  const { updates, characters, messageBytes } = depth;
  const ranked = sql`SELECT u.notice_update_id, u.notice_id, u.status, u.created_at, u.updated_at, u.rowid AS stored, substr(u.message, 1, ${characters + 1}) AS text, at, priority,
      row_number() OVER newest_first AS position, lead(1, 1, 0) OVER newest_first AS has_older
    FROM (${ids}) AS page CROSS JOIN ${noticeUpdates} AS u
    WHERE u.notice_id = page.notice_id AND u.rowid IN (${newestUpdates(updates + 1, depth)})
    WINDOW newest_first AS (PARTITION BY u.notice_id ORDER BY u.created_at DESC, u.rowid DESC)`;
  const summed = sql`SELECT *, sum(octet_length(text)) OVER
    (ORDER BY position, priority, at DESC, notice_id DESC ROWS UNBOUNDED PRECEDING) AS bytes FROM (${ranked})`;
  return selectUpdateRows(db, sql`(${summed}) AS loaded`).where(
    sql`loaded.position <= ${updates} AND loaded.bytes <= ${messageBytes}`,
  );
}

export function selectRankedComponents(db: Db, ids: SQL, { components: most, nameBytes }: Depth) {
  const ranked = sql`SELECT *, row_number() OVER worst_first AS position, count(*) OVER (PARTITION BY notice_id) AS of_all
    FROM ${allComponents(ids)}
    WINDOW worst_first AS (PARTITION BY notice_id ORDER BY ${severityOf(sql`status`)} DESC, "order")`;
  const summed = sql`SELECT *, sum(octet_length(name)) OVER
    (ORDER BY position, priority, at DESC, notice_id DESC ROWS UNBOUNDED PRECEDING) AS bytes FROM (${ranked})`;
  return db
    .select({
      noticeID: sql<string>`loaded.notice_id`.as("loaded_notice_id"),
      componentID: sql<string>`loaded.component_id`.as("loaded_component_id"),
      name: sql<string>`loaded.name`.as("loaded_name"),
      status: sql<ComponentStatus>`loaded.status`.as("loaded_status"),
      order: sql<number>`loaded."order"`.as("loaded_order"),
      ofAll: sql<number | null>`loaded.of_all`,
      isDeleted: sql<number>`loaded.is_deleted`,
    })
    .from(sql`(${summed}) AS loaded`)
    .where(sql`loaded.position <= ${most} AND loaded.bytes <= ${nameBytes}`);
}
