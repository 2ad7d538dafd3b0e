import { metricTypes } from "../domain.ts";

/** A metric is collected each minute. */
export const isCollectionDue = metricTypes
  .filter((type) => type !== "Self")
  .map((type) => `EXISTS (SELECT 1 FROM metrics WHERE type = '${type}')`)
  .join(" OR ");
