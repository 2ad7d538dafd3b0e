import type { NewMetric } from "../../worker/metrics/schema.ts";
import { DAY_MS, MINUTE_MS } from "../../worker/time/domain.ts";
import { serviceMetrics } from "../start/cloudwatch-metrics.ts";

const database = serviceMetrics.find(
  ({ MetricName, Dimensions: [of] }) => MetricName === "CPUUtilization" && of?.Value === "accounts",
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

interface FedMetric {
  metric: NewMetric;
  /** At a minute, in milliseconds since the epoch: always the same. */
  valueAt: (time: number) => number;
}

/** Those whose points a script of the service would send. */
export const fedMetrics: FedMetric[] = [
  {
    metric: {
      type: "Self",
      title: "API response time",
      description: "95th percentile, as our own probes see it",
      status: "Visible",
      unit: "ms",
    },
    valueAt: (time) => Math.round(118 + 46 * daylight(time) + 22 * noise(time, 1) + 240 * surge(time)),
  },
  {
    metric: {
      type: "Self",
      title: "Sign-ins",
      description: "Completed a minute, all methods together",
      status: "Visible",
      unit: "/min",
    },
    valueAt: (time) => Math.max(0, Math.round(85 + 70 * daylight(time) + 18 * noise(time, 2))),
  },
];

/** From -1 at night to 1 in the afternoon, lower on weekends. */
function daylight(time: number): number {
  const day = new Date(time).getUTCDay();
  return Math.sin(2 * Math.PI * (time / DAY_MS - 0.33)) * (day === 0 || day === 6 ? 0.5 : 1);
}

/** From -1 to 1, another at each minute. */
function noise(time: number, seed: number): number {
  const scattered = Math.sin((time / MINUTE_MS) * 12.9898 + seed * 78.233) * 43_758.5453;
  return 2 * (scattered - Math.floor(scattered)) - 1;
}

/** Some minutes now and then in which it takes its time: from 0 to 1. */
function surge(time: number): number {
  const spell = Math.floor(time / (37 * MINUTE_MS));
  return noise(spell * 1000 * MINUTE_MS, 3) > 0.97
    ? Math.sin((Math.PI * (time % (37 * MINUTE_MS))) / (37 * MINUTE_MS))
    : 0;
}
