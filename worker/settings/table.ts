import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One row; without it everything is as new. */
export const settings = sqliteTable("settings", {
  id: integer("id").primaryKey(),
  serviceName: text("service_name").notNull().default(""),
  backgroundColor: text("background_color").notNull().default("#FFFFFF"),
});
