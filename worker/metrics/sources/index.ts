import type { MetricType } from "../domain.ts";
import { cloudWatch } from "./cloudwatch.ts";
import { prometheus } from "./prometheus.ts";
import type { Source } from "./source.ts";

/** The registered monitoring services. Self has none: its points are sent. */
export function sourceOf(type: MetricType): Source<never> | undefined {
  // A metric's props are checked by its own type's schema before they are stored: props.ts.
  return type === "Self" ? undefined : { CloudWatch: cloudWatch, Prometheus: prometheus }[type];
}
