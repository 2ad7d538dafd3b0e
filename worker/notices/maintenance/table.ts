import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Calendars need this to remove a deleted maintenance; nothing else shows it. */
export const cancelledMaintenances = sqliteTable("cancelled_maintenances", {
  maintenanceID: text("maintenance_id").primaryKey(),
  /** Empty, because somebody may have deleted the maintenance for its title. */
  name: text("name").notNull(),
  startAt: text("start_at").notNull(),
  endAt: text("end_at").notNull(),
  sequence: integer("sequence").notNull(),
  createdAt: text("created_at").notNull(),
  cancelledAt: text("cancelled_at").notNull(),
});
