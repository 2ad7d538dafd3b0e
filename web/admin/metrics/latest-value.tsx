import type { Metric } from "../../../worker/metrics/schema.ts";
import { latestLabel } from "../../graph/value-axis.ts";
import { useSeries } from "./use-series.ts";

/** The last value of a day, as beside the metric on the status page. */
export function LatestValue({ metric }: { metric: Metric }) {
  const { series } = useSeries(metric, "day");
  if (!series) return null;
  return <p className="shrink-0 tabular-nums">{latestLabel({ metric, series })}</p>;
}
