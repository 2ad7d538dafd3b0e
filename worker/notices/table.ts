import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ComponentStatus } from "../components/domain.ts";
import { components } from "../components/table.ts";
import type { NoticeKind, NoticeStatus } from "./domain.ts";

/** Incidents and maintenances: what is posted about components and goes on in updates. See docs/decisions. */
export const notices = sqliteTable(
  "notices",
  {
    noticeID: text("notice_id").primaryKey(),
    kind: text("kind").$type<NoticeKind>().notNull(),
    name: text("name").notNull(),
    /** Follows the newest update, like `message`: kept here so that open notices are found by an index. */
    status: text("status").$type<NoticeStatus>().notNull(),
    message: text("message").notNull(),
    /** A maintenance's window; an incident has none. */
    startAt: text("start_at"),
    endAt: text("end_at"),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
    /** When one of its updates was last edited, which leaves `updatedAt` alone; empty for never. */
    editedAt: text("edited_at").notNull().default(""),
    changedAt: text("changed_at").generatedAlwaysAs(sql`max(updated_at, edited_at)`),
    /** How often the window moved: calendars follow only what has a higher one (RFC 5545 §3.8.7.4). */
    sequence: integer("sequence").notNull().default(0),
    /** How many rows of `deletedComponents` it has, so that those are looked up only where there are any. */
    deletedComponentCount: integer("deleted_component_count").notNull().default(0),
  },
  (table) => [
    index("notices_by_change").on(table.changedAt),
    // Few: a query that names the condition finds what reaches into a day without reading all that changed since.
    index("notices_over_days")
      .on(table.changedAt)
      .where(sql`substr(created_at, 1, 10) < substr(changed_at, 1, 10)`),
    index("notices_by_age").on(table.kind, table.createdAt, table.noticeID),
    // For lists of one status: what has another is not read.
    index("notices_by_status_and_age").on(table.kind, table.status, table.createdAt, table.noticeID),
    index("notices_by_start").on(table.kind, table.startAt),
    // For the cron, which looks every minute: maintenances that are over are in neither.
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
    status: text("status").$type<NoticeStatus>().notNull(),
    message: text("message").notNull(),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [
    index("notice_updates_by_notice").on(table.noticeID, table.createdAt),
    // Few: whether a list's messages fit is found out without reading the others.
    index("notice_updates_long").on(table.noticeID).where(sql`octet_length(message) > 2000`),
  ],
);

/** What became of a notice's components through an update: each one that the notice touches, changed or not. */
export const noticeUpdateComponents = sqliteTable(
  "notice_update_components",
  {
    noticeUpdateID: text("notice_update_id")
      .notNull()
      .references(() => noticeUpdates.noticeUpdateID, { onDelete: "cascade" }),
    /** Stays when the component is deleted, like its name at the time. */
    componentID: text("component_id").notNull(),
    name: text("name").notNull(),
    oldStatus: text("old_status").$type<ComponentStatus>().notNull(),
    newStatus: text("new_status").$type<ComponentStatus>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.noticeUpdateID, table.componentID] })],
);

/** What a notice last said about each component that it touched. */
export const noticeComponents = sqliteTable(
  "notice_components",
  {
    noticeID: text("notice_id")
      .notNull()
      .references(() => notices.noticeID, { onDelete: "cascade" }),
    componentID: text("component_id")
      .notNull()
      .references(() => components.componentID, { onDelete: "cascade" }),
    status: text("status").$type<ComponentStatus>().notNull(),
    /** While a maintenance runs: what the component goes back to at its end. */
    restoreStatus: text("restore_status").$type<ComponentStatus>(),
    /** When that was seen. */
    restoreSeenAt: text("restore_seen_at"),
    /**
     * The notice's own, so that an index finds a component's newest notices without reading all of them. Both are empty in a row
     * that a version without these columns wrote, until the cron fills them in.
     */
    createdAt: text("created_at").notNull().default(""),
    changedAt: text("changed_at").notNull().default(""),
  },
  (table) => [
    primaryKey({ columns: [table.noticeID, table.componentID] }),
    index("notice_components_by_component").on(table.componentID),
    index("notice_components_by_age").on(table.componentID, table.createdAt, table.noticeID),
    index("notice_components_by_change").on(table.componentID, table.changedAt),
    index("notice_components_undated").on(table.noticeID).where(sql`created_at = ''`),
    // Those that a running maintenance holds.
    index("notice_components_held").on(table.componentID).where(sql`restore_status IS NOT NULL`),
  ],
);

/** What a notice last said about each of its components that has been deleted since; what a component had goes with it. */
export const deletedComponents = sqliteTable(
  "deleted_components",
  {
    noticeID: text("notice_id")
      .notNull()
      .references(() => notices.noticeID, { onDelete: "cascade" }),
    componentID: text("component_id").notNull(),
    /** The one it had in the end. */
    name: text("name").notNull(),
    status: text("status").$type<ComponentStatus>().notNull(),
    order: integer("order").notNull(),
  },
  (table) => [primaryKey({ columns: [table.noticeID, table.componentID] })],
);
