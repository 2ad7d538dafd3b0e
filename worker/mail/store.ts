import { asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { notices, noticeUpdates } from "../notices/table.ts";
import { postmortems } from "../postmortems/table.ts";
import { settings } from "../settings/table.ts";
import { raiseConsoleVersion } from "../storage/content-version/store.ts";
import type { Db, WriteDb } from "../storage/db.ts";
import { hasUnconfirmedNotice } from "../subscribers/followed-notices.ts";
import { subscribers } from "../subscribers/table.ts";
import { isoTime, SECOND_MS } from "../time/domain.ts";
import { endRefusedRecipient } from "./bounces/refused-recipient.ts";
import { claimFromChunk, eraseFromChunks, isChunkDue } from "./chunks.ts";
import { addProblems, changeDeliveries, closeChunks, subtractProblems, updateCounts } from "./counts.ts";
import { changesMailError } from "./mail-error.ts";
import { dueCutoff } from "./pause.ts";
import { readableContent } from "./readable-content.ts";
import { mailDeliveries, mailMessages } from "./table.ts";

export type { EarlierUpdate, NoticeContent } from "./table.ts";

/** A run starts no email so long after its claim. */
export const MAX_RUN_MS = 15 * SECOND_MS;
/** A run may end with an email that takes 10 seconds. What a crashed run claimed is due again afterwards. */
const LEASE_MS = MAX_RUN_MS + 15 * SECOND_MS;

const isDue = (now: string, kind: MailKind) => sql`${mailDeliveries.state} = 'waiting'
  AND ${mailDeliveries.isConfirmation} = ${kind === "confirmations" ? 1 : 0} AND ${mailDeliveries.nextAt} <= ${dueCutoff(now)}`;

export type MailKind = "notices" | "confirmations";

export function selectDue(db: Db, kind: MailKind, limit = 1) {
  return db
    .select({ deliveryID: mailDeliveries.deliveryID })
    .from(mailDeliveries)
    .where(isDue(isoTime(Date.now()), kind))
    .orderBy(asc(mailDeliveries.nextAt), asc(mailDeliveries.deliveryID))
    .limit(limit);
}

export async function claimDue(db: WriteDb, kind: MailKind, limit: number): Promise<number[]> {
  const [rows] = await db.batch([
    db
      .update(mailDeliveries)
      .set({ nextAt: isoTime(Date.now() + LEASE_MS) })
      .where(inArray(mailDeliveries.deliveryID, selectDue(db, kind, limit)))
      .returning({ deliveryID: mailDeliveries.deliveryID }),
  ]);
  return rows.map(({ deliveryID }) => deliveryID).sort((one, other) => one - other);
}

export async function claimNoticeMail(db: WriteDb, limit: number): Promise<number[]> {
  const deliveryIDs = await claimDue(db, "notices", limit);
  return deliveryIDs.length > 0 ? deliveryIDs : claimFromChunk(db, limit, isoTime(Date.now() + LEASE_MS));
}

export function selectDueNotice(db: Db) {
  const now = isoTime(Date.now());
  return db
    .select({ due: sql<number>`1`.as("due") })
    .from(sql`(SELECT 1)`)
    .where(
      sql`EXISTS (SELECT 1 FROM ${mailDeliveries} WHERE ${isDue(now, "notices")}) OR ${isChunkDue(now)}`,
    );
}

/** Columns for a query of `mail_messages`: whether what a message is about has been deleted. */
export const isStillThere = () => ({
  noticeExists: sql<number>`EXISTS (SELECT 1 FROM ${notices} AS n WHERE n.notice_id = ${mailMessages.noticeID})`,
  updateExists: sql<number>`${mailMessages.noticeUpdateID} IS NULL
    OR EXISTS (SELECT 1 FROM ${noticeUpdates} AS u WHERE u.notice_update_id = ${mailMessages.noticeUpdateID})
    OR EXISTS (SELECT 1 FROM ${postmortems} AS p WHERE p.postmortem_id = ${mailMessages.noticeUpdateID}
      AND p.published_at = ${readableContent} ->> 'postedAt')`,
  isStillAhead: sql<number>`${readableContent} ->> 'reminder' IS NULL
    OR EXISTS (SELECT 1 FROM ${notices} AS n WHERE n.notice_id = ${mailMessages.noticeID} AND n.status = 'Scheduled'
      AND n.start_at = ${readableContent} ->> 'startAt' AND n.start_at > ${isoTime(Date.now())})`,
});

export type Delivery = Awaited<ReturnType<typeof selectDelivery>>[number];

export function selectDelivery(db: Db, deliveryID: number) {
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
      failure: mailMessages.failure,
      ...isStillThere(),
      isOn: sql<number>`EXISTS (SELECT 1 FROM ${settings} WHERE email_enabled)`,
      firstServiceID,
      subscriber: {
        subscriberID: subscribers.subscriberID,
        emailAddress: subscribers.emailAddress,
        tokenVersion: subscribers.tokenVersion,
        state: subscribers.state,
        isTeam: subscribers.isTeam,
        hasUnconfirmedNotice: sql<number>`${mailMessages.kind} = 'confirmation' AND ${hasUnconfirmedNotice(sql`${subscribers.subscriberID}`)}`,
        timeZone: subscribers.timeZone,
        language: subscribers.language,
      },
    })
    .from(mailDeliveries)
    .innerJoin(mailMessages, eq(mailMessages.messageID, mailDeliveries.messageID))
    .leftJoin(subscribers, eq(subscribers.subscriberID, mailDeliveries.subscriberID))
    .where(eq(mailDeliveries.deliveryID, deliveryID));
}

