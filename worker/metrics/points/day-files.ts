import { dayPath, MINUTE_MS, startOfDay } from "../../shared/time/domain.ts";
import { isID, isRecord, tryParseJSON } from "../../storage/domain.ts";
import { deleteFiles } from "../../storage/list-files.ts";
import { logDamaged } from "../../storage/table.ts";
import { addValue, emptySum, type MetricDay, type StoredSum, toStoredSum } from "../domain.ts";
import type { DataPoint } from "../schema.ts";
import { type DayPoints, isPoint } from "./points-queue.ts";

export type Point = [minuteOfDay: number, value: number, acceptedAt: number];

interface DayFile {
  revision: number;
  /** Ascending, with one point per minute. */
  points: Point[];
}

const emptyFile: DayFile = { revision: 0, points: [] };

export async function readDay(files: R2Bucket, metricID: string, day: string): Promise<DayFile> {
  if (!isID(metricID)) return emptyFile;
  const file = await files.get(fileKey(metricID, day));
  return file ? parseFile(file) : emptyFile;
}

/** Leaves out points that were damaged in storage, or all of them if the file can't be read. The next write replaces it. */
async function parseFile(file: R2ObjectBody): Promise<DayFile> {
  const stored = tryParseJSON(await file.text());
  const { revision, points }: Record<string, unknown> = isRecord(stored) ? stored : {};
  const readable = Array.isArray(points) ? points.filter(isPoint) : [];
  if (Number.isSafeInteger(revision) && Array.isArray(points) && readable.length === points.length)
    return { revision: revision as number, points: readable }; // a safe integer is a number
  logDamaged(file.key);
  // The sums in D1 are only replaced by those of a later revision. None is as high as the time.
  return { revision: Date.now(), points: readable };
}

export function dataPoints(day: string, { points }: DayFile): DataPoint[] {
  const start = startOfDay(day);
  return points.map(([minute, value]) => ({
    timestamp: new Date(start + minute * MINUTE_MS).toISOString(),
    value,
  }));
}

/**
 * The point of a minute that was accepted last wins, in whatever order points arrive. A precondition on the ETag keeps
 * concurrent writers from losing each other's points.
 * @throws Error after several conflicts in a row, so that the queue retries
 */
export async function mergePoints(
  files: R2Bucket,
  { metricID, day, points: newPoints, isCollected }: DayPoints,
): Promise<DayFile> {
  const key = fileKey(metricID, day);
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const file = await files.get(key);
    const current = file ? await parseFile(file) : emptyFile;
    const points = merge(current.points, newPoints, isCollected);
    if (points === current.points) return current;
    const merged = { revision: current.revision + 1, points };
    const onlyIf = new Headers(file ? { "If-Match": file.httpEtag } : { "If-None-Match": "*" });
    const isWritten = await files.put(key, JSON.stringify(merged), {
      onlyIf,
      httpMetadata: { contentType: "application/json" },
    });
    if (isWritten) return merged;
  }
  throw new Error(`The file of metric ${metricID} for ${day} changed during every attempt to write it.`);
}

/**
 * Returns the same array if nothing changes. An equal collected value that was accepted later is no change: should an older value
 * replace it, the next run that collects this minute corrects that.
 */
function merge(points: Point[], newPoints: Point[], isCollected = false): Point[] {
  const byMinute = new Map(points.map((point) => [point[0], point]));
  let isChanged = false;
  for (const point of newPoints) {
    const [minute, value, acceptedAt] = point;
    const [, currentValue, currentAcceptedAt = Number.NEGATIVE_INFINITY] = byMinute.get(minute) ?? [];
    if (currentAcceptedAt > acceptedAt) continue;
    if (currentValue === value && (isCollected || currentAcceptedAt === acceptedAt)) continue;
    byMinute.set(minute, point);
    isChanged = true;
  }
  return isChanged ? [...byMinute.values()].sort(([one], [other]) => one - other) : points;
}

export function sumByHour(points: Point[]): { sums: StoredSum[]; counts: number[] } {
  const hours = Array.from({ length: 24 }, emptySum);
  for (const [minute, value] of points) {
    const hour = hours[Math.floor(minute / 60)];
    if (hour) addValue(hour, value);
  }
  return { sums: hours.map(toStoredSum), counts: hours.map(({ count }) => count) };
}

/** R2 deletes at most 1,000 files per call. */
export async function deleteDays(files: R2Bucket, days: MetricDay[]): Promise<void> {
  await files.delete(days.map(({ metricID, day }) => fileKey(metricID, day)));
}

/** Call before deleting a metric's row, because its files can't be found after that. @throws Error while R2 is unavailable */
export async function requireFiles(files: R2Bucket): Promise<void> {
  await files.head("health");
}

export async function deletePoints(files: R2Bucket, metricID: string): Promise<void> {
  if (isID(metricID)) await deleteFiles(files, `metrics/${metricID}/`);
}

function fileKey(metricID: string, day: string): string {
  if (!isID(metricID)) throw new RangeError("This is not the id of a metric.");
  return `metrics/${metricID}/${dayPath(day)}.json`;
}
