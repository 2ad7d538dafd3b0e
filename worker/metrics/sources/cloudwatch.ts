import * as z from "zod";
import { AwsError, type AwsService, awsErrorMessage, callAws } from "../../http/aws.ts";
import { invalidInput, invalidQuery, Refusal } from "../../http/errors.ts";
import { type CloudWatchProps, ExternalMetricFilters, type ExternalMetrics } from "../schema.ts";
import { type Collected, type PulledMetric, type Range, RefusedTogether, type Source } from "./source.ts";

type Region = CloudWatchProps["Region"];

/** Amazon CloudWatch, by its JSON protocol. */
export const cloudWatch: Source<CloudWatchProps> = {
  groupOf: ({ Region }) => Region,
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_GetMetricData.html
  atMost: 500,
  // A page holds 100,800 points, which is more than an invocation asks for; the service may still make two of it.
  callsFor: () => USUAL_PAGES * CALLS_A_PAGE,
  collect,
  list,
};

const Result = z.object({
  Id: z.string(),
  /** Seconds since the epoch. */
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

const USUAL_PAGES = 2;
/** One that fails is asked for once more. */
const CALLS_A_PAGE = 2;
/** As many as one invocation can fetch. */
const MAX_PAGES = 10;

/** A region's metrics in one call, or in as many as the service makes of it. */
async function collect(
  env: Env,
  metrics: PulledMetric<CloudWatchProps>[],
  range: Range,
  takeCalls: (calls: number) => boolean,
): Promise<Collected[]> {
  const [first] = metrics;
  if (!first) return [];
  const collected = new Map(metrics.map(({ metricID }, at) => [`m${at}`, unanswered(metricID)]));
  const query = {
    StartTime: range.from / 1000,
    EndTime: range.to / 1000,
    ScanBy: "TimestampAscending",
    MetricDataQueries: metrics.map(({ props }, at) => ({ Id: `m${at}`, MetricStat: stat(props, range) })),
  };
  let NextToken: string | null | undefined;
  let pages = 0;
  try {
    do {
      const page = MetricData.parse(
        await call(env, first.props.Region, "GetMetricData", { ...query, ...(NextToken && { NextToken }) }),
      );
      for (const result of page.MetricDataResults) take(collected.get(result.Id), result);
      NextToken = page.NextToken;
      pages += 1;
    } while (NextToken && pages < MAX_PAGES && (pages < USUAL_PAGES || takeCalls(CALLS_A_PAGE)));
  } catch (error) {
    if (isRefusedInput(error) && metrics.length > 1) throw new RefusedTogether();
    // Those that are whole already stay so.
    for (const metric of collected.values()) if (metric.error) metric.error = awsErrorMessage(service, error);
  }
  return [...collected.values()];
}

function unanswered(metricID: string): Collected {
  return { metricID, points: [], error: "CloudWatch's answer doesn't include this metric." };
}

function take(metric: Collected | undefined, { Timestamps, Values, StatusCode, Messages }: Result): void {
  if (!metric) return;
  metric.points.push(...Values.map((value, at) => ({ time: (Timestamps[at] ?? Number.NaN) * 1000, value })));
  const ownWords = Messages?.find(({ Value }) => Value)?.Value;
  metric.error = StatusCode === "Complete" ? "" : (ownWords ?? `CloudWatch answered with ${StatusCode}.`);
}

function stat({ Namespace, MetricName, Dimensions, Statistics }: CloudWatchProps, { periodSeconds }: Range) {
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

/** A page of 500. https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_ListMetrics.html */
async function list(
  env: Env,
  filters: Record<string, unknown>,
  cursor: string | undefined,
): Promise<ExternalMetrics> {
  const checked = ExternalMetricFilters.safeParse(filters);
  if (!checked.success) throw invalidInput(checked.error, ["filters"]);
  const { Region, Namespace } = checked.data;
  const asked = { ...(Namespace && { Namespace }), ...(cursor && { NextToken: cursor }) };
  try {
    const { Metrics, NextToken } = MetricList.parse(await call(env, Region, "ListMetrics", asked));
    return { metrics: Metrics, ...(NextToken && { nextCursor: NextToken }) };
  } catch (error) {
    if (isRefusedInput(error))
      throw invalidQuery(cursor === undefined ? "filters" : "cursor", refusedList(error, cursor));
    throw new Refusal(502, awsErrorMessage(service, error), { cause: error });
  }
}

/** Whose cursor is refused asks for what has changed since, or has made it up. */
function refusedList(error: unknown, cursor: string | undefined): string {
  const words = awsErrorMessage(service, error);
  if (cursor === undefined) return `CloudWatch refuses these filters: ${words}`;
  return `CloudWatch refuses this cursor: ${words} Ask for the first page again, without a cursor.`;
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
    retries: 1,
  });
}

/** What is asked for can not be, and not how, how often or by whom. */
function isRefusedInput(error: unknown): boolean {
  return (
    error instanceof AwsError &&
    /^(InvalidParameter|InvalidNextToken|MissingRequiredParameter|Validation)/.test(error.type)
  );
}
