import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { componentPlaces, componentStatuses } from "./domain.ts";
import { componentGroups } from "./groups/table.ts";

export const components = sqliteTable(
  "components",
  {
    componentID: text("component_id").primaryKey(),
    name: text("name").notNull(),
    description: text("description").notNull(),
    status: text("status", { enum: componentStatuses }).notNull(),
    order: integer("order").notNull(),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
    groupID: text("group_id").references(() => componentGroups.groupID),
    shown: text("shown", { enum: componentPlaces }).notNull().default("always"),
    showsUptime: integer("shows_uptime", { mode: "boolean" }).notNull().default(true),
    /** A day in UTC. Empty for that of its creation. */
    uptimeSince: text("uptime_since").notNull().default(""),
    /** Empty if its name leads to its own page. */
    link: text("link").notNull().default(""),
  },
  (table) => [index("components_by_order").on(table.order)],
);

/** The changes as they happened. Uptime is computed from these rows and the overrides, the worse of both. */
export const statusChanges = sqliteTable(
  "status_changes",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    componentID: text("component_id")
      .notNull()
      .references(() => components.componentID, { onDelete: "cascade" }),
    status: text("status", { enum: componentStatuses }).notNull(),
    at: text("at").notNull(),
    /** `created`, `administrator` or a notice, as in `incident:4fR…`. */
    cause: text("cause").notNull(),
    /** Null if nobody is notified of the change, as of one in a restored archive. */
    previousStatus: text("previous_status", { enum: componentStatuses }),
  },
  (table) => [index("status_changes_by_component").on(table.componentID, table.at)],
);

/** What was learned later: a component also had this status from `from` to `to`. */
export const statusOverrides = sqliteTable(
  "status_overrides",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    componentID: text("component_id")
      .notNull()
      .references(() => components.componentID, { onDelete: "cascade" }),
    from: text("from").notNull(),
    to: text("to").notNull(),
    status: text("status", { enum: componentStatuses }).notNull(),
    /** The notice, as in `incident:4fR…`. Its deletion deletes its rows. */
    cause: text("cause").notNull(),
  },
  (table) => [
    index("status_overrides_by_end").on(table.to),
    index("status_overrides_by_component").on(table.componentID, table.to),
    index("status_overrides_by_cause").on(table.cause, table.componentID),
  ],
);
