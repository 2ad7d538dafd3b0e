import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { components } from "../components/table.ts";
import type { EndedReason, SubscriberState } from "./statuses.ts";

export const subscribers = sqliteTable(
  "subscribers",
  {
    subscriberID: text("subscriber_id").primaryKey(),
    /** Where mail goes; empty once the subscription has ended, since nothing is sent there any more. */
    emailAddress: text("email_address").notNull(),
    /** HMAC of the SHA-256 of the address in lower case, in hex: finds the row of an address that is not stored. */
    addressKey: text("address_key").notNull().unique(),
    /** Otherwise `addressKey` is the SHA-256 alone, as it was stored before. */
    isKeyed: integer("is_keyed", { mode: "boolean" }).notNull().default(false),
    /** Readable, as tokens were stored before they were derived. Empty in new rows and in those that are converted. */
    plainToken: text("token").notNull(),
    /** SHA-256 of that token, in hex: links in mails from before still work. Empty where there is none. */
    oldTokenHash: text("old_token_hash").notNull().default(""),
    /** Tokens are derived from it: raising it makes those in earlier mails void. */
    tokenVersion: integer("token_version").notNull().default(1),
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
  (table) => [
    index("subscribers_by_state").on(table.state, table.createdAt),
    index("subscribers_to_convert").on(table.subscriberID).where(sql`token <> ''`),
  ],
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
