import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One row: numbers that writes raise in the same batch, so that an answer is known to be unchanged without reading it. */
export const contentVersion = sqliteTable("content_version", {
  id: integer("id").primaryKey(),
  /** Raised by every write which a visitor could see. */
  version: integer("version").notNull(),
  raisedAt: text("raised_at").notNull().default(""),
  /** Raised by what administrators alone see, as API keys and why collecting a metric failed. */
  consoleVersion: integer("console_version").notNull().default(0),
});
