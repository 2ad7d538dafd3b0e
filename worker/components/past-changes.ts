import { type SQL, sql } from "drizzle-orm";
import { HttpError } from "../http/errors.ts";
import { guard } from "../storage/batch-guard.ts";
import type { Db, WriteDb } from "../storage/db.ts";
import { DAY_MS, dayOf, isoTime, startOfDay } from "../time/domain.ts";
import type { ComponentStatus } from "./domain.ts";
import type { ComponentStatuses } from "./schema.ts";
import { statusRows } from "./status-changes.ts";
import { components as componentTable, statusChanges } from "./table.ts";
import { parseEarlier } from "./uptime.ts";
import { type ChangeRow, type PastSpan, RolledUpError, worsenPast } from "./worsen-past.ts";

const MAX_ROWS = 5000;

interface Period {
  start: string;
  end: string;
}

interface StoredRow extends Omit<ChangeRow, "earlier"> {
  id: number;
  componentID: string;
  name: string;
  earlier: string | null;
}

/**
 * Returns statements that record that components also had these statuses in the past, the worse of both. Their present
 * statuses stay. If a component changes meanwhile, the first statement fails the batch.
 * @throws HttpError 409 if it can't be recorded exactly, or if there are too many changes
 */
export async function worsenPastStatements(
  db: WriteDb<"public">,
  statuses: ComponentStatuses,
  { start, end, cause }: Period & { cause: string },
) {
  const reportedStatuses = statusRows(statuses);
  const rows = await selectRows(db, reportedStatuses, { start, end });
  if (rows.length > MAX_ROWS) throw tooManyChanges();
  const statusOf = new Map(statuses.map(({ componentID, status }) => [componentID, status]));
  const changed = [...Map.groupBy(rows, ({ componentID }) => componentID)].map(
    ([componentID, ofComponent]) => {
      const span = { from: Date.parse(start), to: Date.parse(end), cause };
      const status = statusOf.get(componentID) ?? "Operational";
      const after = worsen(ofComponent, { ...span, status });
      const keptIDs = new Set(after.map(({ id }) => id));
      return {
        removed: ofComponent.filter(({ id }) => !keptIDs.has(id)).map(({ id }) => id),
        added: after.filter(({ id }) => id === undefined).map((row) => ({ ...row, componentID })),
      };
    },
  );
  const removed = changed.flatMap((each) => each.removed);
  const added = changed.flatMap((each) => each.added);
  return [
    guard(db, areUnchanged(reportedStatuses, { start, end }, rows)),
    db.delete(statusChanges).where(sql`id IN (SELECT value FROM json_each(${JSON.stringify(removed)}))`),
    db.insert(statusChanges).select(sql`
      SELECT NULL, value ->> 'componentID', value ->> 'status', value ->> 'at', value ->> 'cause', value ->> 'earlier'
      FROM json_each(${JSON.stringify(added)}) WHERE true ORDER BY key`),
  ] as const;
}

function worsen(rows: StoredRow[], span: PastSpan): ChangeRow[] {
  const parsed = rows.map(({ id, at, status, cause, earlier }) => {
    return { id, at, status, cause, earlier: earlier === null ? null : (parseEarlier(earlier) ?? null) };
  });
  try {
    return worsenPast(parsed, span);
  } catch (error) {
    if (!(error instanceof RolledUpError)) throw error;
    throw onlySumsKnown(rows[0]?.name ?? "", error);
  }
}

/**
 * The rows begin with the last change before the start and end with the first after the end. Days are whole, so that they can
 * be rolled up again.
 */
function rowsInRange(wanted: SQL, { start, end }: Period): SQL {
  const firstDay = dayOf(Date.parse(start));
  const afterLastDay = isoTime(startOfDay(dayOf(Date.parse(end))) + DAY_MS);
  const before = sql`(SELECT max(before.at) FROM ${statusChanges} AS before
    WHERE before.component_id = wanted.component_id AND before.at < ${firstDay})`;
  const after = sql`(SELECT min(after.at) FROM ${statusChanges} AS after
    WHERE after.component_id = wanted.component_id AND after.at >= ${afterLastDay})`;
  return sql`${wanted} AS wanted CROSS JOIN ${statusChanges} AS change
    WHERE change.component_id = wanted.component_id
      AND change.at BETWEEN coalesce(${before}, ${firstDay}) AND coalesce(${after}, ${afterLastDay})`;
}

function selectRows(db: Db, wanted: SQL, period: Period) {
  const change = sql`SELECT change.* FROM ${rowsInRange(wanted, period)}`;
  return db
    .select({
      id: sql<number>`change.id`,
      componentID: sql<string>`change.component_id`,
      name: componentTable.name,
      at: sql<string>`change.at`.as("changed_at"),
      status: sql<ComponentStatus>`change.status`.as("changed_status"),
      cause: sql<string>`change.cause`,
      earlier: sql<string | null>`change.earlier_that_day`,
    })
    .from(sql`(${change}) AS change`)
    .innerJoin(componentTable, sql`${componentTable.componentID} = change.component_id`)
    .orderBy(sql`change.component_id, change.at, change.id`)
    .limit(MAX_ROWS + 1);
}

function areUnchanged(wanted: SQL, period: Period, rows: StoredRow[]): SQL {
  const expected = rows.map(({ id, at }) => [id, at] as const).sort(([one], [other]) => one - other);
  return sql`(SELECT coalesce(group_concat(id || ' ' || at), '')
    FROM (SELECT change.id, change.at FROM ${rowsInRange(wanted, period)} ORDER BY change.id))
    = ${expected.map((pair) => pair.join(" ")).join()}`;
}

function onlySumsKnown(name: string, { from, to }: RolledUpError): HttpError {
  return new HttpError(
    409,
    `${name} changed its status so often from ${from} to ${to} that only the sums are known. Nothing was saved. Choose a start and an end outside of that time.`,
  );
}

function tooManyChanges(): HttpError {
  const limit = MAX_ROWS.toLocaleString("en");
  return new HttpError(
    409,
    `These components have more than ${limit} status changes in that time. Nothing was saved. Name fewer components or a shorter time.`,
  );
}
