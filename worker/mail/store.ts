import { asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { notices, noticeUpdates } from "../notices/table.ts";
import { settings } from "../settings/table.ts";
import type { Db, WriteDb } from "../storage/db.ts";
import { subscribers } from "../subscribers/table.ts";
import { isoTime, MINUTE_MS } from "../time/domain.ts";
import { forgetInChunks, isChunkDue, takeFromChunk } from "./chunks.ts";
import { changeDeliveries, moveCounts, recordProblems, removeProblems, settleChunks } from "./counts.ts";
import { dueUntil } from "./pause.ts";
import { mailDeliveries, mailMessages } from "./table.ts";

/** Longer than one run goes on: what a run that broke off had taken is due again then. */
const LEASE_MS = 2 * MINUTE_MS;

const isDue = (now: string, kind: Kind) => sql`${mailDeliveries.state} = 'waiting'
  AND ${mailDeliveries.isConfirmation} = ${kind === "confirmations" ? 1 : 0} AND ${mailDeliveries.nextAt} <= ${dueUntil(now)}`;

export type Kind = "notices" | "confirmations";

/** The first deliveries of that kind that are due and in no chunk; to be awaited, or put into a batch. */
export function selectDue(db: Db, kind: Kind, limit = 1) {
  return db
    .select({ deliveryID: mailDeliveries.deliveryID })
    .from(mailDeliveries)
    .where(isDue(isoTime(Date.now()), kind))
    .orderBy(asc(mailDeliveries.nextAt), asc(mailDeliveries.deliveryID))
    .limit(limit);
}

/** Takes deliveries that are due, so that nobody else takes them meanwhile. @returns their ids, the first first */
export async function takeDue(db: WriteDb, kind: Kind, limit: number): Promise<number[]> {
  const taken = await db
    .update(mailDeliveries)
    .set({ nextAt: isoTime(Date.now() + LEASE_MS) })
    .where(inArray(mailDeliveries.deliveryID, selectDue(db, kind, limit)))
    .returning({ deliveryID: mailDeliveries.deliveryID });
  return taken.map(({ deliveryID }) => deliveryID).sort((one, other) => one - other);
}

/** Takes mails about notices: first those to be tried again, or that a run which broke off had taken. */
export async function takeNotices(db: WriteDb, limit: number): Promise<number[]> {
  const taken = await takeDue(db, "notices", limit);
  return taken.length > 0 ? taken : takeFromChunk(db, limit, isoTime(Date.now() + LEASE_MS));
}

/** One row where a mail about a notice is due, or none; to be awaited, or put into a batch. */
export function selectNoticeDue(db: Db) {
  const now = isoTime(Date.now());
  return db
    .select({ due: sql<number>`1`.as("due") })
    .from(sql`(SELECT 1)`)
    .where(
      sql`EXISTS (SELECT 1 FROM ${mailDeliveries} WHERE ${isDue(now, "notices")}) OR ${isChunkDue(now)}`,
    );
}

export type Letter = Awaited<ReturnType<typeof selectLetter>>[number];

export type NoticeContent = NonNullable<Letter["content"]>;

export type Words = NonNullable<NoticeContent["announcement"]>;

/** All that one delivery needs. */
export function selectLetter(db: Db, deliveryID: number) {
  // What the service called the first mail about the same notice.
  const firstServiceID = sql<string>`coalesce((SELECT before.service_id FROM ${mailDeliveries} AS before
    WHERE before.subscriber_id = ${subscribers.subscriberID} AND before.notice_id = ${mailMessages.noticeID}
      AND before.notice_id IS NOT NULL AND before.service_id <> '' ORDER BY before.delivery_id LIMIT 1), '')`;
  return db
    .select({
      deliveryID: mailDeliveries.deliveryID,
      messageID: mailDeliveries.messageID,
      attempts: mailDeliveries.attempts,
      error: mailDeliveries.error,
      noticeID: mailMessages.noticeID,
      kind: mailMessages.kind,
      content: mailMessages.content,
      noticeIsThere: sql<number>`EXISTS (SELECT 1 FROM ${notices} AS n WHERE n.notice_id = ${mailMessages.noticeID})`,
      updateIsThere: sql<number>`${mailMessages.noticeUpdateID} IS NULL
        OR EXISTS (SELECT 1 FROM ${noticeUpdates} AS u WHERE u.notice_update_id = ${mailMessages.noticeUpdateID})`,
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
  /** As it was before the try; undefined where it was deleted meanwhile. */
  letter: Letter | undefined;
  outcome: Outcome;
}

export async function record(db: WriteDb, done: Done): Promise<void> {
  const [first, ...others] = recordsOf(db, done);
  if (first) await db.batch([first, ...others]);
}

/** One statement more than the change itself, two where this try failed or one before it. */
function recordsOf(db: WriteDb, { letter, outcome }: Done): BatchItem<"sqlite">[] {
  if (!letter) return [];
  const which = eq(mailDeliveries.deliveryID, letter.deliveryID);
  const { state = "waiting", error = "" } = outcome;
  return [
    ...(state === "waiting" ? [] : [moveCounts(db, which, state)]),
    // A batch that is run again finds the words of this very try: it takes off what it adds.
    ...(letter.error === "" && error === "" ? [] : [removeProblems(db, which)]),
    ...(error === "" ? [] : [recordProblems(db, which, { state, error })]),
    db
      .update(mailDeliveries)
      .set({ ...outcome, noticeID: letter.noticeID })
      .where(which),
  ];
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
export function forgetRecipient(db: WriteDb, subscriberID: SQL) {
  return [
    ...changeDeliveries(db, sql`${mailDeliveries.subscriberID} = ${subscriberID}`, {
      state: sql`iif(${mailDeliveries.state} = 'waiting', 'withdrawn', ${mailDeliveries.state})`,
      error: "",
      others: { subscriberID: null, serviceID: "" },
    }),
    forgetInChunks(db, subscriberID),
  ];
}

/** For a batch: what the service had taken did not arrive. Told again, it is counted once. */
export function recordBounce(db: WriteDb, { serviceID, error }: { serviceID: string; error: string }) {
  const which = sql`${mailDeliveries.serviceID} = ${serviceID} AND ${mailDeliveries.serviceID} <> ''
    AND ${mailDeliveries.state} = 'sent'`;
  return changeDeliveries(db, which, { state: "failed", error });
}

/** One round trip between two mails: what became of one, and the other as it is now. */
export async function recordAndRead(
  db: WriteDb,
  done: Done | undefined,
  deliveryID: number,
): Promise<Letter | undefined> {
  const reading = selectLetter(db, deliveryID);
  const [first, ...others] = done ? recordsOf(db, done) : [];
  if (!first) return (await reading)[0];
  const results = await db.batch([first, ...others, reading]);
  const letters = results[results.length - 1] as Letter[]; // a batch of any length has lost the types of its places
  return letters[0];
}

/** Gives back what was taken and not tried. */
export async function putBack(db: WriteDb, deliveryIDs: number[]): Promise<void> {
  if (deliveryIDs.length === 0) return;
  await db
    .update(mailDeliveries)
    .set({ nextAt: isoTime(Date.now()) })
    .where(inArray(mailDeliveries.deliveryID, deliveryIDs));
}

export async function isAnythingDue(db: Db): Promise<boolean> {
  const [notices, confirmations] = await db.batch([selectNoticeDue(db), selectDue(db, "confirmations")]);
  return notices.length + confirmations.length > 0;
}

/** Has nothing more go out of what waits. */
export async function withdrawAll(db: WriteDb, error: string): Promise<void> {
  const outcome = { state: "withdrawn", error } as const;
  const [first, ...others] = [
    ...settleChunks(db, sql`true`, outcome),
    // Written out, so that the index of those that wait is used.
    ...changeDeliveries(db, sql`${mailDeliveries.state} = 'waiting'`, outcome),
  ];
  if (first) await db.batch([first, ...others]);
}
