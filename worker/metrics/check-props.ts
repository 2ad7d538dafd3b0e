import { invalidInput } from "../http/errors.ts";
import type { MetricType } from "./domain.ts";
import { PrometheusProps, propsOf } from "./schema.ts";
import { requireTokenOrigin } from "./sources/prometheus-token.ts";

type Props = Record<string, unknown>;

export function checkProps(env: Env, type: MetricType, props: Props, previous: Props = {}): Props {
  const checked = propsOf[type].safeParse(props);
  if (!checked.success) throw invalidInput(checked.error, ["props"]);
  if (type === "Prometheus") requireTokenOrigin(env, PrometheusProps.parse(props), previous);
  return checked.data;
}
