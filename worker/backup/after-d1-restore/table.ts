import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** docs/backup-and-restore.md inserts the row after a restore, and the last step deletes it. */
export const restores = sqliteTable("restores", {
  id: integer("id").primaryKey(),
  step: text("step").$type<"begin" | "snapshots" | "sums">().notNull().default("begin"),
  /** The day and metric whose sums were rebuilt last, starting with the newest day. Both are empty before the first. */
  day: text("day").notNull().default(""),
  metricID: text("metric_id").notNull().default(""),
});
