import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { NoticeKind } from "../../notices/domain.ts";

/** Writes of an administrator. Each can be undone for a few seconds. */
export const undos = sqliteTable(
  "undos",
  {
    token: text("token").primaryKey(),
    expiresAt: text("expires_at").notNull(),
    keyHash: text("key_hash"),
    kind: text("kind").$type<NoticeKind>().notNull(),
    noticeID: text("notice_id").notNull(),
    /** The only update that was posted, edited or deleted. Null if the notice was created or deleted. */
    noticeUpdateID: text("notice_update_id"),
    messageID: text("message_id").notNull(),
    writtenAt: text("written_at").notNull(),
    /** JSON: what the write changed, as it was before. */
    former: text("former").notNull(),
  },
  (table) => [index("undos_by_expiry").on(table.expiresAt)],
);

export type Undo = typeof undos.$inferSelect;
