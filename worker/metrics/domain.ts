import type { StatusColor } from "../components/domain.ts";
import { DAY_MS, SECOND_MS } from "../time/domain.ts";

/** The registered monitoring services, and the user's own scripts; the first is a new metric's. */
export const metricTypes = ["CloudWatch", "Prometheus", "Self"] as const;
export type MetricType = (typeof metricTypes)[number];

/** The first is a new metric's. */
export const metricStatuses = ["Hidden", "Visible"] as const;
export type MetricStatus = (typeof metricStatuses)[number];

export const metricColors: Record<MetricStatus, StatusColor> = { Hidden: "grey", Visible: "green" };

/** How far back a graph goes, and how wide each of its steps is. */
export const timeframes = {
  day: { name: "Day", days: 1, stepSeconds: 5 * 60 },
  week: { name: "Week", days: 7, stepSeconds: 60 * 60 },
  month: { name: "Month", days: 30, stepSeconds: 3 * 60 * 60 },
} as const;
export type Timeframe = keyof typeof timeframes;

export function isTimeframe(text: string): text is Timeframe {
  return Object.hasOwn(timeframes, text);
}

/** The points of one request, over all metrics. */
export const MAX_POINTS = 3000;

export const decimalPlacesLimit = 4;

/** Where CloudWatch metrics can be picked from. */
export const cloudWatchRegions = [
  "us-east-1",
  "us-east-2",
  "us-west-1",
  "us-west-2",
  "ca-central-1",
  "eu-west-1",
  "eu-central-1",
  "eu-west-2",
  "ap-northeast-1",
  "ap-northeast-2",
  "ap-southeast-1",
  "ap-southeast-2",
  "ap-south-1",
  "sa-east-1",
] as const;

export const cloudWatchStatistics = [
  "Average",
  "Minimum",
  "Maximum",
  "Sum",
  "SampleCount",
  "p99",
  "p95",
  "p90",
  "p50",
  "p10",
] as const;

/** Values that are added up for their mean, which is finite for any finite values, even where their sum is not. */
export interface Sum {
  sum: number;
  count: number;
  /** The sum divided by `SCALE`, for means whose sum is too large for a number. */
  scaled: number;
}

/** A power of two, so that dividing by it is exact, and more than a graph has points. */
const SCALE = 2 ** 32;

export function emptySum(): Sum {
  return { sum: 0, count: 0, scaled: 0 };
}

export function addValue(total: Sum, value: number): void {
  add(total, sumFrom(value, 1));
}

function add(total: Sum, { sum, count, scaled }: Sum): void {
  total.sum += sum;
  total.count += count;
  total.scaled += scaled;
}

/** @returns null for no values */
function meanOf({ sum, count, scaled }: Sum): number | null {
  if (count === 0) return null;
  if (Number.isFinite(sum)) return sum / count;
  const mean = (scaled / count) * SCALE;
  // Rounding can take the mean of the largest numbers past them.
  return Math.min(Math.max(mean, -Number.MAX_VALUE), Number.MAX_VALUE);
}

/** A sum as JSON has it: where it is too large for a number, the mean stands in its place. */
export type StoredSum = number | { mean: number };

export function storedSum(total: Sum): StoredSum {
  return Number.isFinite(total.sum) ? total.sum : { mean: meanOf(total) ?? 0 };
}

/** @param stored null where a version that knew no means had a sum too large for a number */
export function sumFrom(stored: StoredSum | null, count: number): Sum {
  if (stored === null) return emptySum();
  if (typeof stored === "number") return { sum: stored, count, scaled: stored / SCALE };
  return { sum: Number.POSITIVE_INFINITY, count, scaled: (stored.mean / SCALE) * count };
}

/** The step that is running at `now` is a timeframe's last. */
export function spanOf(timeframe: Timeframe, now: number): { start: number; end: number; stepMs: number } {
  const { days, stepSeconds } = timeframes[timeframe];
  const stepMs = stepSeconds * SECOND_MS;
  const end = Math.ceil(now / stepMs) * stepMs;
  return { start: end - days * DAY_MS, end, stepMs };
}

/** @param stretches sums of points and the times at which they begin; those before the timeframe are left out */
export function averageBySteps(
  stretches: Iterable<{ time: number; sum: Sum }>,
  timeframe: Timeframe,
  now: number,
) {
  const { start, end, stepMs } = spanOf(timeframe, now);
  const steps = Array.from({ length: (end - start) / stepMs }, emptySum);
  const all = emptySum();
  for (const { time, sum } of stretches) {
    const step = steps[Math.floor((time - start) / stepMs)];
    if (!step) continue;
    add(step, sum);
    add(all, sum);
  }
  return {
    timeframe,
    stepSeconds: stepMs / SECOND_MS,
    start: new Date(start).toISOString(),
    values: steps.map(meanOf),
    average: meanOf(all),
  };
}
