import { and, eq, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Db, WriteDb } from "../storage/db.ts";
import { type ComponentStatus, componentStatuses } from "./domain.ts";
import { deleteRolledUpChanges, earlierThatDay } from "./roll-up.ts";
import type { ComponentStatuses } from "./schema.ts";
import { components, statusChanges } from "./table.ts";

export interface Change {
  /**
   * The start of an incident that was noticed late. A worse status counts from then on, but not from before the component's
   * last change. A better status counts from `now`, so uptime is never overstated.
   */
  at: string;
  now: string;
  cause: string;
}

/** One parameter for any number of rows, because D1 takes 100 per statement. */
export function statusRows(statuses: ComponentStatuses): SQL {
  return sql`(SELECT value ->> 'componentID' AS component_id, value ->> 'status' AS status
    FROM json_each(${JSON.stringify(statuses)}))`;
}

/**
 * Records a change only where the status differs.
 * @param newStatuses a subquery with `component_id` and `status`
 */
export function setComponentStatuses(db: WriteDb<"public">, newStatuses: SQL, { at, now, cause }: Change) {
  const source = sql`${newStatuses} AS wanted`;
  const status = sql<ComponentStatus>`wanted.status`;
  const differs = sql`${components.componentID} = wanted.component_id AND ${components.status} <> ${status}`;
  const lastChange = sql`(SELECT max(${statusChanges.at}) FROM ${statusChanges}
    WHERE ${statusChanges.componentID} = ${components.componentID})`;
  const isWorse = sql`${severityOf(status)} > ${severityOf(sql`${components.status}`)}`;
  const begun = at === now ? sql`${now}` : sql`iif(${isWorse}, ${at}, ${now})`;
  const newest = sql`SELECT (SELECT id FROM ${statusChanges} AS change WHERE change.component_id = ${components.componentID}
      ORDER BY change.at DESC, change.id DESC LIMIT 1)
    FROM ${source} JOIN ${components} ON ${differs}`;
  return [
    db.insert(statusChanges).select(sql`
      SELECT NULL, change.component_id, change.status, change.at, ${cause},
        ${earlierThatDay(sql`change.component_id`, sql`change.at`)}
      FROM (SELECT ${components.componentID}, ${status} AS status, max(${begun}, coalesce(${lastChange}, '')) AS at
        FROM ${source} JOIN ${components} ON ${differs}) AS change`),
    deleteRolledUpChanges(db, newest),
    db.update(components).set({ status, updatedAt: now }).from(source).where(differs),
  ] as const;
}

/**
 * Selects the changes since `since` and the last one before it. Older changes cost one row per component.
 * @param which if `each` is false, all changes of a component are one value, and D1 returns at most 2 MB, about 40,000 changes
 *   (https://developers.cloudflare.com/d1/platform/limits/). One row per change is slower.
 */
export function selectStatusChanges(
  db: Db,
  since: string | Placeholder,
  which: { componentID?: string; groupID?: string; each: boolean },
) {
  const { componentID, groupID, each } = which;
  const { at, id, status, earlierThatDay: earlier } = statusChanges;
  const before = sql`(SELECT max(before.at) FROM ${statusChanges} AS before
    WHERE before.component_id = ${components.componentID} AND before.at < ${since})`;
  return db
    .select({
      componentID: components.componentID,
      changes: sql<string>`group_concat(iif(${earlier} IS NULL, json_array(${at}, ${id}, ${status}),
          json_array(${at}, ${id}, ${status}, ${earlier}))) AS changes`,
    })
    .from(components)
    .crossJoin(statusChanges)
    .where(
      and(
        eq(statusChanges.componentID, components.componentID),
        sql`${at} >= coalesce(${before}, ${since})`,
        componentID === undefined ? undefined : eq(components.componentID, componentID),
        groupID === undefined ? undefined : eq(components.groupID, groupID),
      ),
    )
    .groupBy(components.componentID, ...(each ? [at, id] : []));
}

/** Joins the changes of each component into the items of a JSON list, as `uptimeOf` takes them. */
export function changesByComponent(rows: { componentID: string; changes: string }[]): Map<string, string> {
  const changesByComponent = new Map<string, string>();
  for (const { componentID, changes } of rows) {
    const earlier = changesByComponent.get(componentID);
    changesByComponent.set(componentID, earlier === undefined ? changes : `${earlier},${changes}`);
  }
  return changesByComponent;
}

export function severityOf(status: SQL): SQL {
  const each = componentStatuses.map((known, severity) => sql`WHEN ${known} THEN ${severity}`);
  return sql`CASE ${status} ${sql.join(each, sql` `)} ELSE 0 END`;
}
