import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { componentGroups } from "../../components/groups/table.ts";
import { components } from "../../components/table.ts";
import { channelNames } from "../chat/domain.ts";
import type { Lane } from "../outbox/domain.ts";
import { endedReasons, subscriberStates } from "./domain.ts";

export const subscribers = sqliteTable(
  "subscribers",
  {
    subscriberID: text("subscriber_id").primaryKey(),
    channel: text("channel", { enum: channelNames }).notNull().default("email"),
    /** Empty for other channels. `endpoints` has their addresses. */
    emailAddress: text("email_address").notNull(),
    addressKey: text("address_key").notNull().unique(),
    tokenVersion: integer("token_version").notNull().default(1),
    state: text("state", { enum: subscriberStates }).notNull(),
    /** Stays until the address is confirmed again, so that a new request doesn't clear a complaint. */
    endedReason: text("ended_reason", { enum: endedReasons }),
    endedAt: text("ended_at"),
    everything: integer("everything", { mode: "boolean" }).notNull(),
    timeZone: text("time_zone").notNull().default("UTC"),
    language: text("language").notNull().default("en"),
    dayReminder: integer("day_reminder", { mode: "boolean" }).notNull().default(false),
    hourReminder: integer("hour_reminder", { mode: "boolean" }).notNull().default(false),
    createdAt: text("created_at").notNull(),
    confirmedAt: text("confirmed_at"),
    confirmationSentAt: text("confirmation_sent_at"),
    mailboxKey: text("mailbox_key"),
    /** An administrator added it. Nothing of the public pages applies to it. The columns from `name` on are for it alone. */
    isTeam: integer("is_team", { mode: "boolean" }).notNull().default(false),
    name: text("name").notNull().default(""),
    /** How the address is shown, because `endpoints` has it encrypted. Whoever knows it can't post to it. */
    shownAddress: text("shown_address").notNull().default(""),
    receivesAlerts: integer("hears_failures", { mode: "boolean" }).notNull().default(false),
    updatedAt: text("updated_at").notNull().default(""),
    /** Stored, so that the recipients in a lane are read without those in others. */
    lane: text("lane")
      .$type<Lane>()
      .notNull()
      .generatedAlwaysAs(
        sql`CASE WHEN channel = 'email' THEN 'MAIL' WHEN is_team THEN 'TEAM'
          WHEN channel IN ('webhook', 'push') THEN 'ENDPOINTS' ELSE 'CHAT' END`,
      ),
  },
  (table) => [
    index("subscribers_by_address").on(sql`lower(email_address)`),
    index("subscribers_by_mailbox").on(table.mailboxKey),
    index("subscribers_by_state").on(table.state, table.createdAt),
    // The hourly cleanup skips complaints and erasures, which are kept forever.
    index("subscribers_to_forget")
      .on(table.state, table.endedReason, table.endedAt)
      .where(sql`state = 'ended'`),
    index("subscribers_of_push").on(table.createdAt).where(sql`channel = 'push'`),
    // The hourly cleanup skips email addresses, of which a flood can leave many.
    index("subscribers_unconfirmed_push")
      .on(table.createdAt)
      .where(sql`channel = 'push' AND state = 'unconfirmed'`),
    index("subscribers_by_confirmation")
      .on(table.confirmedAt)
      .where(sql`state = 'confirmed' AND NOT is_team`),
    index("subscribers_of_team").on(table.subscriberID).where(sql`is_team`),
    index("subscribers_by_lane").on(table.lane, table.subscriberID).where(sql`state = 'confirmed'`),
    index("subscribers_with_webhooks")
      .on(table.isTeam)
      .where(sql`channel = 'webhook' AND state = 'confirmed'`),
  ],
);

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

/** A subscriber of a group gets updates about each of its components, also about those that are added later. */
export const subscriberGroups = sqliteTable(
  "subscriber_groups",
  {
    subscriberID: text("subscriber_id")
      .notNull()
      .references(() => subscribers.subscriberID, { onDelete: "cascade" }),
    groupID: text("group_id")
      .notNull()
      .references(() => componentGroups.groupID, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.subscriberID, table.groupID] }),
    index("subscriber_groups_by_group").on(table.groupID),
  ],
);

/** Without a foreign key to the notice, so that undoing its deletion keeps those who follow it. */
export const subscriberNotices = sqliteTable(
  "subscriber_notices",
  {
    subscriberID: text("subscriber_id")
      .notNull()
      .references(() => subscribers.subscriberID, { onDelete: "cascade" }),
    noticeID: text("notice_id").notNull(),
    isConfirmed: integer("is_confirmed", { mode: "boolean" }).notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subscriberID, table.noticeID] }),
    index("subscriber_notices_by_notice").on(table.noticeID),
  ],
);

/** Limits confirmation emails per mailbox. A row outlives the subscriber, so that deleting one doesn't reset the limit. */
export const confirmationLimits = sqliteTable(
  "confirmation_limits",
  {
    mailboxKey: text("mailbox_key").primaryKey(),
    sent: integer("sent").notNull(),
    nextAt: text("next_at").notNull(),
  },
  (table) => [index("confirmation_limits_by_age").on(table.nextAt)],
);

/** The latest requests that queued a confirmation email, over all clients. The limit subtracts IDs, so they have no gaps. */
export const subscribeRequests = sqliteTable("subscribe_calls", {
  callID: integer("call_id").primaryKey(),
  at: text("at").notNull(),
});

/** The networks whose clients have asked to subscribe within a month. The others have a share of each total limit. */
export const subscribeNetworks = sqliteTable(
  "subscribe_networks",
  {
    /** The HMAC of the client's IPv4 address or IPv6 /48. */
    networkKey: text("network_key").primaryKey(),
    /** The day, such as 2026-11-21. */
    at: text("at").notNull(),
  },
  (table) => [index("subscribe_networks_by_age").on(table.at)],
);
