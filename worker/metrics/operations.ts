import { operationTexts } from "../openapi/operation-text.ts";

export const metricOperations = operationTexts("Metrics", {
  listMetrics: {
    summary: "List metrics",
    description:
      "Returns every metric in the order of the page, Hidden ones too, with `props` and the reason why its last collection failed.",
  },
  getMetric: {
    summary: "Get a metric",
    description:
      "Returns the metric with its `props` and the reason why its last collection failed. Its `ETag` is taken by `If-Match` of the calls that change it.",
  },
  createMetric: {
    summary: "Create a metric",
    description:
      "Adds a metric at the end of the list. `type` says where its points come from, and `props` is what that type needs: CloudWatch and Prometheus metrics are collected every minute and filled in for the last 30 days, a Self metric gets the points that scripts submit. A new metric is Hidden unless `status` says Visible. There can be 500 metrics.",
  },
  updateMetric: {
    summary: "Update or move a metric",
    description:
      "Changes the fields that the body names and keeps the others. `props` are replaced as a whole; with another `type` they are required unless it is Self. A new `order` moves the metric in the list. Points stay.",
  },
  deleteMetric: {
    summary: "Delete a metric",
    description: "Deletes the metric and all of its points. Succeeds, too, where the metric is gone already.",
  },
  listPublicMetrics: {
    summary: "List visible metrics",
    description: "Returns the metrics that the status page shows, in its order, without their `props`.",
  },
  listExternalMetrics: {
    summary: "List a monitoring service's metrics",
    description:
      "Returns the metrics that CloudWatch has in a region, a page at a time: what `props` of a new CloudWatch metric can be.",
  },
});

export const metricDataOperations = operationTexts("Metric data", {
  listMetricsWithApiKey: {
    summary: "List metrics with an API key",
    description:
      "Returns every metric in the order of the page, Hidden ones too, without its `props`: which IDs points can be submitted for.",
  },
  getMetricWithApiKey: {
    summary: "Get a metric with an API key",
    description: "Returns the metric, also a Hidden one, without its `props`.",
  },
  submitMetricData: {
    summary: "Submit metric data",
    description: `Stores points of metrics of type Self: send an object with the points of each metric under the metric's ID.

- **How much:** 3,000 points and 1 MiB a request at most.
- **When:** \`timestamp\` is ISO 8601, in UTC where it has no time zone, or milliseconds since the epoch. It can be 10 minutes ahead and 400 days back at most.
- **The minute is the key:** seconds are cut off. Of several points in one minute the last wins, in one request and across requests, so that sending points again changes nothing.
- **All or nothing:** an unknown metric, one of another type, a bad \`timestamp\` or a bad \`value\` refuses the whole request with 400 and every reason, and stores nothing.

The answer has the points as they are kept. Graphs show them within seconds.`,
  },
  getMetricSeries: {
    summary: "Get a graph's values",
    description:
      "Returns the averages that the graph of a visible metric draws: of every 5 minutes for a day, of every hour for a week, of every 3 hours for a month.",
  },
  getMetricDay: {
    summary: "Get a day's points",
    description:
      "Returns the points of a metric on a day in UTC, in ascending order. The list is empty for a day without points, and for a metric that is hidden, deleted or unknown.",
  },
});
