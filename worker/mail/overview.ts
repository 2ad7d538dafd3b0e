import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../db.ts";
import { selectSettings, settingsOf } from "../settings/store.ts";
import { limitWarnings, selectReachedLimits } from "../subscribers/call-limits.ts";
import { subscribers } from "../subscribers/table.ts";
import { bounceWarnings, selectBounced } from "./confirmation-store.ts";
import { concerns } from "./outbox.ts";
import type { MailMessages, Recipients } from "./schema.ts";
import type { DeliveryState } from "./statuses.ts";
import { mailDeliveries, mailMessages } from "./table.ts";

const LISTED = 20;
const PROBLEMS_LISTED = 3;
const WEEK = 7 * 24 * 60 * 60_000;

/** The newest messages with what became of them; each of their recipients is counted. */
export async function readMailMessages(db: Db): Promise<MailMessages> {
  const weekAgo = new Date(Date.now() - WEEK).toISOString();
  // As the index of those says it.
  const newest = sql`(SELECT message_id FROM ${mailMessages} WHERE kind <> 'confirmation'
    ORDER BY created_at DESC LIMIT ${LISTED})`;
  const ofTheWeek = sql`(SELECT message_id FROM ${mailMessages} WHERE kind = 'confirmation' AND created_at > ${weekAgo})`;
  const [messages, counted, problems, [confirmations], confirmationProblems, bounced, reached] =
    await db.batch([
      db.select().from(mailMessages).where(sql`message_id IN ${newest}`).orderBy(sql`created_at DESC`),
      db
        .select({ messageID: mailDeliveries.messageID, ...counts })
        .from(mailDeliveries)
        .where(sql`message_id IN ${newest}`)
        .groupBy(mailDeliveries.messageID),
      selectProblems(db, newest, sql`message_id`),
      db.select(counts).from(mailDeliveries).where(sql`message_id IN ${ofTheWeek}`),
      selectProblems(db, ofTheWeek, sql`''`),
      selectBounced(db),
      selectReachedLimits(db),
    ]);
  const countsOf = new Map(counted.map(({ messageID, ...each }) => [messageID, each]));
  const problemsOf = Map.groupBy(problems, ({ about }) => about);
  return {
    messages: messages.flatMap(({ messageID, content, createdAt }) => {
      if (!content) return []; // only a confirmation has none
      const { kind, noticeID, name, status } = content;
      return {
        ...(countsOf.get(messageID) ?? none),
        ...{ messageID, kind, noticeID, name, status, createdAt },
        problems: (problemsOf.get(messageID) ?? []).map(problemOf),
      };
    }),
    confirmations: {
      ...(confirmations ?? none),
      problems: confirmationProblems.map(problemOf),
      warnings: [...bounceWarnings(bounced), ...limitWarnings(reached)],
    },
  };
}

/** What was said of those that failed or wait, for each of what they are about: the most frequent first, few of them. */
function selectProblems(db: Db, messageIDs: SQL, about: SQL) {
  const inOrder = db
    .select({
      about: sql<string>`${about}`.as("about"),
      words: sql<string>`error`.as("words"),
      count: sql<number>`count(*)`.as("count"),
      place: sql<number>`row_number() OVER (PARTITION BY ${about} ORDER BY count(*) DESC, error)`.as("place"),
    })
    .from(mailDeliveries)
    .where(sql`message_id IN ${messageIDs} AND state IN ('failed', 'waiting') AND error <> ''`)
    .groupBy(about, sql`error`)
    .as("in_order");
  return db.select().from(inOrder).where(sql`place <= ${PROBLEMS_LISTED}`).orderBy(sql`place`);
}

function problemOf({ words, count }: { words: string; count: number }) {
  return { words, count };
}

const none = { sent: 0, failed: 0, waiting: 0, withdrawn: 0 };
const counts = {
  sent: inState("sent"),
  failed: inState("failed"),
  waiting: inState("waiting"),
  withdrawn: inState("withdrawn"),
};

/** With a name of its own, since a batch tells columns apart by their names. */
function inState(state: DeliveryState) {
  return sql<number>`count(iif(state = ${state}, 1, NULL))`.as(state);
}

/** How many would hear of a notice that touches these components beside those that it has touched already. */
export async function countRecipients(
  db: Db,
  about: { noticeID: string; componentIDs: string[] },
): Promise<Recipients> {
  const [settings, [counted]] = await db.batch([
    selectSettings(db),
    db
      .select({ count: sql<number>`count(*)` })
      .from(sql`${subscribers} AS s`)
      .where(concerns(about.noticeID, about.componentIDs)),
  ]);
  return { mailIsOn: settingsOf(settings).emailEnabled, count: counted?.count ?? 0 };
}
