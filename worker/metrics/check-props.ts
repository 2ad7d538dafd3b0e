import { invalidInput } from "../http/errors.ts";
import type { MetricType } from "./domain.ts";
import { PrometheusProps, propsOf } from "./schema.ts";
import { requireTokenOrigin } from "./sources/prometheus-token.ts";

type Props = Record<string, unknown>;

/** @param sent undefined if the body has no props, so that `previous` stay */
export function checkProps(env: Env, type: MetricType, sent: Props | undefined, previous: Props = {}): Props {
  const props = sent ?? previous;
  const result = propsOf[type].safeParse(props);
  if (!result.success) {
    const { issues } = result.error;
    // What a body lacks as a whole has no places in it.
    throw invalidInput({ issues: sent ? issues : issues.map((issue) => ({ ...issue, path: [] })) }, [
      "props",
    ]);
  }
  if (type === "Prometheus") requireTokenOrigin(env, PrometheusProps.parse(props), previous);
  return result.data;
}
