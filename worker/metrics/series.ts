import { daysBetween, HOUR_MS, MINUTE_MS, startOfDay, utcDay } from "../shared/time/domain.ts";
import type { Db } from "../storage/db.ts";
import { averageBySteps, fromStoredSum, type Sum, type Timeframe, timeframeRange } from "./domain.ts";
import { readDay } from "./points/day-files.ts";
import { selectDaysSince } from "./reads.ts";
import type { Series } from "./schema.ts";

interface TimedSum {
  time: number;
  sum: Sum;
}

/** A day's graph needs two day files from R2. A week or a month would need many, so it uses the hourly sums in D1. */
export async function loadSeries(
  env: Env,
  db: Db,
  metricID: string,
  timeframe: Timeframe,
  now: number,
): Promise<Series> {
  const { start, end } = timeframeRange(timeframe, now);
  const timedSums =
    timeframe === "day" ? await readMinutes(env, metricID, start, end) : await readHours(db, metricID, start);
  return averageBySteps(timedSums, timeframe, now);
}

async function readMinutes(env: Env, metricID: string, start: number, end: number): Promise<TimedSum[]> {
  const files = daysBetween(start, end).map(async (day) => {
    const { points } = await readDay(env.FILES, metricID, day);
    return points.map(([minute, value]) => ({
      time: startOfDay(day) + minute * MINUTE_MS,
      sum: fromStoredSum(value, 1),
    }));
  });
  return (await Promise.all(files)).flat();
}

async function readHours(db: Db, metricID: string, start: number): Promise<TimedSum[]> {
  const days = await selectDaysSince(db, metricID, utcDay(start));
  return days.flatMap(({ day, sums, counts }) =>
    sums.map((sum, hour) => ({
      time: startOfDay(day) + hour * HOUR_MS,
      sum: fromStoredSum(sum, counts[hour] ?? 0),
    })),
  );
}
