import { asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "../db.ts";
import { notices } from "../notices/table.ts";
import { settings } from "../settings/table.ts";
import { subscribers } from "../subscribers/table.ts";
import { mailDeliveries, mailMessages, mailPause } from "./table.ts";

const DAY = 24 * 60 * 60_000;
/** How long it is remembered who was told what. */
const KEPT = 90 * DAY;
/** Longer than one run goes on: what a run that broke off had taken is due again then. */
const LEASE = 2 * 60_000;

/** Nothing is due while the service is left in peace, so that whoever wakes the outbox does not ask it again. */
const due = (now: string) => sql`${mailDeliveries.state} = 'waiting' AND ${mailDeliveries.nextAt} <= ${now}
  AND NOT EXISTS (SELECT 1 FROM ${mailPause} WHERE ${mailPause.until} > ${now})`;

/** Leaves the service in peace for so long. */
export async function pauseMail(db: Db, milliseconds: number): Promise<void> {
  const until = iso(Date.now() + milliseconds);
  await db
    .insert(mailPause)
    .values({ one: 1, until })
    .onConflictDoUpdate({ target: mailPause.one, set: { until } });
}

export type Kind = "notices" | "confirmations";

/** The first deliveries of that kind that are due; to be awaited, or put into a batch. */
export function selectDue(db: Db, kind: Kind, limit = 1) {
  return db
    .select({ deliveryID: mailDeliveries.deliveryID })
    .from(mailDeliveries)
    .where(
      sql`${due(iso(Date.now()))} AND ${mailDeliveries.isConfirmation} = ${kind === "confirmations" ? 1 : 0}`,
    )
    .orderBy(asc(mailDeliveries.nextAt), asc(mailDeliveries.deliveryID))
    .limit(limit);
}

/** Takes deliveries that are due, so that nobody else takes them meanwhile. @returns their ids, the first first */
export async function takeDue(db: Db, kind: Kind, limit: number): Promise<number[]> {
  const taken = await db
    .update(mailDeliveries)
    .set({ nextAt: iso(Date.now() + LEASE) })
    .where(inArray(mailDeliveries.deliveryID, selectDue(db, kind, limit)))
    .returning({ deliveryID: mailDeliveries.deliveryID });
  return taken.map(({ deliveryID }) => deliveryID).sort((one, other) => one - other);
}

export type Letter = Awaited<ReturnType<typeof selectLetter>>[number];

export type NoticeContent = NonNullable<Letter["content"]>;

/** All that one delivery needs. */
export function selectLetter(db: Db, deliveryID: number) {
  // What the service called the first mail about the same notice.
  const firstServiceID = sql<string>`coalesce((SELECT before.service_id
    FROM ${mailDeliveries} AS before JOIN ${mailMessages} AS about ON about.message_id = before.message_id
    WHERE before.subscriber_id = ${subscribers.subscriberID} AND about.notice_id = ${mailMessages.noticeID}
      AND before.service_id <> '' ORDER BY before.delivery_id LIMIT 1), '')`;
  return db
    .select({
      deliveryID: mailDeliveries.deliveryID,
      messageID: mailDeliveries.messageID,
      attempts: mailDeliveries.attempts,
      kind: mailMessages.kind,
      content: mailMessages.content,
      noticeIsThere: sql<number>`EXISTS (SELECT 1 FROM ${notices} AS n WHERE n.notice_id = ${mailMessages.noticeID})`,
      mailIsOn: sql<number>`EXISTS (SELECT 1 FROM ${settings} WHERE email_enabled)`,
      firstServiceID,
      subscriber: {
        subscriberID: subscribers.subscriberID,
        emailAddress: subscribers.emailAddress,
        tokenVersion: subscribers.tokenVersion,
        state: subscribers.state,
        timeZone: subscribers.timeZone,
        language: subscribers.language,
      },
    })
    .from(mailDeliveries)
    .innerJoin(mailMessages, eq(mailMessages.messageID, mailDeliveries.messageID))
    .leftJoin(subscribers, eq(subscribers.subscriberID, mailDeliveries.subscriberID))
    .where(eq(mailDeliveries.deliveryID, deliveryID));
}

/** What became of a try, in the words of the table; without a state it is due again at `nextAt`. */
export type Outcome = Pick<
  typeof mailDeliveries.$inferInsert,
  "state" | "attempts" | "error" | "serviceID"
> & {
  nextAt?: string;
};

export interface Done {
  deliveryID: number;
  outcome: Outcome;
}

export async function record(db: Db, done: Done): Promise<void> {
  await updateOf(db, done);
}

/**
 * Which subscriber got the mail that the service calls so: a condition on their columns.
 * @param addressKey who it was where the mail is not known, since it is told of before it was recorded or after 90 days
 */
export function recipientOf(serviceID: string, addressKey: string): SQL {
  const known = sql`(SELECT d.subscriber_id FROM ${mailDeliveries} AS d
    WHERE d.service_id = ${serviceID} AND d.service_id <> '' AND d.subscriber_id IS NOT NULL LIMIT 1)`;
  return sql`subscriber_id = coalesce(${known}, (SELECT subscriber_id FROM ${subscribers} WHERE address_key = ${addressKey}))`;
}

/** For a batch: how many got which message is still known, and not that this subscriber was among them. */
export function forgetRecipient(db: Db, subscriberID: SQL) {
  return db
    .update(mailDeliveries)
    .set({
      subscriberID: null,
      state: sql`iif(state = 'waiting', 'withdrawn', state)`,
      error: "",
      serviceID: "",
    })
    .where(sql`${mailDeliveries.subscriberID} = ${subscriberID}`);
}

/** For a batch: what the service had taken did not arrive. */
export function recordBounce(db: Db, { serviceID, error }: { serviceID: string; error: string }) {
  return db
    .update(mailDeliveries)
    .set({ state: "failed", error })
    .where(sql`${mailDeliveries.serviceID} = ${serviceID} AND ${mailDeliveries.serviceID} <> ''
      AND ${mailDeliveries.state} = 'sent'`);
}

/** One round trip between two mails: what became of one, and the other as it is now. */
export async function recordAndRead(
  db: Db,
  done: Done | undefined,
  deliveryID: number,
): Promise<Letter | undefined> {
  const reading = selectLetter(db, deliveryID);
  const [letter] = done ? (await db.batch([updateOf(db, done), reading]))[1] : await reading;
  return letter;
}

function updateOf(db: Db, { deliveryID, outcome }: Done) {
  return db.update(mailDeliveries).set(outcome).where(eq(mailDeliveries.deliveryID, deliveryID));
}

/** Gives back what was taken and not tried. */
export async function putBack(db: Db, deliveryIDs: number[]): Promise<void> {
  if (deliveryIDs.length === 0) return;
  await db
    .update(mailDeliveries)
    .set({ nextAt: iso(Date.now()) })
    .where(inArray(mailDeliveries.deliveryID, deliveryIDs));
}

export async function isAnythingDue(db: Db): Promise<boolean> {
  const found = await db
    .select({ deliveryID: mailDeliveries.deliveryID })
    .from(mailDeliveries)
    .where(due(iso(Date.now())))
    .limit(1);
  return found.length > 0;
}

/** Has nothing more go out of what waits. */
export async function withdrawAll(db: Db, error: string): Promise<void> {
  await db
    .update(mailDeliveries)
    .set({ state: "withdrawn", error })
    .where(sql`${mailDeliveries.state} = 'waiting'`); // written out, so that the index of those that wait is used
}

/** Gives up what could not be delivered in a day, and forgets what is long past. */
export async function tidyUp(db: Db): Promise<void> {
  const now = Date.now();
  // Asked of each that waits, not the other way round: of messages there are more and more.
  const isOld = sql`EXISTS (SELECT 1 FROM ${mailMessages} AS m
    WHERE m.message_id = ${mailDeliveries.messageID} AND m.created_at < ${iso(now - DAY)})`;
  const forgotten = db
    .select({ messageID: mailMessages.messageID })
    .from(mailMessages)
    .where(sql`${mailMessages.createdAt} < ${iso(now - KEPT)}`)
    .orderBy(asc(mailMessages.createdAt))
    .limit(10);
  const givenUp = sql`'Given up after a day.' || iif(${mailDeliveries.error} = '', '', ' ' || ${mailDeliveries.error})`;
  await db.batch([
    db
      .update(mailDeliveries)
      .set({ state: "failed", error: givenUp })
      .where(sql`${mailDeliveries.state} = 'waiting' AND ${isOld}`),
    // Few at a time: each may have been to many.
    db.delete(mailMessages).where(inArray(mailMessages.messageID, forgotten)),
  ]);
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
