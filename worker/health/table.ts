import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One row: when the cron last ran. It is written every ten minutes, because a write each minute would cost ten times as much. */
export const cronRuns = sqliteTable("cron_runs", {
  id: integer("id").primaryKey(),
  lastRunAt: text("last_run_at").notNull(),
});
