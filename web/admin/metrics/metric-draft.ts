import {
  cloudWatchRegions,
  cloudWatchStatistics,
  type MetricType,
  metricStatuses,
  metricTypes,
} from "../../../worker/metrics/domain.ts";
import type {
  CloudWatchProps,
  Metric,
  MetricChange,
  NewMetric,
  PrometheusProps,
} from "../../../worker/metrics/schema.ts";
import { changedFields } from "../drafts/draft-fields.ts";
import type { ComparedFields } from "../drafts/form.ts";

type Dimensions = CloudWatchProps["Dimensions"];

/** It has the fields of every type, and only those of the chosen type are saved. */
export type MetricDraft = ReturnType<typeof toDraft>;

export function toDraft(metric: Metric | undefined) {
  // The API has validated them. Those of other types are absent.
  const props = (metric?.props ?? {}) as Partial<CloudWatchProps & PrometheusProps>;
  return {
    type: metric?.type ?? metricTypes[0],
    title: metric?.title ?? "",
    status: metric?.status ?? metricStatuses[0],
    unit: metric?.unit ?? "",
    description: metric?.description ?? "",
    decimalPlaces: metric?.decimalPlaces ?? 0,
    Region: props.Region ?? cloudWatchRegions[0],
    Namespace: props.Namespace ?? "",
    MetricName: props.MetricName ?? "",
    /** JSON, because changedFields() compares primitive values. Empty until chosen. */
    Dimensions: props.Dimensions ? JSON.stringify(props.Dimensions) : "",
    Statistics: props.Statistics ?? cloudWatchStatistics[0],
    URL: props.URL ?? "",
    Expression: props.Expression ?? "",
    TokenSecret: props.TokenSecret ?? "",
  };
}

const toProps: Record<MetricType, (draft: MetricDraft) => Record<string, unknown>> = {
  CloudWatch: ({ Region, Namespace, MetricName, Dimensions, Statistics }) => ({
    Region,
    Namespace,
    MetricName,
    ...(Dimensions && { Dimensions: JSON.parse(Dimensions) }),
    Statistics,
  }),
  Prometheus: ({ URL, Expression, TokenSecret }) => ({ URL, Expression, TokenSecret }),
  Self: () => ({}),
};

export function newMetric(draft: MetricDraft): NewMetric {
  return { ...ownFields(draft), props: toProps[draft.type](draft) };
}

/** The API replaces all props of a type at once. */
export function metricChange(baseline: Metric | undefined, draft: MetricDraft): MetricChange {
  const before = toDraft(baseline);
  const props = toProps[draft.type](draft);
  const arePropsChanged = JSON.stringify(props) !== JSON.stringify(toProps[before.type](before));
  return {
    ...changedFields(ownFields(before), ownFields(draft)),
    ...((arePropsChanged || draft.type !== before.type) && { props }),
  };
}

function ownFields({ type, title, status, unit, description, decimalPlaces }: MetricDraft) {
  return { type, title, status, unit, description, decimalPlaces };
}

export function comparedFields(metric: Metric): ComparedFields {
  const draft = toDraft(metric);
  const labels = {
    type: "Metrics Type",
    title: "Title",
    status: "Metric Status",
    unit: "Unit",
    description: "Description",
    decimalPlaces: "Decimal Places",
  };
  const own = Object.entries(ownFields(draft)).map(([field, value]) => [
    field,
    { label: labels[field as keyof typeof labels], value: String(value) }, // The keys are those of `labels`.
  ]);
  const props = Object.entries(toProps[draft.type](draft)).map(([field, value]) => [
    field,
    { label: field, value: field === "Dimensions" ? dimensionsText(draft.Dimensions) : String(value) },
  ]);
  return Object.fromEntries([...own, ...props]);
}

/** `InstanceId = i-1, Zone = a` */
export function dimensionsText(json: string): string {
  if (json === "") return "";
  const dimensions: Dimensions = JSON.parse(json);
  return dimensions.map(({ Name, Value }) => `${Name} = ${Value}`).join(", ") || "No dimensions";
}
