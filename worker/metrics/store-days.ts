import { describeError } from "../http/errors.ts";
import { log } from "../http/log.ts";
import type { WriteDb } from "../storage/db.ts";
import { deleteDays, mergePoints, sumByHour } from "./day-files.ts";
import type { Delivery } from "./ingest.ts";
import { keepDaySums, selectMetricIDs } from "./store.ts";

/**
 * Files come before D1, so that they go on growing while D1 does not answer.
 * @returns the names of the days that are not stored, or whose sums are not in D1
 */
export async function storeDays(env: Env, db: WriteDb, arrived: Delivery[]): Promise<Set<string>> {
  const deliveries = gather(arrived);
  const outcomes = await Promise.allSettled(
    deliveries.map(async (delivery) => {
      const { metricID, day } = delivery;
      const file = await mergePoints(env.FILES, delivery);
      return { metricID, day, revision: file.revision, ...sumByHour(file.points) };
    }),
  );
  const failed = new Set(
    deliveries.filter((_, at) => outcomes[at]?.status === "rejected").map((delivery) => nameOf(delivery)),
  );
  const [firstReason] = outcomes.flatMap((outcome) =>
    outcome.status === "rejected" ? [outcome.reason] : [],
  );
  if (firstReason !== undefined) logStoreFailure(firstReason);
  const written = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  try {
    if (written.length > 0) await storeSums(env, db, written);
  } catch (error) {
    logStoreFailure(error);
    for (const day of written) failed.add(nameOf(day));
  }
  return failed;
}

/**
 * Deleting a metric deletes its row first and then the files that are there. A file that was written after that is deleted
 * here: whoever writes one looks afterwards whether the metric still exists.
 */
async function storeSums(env: Env, db: WriteDb, days: Parameters<typeof keepDaySums>[1]): Promise<void> {
  const metricIDs = [...new Set(days.map(({ metricID }) => metricID))];
  const [, found] = await db.batch([keepDaySums(db, days), selectMetricIDs(db, metricIDs)]);
  const existing = new Set(found.map(({ metricID }) => metricID));
  const deleted = days.filter(({ metricID }) => !existing.has(metricID));
  if (deleted.length === 0) return;
  await deleteDays(env.FILES, deleted);
  const gone = metricIDs.filter((metricID) => !existing.has(metricID));
  log("info", { event: "points of deleted metrics dropped", metricIDs: gone });
}

/** One delivery for each metric and day. */
function gather(arrived: Delivery[]): Delivery[] {
  const byDay = new Map<string, Delivery>();
  for (const { points, ...day } of arrived) {
    const delivery = byDay.get(nameOf(day)) ?? { ...day, points: [] };
    byDay.set(nameOf(delivery), delivery);
    for (const point of points) delivery.points.push(point);
  }
  return [...byDay.values()];
}

export function nameOf({ metricID, day }: Pick<Delivery, "metricID" | "day">): string {
  return `${metricID} ${day}`;
}

export function logStoreFailure(error: unknown): void {
  log("error", { event: "points not stored yet", error: describeError(error) });
}
