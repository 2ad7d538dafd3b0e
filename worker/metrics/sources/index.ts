import type { MetricType } from "../domain.ts";
import type { Metric } from "../schema.ts";
import { cloudWatch } from "./cloudwatch.ts";
import { prometheus } from "./prometheus.ts";
import type { Source } from "./source.ts";

export function sourceOf(type: MetricType): Source<Metric["props"]> | undefined {
  if (type === "Self") return undefined;
  // `checkProps` has validated stored props against their type's schema, so each source gets its own props.
  return { CloudWatch: cloudWatch, Prometheus: prometheus }[type] as Source<never> as Source<Metric["props"]>;
}
