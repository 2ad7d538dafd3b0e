import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ComponentStatus } from "../../components/domain.ts";
import type { NoticeKind, NoticeStatus } from "../../notices/domain.ts";
import { hasTexts, isListOf } from "../../storage/domain.ts";
import { jsonText } from "../../storage/table.ts";
import type { ActorKind } from "../../writes/audit/domain.ts";
import type { ChannelName } from "../chat/domain.ts";
import { type Failure, isFailure } from "../failures/domain.ts";
import type { Reminder } from "../subscribers/domain.ts";
import { subscribers } from "../subscribers/table.ts";
import type { DeliveryState, Lane } from "./domain.ts";

export interface NoticeContent {
  kind: NoticeKind;
  noticeID: string;
  first: boolean;
  name: string;
  status: NoticeStatus;
  message: string;
  postedAt: string;
  startAt: string | null;
  endAt: string | null;
  /** The followers of a component are found by its ID. */
  components: { componentID?: string; name: string; status: ComponentStatus; deleted?: true }[];
  postmortem?: true;
  /** The times before, if the mail is about new ones of a maintenance, and not about an update. */
  movedFrom?: { startAt: string; endAt: string };
  /** The mail is about the start of a maintenance, and not about an update. */
  reminder?: Reminder;
  /** The latest update with a message, if this one has none. */
  lastUpdate?: EarlierUpdate | null;
  /** The first update with a message, for subscribers who get no earlier mail. */
  announcement?: EarlierUpdate | null;
}

/** Only channels of the team are told of it. Its content is that of the incident that it would become, and has the proposal's ID. */
export interface ProposedIncident {
  type: "incident_proposed";
  content: NoticeContent;
  proposedBy: { kind: ActorKind; name: string };
}

/** What only channels of the team are told of. */
export type TeamAlert = Failure | ProposedIncident;

const isNamedStatus = (value: unknown) => hasTexts(value, "name", "status");
function isNoticeContent(value: unknown): boolean {
  return (
    hasTexts(value, "kind", "noticeID", "name", "status", "message", "postedAt") &&
    isListOf(isNamedStatus)(value.components)
  );
}

function isTeamAlert(value: unknown): boolean {
  if (!hasTexts(value, "type") || value.type !== "incident_proposed") return isFailure(value);
  return isNoticeContent(value.content) && hasTexts(value.proposedBy, "kind", "name");
}

export interface ComponentStatusChange {
  componentID: string;
  name: string;
  oldStatus: ComponentStatus;
  newStatus: ComponentStatus;
  at: string;
}

export interface EarlierUpdate {
  status: NoticeStatus;
  message: string;
  postedAt: string;
}

/**
 * `component` is for webhooks only: its content is `{ changes: ComponentStatusChange[] }`. `failure` is for channels of the
 * team only.
 */
export type MessageKind = NoticeKind | "component" | "confirmation" | "failure";

export const messages = sqliteTable(
  "messages",
  {
    messageID: text("message_id").primaryKey(),
    kind: text("kind").$type<MessageKind>().notNull(),
    noticeID: text("notice_id"),
    /** It can also be a write-up's ID. If it is deleted, the message is withdrawn. Null for a new time and a reminder. */
    noticeUpdateID: text("notice_update_id"),
    content: jsonText<NoticeContent | null>("content", isNoticeContent, null),
    /** Those who subscribed later are no recipients. */
    createdAt: text("created_at").notNull(),
    /** What a message to channels of the team is about. Its kind is "failure", also for a proposal, and it has no content. */
    failure: jsonText<TeamAlert | null>("failure", isTeamAlert, null),
  },
  (table) => [
    index("messages_by_age").on(table.createdAt),
    index("messages_confirmations").on(table.createdAt).where(sql`kind = 'confirmation'`),
    index("messages_of_notices").on(table.createdAt).where(sql`kind IN ('incident', 'maintenance')`),
    index("messages_by_notice").on(table.noticeID),
    index("messages_failures").on(table.createdAt).where(sql`kind = 'failure'`),
  ],
);

