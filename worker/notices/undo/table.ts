import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { NoticeKind } from "../domain.ts";

/** Writes of an administrator that can be undone for a few seconds. */
export const undos = sqliteTable(
  "undos",
  {
    token: text("token").primaryKey(),
    expiresAt: text("expires_at").notNull(),
    kind: text("kind").$type<NoticeKind>().notNull(),
    noticeID: text("notice_id").notNull(),
    noticeUpdateID: text("notice_update_id"),
    /** A JSON list of the components whose status the write may change. */
    componentIDs: text("component_ids").notNull(),
    /** The UTC day of the oldest status change that the write may change. */
    changesSince: text("changes_since").notNull(),
    keyHash: text("key_hash"),
    rowsBefore: text("rows_before").notNull().default(""),
    rowsAfter: text("rows_after").notNull().default(""),
  },
  (table) => [index("undos_by_expiry").on(table.expiresAt)],
);
