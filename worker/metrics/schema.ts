import * as z from "zod";
import { boundedRecord, labeledEnum, orderNumber, requireAnyField, text } from "../http/schema.ts";
import {
  cloudWatchRegions,
  cloudWatchStatistics,
  MAX_DECIMAL_PLACES,
  MAX_POINTS_PER_REQUEST,
  MAX_UNIT_CHARACTERS,
  metricStatuses,
  metricTypes,
} from "./domain.ts";

const name = (label: string, max: number) => text(label, { min: 1, max });

const NOT_DIMENSIONS = "Dimensions must be a list of {Name, Value}.";

/** @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_Metric.html */
export const CloudWatchProps = z
  .object({
    Region: labeledEnum("Region", cloudWatchRegions),
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
    Statistics: labeledEnum("Statistics", cloudWatchStatistics),
  })
  .meta({ id: "CloudWatchProps" });
export type CloudWatchProps = z.output<typeof CloudWatchProps>;

const NOT_A_SECRET_NAME = "TokenSecret must be the name of a secret such as PROMETHEUS_TOKEN.";
const NOT_A_SERVER = "URL must be the address of a Prometheus server.";

export const PrometheusProps = z
  .object({
    URL: z
      .string({ error: NOT_A_SERVER })
      .overwrite((url) => url.trim())
      .max(2000, { error: NOT_A_SERVER, abort: true })
      // Limit the host before parsing the URL: converting a host to ASCII takes quadratic time.
      .regex(/^https?:\/\/[^\s/\\?#]{1,600}([/?#]\S*)?$/i, { error: NOT_A_SERVER, abort: true })
      .refine((url) => !/^[^/]*\/\/[^/?#]*@/.test(url), {
        error: "URL can't contain a user name or password: put a token into a secret.",
      })
      .pipe(z.url({ protocol: /^https?$/, error: NOT_A_SERVER })),
    Expression: name("Expression", 2000),
    /** The name of a Worker secret with the server's origin and a bearer token. Empty means no token. */
    TokenSecret: z
      .string({ error: "TokenSecret must be a string." })
      .max(61, { error: NOT_A_SECRET_NAME, abort: true })
      .regex(/^(PROMETHEUS_[A-Z0-9_]{1,50})?$/, NOT_A_SECRET_NAME)
      .default(""),
  })
  .meta({ id: "PrometheusProps" });
export type PrometheusProps = z.output<typeof PrometheusProps>;

export const propsOf = { CloudWatch: CloudWatchProps, Prometheus: PrometheusProps, Self: z.object({}) };

export const metricFields = z.object({
  type: labeledEnum("Type", metricTypes),
  props: boundedRecord("props", z.unknown(), { maxFields: 20, maxNameCharacters: 50 }),
  title: name("Title", 200),
  status: labeledEnum("Status", metricStatuses),
  unit: text("Unit", { max: MAX_UNIT_CHARACTERS }),
  description: text("Description", { max: 1000 }),
  decimalPlaces: z
    .int({ error: "Decimal places must be a whole number." })
    .min(0, `Decimal places must be from 0 to ${MAX_DECIMAL_PLACES}.`)
    .max(MAX_DECIMAL_PLACES, `Decimal places must be from 0 to ${MAX_DECIMAL_PLACES}.`),
  order: orderNumber(),
});

export const optionalInNewMetric = {
  props: true,
  status: true,
  unit: true,
  description: true,
  decimalPlaces: true,
  order: true,
} as const;

export const NewMetric = metricFields.partial(optionalInNewMetric);
export type NewMetric = z.output<typeof NewMetric>;

export const MetricChange = requireAnyField(metricFields.partial());
export type MetricChange = z.output<typeof MetricChange>;

/** Visitors and API keys never see `props`. */
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

export const Metric = PublicMetric.extend({
  props: z.record(z.string(), z.unknown()),
  collectionError: z
    .string()
    .describe("The monitoring service's own message if the last collection failed, otherwise empty."),
  collectionNote: z.string().describe("Why the last collection brought no points although it didn't fail."),
});
export type Metric = z.output<typeof Metric>;

export const ExternalMetricFilters = z
  .object({
    Region: labeledEnum("Region", cloudWatchRegions),
    Namespace: text("Namespace", { max: 255 })
      .optional()
      .describe("Only metrics of this namespace, for example `AWS/RDS`."),
  })
  .meta({ id: "ExternalMetricFilters" });

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
    start: z.iso.datetime(),
    values: z.array(z.number().nullable()),
    average: z.number().nullable(),
  })
  .meta({ id: "Series" });
export type Series = z.output<typeof Series>;

export const DataPoint = z
  .object({ timestamp: z.iso.datetime(), value: z.number() })
  .meta({ id: "DataPoint" });
export type DataPoint = z.output<typeof DataPoint>;

/** `checkSubmission` validates each entry of `{metricID: [{timestamp, value}]}`. */
export const Submission = boundedRecord("The body", z.unknown(), {
  maxFields: MAX_POINTS_PER_REQUEST,
  maxNameCharacters: 50,
});

export const MetricData = z.record(z.string(), z.array(DataPoint)).meta({
  id: "MetricData",
  description: "The stored points of each metric, by metric ID: one per minute, in ascending order.",
});
