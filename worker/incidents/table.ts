import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ComponentStatus } from "../components/statuses.ts";
import { components } from "../components/table.ts";
import type { IncidentStatus } from "./statuses.ts";

export const incidents = sqliteTable(
  "incidents",
  {
    incidentID: text("incident_id").primaryKey(),
    name: text("name").notNull(),
    /** Follows the newest update, like `message`: kept here so that open incidents are found by an index. */
    status: text("status").$type<IncidentStatus>().notNull(),
    message: text("message").notNull(),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [
    index("incidents_by_age").on(table.createdAt, table.incidentID),
    index("incidents_by_status").on(table.status),
  ],
);

export const incidentUpdates = sqliteTable(
  "incident_updates",
  {
    incidentUpdateID: text("incident_update_id").primaryKey(),
    incidentID: text("incident_id")
      .notNull()
      .references(() => incidents.incidentID, { onDelete: "cascade" }),
    incidentStatus: text("incident_status").$type<IncidentStatus>().notNull(),
    message: text("message").notNull(),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [index("incident_updates_by_incident").on(table.incidentID, table.createdAt)],
);

/** What an incident last said about each component that it touched. */
export const incidentComponents = sqliteTable(
  "incident_components",
  {
    incidentID: text("incident_id")
      .notNull()
      .references(() => incidents.incidentID, { onDelete: "cascade" }),
    componentID: text("component_id")
      .notNull()
      .references(() => components.componentID, { onDelete: "cascade" }),
    status: text("status").$type<ComponentStatus>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.incidentID, table.componentID] }),
    index("incident_components_by_component").on(table.componentID),
  ],
);
