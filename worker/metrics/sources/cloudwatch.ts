import { AwsClient } from "aws4fetch";
import * as z from "zod";
import { Refusal } from "../../errors.ts";
import { oneOf } from "../../schema.ts";
import type { CloudWatchProps, ExternalMetrics } from "../schema.ts";
import { cloudWatchRegions } from "../statuses.ts";
import type { Collected, PulledMetric, Range, Source } from "./source.ts";

type Region = CloudWatchProps["Region"];

/** Amazon CloudWatch, by its JSON protocol. */
export const cloudWatch: Source<CloudWatchProps> = {
  groupOf: ({ Region }) => Region,
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_GetMetricData.html
  atMost: 500,
  collect,
  list,
};

const MetricData = z.object({
  MetricDataResults: z
    .array(
      z.object({
        Id: z.string(),
        /** Seconds since the epoch. */
        Timestamps: z.array(z.number()).default([]),
        Values: z.array(z.number()).default([]),
        StatusCode: z.string().optional(),
        Messages: z.array(z.object({ Value: z.string().optional() })).nullish(),
      }),
    )
    .default([]),
  NextToken: z.string().nullish(),
});

/** A region's metrics in one call, or in as many as the service makes of it. */
async function collect(
  env: Env,
  metrics: PulledMetric<CloudWatchProps>[],
  range: Range,
): Promise<Collected[]> {
  const [first] = metrics;
  if (!first) return [];
  const collected = new Map(
    metrics.map(({ metricID }, at) => [`m${at}`, { metricID, points: [] as Point[], error: "" }]),
  );
  const query = {
    StartTime: range.from / 1000,
    EndTime: range.to / 1000,
    ScanBy: "TimestampAscending",
    MetricDataQueries: metrics.map(({ props }, at) => ({ Id: `m${at}`, MetricStat: stat(props, range) })),
  };
  try {
    let NextToken: string | null | undefined;
    do {
      const page = MetricData.parse(
        await call(env, first.props.Region, "GetMetricData", { ...query, ...(NextToken && { NextToken }) }),
      );
      for (const { Id, Timestamps, Values, StatusCode, Messages } of page.MetricDataResults) {
        const metric = collected.get(Id);
        if (!metric) continue;
        metric.points.push(...Values.map((value, at) => ({ time: (Timestamps[at] ?? 0) * 1000, value })));
        if (StatusCode === "Forbidden" || StatusCode === "InternalError") {
          metric.error = Messages?.[0]?.Value ?? `CloudWatch answered ${StatusCode}.`;
        }
      }
      NextToken = page.NextToken;
    } while (NextToken);
  } catch (error) {
    return metrics.map(({ metricID }) => ({ metricID, error: wordsOf(error) }));
  }
  return [...collected.values()].map(({ metricID, points, error }) =>
    error && points.length === 0 ? { metricID, error } : { metricID, points },
  );
}

type Point = { time: number; value: number };

function stat({ Namespace, MetricName, Dimensions, Statistics }: CloudWatchProps, { periodSeconds }: Range) {
  return { Metric: { Namespace, MetricName, Dimensions }, Period: periodSeconds, Stat: Statistics };
}

const Filters = z.object({
  Region: oneOf("Region", cloudWatchRegions),
  Namespace: z.string({ error: "Namespace must be a text." }).optional(),
});

const MetricList = z.object({
  Metrics: z
    .array(
      z.object({
        Namespace: z.string(),
        MetricName: z.string(),
        Dimensions: z.array(z.object({ Name: z.string(), Value: z.string() })).default([]),
      }),
    )
    .default([]),
  NextToken: z.string().nullish(),
});

/** A page of 500. https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_ListMetrics.html */
async function list(
  env: Env,
  filters: Record<string, unknown>,
  cursor: string | undefined,
): Promise<ExternalMetrics> {
  const checked = Filters.safeParse(filters);
  if (!checked.success) {
    const message = checked.error.issues.map((issue) => issue.message).join(" ");
    throw new Refusal(400, message, { errors: [{ path: "filters", message }] });
  }
  const { Region, Namespace } = checked.data;
  const asked = { ...(Namespace && { Namespace }), ...(cursor && { NextToken: cursor }) };
  const answer = await call(env, Region, "ListMetrics", asked).catch((error: unknown) => {
    throw new Refusal(502, wordsOf(error), { cause: error });
  });
  const { Metrics, NextToken } = MetricList.parse(answer);
  return { metrics: Metrics, ...(NextToken && { nextCursor: NextToken }) };
}

/** One call of the service. @throws ServiceError with its own words for any answer but a success */
async function call(env: Env, region: Region, action: string, input: object): Promise<unknown> {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId || !secretAccessKey) {
    throw new ServiceError(
      "The Worker has no AWS credentials: set the secrets AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
    );
  }
  const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: "monitoring", retries: 1 });
  const response = await aws.fetch(env.CLOUDWATCH_ENDPOINT || `https://monitoring.${region}.amazonaws.com/`, {
    method: "POST",
    headers: {
      "Content-Type": "application/x-amz-json-1.0",
      "X-Amz-Target": `GraniteServiceVersion20100801.${action}`,
    },
    body: JSON.stringify(input),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await response.text();
  if (!response.ok) throw new ServiceError(messageOf(text) || `CloudWatch answered ${response.status}.`);
  return JSON.parse(text);
}

class ServiceError extends Error {}

function messageOf(text: string): string {
  try {
    const { message, Message } = JSON.parse(text);
    return String(message ?? Message ?? "");
  } catch {
    return "";
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof ServiceError) return error.message;
  if (error instanceof Error && error.name === "TimeoutError")
    return "CloudWatch did not answer within 10 seconds.";
  if (error instanceof z.ZodError || error instanceof SyntaxError)
    return "CloudWatch gave an answer that makes no sense.";
  return "CloudWatch could not be reached.";
}
