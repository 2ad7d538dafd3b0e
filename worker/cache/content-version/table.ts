import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One row of versions. Reading it tells whether an answer has changed, without reading the answer's content. */
export const contentVersion = sqliteTable("content_version", {
  id: integer("id").primaryKey(),
  version: integer("version").notNull(),
  raisedAt: text("raised_at").notNull().default(""),
  consoleVersion: integer("console_version").notNull().default(0),
});
