import { asc, ne } from "drizzle-orm";
import type { Db } from "../../storage/db.ts";
import { metrics } from "../table.ts";

const MAX_LISTED = 50;

export function selectFailingMetrics(db: Db) {
  const { metricID, title, collectionError } = metrics;
  return db
    .select({ metricID, title, collectionError })
    .from(metrics)
    .where(ne(collectionError, ""))
    .orderBy(asc(metrics.order))
    .limit(MAX_LISTED);
}
