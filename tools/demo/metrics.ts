import type { NewMetric } from "../../worker/metrics/schema.ts";
import { DAY_MS, MINUTE_MS } from "../../worker/shared/time/domain.ts";
import { serviceMetrics } from "../start/cloudwatch-metrics.ts";

const database = serviceMetrics.find(
  ({ MetricName, Dimensions: [dimension] }) =>
    MetricName === "CPUUtilization" && dimension?.Value === "accounts",
);

export const cloudMetric: NewMetric = {
  type: "CloudWatch",
  props: { Region: "eu-west-1", Statistics: "Average", ...database },
  title: "Database load",
  description: "Average of all cores of the accounts database",
  status: "Visible",
  unit: "%",
  decimalPlaces: 1,
};

const SURGE_MS = 37 * MINUTE_MS;

interface PushedMetric {
  metric: NewMetric;
  /** Returns the same value for the same minute. */
  valueAt: (time: number) => number;
}

export const pushedMetrics: PushedMetric[] = [
  {
    metric: {
      type: "Self",
      title: "API response time",
      description: "95th percentile, as our own probes see it",
      status: "Visible",
      unit: "ms",
    },
    valueAt: (time) => Math.round(118 + 46 * dailyCurve(time) + 22 * noise(time, 1) + 240 * surge(time)),
  },
  {
    metric: {
      type: "Self",
      title: "Sign-ins",
      description: "Completed a minute, all methods together",
      status: "Visible",
      unit: "/min",
    },
    valueAt: (time) => Math.max(0, Math.round(85 + 70 * dailyCurve(time) + 18 * noise(time, 2))),
  },
];

/** The curve goes from -1 at night to 1 in the afternoon, with half the range on weekends. */
function dailyCurve(time: number): number {
  const day = new Date(time).getUTCDay();
  return Math.sin(2 * Math.PI * (time / DAY_MS - 0.33)) * (day === 0 || day === 6 ? 0.5 : 1);
}

/** A hash of the minute, from -1 to 1. */
function noise(time: number, seed: number): number {
  const hash = Math.sin((time / MINUTE_MS) * 12.9898 + seed * 78.233) * 43_758.5453;
  return 2 * (hash - Math.floor(hash)) - 1;
}

/** Rises from 0 to 1 and falls again in a few random periods, and is 0 in all others. */
function surge(time: number): number {
  const period = Math.floor(time / SURGE_MS);
  const isSurge = noise(period * 1e3 * MINUTE_MS, 3) > 0.97;
  return isSurge ? Math.sin((Math.PI * (time % SURGE_MS)) / SURGE_MS) : 0;
}
