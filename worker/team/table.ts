import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { subscribers } from "../subscribers/table.ts";

/** What a subscriber has that an administrator added. */
export const teamChannels = sqliteTable("team_channels", {
  channelID: text("channel_id")
    .primaryKey()
    .references(() => subscribers.subscriberID, { onDelete: "cascade" }),
  name: text("name").notNull(),
  /** How the address is shown, because `endpoints` has it encrypted. Whoever knows it can't post to it. */
  shownAddress: text("shown_address").notNull(),
  hearsFailures: integer("hears_failures", { mode: "boolean" }).notNull(),
  createdAt: text("created_at").notNull(),
  updatedAt: text("updated_at").notNull(),
});