/**
 * The recipients of a message in a lane that have no row in `deliveries` yet. A run gives rows to the next ones and moves the
 * cursor, and deletes this row when none is left.
 */
export const messageLanes = sqliteTable(
  "message_lanes",
  {
    messageID: text("message_id")
      .notNull()
      .references(() => messages.messageID, { onDelete: "cascade" }),
    lane: text("lane").$type<Lane>().notNull(),
    /** The ID of the last recipient that has a row. */
    cursor: text("cursor").notNull().default(""),
    /** Later than the message while it can be undone. */
    dueAt: text("due_at").notNull(),
    state: text("state").$type<Exclude<DeliveryState, "sent">>().notNull().default("waiting"),
    error: text("error").notNull().default(""),
    /** How many recipients there were when the message was given up or withdrawn. */
    remaining: integer("remaining").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.messageID, table.lane] }),
    index("message_lanes_due").on(table.lane, table.dueAt).where(sql`state = 'waiting'`),
  ],
);

export const deliveries = sqliteTable(
  "deliveries",
  {
    /** Deliveries to an endpoint are sent in this order. */
    deliveryID: integer("delivery_id").primaryKey(),
    messageID: text("message_id")
      .notNull()
      .references(() => messages.messageID, { onDelete: "cascade" }),
    subscriberID: text("subscriber_id").references(() => subscribers.subscriberID, { onDelete: "set null" }),
    channel: text("channel").$type<ChannelName>().notNull().default("email"),
    lane: text("lane").$type<Lane>().notNull().default("MAIL"),
    state: text("state").$type<DeliveryState>().notNull().default("waiting"),
    attempts: integer("attempts").notNull().default(0),
    /**
     * The delivery is due at this time. A run claims it by moving this to the end of its lease. Null while an earlier delivery to
     * the same endpoint is waiting.
     */
    nextAt: text("next_at"),
    /** Its receiver is one of those that are served last. */
    isSlow: integer("is_slow", { mode: "boolean" }).notNull().default(false),
    error: text("error").notNull().default(""),
    /** The email service's ID of the email. */
    serviceID: text("service_id").notNull().default(""),
    /** An email's, once it was tried, so that later emails about the notice find the first one. */
    noticeID: text("notice_id"),
    /** Of the last response. */
    responseStatus: integer("response_status"),
    triedAt: text("tried_at"),
    /** Which of the message's changes of components it announces, as a JSON list of their indexes. Null if it announces all, and for notices. */
    changes: text("changes"),
    /** How many of these changes have been announced. */
    position: integer("position").notNull().default(0),
  },
  (table) => [
    index("deliveries_due")
      .on(table.lane, table.isSlow, table.nextAt)
      .where(sql`state = 'waiting' AND next_at IS NOT NULL`),
    index("deliveries_by_message").on(table.messageID),
    index("deliveries_by_subscriber").on(table.subscriberID),
    index("deliveries_to_endpoints")
      .on(table.subscriberID)
      .where(sql`state = 'waiting' AND channel <> 'email'`),
    index("deliveries_by_service_id").on(table.serviceID).where(sql`service_id <> ''`),
    index("deliveries_by_thread")
      .on(table.subscriberID, table.noticeID)
      .where(sql`service_id <> '' AND notice_id IS NOT NULL`),
  ],
);

export const lanes = sqliteTable("lanes", {
  lane: text("lane").$type<Lane>().primaryKey(),
  /** Nothing of the lane is due before. */
  pausedUntil: text("paused_until").notNull().default(""),
  /** Confirmations are sent from this time on, because a run has reserved the time before. */
  nextAt: text("next_at").notNull().default(""),
  /** The run that is scheduled starts at this time, so that a flood of requests schedules only one. */
  wakeAt: text("wake_at").notNull().default(""),
  /** Of `status_changes`: followers were notified of those up to this one. */
  changesCursor: integer("changes_cursor").notNull().default(0),
});
