import { and, eq, gt, lte, type Placeholder, type SQL, sql } from "drizzle-orm";
import { noticeComponents } from "../notices/table.ts";
import type { Db } from "../storage/db.ts";
import { componentStatuses } from "./domain.ts";
import type { ComponentStatuses } from "./schema.ts";
import { components, statusChanges, statusOverrides } from "./table.ts";

/**
 * Selects the changes since `since`, the last one before it, and the overrides. Older changes cost one row per component.
 * @param selection with `each: false` a component's changes are one value: faster, but limited by D1's 2 MB (about 40,000
 *   changes)
 */
export function selectStatusChanges(
  db: Db,
  since: string | Placeholder,
  selection: { componentID?: string; groupID?: string; noticeID?: string; until?: string; each: boolean },
) {
  const { componentID, groupID, noticeID, until } = selection;
  const { at, id } = statusChanges;
  const before = sql`(SELECT max(before.at) FROM ${statusChanges} AS before
    WHERE before.component_id = ${components.componentID} AND before.at < ${since})`;
  const isWanted = (column: typeof components.componentID | typeof statusOverrides.componentID) =>
    and(
      componentID === undefined ? undefined : eq(column, componentID),
      groupID === undefined
        ? undefined
        : sql`${column} IN (SELECT component_id FROM ${components} WHERE group_id = ${groupID})`,
      noticeID === undefined
        ? undefined
        : sql`${column} IN (SELECT component_id FROM ${noticeComponents} WHERE notice_id = ${noticeID})`,
    );
  const changes = db
    .select({
      componentID: components.componentID,
      changes: sql<string>`group_concat(json_array(${at}, ${id}, ${statusChanges.status})) AS changes`,
    })
    .from(components)
    .crossJoin(statusChanges)
    .where(
      and(
        eq(statusChanges.componentID, components.componentID),
        sql`${at} >= coalesce(${before}, ${since})`,
        until === undefined ? undefined : lte(at, until),
        isWanted(components.componentID),
      ),
    )
    .groupBy(components.componentID, ...(selection.each ? [at, id] : []));
  const { from, to, status } = statusOverrides;
  const overrides = db
    .select({
      componentID: statusOverrides.componentID,
      changes: sql<string>`group_concat(json_array(${from}, ${to}, ${status}))`,
    })
    .from(statusOverrides)
    .where(and(gt(to, since), isWanted(statusOverrides.componentID)))
    .groupBy(statusOverrides.componentID);
  return changes.unionAll(overrides);
}

/** Joins the changes and overrides of each component into the items of a JSON list, as `computeUptime` takes them. */
export function changesByComponent(rows: { componentID: string; changes: string }[]): Map<string, string> {
  const changesByComponent = new Map<string, string>();
  for (const { componentID, changes } of rows) {
    const earlier = changesByComponent.get(componentID);
    changesByComponent.set(componentID, earlier === undefined ? changes : `${earlier},${changes}`);
  }
  return changesByComponent;
}

/** An SQL expression for when a change took effect: its own time, or the start of a late incident that caused it. */
export function beganAt(change: SQL): SQL {
  return sql`coalesce((SELECT min(late."from") FROM ${statusOverrides} AS late WHERE late.cause = ${change}.cause
    AND late.component_id = ${change}.component_id AND late."to" = ${change}.at), ${change}.at)`;
}

export function severitySQL(status: SQL): SQL {
  const each = componentStatuses.map((known, severity) => sql`WHEN ${known} THEN ${severity}`);
  return sql`CASE ${status} ${sql.join(each, sql` `)} ELSE 0 END`;
}

/** It takes one parameter for any number of rows, because D1 accepts 100 per statement. */
export function statusRows(statuses: ComponentStatuses): SQL {
  return sql`(SELECT value ->> 'componentID' AS component_id, value ->> 'status' AS status
    FROM json_each(${JSON.stringify(statuses)}))`;
}
