import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One row of versions. Reading it tells whether a response has changed, without reading the response's content. */
export const contentVersion = sqliteTable("content_version", {
  id: integer("id").primaryKey(),
  version: integer("version").notNull(),
  raisedAt: text("raised_at").notNull().default(""),
  consoleVersion: integer("console_version").notNull().default(0),
});
