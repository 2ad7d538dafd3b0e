import { type SQL, sql } from "drizzle-orm";
import type { ComponentStatuses } from "../components/schema.ts";
import { statusRows } from "../components/status-changes.ts";
import { components } from "../components/table.ts";
import type { Db, WriteDb } from "../storage/db.ts";
import { deletedComponents, noticeComponents, notices } from "./table.ts";

/** For the batch that deletes a component, before that: the notices that it was part of go on naming it. */
export function copyToDeletedComponents(db: WriteDb, componentID: string) {
  const touching = sql`SELECT ${noticeComponents.noticeID} FROM ${noticeComponents}
    WHERE ${noticeComponents.componentID} = ${componentID}`;
  return [
    db
      .update(notices)
      .set({ deletedComponentCount: sql`${notices.deletedComponentCount} + 1` })
      .where(sql`${notices.noticeID} IN (${touching})`),
    db.insert(deletedComponents).select(sql`
      SELECT touched.notice_id, c.component_id, c.name, touched.status, c."order"
      FROM ${components} AS c CROSS JOIN ${noticeComponents} AS touched
      WHERE c.component_id = ${componentID} AND touched.component_id = c.component_id`),
  ] as const;
}

/**
 * Of the components listed, those that have been deleted, where they are listed as the notice has them: a client that sends
 * back a notice's own list changes nothing about these.
 */
export function selectUnchangedDeletedComponents(db: Db, noticeID: string, statuses: ComponentStatuses) {
  return db
    .select({ componentID: deletedComponents.componentID })
    .from(sql`${statusRows(statuses)} AS named`)
    .crossJoin(deletedComponents)
    .where(sql`${deletedComponents.noticeID} = ${noticeID}
      AND ${deletedComponents.componentID} = named.component_id AND ${deletedComponents.status} = named.status`);
}

/** Of some notices, so many at most. */
export function selectDeletedComponents(db: Db, noticeIDs: string[], limit: number) {
  return db
    .select({
      noticeID: deletedComponents.noticeID,
      componentID: deletedComponents.componentID,
      name: deletedComponents.name,
      status: deletedComponents.status,
      order: deletedComponents.order,
      totalCount: sql<number | null>`NULL`,
      isDeleted: sql<number>`1`.as("is_deleted"),
    })
    .from(sql`json_each(${JSON.stringify(noticeIDs)}) AS notice`)
    .crossJoin(deletedComponents)
    .where(sql`${deletedComponents.noticeID} = notice.value`)
    .limit(limit);
}

/** A subquery: the components of the notices that `ids` finds, with those that have been deleted. */
export function componentsIncludingDeleted(ids: SQL): SQL {
  return sql`(SELECT nc.notice_id, c.component_id, c.name, nc.status, c."order", 0 AS is_deleted, at, priority
      FROM (${ids}) AS page CROSS JOIN ${noticeComponents} AS nc JOIN ${components} AS c ON c.component_id = nc.component_id
      WHERE nc.notice_id = page.notice_id
    UNION ALL SELECT d.notice_id, d.component_id, d.name, d.status, d."order", 1, at, priority
      FROM (${ids}) AS page CROSS JOIN ${deletedComponents} AS d WHERE d.notice_id = page.notice_id)`;
}
