import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import { notFound } from "../http/errors.ts";
import type { ListFilter } from "../http/lists/list-filter.ts";
import { isoTime } from "../shared/time/domain.ts";
import { columnsFor } from "../storage/columns-for.ts";
import type { Db, WriteDb } from "../storage/db.ts";
import { listed } from "../storage/listed.ts";
import { matchesFilter } from "../storage/matches-filter.ts";
import { idForNewItem } from "../storage/new-item-ids.ts";
import { freeOrder, makeRoom, makeRoomForNew, newOrder } from "../storage/ordering.ts";
import { changeItem, guardUnchanged, requireUnchanged } from "../storage/preconditions.ts";
import { requireCapacity } from "../storage/require-capacity.ts";
import { guard } from "../storage/writes/batch-guard.ts";
import { checkProps } from "./check-props.ts";
import { planBackfill } from "./collection/backfill.ts";
import { MAX_METRICS, type MetricDay, type MetricStatus } from "./domain.ts";
import type { Metric, MetricChange, NewMetric } from "./schema.ts";
import { isAmong, metricDays, metrics } from "./table.ts";

const ordered = { table: metrics, id: metrics.metricID };

export function listMetrics(db: Db, filter: ListFilter<MetricStatus>): Promise<Metric[]> {
  return db
    .select(metricColumns)
    .from(metrics)
    .where(matchesFilter(metrics, filter))
    .orderBy(asc(metrics.order))
    .all();
}

const metricColumns = columnsFor<Metric>()(metrics, { collectedUntil: true });

export async function readMetric(db: Db, metricID: string): Promise<Metric> {
  return requireMetric(await db.select(metricColumns).from(metrics).where(eq(metrics.metricID, metricID)));
}

export function selectMetrics(db: Db, metricIDs: string[]) {
  return db.select().from(metrics).where(hasID(metricIDs));
}

function hasID(metricIDs: string[]) {
  return inArray(metrics.metricID, listed(metricIDs));
}

export type PulledMetric = typeof metrics.$inferSelect;

export function listPulledMetrics(db: Db): Promise<PulledMetric[]> {
  return db.select().from(metrics).where(ne(metrics.type, "Self")).all();
}

export async function addMetric(env: Env, db: WriteDb<"public">, input: NewMetric): Promise<Metric> {
  const metricID = idForNewItem(db);
  const { type, title, status = "Hidden", unit = "", description = "", decimalPlaces = 0, order } = input;
  const props = checkProps(env, type, input.props);
  const now = isoTime(Date.now());
  const fields = { type, props, title, status, unit, description, decimalPlaces };
  const batch = db.batch([
    guard(db, sql`(SELECT count(*) FROM ${metrics}) < ${MAX_METRICS}`),
    makeRoomForNew(db, ordered, metricID, order),
    db
      .insert(metrics)
      .values({
        metricID,
        ...fields,
        order: newOrder(ordered, metricID, order),
        createdAt: now,
        updatedAt: now,
        ...(type !== "Self" && { collectedUntil: now }),
      })
      .returning(metricColumns),
    ...planBackfill(db, metricID, type),
  ]);
  const [, , added] = await requireCapacity(MAX_METRICS, "metrics", batch);
  return requireMetric(added);
}

/** @throws HttpError 404, 409 on a conflict, or 400 for invalid props */
export async function changeMetric(
  env: Env,
  db: WriteDb<"public">,
  { metricID, unchangedSince }: { metricID: string; unchangedSince: string | undefined },
  change: MetricChange,
): Promise<Metric> {
  const condition = eq(metrics.metricID, metricID);
  const read = async () => requireMetric(await db.select(metricColumns).from(metrics).where(condition));
  return changeItem(db, { table: metrics, condition, unchangedSince }, read, async (current, version) => {
    const { order, ...rest } = change;
    const type = change.type ?? current.type;
    const previousProps = type === current.type ? current.props : {};
    const props = checkProps(env, type, change.props, previousProps);
    const isSourceChanged = type !== current.type || JSON.stringify(props) !== JSON.stringify(current.props);
    const [, , rows] = await db.batch([
      version.unchanged,
      makeRoom(db, ordered, metricID, order),
      db
        .update(metrics)
        .set({
          ...rest,
          props,
          order: freeOrder(ordered, metricID, order),
          updatedAt: version.now,
          ...(isSourceChanged && {
            collectionError: "",
            collectionNote: "",
            collectedUntil: type === "Self" ? null : isoTime(Date.now()),
          }),
        })
        .where(condition)
        .returning(metricColumns),
      ...(isSourceChanged ? planBackfill(db, metricID, type) : []),
    ]);
    return requireMetric(rows);
  });
}

/** The caller deletes the day files. @throws HttpError 409 on a conflict */
export async function deleteMetric(
  db: WriteDb<"public">,
  { metricID, unchangedSince }: { metricID: string; unchangedSince: string | undefined },
): Promise<void> {
  const condition = eq(metrics.metricID, metricID);
  const batch = db.batch([
    guardUnchanged(db, { table: metrics, condition, unchangedSince }),
    db.delete(metrics).where(condition),
  ]);
  await requireUnchanged(batch, () => readMetric(db, metricID));
}

type DaySums = typeof metricDays.$inferSelect;

/** Skips deleted metrics. Sums of an older revision never replace those of a newer one. */
export function upsertDaySums(db: WriteDb, days: DaySums[]) {
  return db
    .insert(metricDays)
    .select(sql`
      SELECT value ->> 'metricID', value ->> 'day', value ->> 'revision', value -> 'sums', value -> 'counts'
      FROM json_each(${JSON.stringify(days)}) JOIN ${metrics} ON ${metrics.metricID} = value ->> 'metricID'
      WHERE true`)
    .onConflictDoUpdate({
      target: [metricDays.metricID, metricDays.day],
      set: { revision: sql`excluded.revision`, sums: sql`excluded.sums`, counts: sql`excluded.counts` },
      setWhere: sql`excluded.revision > ${metricDays.revision}`,
    });
}

/** After this, sums of any revision of the day files replace them. */
export async function markSumsUnconfirmed(db: WriteDb, days: MetricDay[]): Promise<void> {
  await db.batch([db.update(metricDays).set({ revision: 0 }).where(isAmong(metricDays, days))]);
}

export function deleteUnconfirmedSums(db: WriteDb, days: MetricDay[]) {
  return db.delete(metricDays).where(and(isAmong(metricDays, days), eq(metricDays.revision, 0)));
}

function requireMetric(rows: Metric[]): Metric {
  const [row] = rows;
  if (!row) throw notFound("metric");
  return row;
}
