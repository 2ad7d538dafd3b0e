import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { components } from "../components/table.ts";
import type { EndedReason, SubscriberState } from "./statuses.ts";

export const subscribers = sqliteTable(
  "subscribers",
  {
    subscriberID: text("subscriber_id").primaryKey(),
    /** Where mail goes; empty once the subscription has ended, since nothing is sent there any more. */
    emailAddress: text("email_address").notNull(),
    /** SHA-256 of the address in lower case, in hex: knows an address again without keeping it. */
    addressKey: text("address_key").notNull().unique(),
    /** In the links of every mail: whoever has it may confirm, change and leave. */
    token: text("token").notNull(),
    state: text("state").$type<SubscriberState>().notNull(),
    /** Stays until the address is confirmed again, so that a complaint is never forgotten by asking again. */
    endedReason: text("ended_reason").$type<EndedReason>(),
    endedAt: text("ended_at"),
    everything: integer("everything", { mode: "boolean" }).notNull(),
    /** Of the tz database, as in Europe/Madrid. */
    timeZone: text("time_zone").notNull().default("UTC"),
    language: text("language").notNull().default("en"),
    /** When it was last asked for, as long as it is not confirmed. */
    createdAt: text("created_at").notNull(),
    confirmedAt: text("confirmed_at"),
    confirmationSentAt: text("confirmation_sent_at"),
  },
  (table) => [index("subscribers_by_state").on(table.state, table.createdAt)],
);

/** What those hear about who did not choose everything. */
export const subscriberComponents = sqliteTable(
  "subscriber_components",
  {
    subscriberID: text("subscriber_id")
      .notNull()
      .references(() => subscribers.subscriberID, { onDelete: "cascade" }),
    componentID: text("component_id")
      .notNull()
      .references(() => components.componentID, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.subscriberID, table.componentID] }),
    index("subscriber_components_by_component").on(table.componentID),
  ],
);
