import { sql } from "drizzle-orm";
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { notices } from "../table.ts";
import { postmortemStates } from "./domain.ts";

/** The write-up of an incident. `notices` repeats `publishedAt`, so that pages link to it without reading this table. */
export const postmortems = sqliteTable(
  "postmortems",
  {
    noticeID: text("notice_id")
      .primaryKey()
      .references(() => notices.noticeID, { onDelete: "cascade" }),
    /** Names it where an update has an ID: in queued email and in the v2 API. */
    postmortemID: text("postmortem_id").notNull(),
    body: text("body").notNull(),
    state: text("state", { enum: postmortemStates }).notNull(),
    publishedAt: text("published_at"),
    notifiedAt: text("notified_at"),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [
    index("postmortems_published").on(table.updatedAt).where(sql`state = 'Published'`),
    index("postmortems_drafts").on(table.updatedAt).where(sql`state = 'Draft'`),
    index("postmortems_by_id").on(table.postmortemID),
  ],
);
