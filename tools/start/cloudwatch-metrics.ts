import { MINUTE_MS } from "../../worker/time/domain.ts";

/** What the stand-in of CloudWatch has to offer: believable metrics whose values depend on nothing but the time. */

interface Dimension {
  Name: string;
  Value: string;
}

export interface ServiceMetric {
  Namespace: string;
  MetricName: string;
  Dimensions: Dimension[];
}

/** What a metric moves between over a day; `whole` where it counts something. */
interface Course {
  low: number;
  high: number;
  whole?: boolean;
}

interface Namespace {
  dimension: string;
  values: string[];
  metrics: Record<string, Course>;
}

const SAMPLES_A_MINUTE = 3;

const namespaces: Record<string, Namespace> = {
  "AWS/EC2": {
    dimension: "InstanceId",
    values: ids("i-0", 60),
    metrics: {
      CPUUtilization: { low: 4, high: 72 },
      NetworkIn: { low: 40_000, high: 9_000_000, whole: true },
      NetworkOut: { low: 60_000, high: 21_000_000, whole: true },
      DiskReadOps: { low: 0, high: 900, whole: true },
      StatusCheckFailed: { low: 0, high: 0, whole: true },
    },
  },
  "AWS/ApplicationELB": {
    dimension: "LoadBalancer",
    values: ["web", "api", "assets", "hooks", "internal"].map((name) => `app/${name}/${id(name)}`),
    metrics: {
      RequestCount: { low: 300, high: 5200, whole: true },
      TargetResponseTime: { low: 0.021, high: 0.19 },
      HTTPCode_Target_5XX_Count: { low: 0, high: 6, whole: true },
      HealthyHostCount: { low: 6, high: 6, whole: true },
    },
  },
  "AWS/Lambda": {
    dimension: "FunctionName",
    values: Array.from({ length: 70 }, (_, n) => `fernway-job-${n + 1}`),
    metrics: {
      Invocations: { low: 2, high: 480, whole: true },
      Errors: { low: 0, high: 3, whole: true },
      Duration: { low: 35, high: 900 },
      Throttles: { low: 0, high: 0, whole: true },
    },
  },
  "AWS/RDS": {
    dimension: "DBInstanceIdentifier",
    values: ["accounts", "accounts-replica", "billing", "events", "search"],
    metrics: {
      CPUUtilization: { low: 8, high: 55 },
      DatabaseConnections: { low: 20, high: 340, whole: true },
      FreeStorageSpace: { low: 190e9, high: 200e9, whole: true },
      ReadLatency: { low: 0.0004, high: 0.006 },
    },
  },
};

/** In the order in which they are listed. */
export const serviceMetrics: ServiceMetric[] = Object.entries(namespaces).flatMap(
  ([Namespace, { dimension, values, metrics }]) =>
    Object.keys(metrics).flatMap((MetricName) =>
      values.map((Value) => ({ Namespace, MetricName, Dimensions: [{ Name: dimension, Value }] })),
    ),
);

export function sameMetric(one: ServiceMetric, other: ServiceMetric): boolean {
  return keyOf(one) === keyOf(other);
}

/** The samples of the period that begins at `from`, ascending. */
export function samples(
  region: string,
  metric: ServiceMetric,
  from: number,
  periodSeconds: number,
): number[] {
  const { low, high, whole } = namespaces[metric.Namespace]?.metrics[metric.MetricName] ?? {
    low: 0,
    high: 0,
  };
  const seed = hash(`${region} ${keyOf(metric)}`);
  const values = [];
  for (let time = from; time < from + periodSeconds * 1000; time += MINUTE_MS) {
    const minute = time / MINUTE_MS;
    const tide = 0.5 + 0.3 * Math.sin(2 * Math.PI * (minute / 1440 + (seed % 97) / 97));
    for (let sample = 0; sample < SAMPLES_A_MINUTE; sample += 1) {
      const wave = tide + 0.4 * (chance(seed + minute * SAMPLES_A_MINUTE + sample) - 0.5);
      const value = low + (high - low) * wave;
      values.push(whole ? Math.round(value) : Number(value.toPrecision(6)));
    }
  }
  return values.sort((one, other) => one - other);
}

/** One of CloudWatch's statistics of a period's samples, which ascend. */
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

function keyOf({ Namespace, MetricName, Dimensions }: ServiceMetric): string {
  const dimensions = Dimensions.map(({ Name, Value }) => `${Name}=${Value}`).sort();
  return [Namespace, MetricName, ...dimensions].join("\n");
}

function ids(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => prefix + id(`${prefix}${n}`));
}

function id(of: string): string {
  return [of, `${of}'`].map((text) => hash(text).toString(16).padStart(8, "0")).join("");
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

/** From 0 to 1, the same for the same number. */
function chance(seed: number): number {
  let value = Math.imul((seed >>> 0) ^ (seed >>> 15), 0x2c1b3c6d);
  value = Math.imul(value ^ (value >>> 12), 0x297a2d39);
  return ((value ^ (value >>> 15)) >>> 0) / 2 ** 32;
}
