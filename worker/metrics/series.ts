import type { Db } from "../storage/db.ts";
import { DAY, dayOf, daysBetween, MINUTE, startOf } from "./days.ts";
import { type Timeframe, timeframes } from "./domain.ts";
import { add, emptySum, meanOf, type Sum, sumFrom } from "./mean.ts";
import { readDay } from "./points.ts";
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
  const { days, stepSeconds } = timeframes[timeframe];
  const step = stepSeconds * 1000;
  const end = Math.ceil(now / step) * step;
  const start = end - days * DAY;
  const stretches =
    timeframe === "day" ? await minutes(env, metricID, start, end) : await hours(db, metricID, start);
  const steps = Array.from({ length: (days * DAY) / step }, emptySum);
  const all = emptySum();
  for (const { time, sum } of stretches) {
    const at = steps[Math.floor((time - start) / step)];
    if (!at) continue;
    add(at, sum);
    add(all, sum);
  }
  return {
    timeframe,
    stepSeconds,
    start: new Date(start).toISOString(),
    values: steps.map(meanOf),
    average: meanOf(all),
  };
}

async function minutes(env: Env, metricID: string, start: number, end: number): Promise<Stretch[]> {
  const files = daysBetween(start, end).map(async (day) => {
    const { points } = await readDay(env.FILES, metricID, day);
    return points.map(([minute, value]) => ({
      time: startOf(day) + minute * MINUTE,
      sum: sumFrom(value, 1),
    }));
  });
  return (await Promise.all(files)).flat();
}

async function hours(db: Db, metricID: string, start: number): Promise<Stretch[]> {
  const days = await selectDaysSince(db, metricID, dayOf(start));
  return days.flatMap(({ day, sums, counts }) =>
    sums.map((sum, hour) => ({
      time: startOf(day) + hour * 60 * MINUTE,
      sum: sumFrom(sum, counts[hour] ?? 0),
    })),
  );
}
