import { isID } from "../storage/domain.ts";
import { dayPath, MINUTE_MS, startOfDay } from "../time/domain.ts";
import { addValue, emptySum, type StoredSum, storedSum } from "./domain.ts";
import type { Delivery } from "./ingest.ts";
import type { DataPoint } from "./schema.ts";

/** Minute of the day, value, and when it was accepted, in milliseconds since the epoch. */
export type Point = [minute: number, value: number, at: number];

interface DayFile {
  /** Raised with every write. */
  revision: number;
  /** Ascending, a minute at most once. */
  points: Point[];
}

const nothing: DayFile = { revision: 0, points: [] };

/** A day's points; none for a day without a file, or for what is no metric's id. */
export async function readDay(files: R2Bucket, metricID: string, day: string): Promise<DayFile> {
  if (!isID(metricID)) return nothing;
  const file = await files.get(keyOf(metricID, day));
  return file ? file.json<DayFile>() : nothing;
}

/** A day's points as they are answered. */
export function dataPoints(day: string, { points }: DayFile): DataPoint[] {
  const start = startOfDay(day);
  return points.map(([minute, value]) => ({
    timestamp: new Date(start + minute * MINUTE_MS).toISOString(),
    value,
  }));
}

/**
 * Puts points into their day file and answers the file as it is then. Of two points of a minute the one accepted
 * last stays, in whichever order they come; the same points again change nothing. Whoever else writes the same
 * file at the same time loses nothing: the write holds only if the file is still the one that was read.
 * @throws Error after many such meetings in a row, for the queue to come again later
 */
export async function mergePoints(
  files: R2Bucket,
  { metricID, day, points: added, isCollected }: Delivery,
): Promise<DayFile> {
  const key = keyOf(metricID, day);
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const found = await files.get(key);
    const before = found ? await found.json<DayFile>() : nothing;
    const points = merge(before.points, added, isCollected);
    if (points === before.points) return before;
    const merged = { revision: before.revision + 1, points };
    const onlyIf = new Headers(found ? { "If-Match": found.httpEtag } : { "If-None-Match": "*" });
    const written = await files.put(key, JSON.stringify(merged), {
      onlyIf,
      httpMetadata: { contentType: "application/json" },
    });
    if (written) return merged;
  }
  throw new Error(`The file of metric ${metricID} for ${day} changed during every attempt to write it.`);
}

/**
 * The very same list where nothing is new. Ties go to the point that comes later in `added`.
 * @param isCollected where the same value is not new even if it was accepted later. Should a point from before take its
 *   place, the next run that asks for this minute corrects it.
 */
function merge(points: Point[], added: Point[], isCollected = false): Point[] {
  const byMinute = new Map(points.map((point) => [point[0], point]));
  let changed = false;
  for (const point of added) {
    const [minute, value, at] = point;
    const known = byMinute.get(minute);
    if (known && (known[2] > at || (known[1] === value && (isCollected || known[2] === at)))) continue;
    byMinute.set(minute, point);
    changed = true;
  }
  return changed ? [...byMinute.values()].sort(([one], [other]) => one - other) : points;
}

/** A day's 24 sums and counts. */
export function sumByHour(points: Point[]): { sums: StoredSum[]; counts: number[] } {
  const hours = Array.from({ length: 24 }, emptySum);
  for (const [minute, value] of points) {
    const hour = hours[Math.floor(minute / 60)];
    if (hour) addValue(hour, value);
  }
  return { sums: hours.map(storedSum), counts: hours.map(({ count }) => count) };
}

/** The files of these days, at most 1,000. */
export async function deleteDays(files: R2Bucket, days: { metricID: string; day: string }[]): Promise<void> {
  await files.delete(days.map(({ metricID, day }) => keyOf(metricID, day)));
}

/** Call it before a metric's row is deleted: afterwards its files can't be found. @throws Error where R2 does not answer */
export async function requireFiles(files: R2Bucket): Promise<void> {
  await files.head("health");
}

/** All of a metric's day files, for good. */
export async function deletePoints(files: R2Bucket, metricID: string): Promise<void> {
  if (!isID(metricID)) return;
  const prefix = `metrics/${metricID}/`;
  let cursor: string | undefined;
  do {
    const page = await files.list({ prefix, ...(cursor !== undefined && { cursor }) });
    if (page.objects.length > 0) await files.delete(page.objects.map(({ key }) => key));
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor !== undefined);
}

/** @throws RangeError for what is no metric's id */
function keyOf(metricID: string, day: string): string {
  if (!isID(metricID)) throw new RangeError("This is not the id of a metric.");
  return `metrics/${metricID}/${dayPath(day)}.json`;
}
