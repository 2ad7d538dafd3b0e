import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const bounceNotifications = sqliteTable(
  "bounce_notifications",
  {
    messageID: text("message_id").primaryKey(),
    receivedAt: text("received_at").notNull(),
  },
  (table) => [index("bounce_notifications_by_age").on(table.receivedAt)],
);
