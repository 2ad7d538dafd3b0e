import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { isRecord } from "../storage/domain.ts";
import { jsonText } from "../storage/table.ts";
import type { AuditAction, AuditKind } from "./domain.ts";

/** Triggers refuse every change, except that the cron deletes entries that are too old. */
export const auditEntries = sqliteTable(
  "audit_entries",
  {
    /** The numbers have no gaps. */
    seq: integer("seq").primaryKey({ autoIncrement: true }),
    at: text("at").notNull(),
    /** It is the same as in the Worker's log, for example `user:` and a subject, `key:` and an ID, or `schedule`. */
    actor: text("actor").notNull(),
    actorName: text("actor_name").notNull(),
    kind: text("kind").$type<AuditKind>().notNull(),
    action: text("action").$type<AuditAction>().notNull(),
    itemID: text("item_id").notNull(),
    itemName: text("item_name").notNull(),
    /** Null unless it is about one update of a notice. */
    noticeUpdateID: text("notice_update_id"),
    requestID: text("request_id").notNull(),
    /** JSON objects with the fields that differ. */
    before: jsonText<Record<string, unknown>>("before", isRecord, {}).notNull(),
    after: jsonText<Record<string, unknown>>("after", isRecord, {}).notNull(),
  },
  (table) => [
    index("audit_entries_by_time").on(table.at),
    index("audit_entries_by_item").on(table.itemID, table.at).where(sql`item_id <> ''`),
  ],
);

/** What a write is about to change, as it was before. The batch that adds a row also deletes it. */
export const auditDrafts = sqliteTable("audit_drafts", {
  id: integer("id").primaryKey(),
  batchID: text("batch_id").notNull(),
  kind: text("kind").$type<AuditKind>().notNull(),
  action: text("action").$type<AuditAction>().notNull(),
  itemID: text("item_id").notNull(),
  noticeUpdateID: text("notice_update_id"),
  fields: text("fields").notNull(),
  /** A JSON object with the statuses of the components that a notice may change. */
  componentStatuses: text("component_statuses").notNull().default("{}"),
});
