import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db, WriteDb } from "../storage/db.ts";
import { type ComponentStatus, componentStatuses } from "./domain.ts";
import { deleteRolledUpChanges, earlierThatDay } from "./roll-up.ts";
import type { ComponentStatuses } from "./schema.ts";
import { components, statusChanges } from "./table.ts";

/** When statuses change, and through what. */
export interface Change {
  /**
   * When it began, for an incident that was noticed late: a change for the worse is dated to it, but never before the
   * component's last change. A change for the better is dated `now`, so that uptime is never greener than the truth.
   */
  at: string;
  now: string;
  /** `administrator`, or what set it, as in `incident:4fR…`. */
  cause: string;
}

/** Rows of `component_id` and `status`; one parameter however many, since D1 takes 100 a statement. */
export function statusRows(statuses: ComponentStatuses): SQL {
  return sql`(SELECT value ->> 'componentID' AS component_id, value ->> 'status' AS status
    FROM json_each(${JSON.stringify(statuses)}))`;
}

/**
 * Statements that set statuses and record each one that really changes, for the batch of whatever causes them.
 * @param wanted a subquery with rows of `component_id` and `status`
 */
export function setComponentStatuses(db: WriteDb<"public">, wanted: SQL, { at, now, cause }: Change) {
  const source = sql`${wanted} AS wanted`;
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
 * The status changes since `since` of each component that has any, and the last one before; of one component or of all. For a
 * batch: what is older costs one row a component, however much of it there is. `changesByComponent` reads what comes of it.
 * @param which `each` is for a row for each change, which takes longer to hand over than to find. Else all of a component are
 *   one value, of which D1 hands over 2 MB at most: some 40,000 of them (https://developers.cloudflare.com/d1/platform/limits/).
 */
export function selectStatusChanges(db: Db, since: string, which: { componentID?: string; each: boolean }) {
  const { componentID, each } = which;
  const { at, id, status, earlierThatDay: earlier } = statusChanges;
  const before = sql`(SELECT max(before.at) FROM ${statusChanges} AS before
    WHERE before.component_id = ${components.componentID} AND before.at < ${since})`;
  return (
    db
      .select({
        componentID: components.componentID,
        changes: sql<string>`group_concat(iif(${earlier} IS NULL, json_array(${at}, ${id}, ${status}),
          json_array(${at}, ${id}, ${status}, json(${earlier}))))`,
      })
      .from(components)
      // Which SQLite takes in this order: component by component, each from the right place of the index on.
      .crossJoin(statusChanges)
      .where(
        and(
          eq(statusChanges.componentID, components.componentID),
          sql`${at} >= coalesce(${before}, ${since})`,
          componentID === undefined ? undefined : eq(components.componentID, componentID),
        ),
      )
      .groupBy(components.componentID, ...(each ? [at, id] : []))
  );
}

/** By component, what `uptimeOf` takes: the items of a list in JSON. */
export function changesByComponent(rows: { componentID: string; changes: string }[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { componentID, changes } of rows) {
    const earlier = found.get(componentID);
    found.set(componentID, earlier === undefined ? changes : `${earlier},${changes}`);
  }
  return found;
}

/** A status as a number that is greater the worse it is. */
export function severityOf(status: SQL): SQL {
  const each = componentStatuses.map((known, severity) => sql`WHEN ${known} THEN ${severity}`);
  return sql`CASE ${status} ${sql.join(each, sql` `)} ELSE 0 END`;
}
