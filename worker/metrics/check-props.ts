import { invalidInput } from "../http/errors.ts";
import type { MetricType } from "./domain.ts";
import { PrometheusProps, propsOf } from "./schema.ts";
import { requireTokenOrigin } from "./sources/prometheus-token.ts";

type Props = Record<string, unknown>;

/**
 * A type's props without what is not theirs.
 * @param before the props that the metric has so far
 * @throws Refusal 400 with each path under `props`
 */
export function checkProps(env: Env, type: MetricType, props: Props, before: Props = {}): Props {
  const checked = propsOf[type].safeParse(props);
  if (!checked.success) throw invalidInput(checked.error, ["props"]);
  if (type === "Prometheus") requireTokenOrigin(env, PrometheusProps.parse(props), before);
  return checked.data;
}
