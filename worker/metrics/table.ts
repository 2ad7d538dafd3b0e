import { type SQLWrapper, sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { isListOf, isRecord } from "../storage/domain.ts";
import { jsonText } from "../storage/table.ts";
import { isStoredSum, type MetricDay, metricStatuses, metricTypes, type StoredSum } from "./domain.ts";

export const metrics = sqliteTable(
  "metrics",
  {
    metricID: text("metric_id").primaryKey(),
    type: text("type", { enum: metricTypes }).notNull(),
    props: jsonText<Record<string, unknown>>("props", isRecord, {}).notNull(),
    title: text("title").notNull(),
    status: text("status", { enum: metricStatuses }).notNull(),
    unit: text("unit").notNull(),
    description: text("description").notNull(),
    decimalPlaces: integer("decimal_places").notNull(),
    order: integer("order").notNull(),
    collectionError: text("collection_error").notNull().default(""),
    collectionNote: text("collection_note").notNull().default(""),
    collectedUntil: text("collected_until"),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [
    index("metrics_by_order").on(table.order),
    // The cron looks each minute whether any metric is collected.
    index("metrics_by_type").on(table.type),
  ],
);

/** Hourly sums of the day files, so that a month's graph is one read and not 31. */
export const metricDays = sqliteTable(
  "metric_days",
  {
    metricID: text("metric_id")
      .notNull()
      .references(() => metrics.metricID, { onDelete: "cascade" }),
    day: text("day").notNull(),
    revision: integer("revision").notNull(),
    sums: jsonText<StoredSum[]>("sums", isListOf(isStoredSum), []).notNull(),
    counts: jsonText<number[]>("counts", isListOf(Number.isFinite), []).notNull(),
  },
  (table) => [primaryKey({ columns: [table.metricID, table.day] })],
);

export const metricBackfills = sqliteTable(
  "metric_backfills",
  {
    metricID: text("metric_id")
      .notNull()
      .references(() => metrics.metricID, { onDelete: "cascade" }),
    day: text("day").notNull(),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: text("next_attempt_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.metricID, table.day] }),
    index("metric_backfills_by_time").on(table.nextAttemptAt),
  ],
);

/** A condition on a table with a row for each metric and day. */
export function isAmong({ metricID, day }: Record<"metricID" | "day", SQLWrapper>, days: MetricDay[]) {
  return sql`(${metricID}, ${day}) IN
    (SELECT value ->> 'metricID', value ->> 'day' FROM json_each(${JSON.stringify(days)}))`;
}
