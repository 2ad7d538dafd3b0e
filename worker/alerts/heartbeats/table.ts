import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { alertSourceIDs } from "../domain.ts";

/** What has to be heard from regularly, such as a backup. */
export const heartbeats = sqliteTable("heartbeats", {
  heartbeatID: text("heartbeat_id").primaryKey(),
  name: text("name").notNull(),
  periodMinutes: integer("period_minutes").notNull(),
  graceMinutes: integer("grace_minutes").notNull(),
  /** The last part of its address. Who knows it can say that it is alive, and nothing else. */
  secret: text("secret").notNull().unique(),
  /** Empty before the first beat. */
  lastBeatAt: text("last_beat_at").notNull().default(""),
  /** When it is missing. Null before the first beat, once it is, and while it is paused. */
  dueAt: text("due_at"),
  createdAt: text("created_at").notNull(),
  updatedAt: text("updated_at").notNull(),
  isPaused: integer("is_paused", { mode: "boolean" }).notNull().default(false),
  /** Whatever is received from this source is a beat. Null if only its address is called. */
  source: text("source", { enum: alertSourceIDs }),
});
