import { asc, type SQL, sql } from "drizzle-orm";
import { openStatuses, runningStatuses } from "../notices/domain.ts";
import { noticeComponents, notices } from "../notices/table.ts";
import type { Db } from "../storage/db.ts";
import { severitySQL } from "./status-history.ts";
import { components } from "./table.ts";

/** JSON. A notice with one of these statuses affects its components. */
export const affectingStatuses = JSON.stringify([...openStatuses.incident, ...runningStatuses]);

/**
 * An SQL expression for the worst status that another open incident or maintenance in progress gives the component, or NULL.
 * Every notice that ends restores its components by this rule.
 */
export function statusFromOtherNotices(componentID: SQL, exceptNoticeID: string): SQL {
  // CROSS JOIN makes SQLite start at the few open notices, because thousands of notices may have affected the component.
  return sql`(SELECT affected.status FROM ${notices} AS other CROSS JOIN ${noticeComponents} AS affected
    WHERE other.kind IN ('incident', 'maintenance') AND other.status IN (SELECT value FROM json_each(${affectingStatuses}))
      AND other.notice_id <> ${exceptNoticeID}
      AND affected.notice_id = other.notice_id AND affected.component_id = ${componentID} AND affected.status <> 'Operational'
    ORDER BY ${severitySQL(sql`affected.status`)} DESC LIMIT 1)`;
}

/** An SQL expression for what such notices say about the components, as JSON. */
export function statusesFromOtherNotices(componentIDs: SQL, exceptNoticeID: string): SQL {
  const { noticeID, componentID, status } = noticeComponents;
  return sql`(SELECT json_group_array(json_array(${noticeID}, ${componentID}, ${status}) ORDER BY ${noticeID}, ${componentID})
    FROM ${notices} AS other CROSS JOIN ${noticeComponents}
    WHERE other.kind IN ('incident', 'maintenance') AND other.status IN (SELECT value FROM json_each(${affectingStatuses}))
      AND other.notice_id <> ${exceptNoticeID} AND ${noticeID} = other.notice_id
      AND ${componentID} IN ${componentIDs} AND ${status} <> 'Operational')`;
}

export function selectStatusesFromNotices(db: Db) {
  const { noticeID, componentID, status } = noticeComponents;
  return db
    .select({ noticeID, componentID, status, kind: notices.kind, name: notices.name })
    .from(notices)
    .crossJoin(noticeComponents)
    .where(
      sql`${notices.kind} IN ('incident', 'maintenance')
        AND ${notices.status} IN (SELECT value FROM json_each(${affectingStatuses}))
        AND ${noticeComponents.noticeID} = ${notices.noticeID} AND ${noticeComponents.status} <> 'Operational'`,
    );
}

/** Selects the components with a status other than Operational that no such notice affects. */
export function selectUnexplainedComponents(db: Db) {
  const { componentID, name, status, order, updatedAt } = components;
  const affectedIDs = sql`(SELECT affected.component_id FROM ${notices} AS other CROSS JOIN ${noticeComponents} AS affected
    WHERE other.kind IN ('incident', 'maintenance') AND other.status IN (SELECT value FROM json_each(${affectingStatuses}))
      AND affected.notice_id = other.notice_id AND affected.status <> 'Operational')`;
  return db
    .select({ componentID, name, status, updatedAt })
    .from(components)
    .where(sql`${status} <> 'Operational' AND ${componentID} NOT IN ${affectedIDs}`)
    .orderBy(asc(order));
}
