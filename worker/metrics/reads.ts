import { and, asc, eq, gte, inArray, sql } from "drizzle-orm";
import { notFound } from "../http/errors.ts";
import type { ListFilter } from "../http/lists/list-filter.ts";
import { columnsFor } from "../storage/columns-for.ts";
import { contentVersion } from "../storage/content-version/table.ts";
import type { Db } from "../storage/db.ts";
import { listed } from "../storage/listed.ts";
import { matchesFilter } from "../storage/matches-filter.ts";
import type { MetricStatus } from "./domain.ts";
import type { PublicMetric } from "./schema.ts";
import { metricDays, metrics } from "./table.ts";

const publicColumns = columnsFor<PublicMetric>()(metrics, {
  props: true,
  collectionError: true,
  collectionNote: true,
  collectedUntil: true,
});

export function selectMetricsWithoutProps(db: Db, filter: MetricFilter) {
  return db
    .select(publicColumns)
    .from(metrics)
    .where(matchesFilter(metrics, filter))
    .orderBy(asc(metrics.order));
}

type MetricFilter = ListFilter<MetricStatus>;

export async function readMetricWithoutProps(db: Db, metricID: string): Promise<PublicMetric> {
  const metric = await db.select(publicColumns).from(metrics).where(eq(metrics.metricID, metricID)).get();
  if (!metric) throw notFound("metric");
  return metric;
}

export function selectPublicMetrics(db: Db, filter: MetricFilter = {}) {
  const isVisible = and(eq(metrics.status, "Visible"), matchesFilter(metrics, filter));
  return db.select(publicColumns).from(metrics).where(isVisible).orderBy(asc(metrics.order));
}

/**
 * Every write to a metric raises the content version. While it is unchanged, this reads one row instead of one for each metric.
 * @returns no IDs if the version is still `knownVersion`
 */
export async function readVisibleIDs(
  db: Db,
  knownVersion = -1,
): Promise<{ version: number; metricIDs: string[] | undefined }> {
  const ids = sql`SELECT json_group_array(${metrics.metricID}) FROM ${metrics} WHERE ${metrics.status} = 'Visible'`;
  const version = sql<number>`ifnull(${contentVersion.version}, 0)`;
  const [row] = await db
    .select({
      version,
      metricIDs: sql<string | null>`CASE WHEN ${version} = ${knownVersion} THEN NULL ELSE (${ids}) END`,
    })
    .from(sql`(SELECT 1) LEFT JOIN ${contentVersion}`);
  const metricIDs: string[] | undefined = row?.metricIDs ? JSON.parse(row.metricIDs) : undefined;
  return { version: row?.version ?? 0, metricIDs };
}

/** @throws HttpError 404 for Hidden metrics, too */
export async function readPublicMetric(db: Db, metricID: string): Promise<PublicMetric> {
  const visible = and(eq(metrics.metricID, metricID), eq(metrics.status, "Visible"));
  const metric = await db.select(publicColumns).from(metrics).where(visible).get();
  if (!metric) throw notFound("metric");
  return metric;
}

export function selectMetricIDs(db: Db, metricIDs: string[]) {
  return db
    .select({ metricID: metrics.metricID })
    .from(metrics)
    .where(inArray(metrics.metricID, listed(metricIDs)));
}

export function selectDaysSince(db: Db, metricID: string, firstDay: string) {
  return db
    .select({ day: metricDays.day, sums: metricDays.sums, counts: metricDays.counts })
    .from(metricDays)
    .where(and(eq(metricDays.metricID, metricID), gte(metricDays.day, firstDay)));
}
