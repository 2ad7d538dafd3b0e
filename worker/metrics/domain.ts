import { DAY_MS, HOUR_SECONDS, MINUTE_SECONDS, SECOND_MS } from "../shared/time/domain.ts";
import { isRecord } from "../storage/domain.ts";

/** One call to CloudWatch collects at most 500 metrics. */
export const MAX_METRICS = 500;

export const metricTypes = ["CloudWatch", "Prometheus", "Self"] as const;
export type MetricType = (typeof metricTypes)[number];

export const metricStatuses = ["Hidden", "Visible"] as const;
export type MetricStatus = (typeof metricStatuses)[number];

export const timeframes = {
  day: { name: "Day", days: 1, stepSeconds: 5 * MINUTE_SECONDS },
  week: { name: "Week", days: 7, stepSeconds: HOUR_SECONDS },
  month: { name: "Month", days: 30, stepSeconds: 3 * HOUR_SECONDS },
} as const;
export type Timeframe = keyof typeof timeframes;

export function isTimeframe(text: string): text is Timeframe {
  return Object.hasOwn(timeframes, text);
}

export const MAX_POINTS_PER_REQUEST = 3000;

export const MAX_DECIMAL_PLACES = 4;
export const MAX_UNIT_CHARACTERS = 20;

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

export interface MetricDay {
  metricID: string;
  /** A day in UTC, such as 2026-01-31. */
  day: string;
}

export function dayKey({ metricID, day }: MetricDay): string {
  return `${metricID} ${day}`;
}

/** The mean of finite values is finite, but their sum can exceed the largest number. `scaled` is the sum divided by `SCALE`. */
export interface Sum {
  sum: number;
  count: number;
  scaled: number;
}

/** It exceeds the number of points in a graph. Dividing by a power of two is exact. */
const SCALE = 2 ** 32;

export function emptySum(): Sum {
  return { sum: 0, count: 0, scaled: 0 };
}

export function addValue(total: Sum, value: number): void {
  add(total, fromStoredSum(value, 1));
}

function add(total: Sum, { sum, count, scaled }: Sum): void {
  total.sum += sum;
  total.count += count;
  total.scaled += scaled;
}

function computeMean({ sum, count, scaled }: Sum): number | null {
  if (count === 0) return null;
  if (Number.isFinite(sum)) return sum / count;
  const mean = (scaled / count) * SCALE;
  return Math.min(Math.max(mean, -Number.MAX_VALUE), Number.MAX_VALUE);
}

/** JSON can't represent infinity, so the mean replaces a sum that is too large. */
export type StoredSum = number | { mean: number };

export function isStoredSum(value: unknown): boolean {
  return Number.isFinite(value) || (isRecord(value) && Number.isFinite(value.mean));
}

export function toStoredSum(total: Sum): StoredSum {
  return Number.isFinite(total.sum) ? total.sum : { mean: computeMean(total) ?? 0 };
}

export function fromStoredSum(stored: StoredSum, count: number): Sum {
  if (typeof stored === "number") return { sum: stored, count, scaled: stored / SCALE };
  return { sum: Number.POSITIVE_INFINITY, count, scaled: (stored.mean / SCALE) * count };
}

export function timeframeRange(
  timeframe: Timeframe,
  now: number,
): { start: number; end: number; stepMs: number } {
  const { days, stepSeconds } = timeframes[timeframe];
  const stepMs = stepSeconds * SECOND_MS;
  const end = Math.ceil(now / stepMs) * stepMs;
  return { start: end - days * DAY_MS, end, stepMs };
}

export function averageBySteps(
  timedSums: Iterable<{ time: number; sum: Sum }>,
  timeframe: Timeframe,
  now: number,
) {
  const { start, end, stepMs } = timeframeRange(timeframe, now);
  const steps = Array.from({ length: (end - start) / stepMs }, emptySum);
  const total = emptySum();
  for (const { time, sum } of timedSums) {
    const step = steps[Math.floor((time - start) / stepMs)];
    if (!step) continue;
    add(step, sum);
    add(total, sum);
  }
  return {
    timeframe,
    stepSeconds: stepMs / SECOND_MS,
    start: new Date(start).toISOString(),
    values: steps.map(computeMean),
    average: computeMean(total),
  };
}
