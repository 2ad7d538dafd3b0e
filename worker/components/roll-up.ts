import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../db.ts";
import type { ComponentStatus } from "./statuses.ts";
import { rollUpProgress, statusChanges } from "./table.ts";

// A component that changes every minute would leave 1,440 rows a day forever. Where it has too many on one UTC day, its earlier
// changes of that day are summed up in the row of the last one and deleted. That is final and exact: a change is never dated
// before the one before it, and uptime asks for whole days, of which it takes how long each status held.

/** What a row says of the component's earlier changes of the same UTC day, instead of which it stands. */
export interface EarlierThatDay {
  /** When the first of them was. ISO 8601. */
  since: string;
  /** How long each status but Operational held from then until the row's own change. */
  milliseconds: { [status in ComponentStatus]?: number };
}

/** How many rows a component may have on one UTC day: as many as an incident or two make. */
export const MAX_ROWS_PER_DAY = 4;

/** Deleting a row writes its index entry, too, so that a run writes some 10,000 rows at most. */
const ROWS_PER_RUN = 5000;

/**
 * Rolls up the rows that no write has: of before there was a roll-up, or of an older version that runs once more. Each run
 * goes on where the last one ended. Doing a step twice changes nothing.
 */
export async function rollUpOlderChanges(db: Db): Promise<void> {
  const done = sql`coalesce((SELECT ${rollUpProgress.throughID} FROM ${rollUpProgress}), 0)`;
  const next = sql`(SELECT id, component_id, at FROM ${statusChanges} WHERE id > ${done} ORDER BY id LIMIT ${ROWS_PER_RUN})`;
  const [step] = await db
    .select({ from: sql<number>`min(id)`, through: sql<number | null>`max(id)` })
    .from(next);
  if (step?.through == null) return;
  const { from, through } = step;
  const lastChanges = sql`SELECT max(id) FROM ${statusChanges} WHERE id BETWEEN ${from} AND ${through}
    GROUP BY component_id, substr(at, 1, 10)`;
  await db.batch([
    // Those of the steps before are few by now.
    ...rollUp(db, lastChanges, 2 * ROWS_PER_RUN),
    db
      .insert(rollUpProgress)
      .values({ id: 1, throughID: through })
      .onConflictDoUpdate({
        target: rollUpProgress.id,
        set: { throughID: sql`max(${rollUpProgress.throughID}, ${through})` },
      }),
  ]);
}

/**
 * Statements that sum up the rows before each of `lastChanges` on its day where they are too many, and delete them.
 * @param lastChanges a query for the `id` of rows
 * @param limit how many rows of a day it reads; older ones are left as they are
 */
export function rollUp(db: Db, lastChanges: SQL, limit: number) {
  const rows = rowsUntil(sql`last_change`, limit);
  return [
    db
      .update(statusChanges)
      .set({ earlierThatDay: sql`summed.earlier_that_day` })
      .from(
        sql`(SELECT last_change.id, ${sumOf(rows)} AS earlier_that_day FROM ${statusChanges} AS last_change
          WHERE last_change.id IN (${lastChanges})
            AND (SELECT count(*) FROM ${rowsUntil(sql`last_change`, MAX_ROWS_PER_DAY + 1)}) > ${MAX_ROWS_PER_DAY}) AS summed`,
      )
      .where(sql`${statusChanges.id} = summed.id`),
    db.delete(statusChanges).where(
      sql`id IN (SELECT old.id FROM ${statusChanges} AS last_change
        CROSS JOIN ${statusChanges} AS old ON old.id IN (SELECT id FROM ${rows})
        WHERE last_change.id IN (${lastChanges}) AND old.id <> last_change.id
          AND ${startOf(sql`old`)} >= last_change.earlier_that_day ->> 'since')`,
    ),
  ] as const;
}

/** The newest rows of a row's component and UTC day up to the row itself, as a subquery. */
function rowsUntil(last: SQL, limit: number): SQL {
  return sql`(SELECT * FROM ${statusChanges} AS day
    WHERE day.component_id = ${last}.component_id
      AND day.at BETWEEN substr(${last}.at, 1, 10) AND ${last}.at AND (day.at, day.id) <= (${last}.at, ${last}.id)
    ORDER BY day.at DESC, day.id DESC LIMIT ${limit})`;
}

/** When that begins what a row tells. */
function startOf(row: SQL): SQL {
  return sql`coalesce(${row}.earlier_that_day ->> 'since', ${row}.at)`;
}

/** What `rows` come to until the last of them, as `EarlierThatDay`. */
function sumOf(rows: SQL): SQL {
  return sql`(
    WITH span AS (
      SELECT status, at, earlier_that_day, ${startOf(sql`change`)} AS start,
        lead(${startOf(sql`change`)}) OVER (ORDER BY at, id) AS until
      FROM ${rows} AS change),
    held AS (
      SELECT status, ${milliseconds(sql`until`)} - ${milliseconds(sql`at`)} AS time FROM span
      UNION ALL SELECT key, value FROM span, json_each(earlier_that_day, '$.milliseconds')),
    total AS (SELECT status, sum(time) AS time FROM held WHERE status <> 'Operational' GROUP BY status)
    SELECT json_object('since', (SELECT min(start) FROM span), 'milliseconds',
      json((SELECT json_group_object(status, time) FILTER (WHERE time > 0) FROM total))))`;
}

/** Since the epoch, of a time as JavaScript writes it. By its characters, since SQLite's own fractions are not exact. */
function milliseconds(time: SQL): SQL {
  return sql`(unixepoch(${time}) * 1000 + substr(${time}, 21, 3))`;
}
