import { Refusal } from "../errors.ts";
import { propsOf } from "./schema.ts";
import type { MetricType } from "./statuses.ts";

/** A type's props without what is not theirs. @throws Refusal 400 with each path under `props` */
export function checkProps(type: MetricType, props: Record<string, unknown>): Record<string, unknown> {
  const checked = propsOf[type].safeParse(props);
  if (checked.success) return checked.data;
  const errors = checked.error.issues.map(({ path, message }) => ({
    path: ["props", ...path].join("."),
    message,
  }));
  throw new Refusal(400, errors.map(({ message }) => message).join(" "), { errors });
}
