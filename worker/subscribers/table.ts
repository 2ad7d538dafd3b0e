import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { components } from "../components/table.ts";
import type { EndedReason, SubscriberState } from "./domain.ts";

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
    /** HMAC of the mailbox, which addresses with different tags share. Null in a row from before, until it is asked for again. */
    mailboxKey: text("mailbox_key"),
  },
  (table) => [
    index("subscribers_by_address").on(sql`lower(email_address)`),
    index("subscribers_by_mailbox").on(table.mailboxKey),
    index("subscribers_by_state").on(table.state, table.createdAt),
    // For the hourly look: who complained or was erased is never forgotten, and is not read.
    index("subscribers_to_forget")
      .on(table.state, table.endedReason, table.endedAt)
      .where(sql`state = 'ended'`),
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

/** How often a mailbox has been sent a confirmation since it last confirmed one: outlives the subscriber. */
export const confirmationLimits = sqliteTable(
  "confirmation_limits",
  {
    mailboxKey: text("mailbox_key").primaryKey(),
    sent: integer("sent").notNull(),
    /** When it may get the next one. */
    nextAt: text("next_at").notNull(),
  },
  (table) => [index("confirmation_limits_by_age").on(table.nextAt)],
);

/** The last requests to subscribe that queued a confirmation, of all clients; their ids have no gaps. */
export const subscribeCalls = sqliteTable("subscribe_calls", {
  callID: integer("call_id").primaryKey(),
  at: text("at").notNull(),
});

/** Which client network each request to subscribe of the last day came from, whether it queued a confirmation or not. */
export const subscribeClients = sqliteTable(
  "subscribe_clients",
  {
    /** The confirmation's message, where one was queued; otherwise there is none with this id. */
    messageID: text("message_id").primaryKey(),
    /** HMAC of the client's IPv4 address or IPv6 /48. */
    networkKey: text("network_key").notNull(),
    at: text("at").notNull(),
  },
  (table) => [
    index("subscribe_clients_by_network").on(table.networkKey, table.at),
    index("subscribe_clients_by_age").on(table.at),
  ],
);
