import type { StatusColour } from "../components/domain.ts";

/** The registered monitoring services, and the user's own scripts; the first is a new metric's. */
export const metricTypes = ["CloudWatch", "Prometheus", "Self"] as const;
export type MetricType = (typeof metricTypes)[number];

/** The first is a new metric's. */
export const metricStatuses = ["Hidden", "Visible"] as const;
export type MetricStatus = (typeof metricStatuses)[number];

export const metricColours: Record<MetricStatus, StatusColour> = { Hidden: "grey", Visible: "green" };

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
