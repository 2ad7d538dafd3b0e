import { sql } from "drizzle-orm";
import type { Db } from "../db.ts";
import { selectSettings, settingsOf } from "../settings/store.ts";
import { subscribers } from "../subscribers/table.ts";
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
  const told = sql`${mailMessages.kind} <> 'confirmation'`;
  const newest = sql`(SELECT message_id FROM ${mailMessages} WHERE ${told} ORDER BY created_at DESC LIMIT ${LISTED})`;
  const [messages, counted, problems, [confirmations]] = await db.batch([
    db.select().from(mailMessages).where(sql`message_id IN ${newest}`).orderBy(sql`created_at DESC`),
    db
      .select({ messageID: mailDeliveries.messageID, ...counts })
      .from(mailDeliveries)
      .where(sql`message_id IN ${newest}`)
      .groupBy(mailDeliveries.messageID),
    db
      .select({
        messageID: mailDeliveries.messageID,
        words: mailDeliveries.error,
        count: sql<number>`count(*)`,
      })
      .from(mailDeliveries)
      .where(sql`message_id IN ${newest} AND state IN ('failed', 'waiting') AND error <> ''`)
      .groupBy(mailDeliveries.messageID, mailDeliveries.error)
      .orderBy(sql`count(*) DESC`),
    db
      .select(counts)
      .from(mailDeliveries)
      .where(
        sql`message_id IN (SELECT message_id FROM ${mailMessages} WHERE kind = 'confirmation' AND created_at > ${weekAgo})`,
      ),
  ]);
  const countsOf = new Map(counted.map(({ messageID, ...each }) => [messageID, each]));
  const problemsOf = Map.groupBy(problems, ({ messageID }) => messageID);
  return {
    messages: messages.flatMap(({ messageID, content, createdAt }) => {
      if (!content) return []; // only a confirmation has none
      const { kind, noticeID, name, status } = content;
      const words = (problemsOf.get(messageID) ?? []).slice(0, PROBLEMS_LISTED);
      return {
        ...(countsOf.get(messageID) ?? none),
        ...{ messageID, kind, noticeID, name, status, createdAt },
        problems: words.map(({ messageID: _, ...problem }) => problem),
      };
    }),
    confirmations: confirmations ?? none,
  };
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
