import { entityNames } from "../entities/domain.ts";
import { auditedTable, columnsWithout } from "../storage/audited.ts";
import { type Entity, exampleTimes } from "../storage/entity.ts";
import { DescribedMetric } from "./openapi-shapes.ts";
import { metricFields } from "./schema.ts";
import { metricBackfills, metrics } from "./table.ts";

const { exampleID: metricID } = entityNames.metric;

const cloudWatchProps = {
  Region: "eu-west-1",
  Namespace: "AWS/RDS",
  MetricName: "CPUUtilization",
  Dimensions: [{ Name: "DBInstanceIdentifier", Value: "accounts" }],
  Statistics: "Average",
};

const exampleMetric = {
  metricID,
  type: "Self",
  title: "Response time",
  status: "Visible",
  unit: "ms",
  description: "95th percentile of all requests",
  decimalPlaces: 0,
  order: 1769850000,
  createdAt: exampleTimes.began,
  updatedAt: exampleTimes.began,
};

export const metric: Entity<"metric"> = {
  tag: {
    name: "Metrics",
    description: "Choose which graphs the status page shows, and where their points come from.",
  },
  items: [DescribedMetric],
  examples: () => ({
    NewMetric: {
      type: "CloudWatch",
      title: "Database load",
      unit: "%",
      decimalPlaces: 1,
      props: cloudWatchProps,
    },
    MetricChange: { status: "Visible", decimalPlaces: 2 },
    Metric: { ...exampleMetric, props: {}, collectionError: "", collectionNote: "" },
    PublicMetric: exampleMetric,
    CloudWatchProps: cloudWatchProps,
    PrometheusProps: {
      URL: "https://prometheus.example.com",
      Expression: "sum(rate(http_requests_total[5m]))",
      TokenSecret: "PROMETHEUS_TOKEN",
    },
    ExternalMetricFilters: { Region: "eu-west-1", Namespace: "AWS/RDS" },
    ExternalMetrics: {
      metrics: [
        {
          Namespace: cloudWatchProps.Namespace,
          MetricName: cloudWatchProps.MetricName,
          Dimensions: cloudWatchProps.Dimensions,
        },
      ],
      nextCursor: "eyJOZXh0VG9rZW4i",
    },
    NewMetricData: {
      [metricID]: [
        { timestamp: "2026-01-31T09:00:00Z", value: 118.4 },
        { timestamp: 1769850060000, value: 121 },
      ],
    },
    MetricData: {
      [metricID]: [
        { timestamp: exampleTimes.began, value: 118.4 },
        { timestamp: "2026-01-31T09:01:00.000Z", value: 121 },
      ],
    },
    DataPoint: { timestamp: exampleTimes.began, value: 118.4 },
    Series: {
      timeframe: "day",
      stepSeconds: 300,
      start: exampleTimes.began,
      values: [118.4, null, 121],
      average: 119.7,
    },
  }),
  audit: auditedTable(
    metrics,
    metrics.metricID,
    columnsWithout(
      metrics,
      "metricID",
      "collectionError",
      "collectionNote",
      "collectedUntil",
      "createdAt",
      "updatedAt",
    ),
  ),
  archive: {
    metrics: {
      table: metrics,
      input: metricFields,
      omit: {
        collectionError: "What failed last. The next collection finds it again.",
        collectionNote: "Why there were no points last. The next collection finds it again.",
      },
      // `restore.ts` looks at `props`, which differ with the type.
      fields: ({ time }) => ({ collectedUntil: time }),
    },
    metricBackfills: { table: metricBackfills, fields: ({ day }) => ({ day }) },
  },
};
