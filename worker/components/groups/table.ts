import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const componentGroups = sqliteTable("component_groups", {
  groupID: text("group_id").primaryKey(),
  name: text("name").notNull(),
  order: integer("order").notNull(),
  createdAt: text("created_at").notNull(),
  updatedAt: text("updated_at").notNull(),
});
