import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { EndpointChannelName } from "../channels/domain.ts";
import type { DeliveryState } from "../mail/domain.ts";
import { mailMessages } from "../mail/table.ts";
import { isListOf } from "../storage/domain.ts";
import { jsonText } from "../storage/table.ts";
import { subscribers } from "../subscribers/table.ts";

/**
 * Each lane has a queue with runs of its own, so that its receivers delay no other lane. It is named for the queue's binding.
 * `ENDPOINTS` is for webhooks and browsers of subscribers: strangers choose the servers of webhooks.
 */
export type Lane = "TEAM" | "CHAT" | "ENDPOINTS";

const isTimeOrNull = (value: unknown) => value === null || typeof value === "string";

/** The endpoint of a subscriber whose channel is not email. */
export const endpoints = sqliteTable(
  "endpoints",
  {
    subscriberID: text("subscriber_id")
      .primaryKey()
      .references(() => subscribers.subscriberID, { onDelete: "cascade" }),
    /** Encrypted by secret-key.ts, because whoever knows it can post to it. */
    address: text("address").notNull(),
    /** The time of its first waiting delivery, null without any. A run claims the endpoint by moving it to the end of its lease. */
    nextAt: text("next_at"),
    /** Nothing has been sent since this time, because the last try of a delivery failed. */
    restingSince: text("resting_since"),
    /** The secrets that sign deliveries are derived from this version and the one before, so that none is stored. */
    secretVersion: integer("secret_version").notNull().default(1),
    /** Until a day later, the secret of the version before also signs. */
    rotatedAt: text("rotated_at"),
    /** A JSON list of when the secrets before that one were replaced, newest first. */
    earlierRotations: jsonText<(string | null)[]>("earlier_rotations", isListOf(isTimeOrNull), []),
    /** An HMAC of the domain of a webhook or a workflow of Teams, so that few of a domain can be added. Null for other chat services. */
    domainKey: text("host_key"),
    /** One of the last ten deliveries took long, so receivers that are always fast come first. */
    isSlow: integer("is_slow", { mode: "boolean" }).notNull().default(false),
    /** A secret is shown once. */
    isSecretShown: integer("is_secret_shown", { mode: "boolean" }).notNull().default(false),
    /** How many deliveries have been fast since the last slow one, while that one is among the last ten. */
    fastInRow: integer("fast_in_row").notNull().default(0),
    /** Stored, so that finding out what is due in a lane doesn't read what is due in others. */
    lane: text("lane").$type<Lane>().notNull().default("ENDPOINTS"),
  },
  (table) => [
    index("endpoints_due_by_lane").on(table.lane, table.isSlow, table.nextAt).where(sql`next_at IS NOT NULL`),
    index("endpoints_by_host").on(table.domainKey).where(sql`host_key IS NOT NULL`),
  ],
);

/** Unlike emails, they are few enough to have a row from the start, and to be counted when somebody asks. */
export const endpointDeliveries = sqliteTable(
  "endpoint_deliveries",
  {
    /** Deliveries to an endpoint are sent in this order. */
    deliveryID: integer("delivery_id").primaryKey(),
    messageID: text("message_id")
      .notNull()
      .references(() => mailMessages.messageID, { onDelete: "cascade" }),
    subscriberID: text("subscriber_id").references(() => subscribers.subscriberID, { onDelete: "set null" }),
    channel: text("channel").$type<EndpointChannelName>().notNull(),
    state: text("state").$type<DeliveryState>().notNull().default("waiting"),
    attempts: integer("attempts").notNull().default(0),
    nextAt: text("next_at").notNull(),
    error: text("error").notNull().default(""),
    /** The HTTP status of the last response. Null without any. */
    responseStatus: integer("response_status"),
    triedAt: text("tried_at"),
    /** Which of the message's changes of components it tells, as a JSON list of their places. Null if it tells all, and for notices. */
    changes: text("changes"),
    /** How many of these changes have been told. */
    position: integer("position").notNull().default(0),
  },
  (table) => [
    index("endpoint_deliveries_by_message").on(table.messageID, table.channel, table.state),
    index("endpoint_deliveries_by_subscriber").on(table.subscriberID),
    index("endpoint_deliveries_waiting").on(table.subscriberID).where(sql`state = 'waiting'`),
  ],
);
