import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export type FailureKind = "metric" | "bounce" | "channel";

/** What has failed and is not announced yet. A failing metric stays until it works again. */
export const failures = sqliteTable(
  "failures",
  {
    kind: text("kind").$type<FailureKind>().notNull(),
    /** A metric's or a subscriber's ID. Empty for bounces, which are one row. */
    subjectID: text("subject_id").notNull(),
    name: text("name").notNull(),
    reason: text("reason").notNull(),
    count: integer("count").notNull().default(1),
    at: text("at").notNull(),
    notifiedAt: text("told_at"),
  },
  (table) => [primaryKey({ columns: [table.kind, table.subjectID] })],
);
