import { type SQL, sql } from "drizzle-orm";
import type { WriteDb } from "../storage/db.ts";
import { readableJSON } from "../storage/stored-json.ts";
import { SECOND_MS } from "../time/domain.ts";
import { statusChanges } from "./table.ts";

// A component that changes every minute would store 1,440 rows a day forever. If it has too many on one UTC day, the earlier
// ones are summed in its last row and deleted. This is exact: no change is ever dated before the previous one, and uptime needs
// only how long each status lasted on a day.

export const MAX_ROWS_PER_DAY = 4;

/** A past correction can leave more rows on a day. */
const ROWS_PER_WRITE = 2 * MAX_ROWS_PER_DAY;

/** An SQL expression for a new row: the sum of the day's earlier rows, or NULL while they fit. */
export function earlierThatDay(componentID: SQL, at: SQL): SQL {
  const dayRows = rowsOf({ componentID, at }, MAX_ROWS_PER_DAY);
  return sql`CASE WHEN (SELECT count(*) FROM ${dayRows}) >= ${MAX_ROWS_PER_DAY}
    THEN ${sumOf(rowsOf({ componentID, at }, ROWS_PER_WRITE), at)} END`;
}

export function deleteRolledUpChanges(db: WriteDb, changes: SQL, limit = ROWS_PER_WRITE + 1) {
  const last = { componentID: sql`last.component_id`, at: sql`last.at`, id: sql`last.id` };
  return db.delete(statusChanges).where(
    sql`id IN (SELECT old.id FROM ${statusChanges} AS last
      CROSS JOIN ${statusChanges} AS old ON old.id IN (SELECT id FROM ${rowsOf(last, limit)})
      WHERE last.id IN (${changes}) AND last.earlier_that_day IS NOT NULL AND old.id <> last.id
        AND ${rowStart(sql`old`)} >= ${readable(sql`last`)} ->> 'since')`,
  );
}

function rowsOf({ componentID, at, id }: { componentID: SQL; at: SQL; id?: SQL }, limit: number): SQL {
  return sql`(SELECT * FROM ${statusChanges} AS day
    WHERE day.component_id = ${componentID} AND day.at BETWEEN substr(${at}, 1, 10) AND ${at}
      ${id ? sql`AND (day.at, day.id) <= (${at}, ${id})` : sql``}
    ORDER BY day.at DESC, day.id DESC LIMIT ${limit})`;
}

export function rowStart(row: SQL): SQL {
  return sql`coalesce(${readable(row)} ->> 'since', ${row}.at)`;
}

function readable(row: SQL): SQL {
  return readableJSON(sql`${row}.earlier_that_day`, "object");
}

function sumOf(rows: SQL, end: SQL): SQL {
  return sql`(
    WITH span AS (
      SELECT status, at, earlier_that_day, ${rowStart(sql`one`)} AS start,
        lead(${rowStart(sql`one`)}, 1, ${end}) OVER (ORDER BY at, id) AS until
      FROM ${rows} AS one),
    held AS (
      SELECT status, ${milliseconds(sql`until`)} - ${milliseconds(sql`at`)} AS time FROM span
      UNION ALL SELECT key, value FROM span, json_each(${readable(sql`span`)}, '$.milliseconds')),
    total AS (SELECT status, sum(time) AS time FROM held WHERE status <> 'Operational' GROUP BY status)
    SELECT json_object('since', (SELECT min(start) FROM span), 'milliseconds',
      json((SELECT json_group_object(status, time) FILTER (WHERE time > 0) FROM total))))`;
}

/** Reads the milliseconds from the text, because SQLite's own fractions are not exact. */
function milliseconds(time: SQL): SQL {
  return sql`(unixepoch(${time}) * ${sql.raw(String(SECOND_MS))} + substr(${time}, 21, 3))`;
}
