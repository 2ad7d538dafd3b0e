import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { componentStatuses } from "../components/domain.ts";
import { components } from "../components/table.ts";
import { noticeKinds, noticeStatuses } from "./domain.ts";

export const statusesOfAllKinds = [...noticeStatuses.incident, ...noticeStatuses.maintenance] as const;

export const notices = sqliteTable(
  "notices",
  {
    noticeID: text("notice_id").primaryKey(),
    kind: text("kind", { enum: noticeKinds }).notNull(),
    name: text("name").notNull(),
    /** Repeats the newest update's, like `message`, so an index finds open notices. */
    status: text("status", { enum: statusesOfAllKinds }).notNull(),
    message: text("message").notNull(),
    startAt: text("start_at"),
    endAt: text("end_at"),
    /** What an early start or end replaced. Null if there was none, or if the window was set since. */
    plannedStartAt: text("planned_start_at"),
    plannedEndAt: text("planned_end_at"),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
    /** Empty if no update was edited. Editing an update leaves `updatedAt` unchanged. */
    editedAt: text("edited_at").notNull().default(""),
    changedAt: text("changed_at").generatedAlwaysAs(sql`max(updated_at, edited_at)`),
    /** Calendars apply a change only if this number is higher (RFC 5545 §3.8.7.4). */
    sequence: integer("sequence").notNull().default(0),
    deletedComponentCount: integer("deleted_component_count").notNull().default(0),
    /** Repeats that of the incident's write-up. Null without a published one. */
    postmortemPublishedAt: text("postmortem_published_at"),
    /** The incident was over when it was added. */
    isBackfilled: integer("backfilled", { mode: "boolean" }).notNull().default(false),
    /** When the next reminder of the maintenance is queued. Null if none is left. */
    nextReminderAt: text("next_reminder_at"),
  },
  (table) => [
    index("notices_by_change").on(table.changedAt),
    index("notices_over_days")
      .on(table.changedAt)
      .where(sql`substr(created_at, 1, 10) < substr(changed_at, 1, 10)`),
    index("notices_by_age").on(table.kind, table.createdAt, table.noticeID),
    index("notices_by_status_and_age").on(table.kind, table.status, table.createdAt, table.noticeID),
    index("notices_by_start").on(table.kind, table.startAt),
    // The cron reads these every minute; completed maintenances are in neither index.
    index("notices_to_start").on(table.kind, table.status, table.startAt).where(sql`status = 'Scheduled'`),
    index("notices_to_end")
      .on(table.kind, table.status, table.endAt)
      .where(sql`status IN ('In Progress', 'Verifying')`),
  ],
);

export const noticeUpdates = sqliteTable(
  "notice_updates",
  {
    noticeUpdateID: text("notice_update_id").primaryKey(),
    noticeID: text("notice_id")
      .notNull()
      .references(() => notices.noticeID, { onDelete: "cascade" }),
    status: text("status", { enum: statusesOfAllKinds }).notNull(),
    message: text("message").notNull(),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [
    index("notice_updates_by_notice").on(table.noticeID, table.createdAt),
    // Shows whether a list's messages fit without reading them.
    index("notice_updates_long").on(table.noticeID).where(sql`octet_length(message) > 2000`),
  ],
);

export const noticeUpdateComponents = sqliteTable(
  "notice_update_components",
  {
    noticeUpdateID: text("notice_update_id")
      .notNull()
      .references(() => noticeUpdates.noticeUpdateID, { onDelete: "cascade" }),
    componentID: text("component_id").notNull(),
    name: text("name").notNull(),
    oldStatus: text("old_status", { enum: componentStatuses }).notNull(),
    newStatus: text("new_status", { enum: componentStatuses }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.noticeUpdateID, table.componentID] })],
);

export const noticeComponents = sqliteTable(
  "notice_components",
  {
    noticeID: text("notice_id")
      .notNull()
      .references(() => notices.noticeID, { onDelete: "cascade" }),
    componentID: text("component_id")
      .notNull()
      .references(() => components.componentID, { onDelete: "cascade" }),
    status: text("status", { enum: componentStatuses }).notNull(),
    restoreStatus: text("restore_status", { enum: componentStatuses }),
    restoreSeenAt: text("restore_seen_at"),
    createdAt: text("created_at").notNull(),
    changedAt: text("changed_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.noticeID, table.componentID] }),
    index("notice_components_by_component").on(table.componentID),
    index("notice_components_by_age").on(table.componentID, table.createdAt, table.noticeID),
    index("notice_components_by_change").on(table.componentID, table.changedAt),
    index("notice_components_held").on(table.componentID).where(sql`restore_status IS NOT NULL`),
  ],
);

/** Deleting a component deletes its rows in `notice_components`, so they are copied here first. */
export const deletedComponents = sqliteTable(
  "deleted_components",
  {
    noticeID: text("notice_id")
      .notNull()
      .references(() => notices.noticeID, { onDelete: "cascade" }),
    componentID: text("component_id").notNull(),
    name: text("name").notNull(),
    status: text("status", { enum: componentStatuses }).notNull(),
    order: integer("order").notNull(),
  },
  (table) => [primaryKey({ columns: [table.noticeID, table.componentID] })],
);
