import { invalidInput } from "../http/errors.ts";
import type { MetricType } from "./domain.ts";
import { PrometheusProps, propsOf } from "./schema.ts";
import { requireTokenOrigin } from "./sources/prometheus-token.ts";

type Props = Record<string, unknown>;

export function checkProps(env: Env, type: MetricType, props: Props, previous: Props = {}): Props {
  const result = propsOf[type].safeParse(props);
  if (!result.success) throw invalidInput(result.error, ["props"]);
  if (type === "Prometheus") requireTokenOrigin(env, PrometheusProps.parse(props), previous);
  return result.data;
}
