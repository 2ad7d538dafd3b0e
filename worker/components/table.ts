import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { componentGroups } from "../groups/table.ts";
import type { ComponentStatus } from "./domain.ts";

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
    groupID: text("group_id").references(() => componentGroups.groupID),
  },
  (table) => [index("components_by_order").on(table.order)],
);

/** Uptime is computed from these rows. Frequent changes on one UTC day are rolled up into one row: see roll-up.ts. */
export const statusChanges = sqliteTable(
  "status_changes",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    componentID: text("component_id")
      .notNull()
      .references(() => components.componentID, { onDelete: "cascade" }),
    status: text("status").$type<ComponentStatus>().notNull(),
    at: text("at").notNull(),
    /** `created`, `administrator` or a notice, as in `incident:4fR…`. */
    cause: text("cause").notNull(),
    earlierThatDay: text("earlier_that_day"),
  },
  (table) => [index("status_changes_by_component").on(table.componentID, table.at)],
);
