import { type SQL, sql } from "drizzle-orm";
import { severityOf } from "../components/severity.ts";
import type { ComponentStatus } from "../components/statuses.ts";
import { components } from "../components/table.ts";
import type { Db } from "../db.ts";
import type { Depth } from "./depth.ts";
import { selectUpdateRows } from "./rows.ts";
import { noticeComponents, noticeUpdates } from "./table.ts";

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
  const ranked = sql`SELECT nc.notice_id, c.component_id, c.name, nc.status, c."order", at, priority,
      row_number() OVER worst_first AS position, count(*) OVER (PARTITION BY nc.notice_id) AS of_all
    FROM (${ids}) AS page CROSS JOIN ${noticeComponents} AS nc JOIN ${components} AS c ON c.component_id = nc.component_id
    WHERE nc.notice_id = page.notice_id
    WINDOW worst_first AS (PARTITION BY nc.notice_id ORDER BY ${severityOf(sql`nc.status`)} DESC, c."order")`;
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
    })
    .from(sql`(${summed}) AS loaded`)
    .where(sql`loaded.position <= ${most} AND loaded.bytes <= ${nameBytes}`);
}
