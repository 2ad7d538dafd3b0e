import { eq, inArray, sql } from "drizzle-orm";
import { raiseConsoleVersion } from "../cache/content-version/store.ts";
import { MAX_ERROR_CHARACTERS, truncate } from "../http/truncate.ts";
import type { WriteDb } from "../storage/db.ts";
import { DAY_MS, MINUTE_MS } from "../time/domain.ts";
import { backfilledDays, scheduleDays } from "./backfill.ts";
import type { Range } from "./sources/source.ts";
import type { PulledMetric } from "./store.ts";
import { metrics } from "./table.ts";

/** Each run asks for these again: late and partial points settle. */
const OVERLAP_MS = 15 * MINUTE_MS;
/** `collectedUntil` is written once in so long and not every minute, since each write is a row that D1 counts. */
const MARK_INTERVAL_MS = 5 * MINUTE_MS;
/** A mark that is not older has no gap behind it: the interval, and what a message may wait in its queue. */
const FRESH_MS = 2 * MARK_INTERVAL_MS;
/** What a run can ask for. They are few, so that metrics with gaps of about the same length are asked for together. */
const SPANS_MS = [60 * MINUTE_MS, 240 * MINUTE_MS, DAY_MS];
/** So that a minute writes a bounded number of days, however many metrics were away. */
const MAX_METRICS_HANDED_OVER = 100;

/** How far back the run that ends at `to` asks for a metric: to where it was collected, and the overlap. */
export function recentSpanMs(metric: PulledMetric, to: number): number {
  // One that fails is probed with as little as possible; once it has succeeded, the next run asks for what is missing.
  if (!isBehind(metric, to)) return OVERLAP_MS;
  const needed = to - startOfGap(metric, to);
  return SPANS_MS.find((span) => span >= needed) ?? OVERLAP_MS;
}

/**
 * While D1 refuses writes, no mark moves: each minute would ask for more, and send all of it again. A mark that stays behind
 * is written as it is, which shows whether D1 takes writes; otherwise it costs nothing.
 * @throws Error where D1 takes none; what is missing by then is a gap like any other
 */
export async function requireWritableMarks(db: WriteDb, pulled: PulledMetric[], to: number): Promise<void> {
  const behind = pulled.find((metric) => isBehind(metric, to));
  if (!behind) return;
  await db
    .update(metrics)
    .set({ collectedUntil: sql`${metrics.collectedUntil}` })
    .where(eq(metrics.metricID, behind.metricID));
}

/**
 * Gaps too long for one run become days for the backfill, 30 at most; the runs go on from now.
 * @returns the metrics with their marks as they are then
 */
export async function handOverLongGaps(
  db: WriteDb,
  pulled: PulledMetric[],
  to: number,
): Promise<PulledMetric[]> {
  const long = pulled
    .filter((metric) => isBehind(metric, to) && to - startOfGap(metric, to) > DAY_MS)
    .slice(0, MAX_METRICS_HANDED_OVER);
  if (long.length === 0) return pulled;
  const collectedUntil = new Date(to - OVERLAP_MS).toISOString();
  const days = long.flatMap((metric) =>
    backfilledDays(startOfGap(metric, to), to).map((day) => ({ metricID: metric.metricID, day })),
  );
  const wanted = sql`(SELECT value FROM json_each(${JSON.stringify(long.map(({ metricID }) => metricID))}))`;
  await db.batch([
    scheduleDays(db, days, to - MINUTE_MS),
    db.update(metrics).set({ collectedUntil }).where(inArray(metrics.metricID, wanted)),
  ]);
  return pulled.map((metric) => (long.includes(metric) ? { ...metric, collectedUntil } : metric));
}

/** Whether a metric that can be collected has points missing between its mark and `to`. */
function isBehind({ collectedUntil, collectionError }: PulledMetric, to: number): boolean {
  if (collectedUntil === null || collectionError !== "") return false;
  const age = to - Date.parse(collectedUntil);
  return age > FRESH_MS || age < -OVERLAP_MS;
}

function startOfGap({ collectedUntil }: PulledMetric, to: number): number {
  const mark = Date.parse(collectedUntil ?? "");
  // A mark ahead of the clock says only that the clock was wrong: the last day is asked for again.
  return (mark > to ? to - DAY_MS : mark) - OVERLAP_MS;
}

/** Whether a run is so late that the ones after it have asked for the same, and more. */
export function isSuperseded({ to }: Range, now: number): boolean {
  return now - to > OVERLAP_MS;
}

/** What became of a run's request for one metric. */
interface Outcome {
  metricID: string;
  error: string;
  range: Range;
}

/**
 * Keeps why collecting failed, or that it did not, and until when all points are in: only after they are stored or in the queue.
 * Writes only what is new. A run that begins after the mark leaves a gap, so it does not move the mark.
 * @param byID the metrics as they were read before: where nothing is new to them, D1 is not asked
 */
export async function recordCollection(
  db: WriteDb,
  outcomes: Outcome[],
  byID: Map<string, PulledMetric>,
): Promise<void> {
  const listed = outcomes
    .map(({ metricID, error, range: { from, to } }) => {
      const [start, due, end] = [from, to - MARK_INTERVAL_MS, to].map((time) => new Date(time).toISOString());
      return { metricID, error: truncate(error, MAX_ERROR_CHARACTERS), start, due, end };
    })
    .filter((outcome) => isNew(outcome, byID.get(outcome.metricID)));
  if (listed.length === 0) return;
  const [error, start, due, end] = ["error", "start", "due", "end"].map(
    (name) => sql<string>`outcome.value ->> ${sql.raw(`'${name}'`)}`,
  );
  const reaches = sql`${error} = '' AND ifnull(${metrics.collectedUntil}, ${start}) BETWEEN ${start} AND ${due}`;
  const each = sql`json_each(${JSON.stringify(listed)}) AS outcome`;
  const isNews = sql`${metrics.collectionError} <> ${error}`;
  const isTheirs = sql`${metrics.metricID} = outcome.value ->> 'metricID'`;
  const update = db
    .update(metrics)
    .set({
      collectionError: sql`${error}`,
      collectedUntil: sql`CASE WHEN ${reaches} THEN ${end} ELSE ${metrics.collectedUntil} END`,
    })
    .from(each)
    .where(sql`${isTheirs} AND (${isNews} OR ${reaches})`);
  // Before the update, after which nothing is news.
  const anyNews = sql`EXISTS (SELECT 1 FROM ${each} CROSS JOIN ${metrics} WHERE ${isTheirs} AND ${isNews})`;
  await db.batch([raiseConsoleVersion(db, anyNews), update]);
}

function isNew(
  { error, start = "", due = "" }: { error: string; start?: string | undefined; due?: string | undefined },
  metric: PulledMetric | undefined,
): boolean {
  if (metric?.collectionError !== error) return true;
  const mark = metric.collectedUntil ?? start;
  return error === "" && mark >= start && mark <= due;
}
