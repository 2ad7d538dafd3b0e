import { operationTexts } from "../openapi/operation-text.ts";

export const publicMetricOperations = operationTexts("Read the status page", {
  listPublicMetrics: {
    summary: "List visible metrics",
    description: "Returns the metrics that the status page shows, in the same order, without `props`.",
  },
  getMetricSeries: {
    summary: "Get a graph's values",
    description:
      "Returns the averages that the graph of a visible metric shows: one for every 5 minutes of a day, every hour of a week, or every 3 hours of a month.",
  },
  getMetricDay: {
    summary: "Get a day's points",
    description:
      "Returns the points of a metric on a day in UTC, in ascending order. The list is empty if the day has no points, or if the metric is hidden, deleted or unknown.",
  },
});