/** The mail is due again at `nextAt` if there is no state. */
export type Outcome = Pick<
  typeof mailDeliveries.$inferInsert,
  "state" | "attempts" | "error" | "serviceID"
> & {
  nextAt?: string;
  /** The service refused the recipient, and not only this mail. */
  refusedAs?: "recipient" | "suppressed";
};

export interface Attempt {
  delivery: Delivery | undefined;
  outcome: Outcome;
}

/** @param isErrorChanged this or an earlier attempt of the run has changed what the overview says about mail */
export async function recordOutcome(
  db: WriteDb,
  attempt: Attempt,
  isErrorChanged = changesMailError(attempt),
): Promise<void> {
  const raise = isErrorChanged ? [raiseConsoleVersion(db)] : [];
  const [first, ...others] = [...outcomeStatements(db, attempt), ...raise];
  if (first) await db.batch([first, ...others]);
}

function outcomeStatements(
  db: WriteDb,
  { delivery, outcome: { refusedAs, ...outcome } }: Attempt,
): BatchItem<"sqlite">[] {
  if (!delivery) return [];
  const { deliveryID, subscriber } = delivery;
  const condition = eq(mailDeliveries.deliveryID, deliveryID);
  const { state = "waiting", error = "" } = outcome;
  return [
    ...(refusedAs && subscriber
      ? endRefusedRecipient(db, { deliveryID, subscriberID: subscriber.subscriberID, error, refusedAs })
      : []),
    ...(state === "waiting" ? [] : [updateCounts(db, condition, state)]),
    // If the batch runs again, it finds this attempt's own error, and subtracts what it adds.
    ...(delivery.error === "" && error === "" ? [] : [subtractProblems(db, condition)]),
    ...(error === "" ? [] : [addProblems(db, condition, { state, error })]),
    db
      .update(mailDeliveries)
      .set({ ...outcome, noticeID: delivery.noticeID })
      .where(condition),
  ];
}

/**
 * A condition on the columns of `subscribers`.
 * @param addressKey identifies the recipient if the mail was not recorded yet or is older than 90 days
 */
export function recipientCondition(serviceID: string, addressKey: string): SQL {
  const subscriberOfDelivery = sql`(SELECT d.subscriber_id FROM ${mailDeliveries} AS d
    WHERE d.service_id = ${serviceID} AND d.service_id <> '' AND d.subscriber_id IS NOT NULL LIMIT 1)`;
  return sql`subscriber_id = coalesce(${subscriberOfDelivery}, (SELECT subscriber_id FROM ${subscribers} WHERE address_key = ${addressKey}))`;
}

export function eraseRecipient(db: WriteDb, subscriberID: SQL) {
  const hasError = sql`EXISTS (SELECT 1 FROM ${mailDeliveries} AS d
    WHERE d.subscriber_id = ${subscriberID} AND d.state = 'waiting' AND d.error <> '')`;
  return [
    raiseConsoleVersion(db, hasError),
    ...changeDeliveries(db, sql`${mailDeliveries.subscriberID} = ${subscriberID}`, {
      state: sql`iif(${mailDeliveries.state} = 'waiting', 'withdrawn', ${mailDeliveries.state})`,
      error: "",
      otherColumns: { subscriberID: null, serviceID: "" },
    }),
    eraseFromChunks(db, subscriberID),
  ];
}

/** A repeated notification is counted once. */
export function recordBounce(db: WriteDb, { serviceID, error }: { serviceID: string; error: string }) {
  const condition = sql`${mailDeliveries.serviceID} = ${serviceID} AND ${mailDeliveries.serviceID} <> ''
    AND ${mailDeliveries.state} = 'sent'`;
  return changeDeliveries(db, condition, { state: "failed", error });
}

export async function recordAndReadNext(
  db: WriteDb,
  attempt: Attempt | undefined,
  deliveryID: number,
): Promise<Delivery | undefined> {
  const next = selectDelivery(db, deliveryID);
  const [first, ...others] = attempt ? outcomeStatements(db, attempt) : [];
  if (!first) return (await next)[0];
  const results = await db.batch([first, ...others, next]);
  const deliveries = results[results.length - 1] as Delivery[]; // the type of a batch of variable length doesn't have it
  return deliveries[0];
}

export async function release(db: WriteDb, deliveryIDs: number[]): Promise<void> {
  if (deliveryIDs.length === 0) return;
  await db.batch([
    db
      .update(mailDeliveries)
      .set({ nextAt: isoTime(Date.now()) })
      .where(inArray(mailDeliveries.deliveryID, deliveryIDs)),
  ]);
}

/** Notices are sent first. @returns undefined if nothing is due */
export async function readNextKind(db: Db): Promise<MailKind | undefined> {
  const [notices, confirmations] = await db.batch([selectDueNotice(db), selectDue(db, "confirmations")]);
  if (notices.length > 0) return "notices";
  return confirmations.length > 0 ? "confirmations" : undefined;
}

export async function withdrawAll(db: WriteDb, error: string): Promise<void> {
  const outcome = { state: "withdrawn", error } as const;
  const [first, ...others] = [
    ...closeChunks(db, sql`true`, outcome),
    // The state is written out, so that the partial index is used.
    ...changeDeliveries(db, sql`${mailDeliveries.state} = 'waiting'`, outcome),
  ];
  if (first) await db.batch([first, ...others]);
}
