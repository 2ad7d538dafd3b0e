import * as z from "zod";
import { badGateway, invalidField, invalidInput } from "../../http/errors.ts";
import { AwsError, type AwsService, awsErrorMessage, callAws } from "../../http/outbound/aws.ts";
import { SECOND_MS } from "../../shared/time/domain.ts";
import { type CloudWatchProps, ExternalMetricFilters, type ExternalMetrics } from "../schema.ts";
import {
  BatchRejectedError,
  type CollectionResult,
  type Source,
  type SourceMetric,
  type TimeRange,
} from "./source.ts";

type Region = CloudWatchProps["Region"];

export const cloudWatch: Source<CloudWatchProps> = {
  groupKey: ({ Region }) => Region,
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_GetMetricData.html
  maxMetricsPerTask: 500,
  // One page has room for all points of a task, but the service may still split them in two.
  maxCallsFor: () => EXPECTED_PAGES * MAX_CALLS_PER_PAGE,
  collect,
  list,
};

const Result = z.object({
  Id: z.string(),
  /** In seconds since the epoch. */
  Timestamps: z.array(z.number()).default([]),
  Values: z.array(z.number()).default([]),
  StatusCode: z.string().default("Complete"),
  Messages: z.array(z.object({ Value: z.string().optional() })).nullish(),
});
type Result = z.output<typeof Result>;

const MetricData = z.object({
  MetricDataResults: z.array(Result),
  NextToken: z.string().nullish(),
});

const EXPECTED_PAGES = 2;
const RETRIES = 1;
const MAX_CALLS_PER_PAGE = 1 + RETRIES;
const MAX_PAGES = 10;

async function collect(
  env: Env,
  metrics: SourceMetric<CloudWatchProps>[],
  range: TimeRange,
  reserveCalls: (calls: number) => boolean,
): Promise<CollectionResult[]> {
  const [first] = metrics;
  if (!first) return [];
  const byQueryID = new Map(metrics.map(({ metricID }, index) => [`m${index}`, missingResult(metricID)]));
  const query = {
    StartTime: range.from / SECOND_MS,
    EndTime: range.to / SECOND_MS,
    ScanBy: "TimestampAscending",
    MetricDataQueries: metrics.map(({ props }, index) => ({
      Id: `m${index}`,
      MetricStat: metricStat(props, range),
    })),
  };
  let NextToken: string | null | undefined;
  let pages = 0;
  try {
    do {
      const page = MetricData.parse(
        await call(env, first.props.Region, "GetMetricData", { ...query, ...(NextToken && { NextToken }) }),
      );
      for (const result of page.MetricDataResults) addPage(byQueryID.get(result.Id), result);
      NextToken = page.NextToken;
      pages += 1;
    } while (NextToken && pages < MAX_PAGES && (pages < EXPECTED_PAGES || reserveCalls(MAX_CALLS_PER_PAGE)));
  } catch (error) {
    if (isInvalidInput(error) && metrics.length > 1) throw new BatchRejectedError();
    for (const result of byQueryID.values()) if (result.error) result.error = awsErrorMessage(service, error);
  }
  return [...byQueryID.values()];
}

function missingResult(metricID: string): CollectionResult {
  return { metricID, points: [], error: "CloudWatch's answer doesn't include this metric." };
}

function addPage(result: CollectionResult | undefined, page: Result): void {
  if (!result) return;
  const { Timestamps, Values, StatusCode, Messages } = page;
  result.points.push(
    ...Values.map((value, index) => ({ time: (Timestamps[index] ?? Number.NaN) * SECOND_MS, value })),
  );
  const message = Messages?.find(({ Value }) => Value)?.Value;
  result.error = StatusCode === "Complete" ? "" : (message ?? `CloudWatch answered with ${StatusCode}.`);
}

function metricStat(
  { Namespace, MetricName, Dimensions, Statistics }: CloudWatchProps,
  { periodSeconds }: TimeRange,
) {
  return { Metric: { Namespace, MetricName, Dimensions }, Period: periodSeconds, Stat: Statistics };
}

const MetricList = z.object({
  Metrics: z.array(
    z.object({
      Namespace: z.string(),
      MetricName: z.string(),
      Dimensions: z.array(z.object({ Name: z.string(), Value: z.string() })).default([]),
    }),
  ),
  NextToken: z.string().nullish(),
});

async function list(
  env: Env,
  filters: Record<string, unknown>,
  cursor: string | undefined,
): Promise<ExternalMetrics> {
  const result = ExternalMetricFilters.safeParse(filters);
  if (!result.success) throw invalidInput(result.error, ["filters"]);
  const { Region, Namespace } = result.data;
  const input = { ...(Namespace && { Namespace }), ...(cursor && { NextToken: cursor }) };
  try {
    const { Metrics, NextToken } = MetricList.parse(await call(env, Region, "ListMetrics", input));
    return { metrics: Metrics, ...(NextToken && { nextCursor: NextToken }) };
  } catch (error) {
    if (isInvalidInput(error))
      throw invalidField(cursor === undefined ? "filters" : "cursor", listError(error, cursor));
    throw badGateway(awsErrorMessage(service, error), { cause: error });
  }
}

function listError(error: unknown, cursor: string | undefined): string {
  const awsMessage = awsErrorMessage(service, error);
  if (cursor === undefined) return `CloudWatch refuses these filters: ${awsMessage}`;
  return `CloudWatch refuses this cursor: ${awsMessage} Ask for the first page again, without a cursor.`;
}

const service: AwsService = { signingName: "monitoring", hostPrefix: "monitoring", name: "CloudWatch" };

function call(env: Env, region: Region, action: string, input: object): Promise<unknown> {
  return callAws(env, service, {
    region,
    endpoint: "CLOUDWATCH_ENDPOINT",
    path: "/",
    headers: {
      "Content-Type": "application/x-amz-json-1.0",
      "X-Amz-Target": `GraniteServiceVersion20100801.${action}`,
    },
    input,
    retries: RETRIES,
  });
}

function isInvalidInput(error: unknown): boolean {
  return (
    error instanceof AwsError &&
    /^(InvalidParameter|InvalidNextToken|MissingRequiredParameter|Validation)/.test(error.type)
  );
}
