import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ComponentStatus } from "../components/domain.ts";
import type { NoticeKind, NoticeStatus } from "../notices/domain.ts";
import { subscribers } from "../subscribers/table.ts";
import type { DeliveryState } from "./domain.ts";

/** What an update of a notice said when it was posted: everybody hears the same, whatever is edited later. */
export interface NoticeContent {
  kind: NoticeKind;
  noticeID: string;
  /** Whether it is what the notice began with. */
  first: boolean;
  name: string;
  status: NoticeStatus;
  message: string;
  postedAt: string;
  /** A maintenance's window. */
  startAt: string | null;
  endAt: string | null;
  components: { name: string; status: ComponentStatus; deleted?: true }[];
  /** The newest words before it, where the update itself has none. Not in messages from before, like the next. */
  lastWords?: Words | null;
  /** The first words about the notice, for whoever hears of it with this update for the first time. */
  announcement?: Words | null;
}

/** An earlier update with its message. */
interface Words {
  status: NoticeStatus;
  message: string;
  postedAt: string;
}

/** What is to be told by mail. */
export const mailMessages = sqliteTable(
  "mail_messages",
  {
    messageID: text("message_id").primaryKey(),
    kind: text("kind").$type<NoticeContent["kind"] | "confirmation">().notNull(),
    /** The notice that it is about; it may have been deleted. */
    noticeID: text("notice_id"),
    /** The update that it tells of, without which it is withdrawn; null in a row that an older version wrote. */
    noticeUpdateID: text("notice_update_id"),
    /** Null for a confirmation, which says what its subscriber's row says. */
    content: text("content", { mode: "json" }).$type<NoticeContent>(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    index("mail_messages_by_age").on(table.createdAt),
    index("mail_messages_confirmations").on(table.createdAt).where(sql`kind = 'confirmation'`),
    index("mail_messages_told").on(table.createdAt).where(sql`kind <> 'confirmation'`),
    index("mail_messages_by_notice").on(table.noticeID),
  ],
);

/** What has become of a message's mails, counted: its recipients can be too many to count at each look. */
export const mailCounts = sqliteTable("mail_counts", {
  messageID: text("message_id")
    .primaryKey()
    .references(() => mailMessages.messageID, { onDelete: "cascade" }),
  waiting: integer("waiting").notNull().default(0),
  sent: integer("sent").notNull().default(0),
  failed: integer("failed").notNull().default(0),
  withdrawn: integer("withdrawn").notNull().default(0),
});

/** How many of a counted message's mails wait or failed with the same words of the service. */
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

/** Up to 500 recipients of a message in one row. Each becomes a row of `mail_deliveries` when a run takes it. */
export const mailChunks = sqliteTable(
  "mail_chunks",
  {
    chunkID: integer("chunk_id").primaryKey(),
    messageID: text("message_id")
      .notNull()
      .references(() => mailMessages.messageID, { onDelete: "cascade" }),
    /** A JSON list; null stands for a subscriber who was erased. */
    subscriberIDs: text("subscriber_ids").notNull(),
    /** How many of them, from the first on, have rows in `mail_deliveries`. */
    position: integer("position").notNull().default(0),
    /** What becomes of those that have none. A chunk is deleted when all have one. */
    state: text("state").$type<DeliveryState>().notNull().default("waiting"),
    /** Why they are not sent any more. */
    error: text("error").notNull().default(""),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    index("mail_chunks_by_message").on(table.messageID),
    index("mail_chunks_waiting").on(table.createdAt).where(sql`state = 'waiting'`),
  ],
);

/** Each recipient of each message, but for those that are still in a chunk. */
export const mailDeliveries = sqliteTable(
  "mail_deliveries",
  {
    deliveryID: integer("delivery_id").primaryKey(),
    messageID: text("message_id")
      .notNull()
      .references(() => mailMessages.messageID, { onDelete: "cascade" }),
    subscriberID: text("subscriber_id").references(() => subscribers.subscriberID, { onDelete: "set null" }),
    state: text("state").$type<DeliveryState>().notNull().default("waiting"),
    /** Tries that failed. */
    attempts: integer("attempts").notNull().default(0),
    /** When it is due; whoever delivers it moves that on first, so that nobody else does it meanwhile. */
    nextAt: text("next_at").notNull(),
    /** The service's words, of the last try that failed. */
    error: text("error").notNull().default(""),
    /** What the service calls the mail. */
    serviceID: text("service_id").notNull().default(""),
    /** Notices are sent before confirmations. Repeats the message's kind, so that one index finds what is due of each. */
    isConfirmation: integer("is_confirmation", { mode: "boolean" }).notNull().default(false),
    /** The message's notice, once the mail is sent: later mails about it to the same reader refer to this one. */
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

/** Until when the service, which has failed, is left in peace: one row, or none. */
export const mailPause = sqliteTable("mail_pause", {
  one: integer("one").primaryKey(),
  until: text("until").notNull(),
});

/** When the next confirmation may be sent: one row, or none. */
export const confirmationPace = sqliteTable("confirmation_pace", {
  one: integer("one").primaryKey(),
  nextAt: text("next_at").notNull(),
  /** The time that a run has been scheduled for, so that a flood does not schedule one for each request. */
  wakeAt: text("wake_at").notNull().default(""),
});
