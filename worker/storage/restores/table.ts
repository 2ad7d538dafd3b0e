import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One row from a restore of the database on until its traces are removed. docs/backup-and-restore.md has it inserted. */
export const restores = sqliteTable("restores", {
  id: integer("id").primaryKey(),
  step: text("step").$type<"begin" | "snapshots" | "sums">().notNull().default("begin"),
  /** The day and metric whose sums were rebuilt last, from the newest day on; empty before the first. */
  day: text("day").notNull().default(""),
  metricID: text("metric_id").notNull().default(""),
});
