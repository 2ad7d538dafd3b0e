import type { Db } from "../storage/db.ts";
import { dayOf, daysBetween, HOUR_MS, MINUTE_MS, startOfDay } from "../time/domain.ts";
import { readDay } from "./day-files.ts";
import { averageBySteps, type Sum, spanOf, sumFrom, type Timeframe } from "./domain.ts";
import type { Series } from "./schema.ts";
import { selectDaysSince } from "./store.ts";

/** The points of a stretch of time, beginning at `time`. */
interface Stretch {
  time: number;
  sum: Sum;
}

/**
 * A metric's points of the last day, week or month, averaged by the timeframe's step. A day comes from its two day
 * files in R2, a week or a month from the hourly sums in D1.
 */
export async function seriesOf(
  env: Env,
  db: Db,
  metricID: string,
  timeframe: Timeframe,
  now: number,
): Promise<Series> {
  const { start, end } = spanOf(timeframe, now);
  const stretches =
    timeframe === "day" ? await minutes(env, metricID, start, end) : await hours(db, metricID, start);
  return averageBySteps(stretches, timeframe, now);
}

async function minutes(env: Env, metricID: string, start: number, end: number): Promise<Stretch[]> {
  const files = daysBetween(start, end).map(async (day) => {
    const { points } = await readDay(env.FILES, metricID, day);
    return points.map(([minute, value]) => ({
      time: startOfDay(day) + minute * MINUTE_MS,
      sum: sumFrom(value, 1),
    }));
  });
  return (await Promise.all(files)).flat();
}

async function hours(db: Db, metricID: string, start: number): Promise<Stretch[]> {
  const days = await selectDaysSince(db, metricID, dayOf(start));
  return days.flatMap(({ day, sums, counts }) =>
    sums.map((sum, hour) => ({
      time: startOfDay(day) + hour * HOUR_MS,
      sum: sumFrom(sum, counts[hour] ?? 0),
    })),
  );
}
