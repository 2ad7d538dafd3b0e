import { describeError } from "../../http/errors.ts";
import { log } from "../../http/log.ts";
import type { WriteDb } from "../../storage/db.ts";
import { dayKey } from "../domain.ts";
import { selectMetricIDs } from "../reads.ts";
import { upsertDaySums } from "../store.ts";
import { deleteDays, mergePoints, sumByHour } from "./day-files.ts";
import type { DayPoints } from "./points-queue.ts";

/**
 * Writes the files before D1, so that points are stored even while D1 is unavailable.
 * @returns the keys of the days whose file or sums are not stored
 */
export async function storeDays(env: Env, db: WriteDb, days: DayPoints[]): Promise<Set<string>> {
  const merged = mergeByDay(days);
  const outcomes = await Promise.allSettled(
    merged.map(async (dayPoints) => {
      const { metricID, day } = dayPoints;
      const file = await mergePoints(env.FILES, dayPoints);
      return { metricID, day, revision: file.revision, ...sumByHour(file.points) };
    }),
  );
  const failed = new Set(merged.filter((_, index) => outcomes[index]?.status === "rejected").map(dayKey));
  const [firstReason] = outcomes.flatMap((outcome) =>
    outcome.status === "rejected" ? [outcome.reason] : [],
  );
  if (firstReason !== undefined) logStoreFailure(firstReason);
  const storedDays = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  try {
    if (storedDays.length > 0) await storeSums(env, db, storedDays);
  } catch (error) {
    logStoreFailure(error);
    for (const day of storedDays) failed.add(dayKey(day));
  }
  return failed;
}

/** Deletes the files of metrics that were deleted in the meantime: `deletePoints` may have run before they were written. */
async function storeSums(env: Env, db: WriteDb, days: Parameters<typeof upsertDaySums>[1]): Promise<void> {
  const metricIDs = [...new Set(days.map(({ metricID }) => metricID))];
  const [, found] = await db.batch([upsertDaySums(db, days), selectMetricIDs(db, metricIDs)]);
  const existing = new Set(found.map(({ metricID }) => metricID));
  const deleted = days.filter(({ metricID }) => !existing.has(metricID));
  if (deleted.length === 0) return;
  await deleteDays(env.FILES, deleted);
  const gone = metricIDs.filter((metricID) => !existing.has(metricID));
  log("info", { event: "points of deleted metrics dropped", metricIDs: gone });
}

function mergeByDay(days: DayPoints[]): DayPoints[] {
  const byDay = new Map<string, DayPoints>();
  for (const { points, ...day } of days) {
    const merged = byDay.get(dayKey(day)) ?? { ...day, points: [] };
    byDay.set(dayKey(day), merged);
    for (const point of points) merged.points.push(point);
  }
  return [...byDay.values()];
}

export function logStoreFailure(error: unknown): void {
  log("error", { event: "points not stored yet", error: describeError(error) });
}
