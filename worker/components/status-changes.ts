import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { isUnannounced } from "../notify/outbox/component-changes.ts";
import { HOUR_MS, isoTime } from "../shared/time/domain.ts";
import type { WriteDb } from "../storage/db.ts";
import type { ComponentStatus } from "./domain.ts";
import { beganAt, severitySQL } from "./status-history.ts";
import { components, statusChanges, statusOverrides } from "./table.ts";

/** Above this, recoveries are dropped, which bounds the table. */
const MAX_CHANGES_PER_HOUR = 60;

export interface Change {
  /**
   * The start of a late incident. A worse status counts from here, a better one from `now`, so uptime is never overstated.
   */
  at: string;
  now: string;
  cause: string;
}

/**
 * Records a change where the status differs. A flapping component's recoveries are dropped, which bounds its rows, unless
 * webhooks still have to get them.
 * @param newStatuses a subquery with `component_id` and `status`
 */
export function setComponentStatuses(db: WriteDb<"public">, newStatuses: SQL, { at, now, cause }: Change) {
  const source = sql`${newStatuses} AS wanted`;
  const status = sql<ComponentStatus>`wanted.status`;
  const differs = sql`${components.componentID} = wanted.component_id AND ${components.status} <> ${status}`;
  const isWorse = sql`${severitySQL(status)} > ${severitySQL(sql`${components.status}`)}`;
  const hourAgo = isoTime(Date.parse(now) - HOUR_MS);
  const lastChangedAt = sql`coalesce(${nthNewestChange(0, sql`at`)}, '')`;
  const lastChangeBegan = sql`coalesce(${nthNewestChange(0, beganAt(sql`change`))}, '')`;
  const record = db
    .insert(statusChanges)
    .select(sql`
      SELECT NULL, ${components.componentID}, ${status}, max(${now}, ${lastChangedAt}), ${cause}, ${components.status}
      FROM ${source} JOIN ${components} ON ${differs}`)
    .returning(changedStatus(statusChanges.previousStatus, statusChanges.status));
  db.audit.statusChanges.push(record);
  return [
    ...(at < now
      ? [
          db.insert(statusOverrides).select(sql`
            SELECT NULL, ${components.componentID}, max(${at}, ${lastChangeBegan}), ${now}, ${status}, ${cause}
            FROM ${source} JOIN ${components} ON ${differs} AND ${isWorse}`),
        ]
      : []),
    db.delete(statusChanges).where(sql`id IN (SELECT ${nthNewestChange(0, sql`id`, hourAgo)}
      FROM ${source} JOIN ${components} ON ${differs} WHERE ${isExcessRecovery(hourAgo)})`),
    record,
    db.update(components).set({ status, updatedAt: now }).from(source).where(differs),
  ];
}

/** Whether a component's newest change is a recovery that is no longer kept, because it changes too often. */
function isExcessRecovery(hourAgo: string): SQL {
  const recent = (n: number, value: SQL) => nthNewestChange(n, value, hourAgo);
  const isTooOften = sql`${recent(MAX_CHANGES_PER_HOUR - 1, sql`id`)} IS NOT NULL`;
  const isRecovery = sql`${severitySQL(recent(0, sql`status`))} <= ${severitySQL(recent(1, sql`status`))}`;
  return sql`${isTooOften} AND ${isRecovery} AND NOT ${isUnannounced(recent(0, sql`id`))}`;
}

/** @param n 0 for the newest change of the component since `since` */
function nthNewestChange(n: number, value: SQL, since = ""): SQL {
  return sql`(SELECT ${value} FROM ${statusChanges} AS change
    WHERE change.component_id = ${components.componentID} AND change.at > ${since}
    ORDER BY change.at DESC, change.id DESC LIMIT 1 OFFSET ${n})`;
}

/** What a statement on `status_changes` returns for the audit log. */
export function changedStatus(from: SQLWrapper, to: SQLWrapper) {
  const ofComponent = (column: SQL) =>
    sql`(SELECT ${column} FROM ${components} AS c WHERE c.component_id = status_changes.component_id)`;
  return {
    componentID: statusChanges.componentID,
    name: sql<string>`${ofComponent(sql`c.name`)}`,
    order: sql<number>`${ofComponent(sql`c."order"`)}`,
    from: sql<string>`${from}`,
    to: sql<string>`${to}`,
  };
}
