import type { Db } from "../db.ts";
import { DAY, dayOf, daysBetween, MINUTE, startOf } from "./days.ts";
import { readDay } from "./points.ts";
import type { Series } from "./schema.ts";
import { type Timeframe, timeframes } from "./statuses.ts";
import { selectDaysSince } from "./store.ts";

/** A sum of points over a stretch of time, beginning at `time`. */
interface Sum {
  time: number;
  sum: number;
  count: number;
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
  const sums =
    timeframe === "day" ? await minutes(env, metricID, start, end) : await hours(db, metricID, start);
  const shown = sums.filter(({ time }) => time >= start && time < end);
  const steps = Array.from({ length: (days * DAY) / step }, () => ({ sum: 0, count: 0 }));
  for (const { time, sum, count } of shown) {
    const at = steps[Math.floor((time - start) / step)];
    if (!at) continue;
    at.sum += sum;
    at.count += count;
  }
  return {
    timeframe,
    stepSeconds,
    start: new Date(start).toISOString(),
    values: steps.map(average),
    average: average(total(shown)),
  };
}

async function minutes(env: Env, metricID: string, start: number, end: number): Promise<Sum[]> {
  const files = daysBetween(start, end).map(async (day) => {
    const { points } = await readDay(env.FILES, metricID, day);
    return points.map(([minute, value]) => ({ time: startOf(day) + minute * MINUTE, sum: value, count: 1 }));
  });
  return (await Promise.all(files)).flat();
}

async function hours(db: Db, metricID: string, start: number): Promise<Sum[]> {
  const days = await selectDaysSince(db, metricID, dayOf(start));
  return days.flatMap(({ day, sums, counts }) =>
    sums.map((sum, hour) => ({ time: startOf(day) + hour * 60 * MINUTE, sum, count: counts[hour] ?? 0 })),
  );
}

function total(sums: Sum[]): { sum: number; count: number } {
  return sums.reduce((all, { sum, count }) => ({ sum: all.sum + sum, count: all.count + count }), {
    sum: 0,
    count: 0,
  });
}

function average({ sum, count }: { sum: number; count: number }): number | null {
  return count === 0 ? null : sum / count;
}
