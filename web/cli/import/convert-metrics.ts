import {
  MAX_DECIMAL_PLACES,
  MAX_METRICS,
  MAX_UNIT_CHARACTERS,
  type MetricStatus,
} from "../../../worker/metrics/domain.ts";
import { cut, type Fields, toObjects, toText, toTime } from "../fields.ts";
import { MAX_DESCRIPTION_CHARACTERS, toName } from "./convert-components.ts";
import { identify } from "./identify.ts";
import type { Notes } from "./notes.ts";

export interface MetricRow {
  metricID: string;
  type: "Self";
  props: Record<string, never>;
  title: string;
  status: MetricStatus;
  unit: string;
  description: string;
  decimalPlaces: number;
  order: number;
  collectedUntil: null;
  createdAt: string;
  updatedAt: string;
}

const SELF = "self";

/**
 * Each becomes a metric that scripts submit points to: Statuspage tells neither points nor what its monitoring services need.
 * @see https://developer.statuspage.io/#operation/getPagesPageIdMetrics
 */
export function convertMetrics(
  { metrics, metricsProviders }: { metrics: Fields[]; metricsProviders: unknown },
  { url, notes }: { url: string; notes: Notes },
): MetricRow[] {
  const providers = new Map(toObjects(metricsProviders).map(({ id, type }) => [id, toText(type)]));
  if (metrics.length > MAX_METRICS) notes.add("extraMetric", metrics.length - MAX_METRICS);
  return metrics.slice(0, MAX_METRICS).map(convertMetric);

  function convertMetric(source: Fields, index: number): MetricRow {
    const title = toName(source.name, "Metric", notes);
    const description = toText(source.tooltip_description);
    const unit = toText(source.suffix).replace(/\s+/g, " ");
    if (description.length > MAX_DESCRIPTION_CHARACTERS) notes.add("cutText");
    if (unit.length > MAX_UNIT_CHARACTERS) notes.add("cutText");
    const provider = providers.get(source.metrics_provider_id);
    if (provider !== undefined && provider.toLowerCase() !== SELF) notes.add("collectedMetric");
    const [created, updated] = [toTime(source.created_at), toTime(source.updated_at)];
    if (created === undefined) notes.add("noTime");
    const createdAt = created ?? updated ?? new Date(0).toISOString();
    return {
      metricID: identify(notes, "metric", source.id, [url, title, index]),
      type: "Self",
      props: {},
      title,
      status: source.display === true ? "Visible" : "Hidden",
      unit: cut(unit, MAX_UNIT_CHARACTERS),
      description: cut(description, MAX_DESCRIPTION_CHARACTERS),
      decimalPlaces: toDecimalPlaces(source.decimal_places),
      order: index + 1,
      collectedUntil: null,
      createdAt,
      updatedAt: updated ?? createdAt,
    };
  }

  function toDecimalPlaces(value: unknown): number {
    if (typeof value !== "number" || !Number.isInteger(value) || value < 0) return 0;
    if (value > MAX_DECIMAL_PLACES) notes.add("decimalPlaces");
    return Math.min(value, MAX_DECIMAL_PLACES);
  }
}
