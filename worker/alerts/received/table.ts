import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { alertSourceIDs, refusalReasons, storedSourceIDs } from "../domain.ts";

/** What was received: a row a request, without an index, because a storm writes hundreds. Rows are only added and, when old, deleted. */
export const receivedAlerts = sqliteTable("received_alerts", {
  receivedID: integer("received_id").primaryKey(),
  source: text("source", { enum: storedSourceIDs }).notNull(),
  keyName: text("key_name").notNull(),
  receivedAt: text("received_at").notNull(),
  /** JSON: what the source made of the body. */
  alerts: text("alerts").notNull(),
  /** JSON, shortened and without secrets. */
  body: text("body").notNull(),
  /** Empty for a heartbeat. */
  keyID: text("key_id").notNull().default(""),
});

/** How often messages were refused, for the health report. There are at most as many rows as sources and reasons. */
export const alertRefusals = sqliteTable(
  "alert_refusals",
  {
    source: text("source", { enum: alertSourceIDs }).notNull(),
    reason: text("reason", { enum: refusalReasons }).notNull(),
    /** Begins anew after a day without one. */
    count: integer("count").notNull(),
    lastAt: text("last_at").notNull(),
  },
  ({ source, reason }) => [primaryKey({ columns: [source, reason] })],
);
