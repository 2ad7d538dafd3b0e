import type { Entity } from "../storage/entity.ts";
import { metricFields } from "./schema.ts";
import { metricBackfills, metrics } from "./table.ts";

export const metric: Entity<"metric"> = {
  archive: {
    metrics: {
      table: metrics,
      input: metricFields,
      omit: {
        collectionError: "What failed last. The next collection finds it again.",
        collectionNote: "Why there were no points last. The next collection finds it again.",
      },
      // `restore.ts` looks at `props`, which differ with the type.
      fields: ({ time }) => ({ collectedUntil: time }),
    },
    metricBackfills: { table: metricBackfills, fields: ({ day }) => ({ day }) },
  },
};
