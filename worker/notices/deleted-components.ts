import { type SQL, sql } from "drizzle-orm";
import type { ComponentStatus } from "../components/domain.ts";
import type { ComponentStatuses } from "../components/schema.ts";
import { statusRows } from "../components/status-history.ts";
import { components } from "../components/table.ts";
import type { Db } from "../storage/db.ts";
import { deletedComponents, noticeComponents } from "./table.ts";

/** A client may send back a notice's own list, which still names deleted components. Unchanged entries have no effect. */
export function selectUnchangedDeletedComponents(db: Db, noticeID: string, statuses: ComponentStatuses) {
  return db
    .select({ componentID: deletedComponents.componentID })
    .from(sql`${statusRows(statuses)} AS named`)
    .crossJoin(deletedComponents)
    .where(sql`${deletedComponents.noticeID} = ${noticeID}
      AND ${deletedComponents.componentID} = named.component_id AND ${deletedComponents.status} = named.status`);
}

export function selectDeletedComponents(db: Db, noticeIDs: string[], limit: number) {
  return db
    .select({
      noticeID: deletedComponents.noticeID,
      componentID: deletedComponents.componentID,
      name: deletedComponents.name,
      status: deletedComponents.status,
      currentStatus: sql<ComponentStatus | null>`NULL`.as("current_status"),
      order: deletedComponents.order,
      totalCount: sql<number | null>`NULL`,
      isDeleted: sql<number>`1`.as("is_deleted"),
    })
    .from(sql`json_each(${JSON.stringify(noticeIDs)}) AS notice`)
    .crossJoin(deletedComponents)
    .where(sql`${deletedComponents.noticeID} = notice.value`)
    .limit(limit);
}

export function componentsIncludingDeleted(ids: SQL): SQL {
  return sql`(SELECT nc.notice_id, c.component_id, c.name, nc.status, c.status AS current_status, c."order", 0 AS is_deleted, at, priority
      FROM (${ids}) AS page CROSS JOIN ${noticeComponents} AS nc JOIN ${components} AS c ON c.component_id = nc.component_id
      WHERE nc.notice_id = page.notice_id
    UNION ALL SELECT d.notice_id, d.component_id, d.name, d.status, NULL, d."order", 1, at, priority
      FROM (${ids}) AS page CROSS JOIN ${deletedComponents} AS d WHERE d.notice_id = page.notice_id)`;
}
