import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ComponentStatus } from "../components/domain.ts";
import { type Failure, isFailure } from "../failures/domain.ts";
import type { NoticeKind, NoticeStatus } from "../notices/domain.ts";
import { hasTexts, isListOf } from "../storage/domain.ts";
import { jsonText } from "../storage/table.ts";
import type { Reminder } from "../subscribers/domain.ts";
import { subscribers } from "../subscribers/table.ts";
import type { DeliveryState } from "./domain.ts";

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
  components: { name: string; status: ComponentStatus; deleted?: true }[];
  postmortem?: true;
  /** The times before, if the mail is about new ones of a maintenance, and not about an update. */
  movedFrom?: { startAt: string; endAt: string };
  /** The mail is about the start of a maintenance, and not about an update. */
  reminder?: Reminder;
  /** The latest update with a message, if this one has none. */
  lastWords?: EarlierUpdate | null;
  /** The first update with a message, for subscribers who get no earlier mail. */
  announcement?: EarlierUpdate | null;
}

const isNamedStatus = (value: unknown) => hasTexts(value, "name", "status");
function isNoticeContent(value: unknown): boolean {
  return (
    hasTexts(value, "kind", "noticeID", "name", "status", "message", "postedAt") &&
    isListOf(isNamedStatus)(value.components)
  );
}

/** The content of a message of the kind `component`. */
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

export const mailMessages = sqliteTable(
  "mail_messages",
  {
    messageID: text("message_id").primaryKey(),
    kind: text("kind").$type<MessageKind>().notNull(),
    noticeID: text("notice_id"),
    /** It can also be a write-up's ID. If it is deleted, the mail is withdrawn. Null for a new time and a reminder. */
    noticeUpdateID: text("notice_update_id"),
    content: jsonText<NoticeContent | null>("content", isNoticeContent, null),
    createdAt: text("created_at").notNull(),
    /** What a message to channels of the team is about, which has the kind "failure" and no content. */
    failure: jsonText<Failure | null>("failure", isFailure, null),
  },
  (table) => [
    index("mail_messages_by_age").on(table.createdAt),
    index("mail_messages_confirmations").on(table.createdAt).where(sql`kind = 'confirmation'`),
    index("mail_messages_told").on(table.createdAt).where(sql`kind <> 'confirmation'`),
    index("mail_messages_of_notices").on(table.createdAt).where(sql`kind IN ('incident', 'maintenance')`),
    index("mail_messages_by_notice").on(table.noticeID),
    index("mail_messages_failures").on(table.createdAt).where(sql`kind = 'failure'`),
  ],
);

export const mailCounts = sqliteTable("mail_counts", {
  messageID: text("message_id")
    .primaryKey()
    .references(() => mailMessages.messageID, { onDelete: "cascade" }),
  waiting: integer("waiting").notNull().default(0),
  sent: integer("sent").notNull().default(0),
  failed: integer("failed").notNull().default(0),
  withdrawn: integer("withdrawn").notNull().default(0),
});

export const mailProblems = sqliteTable(
  "mail_problems",
  {
    messageID: text("message_id")
      .notNull()
      .references(() => mailMessages.messageID, { onDelete: "cascade" }),
    words: text("words").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.messageID, table.words] }),
    index("mail_problems_by_count").on(table.messageID, sql`count DESC`, table.words),
  ],
);

/** A chunk has up to 500 recipients of a message. A run that claims them gives each a row in `mail_deliveries`. */
export const mailChunks = sqliteTable(
  "mail_chunks",
  {
    chunkID: integer("chunk_id").primaryKey(),
    messageID: text("message_id")
      .notNull()
      .references(() => mailMessages.messageID, { onDelete: "cascade" }),
    /** A JSON list with null for erased subscribers. */
    subscriberIDs: text("subscriber_ids").notNull(),
    position: integer("position").notNull().default(0),
    /** Applies to the unclaimed ones. A chunk without any is deleted. */
    state: text("state").$type<DeliveryState>().notNull().default("waiting"),
    error: text("error").notNull().default(""),
    /** The chunk is due at this time, which is later than its message while that can be undone. */
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    index("mail_chunks_by_message").on(table.messageID),
    index("mail_chunks_waiting").on(table.createdAt).where(sql`state = 'waiting'`),
  ],
);

export const mailDeliveries = sqliteTable(
  "mail_deliveries",
  {
    deliveryID: integer("delivery_id").primaryKey(),
    messageID: text("message_id")
      .notNull()
      .references(() => mailMessages.messageID, { onDelete: "cascade" }),
    subscriberID: text("subscriber_id").references(() => subscribers.subscriberID, { onDelete: "set null" }),
    state: text("state").$type<DeliveryState>().notNull().default("waiting"),
    attempts: integer("attempts").notNull().default(0),
    /** The mail is due at this time. A run claims it by moving this to the end of its lease. */
    nextAt: text("next_at").notNull(),
    error: text("error").notNull().default(""),
    serviceID: text("service_id").notNull().default(""),
    /** Repeats the message's kind, so that one index finds what is due of each. */
    isConfirmation: integer("is_confirmation", { mode: "boolean" }).notNull().default(false),
    noticeID: text("notice_id"),
  },
  (table) => [
    index("mail_deliveries_due_by_kind").on(table.isConfirmation, table.nextAt).where(sql`state = 'waiting'`),
    index("mail_deliveries_by_message").on(table.messageID),
    index("mail_deliveries_by_subscriber").on(table.subscriberID),
    index("mail_deliveries_by_service_id").on(table.serviceID).where(sql`service_id <> ''`),
    index("mail_deliveries_by_thread")
      .on(table.subscriberID, table.noticeID)
      .where(sql`service_id <> '' AND notice_id IS NOT NULL`),
  ],
);

export const mailPause = sqliteTable("mail_pause", {
  one: integer("one").primaryKey(),
  until: text("until").notNull(),
});

export const confirmationSchedule = sqliteTable("confirmation_pace", {
  one: integer("one").primaryKey(),
  nextAt: text("next_at").notNull(),
  /** The scheduled run starts at this time, so that a flood of requests schedules only one. */
  wakeAt: text("wake_at").notNull().default(""),
});
