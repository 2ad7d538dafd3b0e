import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { MetricStatus, MetricType } from "./domain.ts";

export const metrics = sqliteTable(
  "metrics",
  {
    metricID: text("metric_id").primaryKey(),
    type: text("type").$type<MetricType>().notNull(),
    props: text("props", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    title: text("title").notNull(),
    status: text("status").$type<MetricStatus>().notNull(),
    unit: text("unit").notNull(),
    description: text("description").notNull(),
    decimalPlaces: integer("decimal_places").notNull(),
    order: integer("order").notNull(),
    collectionError: text("collection_error").notNull().default(""),
    /** Until when its points have been collected without a gap; null for one that has never been collected. */
    collectedUntil: text("collected_until"),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [index("metrics_by_order").on(table.order)],
);

/** A day file's points summed up by hour, so that a month is one read and not 31. */
export const metricDays = sqliteTable(
  "metric_days",
  {
    metricID: text("metric_id")
      .notNull()
      .references(() => metrics.metricID, { onDelete: "cascade" }),
    /** UTC, as 2026-01-31. */
    day: text("day").notNull(),
    /** The day file's: a later one takes the place of an earlier one, however late it comes. */
    revision: integer("revision").notNull(),
    /** 24 of each, from 00:00. An hour's mean stands for a sum that is too large for a number. */
    sums: text("sums", { mode: "json" }).$type<(number | { mean: number })[]>().notNull(),
    counts: text("counts", { mode: "json" }).$type<number[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.metricID, table.day] })],
);

/** The days that a new metric's past is still to be fetched for; a day that is in has no row. */
export const metricBackfills = sqliteTable(
  "metric_backfills",
  {
    metricID: text("metric_id")
      .notNull()
      .references(() => metrics.metricID, { onDelete: "cascade" }),
    day: text("day").notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** Not before. */
    nextAttemptAt: text("next_attempt_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.metricID, table.day] }),
    index("metric_backfills_by_time").on(table.nextAttemptAt),
  ],
);
