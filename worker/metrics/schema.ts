import * as z from "zod";
import { boundedRecord, oneOf, orderNumber, requireAnyField, text } from "../http/schema.ts";
import {
  cloudWatchRegions,
  cloudWatchStatistics,
  decimalPlacesLimit,
  MAX_POINTS,
  metricStatuses,
  metricTypes,
} from "./domain.ts";

const name = (label: string, max: number) => text(label, { min: 1, max });

const NOT_DIMENSIONS = "Dimensions must be a list of {Name, Value}.";

/** @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_Metric.html */
export const CloudWatchProps = z
  .object({
    Region: oneOf("Region", cloudWatchRegions),
    Namespace: name("Namespace", 255),
    MetricName: name("MetricName", 255),
    Dimensions: z
      .array(
        z.object(
          { Name: name("Dimension name", 255), Value: name("Dimension value", 1024) },
          { error: NOT_DIMENSIONS },
        ),
        { error: ({ input }) => (input === undefined ? "Dimensions is required." : NOT_DIMENSIONS) },
      )
      .max(30, "Dimensions can be 30 at most."),
    Statistics: oneOf("Statistics", cloudWatchStatistics),
  })
  .meta({ id: "CloudWatchProps" });
export type CloudWatchProps = z.output<typeof CloudWatchProps>;

const NO_SECRET = "TokenSecret must be the name of a secret such as PROMETHEUS_TOKEN.";
const noServer = "URL must be the address of a Prometheus server.";

export const PrometheusProps = z
  .object({
    /** Of the server, without /api/v1. */
    URL: z
      .string({ error: noServer })
      .overwrite((url) => url.trim())
      .max(2000, { error: noServer, abort: true })
      // Its host is short before anything parses it: making one ASCII costs the square of its length.
      .regex(/^https?:\/\/[^\s/\\?#]{1,600}([/?#]\S*)?$/i, { error: noServer, abort: true })
      .refine((url) => !/^[^/]*\/\/[^/?#]*@/.test(url), {
        error: "URL can't contain a user name or password: put a token into a secret.",
      })
      .pipe(z.url({ protocol: /^https?$/, error: noServer })),
    Expression: name("Expression", 2000),
    /** The name of the Worker's secret that holds the server's origin and a bearer token; empty for none. */
    TokenSecret: z
      .string({ error: "TokenSecret must be a string." })
      .max(61, { error: NO_SECRET, abort: true })
      .regex(/^(PROMETHEUS_[A-Z0-9_]{1,50})?$/, NO_SECRET)
      .default(""),
  })
  .meta({ id: "PrometheusProps" });
export type PrometheusProps = z.output<typeof PrometheusProps>;

/** What each type's `props` hold. */
export const propsOf = { CloudWatch: CloudWatchProps, Prometheus: PrometheusProps, Self: z.object({}) };

export const metricFields = z.object({
  type: oneOf("Type", metricTypes),
  /** Checked against the type's own fields. */
  props: boundedRecord("props", z.unknown(), { maxFields: 20, maxNameCharacters: 50 }),
  title: name("Title", 200),
  status: oneOf("Status", metricStatuses),
  unit: text("Unit", { max: 20 }),
  description: text("Description", { max: 1000 }),
  decimalPlaces: z
    .int({ error: "Decimal places must be a whole number." })
    .min(0, `Decimal places must be from 0 to ${decimalPlacesLimit}.`)
    .max(decimalPlacesLimit, `Decimal places must be from 0 to ${decimalPlacesLimit}.`),
  order: orderNumber(),
});

/** What need not be in a POST. */
export const optionalInNewMetric = {
  props: true,
  status: true,
  unit: true,
  description: true,
  decimalPlaces: true,
  order: true,
} as const;

/** Which `props` each type needs is in the API's description: described.ts. */
export const NewMetric = metricFields.partial(optionalInNewMetric);
export type NewMetric = z.output<typeof NewMetric>;

export const MetricChange = requireAnyField(metricFields.partial());
export type MetricChange = z.output<typeof MetricChange>;

/** What visitors see: never its props. */
export const PublicMetric = z
  .object({
    metricID: z.string(),
    type: z.enum(metricTypes),
    title: z.string(),
    status: z.enum(metricStatuses),
    unit: z.string(),
    description: z.string(),
    decimalPlaces: z.int(),
    order: z.int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "PublicMetric" });
export type PublicMetric = z.output<typeof PublicMetric>;

/** With the `props` of any type; which they are is in the API's description: described.ts. */
export const Metric = PublicMetric.extend({
  props: z.record(z.string(), z.unknown()),
  collectionError: z
    .string()
    .describe("The monitoring service's own message if the last collection failed, otherwise empty."),
});
export type Metric = z.output<typeof Metric>;

export const ExternalMetricFilters = z
  .object({
    Region: oneOf("Region", cloudWatchRegions),
    Namespace: text("Namespace", { max: 255 })
      .optional()
      .describe("Only metrics of this namespace, for example `AWS/RDS`."),
  })
  .meta({ id: "ExternalMetricFilters" });

/** What a monitoring service has to offer, a page at a time. */
export const ExternalMetrics = z
  .object({
    metrics: z.array(CloudWatchProps.pick({ Namespace: true, MetricName: true, Dimensions: true })),
    nextCursor: z.string().optional(),
  })
  .meta({ id: "ExternalMetrics" });
export type ExternalMetrics = z.output<typeof ExternalMetrics>;

export const Series = z
  .object({
    timeframe: z.enum(["day", "week", "month"]),
    stepSeconds: z.int(),
    /** Of the first step. */
    start: z.iso.datetime(),
    /** The average of each step's points; null where there are none. */
    values: z.array(z.number().nullable()),
    /** Of all points; null without any. */
    average: z.number().nullable(),
  })
  .meta({ id: "Series" });
export type Series = z.output<typeof Series>;

export const DataPoint = z
  .object({ timestamp: z.iso.datetime(), value: z.number() })
  .meta({ id: "DataPoint" });
export type DataPoint = z.output<typeof DataPoint>;

/** `{metricID: [{timestamp, value}]}`; what each entry has to be is checked entry by entry, with its path. */
export const Submission = boundedRecord("The body", z.unknown(), {
  maxFields: MAX_POINTS,
  maxNameCharacters: 50,
});

export const MetricData = z.record(z.string(), z.array(DataPoint)).meta({
  id: "MetricData",
  description: "The stored points of each metric, by metric ID: one per minute, in ascending order.",
});
