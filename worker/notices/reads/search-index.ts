import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Triggers keep it current: see migrations/0000_baseline.sql. drizzle-kit knows no virtual tables. */
export const noticeSearch = sqliteTable("notice_search", {
  position: integer("rowid").primaryKey(),
  text: text("text"),
});
