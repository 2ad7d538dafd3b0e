import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ComponentStatus } from "./statuses.ts";

export const components = sqliteTable(
  "components",
  {
    componentID: text("component_id").primaryKey(),
    name: text("name").notNull(),
    description: text("description").notNull(),
    status: text("status").$type<ComponentStatus>().notNull(),
    order: integer("order").notNull(),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [index("components_by_order").on(table.order)],
);

/** Every change of a component's status, whoever made it: uptime comes from here, not from pings. */
export const statusChanges = sqliteTable(
  "status_changes",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    componentID: text("component_id")
      .notNull()
      .references(() => components.componentID, { onDelete: "cascade" }),
    status: text("status").$type<ComponentStatus>().notNull(),
    at: text("at").notNull(),
    /** `created`, `administrator`, or what set it, as in `incident:4fR…`. */
    cause: text("cause").notNull(),
  },
  (table) => [index("status_changes_by_component").on(table.componentID, table.at)],
);
