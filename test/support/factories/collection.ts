import {
  type ServiceMetric,
  samples,
  serviceMetrics,
  statistic,
} from "../../../tools/start/cloudwatch-metrics.ts";
import type { DataPoint, NewMetric } from "../../../worker/metrics/schema.ts";
import { DAY_MS, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { startRecordedCloudWatch } from "../fakes/cloudwatch.ts";
import { answer, startDaymark } from "../starters/daymark.ts";
import { makeMetric } from "./factories.ts";

export type Collection = Awaited<ReturnType<typeof startCollection>>;

export const [cpu, network] = serviceMetrics.filter(({ Namespace }) => Namespace === "AWS/EC2") as [
  ServiceMetric,
  ServiceMetric,
];

export const minuteOf = (time: number) => Math.floor(time / MINUTE_MS) * MINUTE_MS;

export function expectedPoints(from: number, to: number, metric = cpu, region = "eu-west-1"): DataPoint[] {
  const points = [];
  for (let time = from; time < to; time += MINUTE_MS) {
    const value = statistic("Average", samples(region, metric, time, 60)) ?? 0;
    points.push({ timestamp: new Date(time).toISOString(), value });
  }
  return points;
}

/** Starts a CloudWatch, and a Daymark that collects metrics from it. */
export async function startCollection() {
  const cloudWatch = await startRecordedCloudWatch();
  const daymark = await startDaymark({ vars: cloudWatch.vars });

  /** Creates a CloudWatch metric. Only with `past` its last 30 days are collected as well. */
  async function makeCloudMetric(
    props: Partial<ServiceMetric> & { Region?: string; Statistics?: string } = {},
    { past = false, ...overrides }: Partial<NewMetric> & { past?: boolean } = {},
  ) {
    const metricProps = { Region: "eu-west-1", Statistics: "Average", ...cpu, ...props };
    const metric = await makeMetric(daymark, {
      type: "CloudWatch",
      status: "Visible",
      props: metricProps,
      ...overrides,
    });
    if (!past) await daymark.db.exec("DELETE FROM metric_backfills");
    return metric;
  }

  async function readDayFile(metricID: string, time: number): Promise<DataPoint[]> {
    const date = new Date(time);
    const day = `${date.getUTCFullYear()}/${date.getUTCMonth() + 1}/${date.getUTCDate()}`;
    return (await daymark.fetch(`/metrics/${metricID}/${day}.json`)).json() as Promise<DataPoint[]>;
  }

  /** Reads yesterday's and today's points, because a test can run across midnight. */
  async function readRecentPoints(metricID: string): Promise<DataPoint[]> {
    const now = Date.now();
    return [...(await readDayFile(metricID, now - DAY_MS)), ...(await readDayFile(metricID, now))];
  }

  async function readCollectionError(metricID: string): Promise<string | undefined> {
    const metrics = await answer(daymark.administrator.metrics.$get());
    return metrics.find((metric) => metric.metricID === metricID)?.collectionError;
  }

  return {
    cloudWatch,
    daymark,
    makeCloudMetric,
    runCronAt: (time: number) => daymark.runCron(new Date(time).toISOString()),
    readDayFile,
    readRecentPoints,
    readCollectionError,
    /** Empties the Worker's storage and the records of CloudWatch. */
    async reset() {
      await daymark.reset();
      cloudWatch.reset();
    },
    async stop() {
      await daymark.stop();
      await cloudWatch.stop();
    },
  };
}
