import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../worker/shared/time/domain.ts";

interface Dimension {
  Name: string;
  Value: string;
}

export interface ServiceMetric {
  Namespace: string;
  MetricName: string;
  Dimensions: Dimension[];
}

interface DailyRange {
  low: number;
  high: number;
  isInteger?: boolean;
}

interface Namespace {
  dimension: string;
  values: string[];
  metrics: Record<string, DailyRange>;
}

const SAMPLES_A_MINUTE = 3;

const namespaces: Record<string, Namespace> = {
  "AWS/EC2": {
    dimension: "InstanceId",
    values: ids("i-0", 60),
    metrics: {
      CPUUtilization: { low: 4, high: 72 },
      NetworkIn: { low: 40_000, high: 9_000_000, isInteger: true },
      NetworkOut: { low: 6e4, high: 21_000_000, isInteger: true },
      DiskReadOps: { low: 0, high: 900, isInteger: true },
      StatusCheckFailed: { low: 0, high: 0, isInteger: true },
    },
  },
  "AWS/ApplicationELB": {
    dimension: "LoadBalancer",
    values: ["web", "api", "assets", "hooks", "internal"].map((name) => `app/${name}/${id(name)}`),
    metrics: {
      RequestCount: { low: 300, high: 5200, isInteger: true },
      TargetResponseTime: { low: 0.021, high: 0.19 },
      HTTPCode_Target_5XX_Count: { low: 0, high: 6, isInteger: true },
      HealthyHostCount: { low: 6, high: 6, isInteger: true },
    },
  },
  "AWS/Lambda": {
    dimension: "FunctionName",
    values: Array.from({ length: 70 }, (_, n) => `fernway-job-${n + 1}`),
    metrics: {
      Invocations: { low: 2, high: 480, isInteger: true },
      Errors: { low: 0, high: 3, isInteger: true },
      Duration: { low: 35, high: 900 },
      Throttles: { low: 0, high: 0, isInteger: true },
    },
  },
  "AWS/RDS": {
    dimension: "DBInstanceIdentifier",
    values: ["accounts", "accounts-replica", "billing", "events", "search"],
    metrics: {
      CPUUtilization: { low: 8, high: 55 },
      DatabaseConnections: { low: 20, high: 340, isInteger: true },
      FreeStorageSpace: { low: 190e9, high: 200e9, isInteger: true },
      ReadLatency: { low: 0.0004, high: 0.006 },
    },
  },
};

/** The metrics of the local CloudWatch, in the order of ListMetrics. Their values depend on the time alone, so they repeat. */
export const serviceMetrics: ServiceMetric[] = Object.entries(namespaces).flatMap(
  ([Namespace, { dimension, values, metrics }]) =>
    Object.keys(metrics).flatMap((MetricName) =>
      values.map((Value) => ({ Namespace, MetricName, Dimensions: [{ Name: dimension, Value }] })),
    ),
);

export function sameMetric(one: ServiceMetric, other: ServiceMetric): boolean {
  return metricKey(one) === metricKey(other);
}

export function samples(
  region: string,
  metric: ServiceMetric,
  from: number,
  periodSeconds: number,
): number[] {
  const { low, high, isInteger } = namespaces[metric.Namespace]?.metrics[metric.MetricName] ?? {
    low: 0,
    high: 0,
  };
  const seed = fnv1a(`${region} ${metricKey(metric)}`);
  const values = [];
  for (let time = from; time < from + periodSeconds * SECOND_MS; time += MINUTE_MS) {
    const minute = time / MINUTE_MS;
    const timeShift = (seed % 97) / 97;
    const dailyCurve = 0.5 + 0.3 * Math.sin(2 * Math.PI * (time / DAY_MS + timeShift));
    for (let sample = 0; sample < SAMPLES_A_MINUTE; sample += 1) {
      const fraction = dailyCurve + 0.4 * (random(seed + minute * SAMPLES_A_MINUTE + sample) - 0.5);
      const value = low + (high - low) * fraction;
      values.push(isInteger ? Math.round(value) : Number(value.toPrecision(6)));
    }
  }
  return values.sort((one, other) => one - other);
}

/** @param samples ascending */
export function statistic(stat: string, samples: number[]): number | undefined {
  const sum = samples.reduce((all, sample) => all + sample, 0);
  if (stat === "Average") return sum / samples.length;
  if (stat === "Minimum") return samples[0];
  if (stat === "Maximum") return samples.at(-1);
  if (stat === "Sum") return sum;
  if (stat === "SampleCount") return samples.length;
  const percentile = /^p(\d\d?)$/.exec(stat)?.[1];
  if (percentile === undefined) return undefined;
  return samples[Math.min(samples.length - 1, Math.floor((Number(percentile) / 100) * samples.length))];
}

function metricKey({ Namespace, MetricName, Dimensions }: ServiceMetric): string {
  const dimensions = Dimensions.map(({ Name, Value }) => `${Name}=${Value}`).sort();
  return [Namespace, MetricName, ...dimensions].join("\n");
}

function ids(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => prefix + id(`${prefix}${n}`));
}

function id(seed: string): string {
  return [seed, `${seed}'`].map((text) => fnv1a(text).toString(16).padStart(8, "0")).join("");
}

function fnv1a(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}

/** A hash of `seed` from 0 to 1. */
function random(seed: number): number {
  let value = Math.imul((seed >>> 0) ^ (seed >>> 15), 0x2c1b3c6d);
  value = Math.imul(value ^ (value >>> 12), 0x297a2d39);
  return ((value ^ (value >>> 15)) >>> 0) / 2 ** 32;
}
