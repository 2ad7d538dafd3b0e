import { type Timeframe, timeframes } from "../../worker/metrics/domain.ts";
import { addValue, emptySum, meanOf } from "../../worker/metrics/mean.ts";
import type { DataPoint, Series } from "../../worker/metrics/schema.ts";

const DAY = 86_400_000;

/** The days whose files have a timeframe's points, today's last: `2026/11/21`, in UTC, one more than it has days. */
export function daysOf(timeframe: Timeframe, now: number): string[] {
  const { days } = timeframes[timeframe];
  return Array.from({ length: days + 1 }, (_, at) => {
    const day = new Date(now - (days - at) * DAY);
    return [day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate()].join("/");
  });
}

/** Points averaged by the timeframe's step, up to the step that is running now. */
export function averageBySteps(points: readonly DataPoint[], timeframe: Timeframe, now: number): Series {
  const { days, stepSeconds } = timeframes[timeframe];
  const length = stepSeconds * 1000;
  const end = Math.ceil(now / length) * length;
  const start = end - days * DAY;
  const steps = Array.from({ length: (days * DAY) / length }, emptySum);
  const all = emptySum();
  for (const { timestamp, value } of points) {
    const step = steps[Math.floor((Date.parse(timestamp) - start) / length)];
    if (!step) continue;
    addValue(step, value);
    addValue(all, value);
  }
  return {
    timeframe,
    stepSeconds,
    start: new Date(start).toISOString(),
    values: steps.map(meanOf),
    average: meanOf(all),
  };
}
