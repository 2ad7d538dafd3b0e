import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { isRecord } from "../../storage/domain.ts";
import { jsonText } from "../../storage/table.ts";
import type { AuditAction, AuditKind } from "./domain.ts";

/**
 * An entry is open until it is known what its write changed. Triggers refuse every change of a complete one, except that the cron
 * deletes entries that are too old.
 */
export const auditEntries = sqliteTable(
  "audit_entries",
  {
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
    /** JSON objects with the fields that differ. Null while the entry is open. */
    before: jsonText<Record<string, unknown>>("before", isRecord, {}),
    after: jsonText<Record<string, unknown>>("after", isRecord, {}),
  },
  (table) => [
    index("audit_entries_by_time").on(table.at),
    index("audit_entries_by_item").on(table.itemID, table.at).where(sql`item_id <> ''`),
  ],
);
