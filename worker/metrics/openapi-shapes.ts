// These shapes appear only in the API description. The Worker validates `props` and points itself, to name the path of each error.
import * as z from "zod";
import { MAX_POINTS_PER_REQUEST } from "./domain.ts";
import { CloudWatchProps, Metric, metricFields, optionalInNewMetric, PrometheusProps } from "./schema.ts";

const SelfProps = z.object({}).describe("Empty: a metric of type Self needs no properties.");

const { type: _, props: __, ...common } = metricFields.partial(optionalInNewMetric).shape;

const cloudWatch = { type: z.literal("CloudWatch"), props: CloudWatchProps };
const prometheus = { type: z.literal("Prometheus"), props: PrometheusProps };
const self = { type: z.literal("Self"), props: SelfProps };

export const DescribedNewMetric = z
  .discriminatedUnion("type", [
    z.object({ ...cloudWatch, ...common }).meta({ id: "NewCloudWatchMetric" }),
    z.object({ ...prometheus, ...common }).meta({ id: "NewPrometheusMetric" }),
    z.object({ ...self, props: SelfProps.optional(), ...common }).meta({ id: "NewSelfMetric" }),
  ])
  .meta({ id: "NewMetric", description: "The `type` decides which `props` are needed." });

function changeSchema<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.object({ ...shape, ...common }).partial();
}

export const DescribedMetricChange = z
  .union([
    changeSchema(cloudWatch).meta({ id: "CloudWatchMetricChange", minProperties: 1 }),
    changeSchema(prometheus).meta({ id: "PrometheusMetricChange", minProperties: 1 }),
    changeSchema(self).meta({ id: "SelfMetricChange", minProperties: 1 }),
  ])
  .meta({
    id: "MetricChange",
    description:
      "At least one field. `props` are replaced as a whole, and must fit the new `type` or, without one, the metric's type.",
  });

const { type: ___, props: ____, ...responseFields } = Metric.shape;

export const DescribedMetric = z
  .discriminatedUnion("type", [
    z.object({ ...cloudWatch, ...responseFields }).meta({ id: "CloudWatchMetric" }),
    z.object({ ...prometheus, ...responseFields }).meta({ id: "PrometheusMetric" }),
    z.object({ ...self, ...responseFields }).meta({ id: "SelfMetric" }),
  ])
  .meta({ id: "Metric" });

const NewDataPoint = z
  .object({
    timestamp: z
      .union([
        z.iso.datetime().max(40).describe("ISO 8601. Without a time zone it means UTC."),
        z.int().describe("Milliseconds since the epoch."),
      ])
      .describe(
        "At most 10 minutes in the future and 400 days in the past. Seconds are removed: there is one point per minute.",
      ),
    value: z.number().describe("A finite number."),
  })
  .meta({ id: "NewDataPoint" });

export const DescribedSubmission = z
  .record(z.string().max(50), z.array(NewDataPoint).max(MAX_POINTS_PER_REQUEST))
  .meta({
    id: "NewMetricData",
    maxProperties: MAX_POINTS_PER_REQUEST,
    description:
      "The points of each metric, by metric ID. At most 3,000 points in total. If several points are in the same minute, the last one wins.",
  });
