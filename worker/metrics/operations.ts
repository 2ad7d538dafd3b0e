import { operationTexts } from "../openapi/operation-text.ts";

export const metricOperations = operationTexts("Metrics", {
  listMetrics: {
    summary: "List metrics",
    description:
      "Returns every metric, including Hidden ones, in the order of the status page, with `props` and the reason why the last collection failed.",
  },
  getMetric: {
    summary: "Get a metric",
    description:
      "Returns the metric with its `props` and the reason why the last collection failed. Calls that change it take its `ETag` in `If-Match`.",
  },
  createMetric: {
    summary: "Create a metric",
    description:
      "Adds a metric at the end of the list. `type` says where its points come from, and `props` has what that type needs. CloudWatch and Prometheus metrics are collected every minute and backfilled for the last 30 days; a Self metric gets the points that scripts submit. The default `status` is Hidden. There can be at most 500 metrics.",
  },
  updateMetric: {
    summary: "Update or move a metric",
    description:
      "Changes the fields in the body and keeps the others. `props` are replaced as a whole; a new `type` needs them unless it is Self. A new `order` moves the metric in the list. Points are kept.",
  },
  deleteMetric: {
    summary: "Delete a metric",
    description: "Deletes the metric and all of its points. Also succeeds if the metric was already deleted.",
  },
  listExternalMetrics: {
    summary: "List a monitoring service's metrics",
    description:
      "Returns the metrics that CloudWatch has in a region, one page at a time, for use in the `props` of a CloudWatch metric.",
  },
});

export const metricDataOperations = operationTexts("Send metric data", {
  listMetricsWithApiKey: {
    summary: "List metrics with an API key",
    description:
      "Returns every metric, including Hidden ones, in the order of the status page, without `props`. Use it to find the ID to submit points for.",
  },
  getMetricWithApiKey: {
    summary: "Get a metric with an API key",
    description: "Returns the metric, even if it is Hidden, without `props`.",
  },
  submitMetricData: {
    summary: "Submit metric data",
    description: `Stores points of metrics of type Self. Send an object with the points of each metric by metric ID.

- **Limits:** at most 3,000 points and 1 MiB per request.
- **Timestamps:** ISO 8601 (without a time zone it means UTC) or milliseconds since the epoch, at most 10 minutes in the future and 400 days in the past.
- **One point per minute:** seconds are removed. If several points are in the same minute, in one request or across requests, the last one wins. Sending the same points again changes nothing.
- **All or nothing:** if a metric is unknown or of another type, or a \`timestamp\` or \`value\` is invalid, the response is 400 with every reason, and nothing is stored.

The response has the points as they are stored. Graphs show them within seconds.`,
  },
});
