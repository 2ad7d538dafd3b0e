import { type SQL, sql } from "drizzle-orm";
import type { ComponentStatus } from "../../components/domain.ts";
import { severitySQL } from "../../components/status-history.ts";
import type { LoadLimits } from "../../notices/reads/load-limits.ts";
import { newestUpdateRowIDs } from "../../notices/reads/row-queries.ts";
import { noticeUpdateComponents, noticeUpdates } from "../../notices/table.ts";
import type { Db } from "../../storage/db.ts";

/** The bytes of a row besides the component's name. */
const ROW_BYTES = 100;

export interface Affected {
  noticeUpdateID: string;
  componentID: string;
  name: string;
  oldStatus: ComponentStatus;
  newStatus: ComponentStatus;
}

/** Selects the changes of components in the newest updates, worst first, for the batch that loads the notices. */
export function selectAffected(db: Db, ids: SQL, { updates, components, nameBytes }: LoadLimits) {
  const rankedRows = sql`SELECT c.*, u.created_at AS at, row_number() OVER
      (PARTITION BY c.notice_update_id ORDER BY ${severitySQL(sql`c.new_status`)} DESC, c.name, c.component_id) AS position
    FROM (${ids}) AS page CROSS JOIN ${noticeUpdates} AS u CROSS JOIN ${noticeUpdateComponents} AS c
    WHERE u.notice_id = page.notice_id AND u.rowid IN (${newestUpdateRowIDs(updates)})
      AND c.notice_update_id = u.notice_update_id`;
  const summedRows = sql`SELECT *, sum(${ROW_BYTES} + octet_length(name)) OVER
    (ORDER BY position, at DESC, notice_update_id ROWS UNBOUNDED PRECEDING) AS bytes FROM (${rankedRows})`;
  return db
    .select({
      noticeUpdateID: sql<string>`loaded.notice_update_id`.as("loaded_notice_update_id"),
      componentID: sql<string>`loaded.component_id`.as("loaded_component_id"),
      name: sql<string>`loaded.name`.as("loaded_name"),
      oldStatus: sql<ComponentStatus>`loaded.old_status`.as("loaded_old_status"),
      newStatus: sql<ComponentStatus>`loaded.new_status`.as("loaded_new_status"),
    })
    .from(sql`(${summedRows}) AS loaded`)
    .where(sql`loaded.position <= ${components} AND loaded.bytes <= ${nameBytes}`);
}

export function byUpdate(rows: Affected[]): Map<string, Affected[]> {
  const sorted = rows.toSorted((a, b) => compare(a.name, b.name) || compare(a.componentID, b.componentID));
  return Map.groupBy(sorted, ({ noticeUpdateID }) => noticeUpdateID);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
