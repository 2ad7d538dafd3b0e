import { eq, inArray, sql } from "drizzle-orm";
import { recordFailingMetrics } from "../../notify/failures/store.ts";
import { DAY_MS, isoTime, MINUTE_MS } from "../../shared/time/domain.ts";
import { MAX_ERROR_CHARACTERS, truncate } from "../../shared/truncate.ts";
import { raiseConsoleVersion } from "../../storage/content-version/store.ts";
import type { WriteDb } from "../../storage/db.ts";
import { listed } from "../../storage/listed.ts";
import type { TimeRange } from "../sources/source.ts";
import type { PulledMetric } from "../store.ts";
import { metrics } from "../table.ts";
import { daysToBackfill, scheduleBackfill } from "./backfill.ts";

// A metric's watermark is its `collectedUntil`: its points are complete up to then.

/** Every run fetches this much again, because services correct and complete recent points. */
const OVERLAP_MS = 15 * MINUTE_MS;
/** Moving a watermark every minute would cost five times the written rows. */
const WATERMARK_INTERVAL_MS = 5 * MINUTE_MS;
/** An older watermark has a gap behind it. A younger one may just wait for a message in the queue. */
const MAX_WATERMARK_AGE_MS = 2 * WATERMARK_INTERVAL_MS;
/** There are only a few spans, so that metrics with similar gaps share a call. */
const SPANS_MS = [60 * MINUTE_MS, 240 * MINUTE_MS, DAY_MS];
const MAX_LONG_GAPS_PER_RUN = 100;

export function recentSpanMs(metric: PulledMetric, to: number): number {
  // A metric that failed gets a small request. Once that succeeds, the next run fetches the gap.
  if (!isBehind(metric, to)) return OVERLAP_MS;
  const gapMs = to - startOfGap(metric, to);
  return SPANS_MS.find((span) => span >= gapMs) ?? OVERLAP_MS;
}

/**
 * Rewrites one late watermark unchanged to see whether D1 takes writes. While it takes none, no watermark moves, so that each
 * minute would fetch and send a longer gap again.
 * @throws Error where D1 takes no writes
 */
export async function requireWritableWatermarks(db: WriteDb, pulled: PulledMetric[], to: number) {
  const behind = pulled.find((metric) => isBehind(metric, to));
  if (!behind) return;
  await db.batch([
    db
      .update(metrics)
      .set({ collectedUntil: sql`${metrics.collectedUntil}` })
      .where(eq(metrics.metricID, behind.metricID)),
  ]);
}

export async function backfillLongGaps(
  db: WriteDb,
  pulled: PulledMetric[],
  to: number,
): Promise<PulledMetric[]> {
  const long = pulled
    .filter((metric) => isBehind(metric, to) && to - startOfGap(metric, to) > DAY_MS)
    .slice(0, MAX_LONG_GAPS_PER_RUN);
  if (long.length === 0) return pulled;
  const collectedUntil = isoTime(to - OVERLAP_MS);
  const days = long.flatMap((metric) =>
    daysToBackfill(startOfGap(metric, to), to).map((day) => ({ metricID: metric.metricID, day })),
  );
  const metricIDs = listed(long.map(({ metricID }) => metricID));
  await db.batch([
    scheduleBackfill(db, days, to - MINUTE_MS),
    db.update(metrics).set({ collectedUntil }).where(inArray(metrics.metricID, metricIDs)),
  ]);
  return pulled.map((metric) => (long.includes(metric) ? { ...metric, collectedUntil } : metric));
}

function isBehind({ collectedUntil, collectionError }: PulledMetric, to: number): boolean {
  if (collectedUntil === null || collectionError !== "") return false;
  const age = to - Date.parse(collectedUntil);
  return age > MAX_WATERMARK_AGE_MS || age < -OVERLAP_MS;
}

function startOfGap({ collectedUntil }: PulledMetric, to: number): number {
  const watermark = Date.parse(collectedUntil ?? "");
  // A watermark in the future means that the clock was wrong, so the last day is fetched again.
  return (watermark > to ? to - DAY_MS : watermark) - OVERLAP_MS;
}

/** Later runs have fetched the range of such a late run, too. */
export function isSuperseded({ to }: TimeRange, now: number): boolean {
  return now - to > OVERLAP_MS;
}

interface Result {
  metricID: string;
  error: string;
  note: string;
  range: TimeRange;
}

/**
 * Call only once the points are stored or queued. A range that starts after the watermark would leave a gap, so it does not
 * move the watermark.
 * @param byID the metrics as they were read before, so that a result that changes nothing needs no statement
 */
export async function recordResults(
  db: WriteDb,
  results: Result[],
  byID: Map<string, PulledMetric>,
): Promise<void> {
  const changes = results
    .map(({ metricID, error, note, range: { from, to } }) => ({
      metricID,
      note,
      error: truncate(error, MAX_ERROR_CHARACTERS),
      start: isoTime(from),
      due: isoTime(to - WATERMARK_INTERVAL_MS),
      end: isoTime(to),
    }))
    .filter((change) => isChange(change, byID.get(change.metricID)));
  if (changes.length === 0) return;
  const [error, note, start, due, end] = ["error", "note", "start", "due", "end"].map(
    (name) => sql<string>`change.value ->> ${sql.raw(`'${name}'`)}`,
  );
  const movesWatermark = sql`${error} = '' AND ifnull(${metrics.collectedUntil}, ${start}) BETWEEN ${start} AND ${due}`;
  const eachChange = sql`json_each(${JSON.stringify(changes)}) AS change`;
  const isNewText = sql`(${metrics.collectionError} <> ${error} OR ${metrics.collectionNote} <> ${note})`;
  const isSameMetric = sql`${metrics.metricID} = change.value ->> 'metricID'`;
  const update = db
    .update(metrics)
    .set({
      collectionError: sql`${error}`,
      collectionNote: sql`${note}`,
      collectedUntil: sql`CASE WHEN ${movesWatermark} THEN ${end} ELSE ${metrics.collectedUntil} END`,
    })
    .from(eachChange)
    .where(sql`${isSameMetric} AND (${isNewText} OR ${movesWatermark})`);
  const anyNewText = sql`EXISTS (SELECT 1 FROM ${eachChange} CROSS JOIN ${metrics} WHERE ${isSameMetric} AND ${isNewText})`;
  // The version comes first, because no text is new after the update.
  await db.batch([
    raiseConsoleVersion(db, anyNewText),
    ...recordFailingMetrics(
      db,
      changes.filter(({ metricID, error: now }) => now !== "" && byID.get(metricID)?.collectionError === ""),
    ),
    update,
  ]);
}

function isChange(
  { error, note, start, due }: { error: string; note: string; start: string; due: string },
  metric: PulledMetric | undefined,
): boolean {
  if (metric?.collectionError !== error || metric.collectionNote !== note) return true;
  const watermark = metric.collectedUntil ?? start;
  return error === "" && watermark >= start && watermark <= due;
}
