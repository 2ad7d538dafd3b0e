import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One row: a number that every write which a visitor could see raises, in the same batch. */
export const contentVersion = sqliteTable("content_version", {
  id: integer("id").primaryKey(),
  version: integer("version").notNull(),
  raisedAt: text("raised_at").notNull().default(""),
});
