import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { DAY_MS, isoTime } from "../../shared/time/domain.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { endEndpoints } from "../outbox/queue.ts";
import { deleteExpiredLimits, resetConfirmations } from "./confirmation-limits.ts";
import { type EndedReason, reminderFields } from "./domain.ts";
import {
  confirmNotices,
  followsOnlyEndedNotices,
  forgetNotices,
  hasUnconfirmedNotice,
  keepOnlyNotices,
  selectFollowedNotices,
} from "./followed-notices.ts";
import type { ChoicesForm } from "./schema.ts";
import { subscriberComponents, subscriberGroups, subscriberNotices, subscribers } from "./table.ts";
import { replaceTopics } from "./topics.ts";
import { deleteOldNetworks } from "./total-limits.ts";

export type StoredSubscriber = typeof subscribers.$inferSelect;

export function selectSubscription(db: Db, subscriberID: string) {
  const condition = eq(subscribers.subscriberID, subscriberID);
  return [
    db.select().from(subscribers).where(condition),
    db
      .select({ componentID: subscriberComponents.componentID })
      .from(subscriberComponents)
      .where(eq(subscriberComponents.subscriberID, subscriberID)),
    db
      .select({ groupID: subscriberGroups.groupID })
      .from(subscriberGroups)
      .where(eq(subscriberGroups.subscriberID, subscriberID)),
    selectFollowedNotices(db, sql`${subscriberID}`),
  ] as const;
}

export async function confirmSubscription(db: WriteDb, subscriberID: string): Promise<void> {
  await db.batch(confirmStatements(db, subscriberID));
}

export function confirmStatements(db: WriteDb, subscriberID: string) {
  const condition = sql`subscriber_id = ${subscriberID}`;
  const isUnconfirmed = sql`(state = 'unconfirmed' OR ${hasUnconfirmedNotice(sql`${subscriberID}`)})`;
  return [
    resetConfirmations(
      db,
      sql`(SELECT mailbox_key FROM ${subscribers} WHERE ${condition} AND ${isUnconfirmed})`,
    ),
    db
      .update(subscribers)
      .set({ state: "confirmed", confirmedAt: isoTime(Date.now()), endedReason: null, endedAt: null })
      .where(sql`${condition} AND state = 'unconfirmed'`),
    confirmNotices(db, subscriberID),
  ] as const;
}

export async function changeSubscription(
  db: WriteDb,
  subscriberID: string,
  { notices, reminders, timeZone, language, ...topics }: ChoicesForm,
): Promise<void> {
  const condition = sql`subscriber_id = ${subscriberID} AND state = 'confirmed'`;
  await db.batch([
    db
      .update(subscribers)
      .set({ everything: topics.everything, timeZone, language, ...reminderFields(reminders) })
      .where(condition),
    ...replaceTopics(db, sql`SELECT subscriber_id FROM ${subscribers} WHERE ${condition}`, topics),
    keepOnlyNotices(db, subscriberID, topics.everything ? [] : notices),
  ]);
}

export async function leaveSubscription(db: WriteDb, subscriberID: string): Promise<void> {
  await db.batch(
    endStatements(db, {
      condition: sql`subscriber_id = ${subscriberID} AND state <> 'ended'`,
      reason: sql`iif(state = 'confirmed', 'left', 'declined')`,
    }),
  );
}

/** A bounce of an email from before the confirmation is ignored. A complaint always counts. */
export function endSubscriptions(
  db: WriteDb,
  { condition, reason, sentAt, onlyIf }: { condition: SQL; reason: EndedReason; sentAt: string; onlyIf: SQL },
) {
  const isAffected = sql`state <> 'ended' AND coalesce(confirmed_at, '') <= ${sentAt}`;
  return endStatements(db, {
    reason,
    condition: sql`${onlyIf} AND ${condition} AND ${reason === "complaint" ? sql`true` : sql`(${isAffected})`}`,
  });
}

/** Only the address's hash stays, and a complaint stays a complaint. */
function endStatements(db: WriteDb, { condition, reason }: { condition: SQL; reason: EndedReason | SQL }) {
  const endedIDs = db.select({ id: subscribers.subscriberID }).from(subscribers).where(condition);
  return [
    db.delete(subscriberComponents).where(inArray(subscriberComponents.subscriberID, endedIDs)),
    db.delete(subscriberGroups).where(inArray(subscriberGroups.subscriberID, endedIDs)),
    db.delete(subscriberNotices).where(inArray(subscriberNotices.subscriberID, endedIDs)),
    ...endEndpoints(db, sql`${endedIDs}`),
    db.update(subscribers).set(endedFields(reason, Date.now())).where(condition),
  ] as const;
}

function endedFields(reason: EndedReason | SQL, now: number) {
  return {
    state: "ended",
    emailAddress: "",
    ...reminderFields([]),
    endedReason: sql`iif(ended_reason IN ('complaint', 'erased'), ended_reason, ${reason})`,
    endedAt: isoTime(now),
  } as const;
}

/** Deletes all that is stored about a subscriber. What was sent is still counted. */
export function forgetSubscriber(db: WriteDb, condition: SQL) {
  return [
    ...endEndpoints(db, sql`SELECT subscriber_id FROM ${subscribers} WHERE ${condition}`),
    db.delete(subscribers).where(condition),
  ] as const;
}

/** Above these, those who asked first are forgotten first, so that a flood neither fills D1 nor locks anybody out. */
const MAX_UNCONFIRMED = 20_000;
/** A push service confirms a browser within seconds, and each browser is read when an incident opens. */
const MAX_UNCONFIRMED_BROWSERS = 1000;

export async function deleteExpiredSubscribers(db: WriteDb, now: number): Promise<void> {
  const ago = (time: number) => new Date(now - time).toISOString();
  const nthNewest = (n: number, from: SQL) =>
    sql`coalesce((SELECT created_at FROM ${subscribers} ${from} ORDER BY created_at DESC LIMIT 1 OFFSET ${n - 1}), '')`;
  const unconfirmed = sql`WHERE state = 'unconfirmed'`;
  const stale = sql`state = 'unconfirmed' AND created_at < max(${ago(7 * DAY_MS)}, ${nthNewest(MAX_UNCONFIRMED, unconfirmed)})`;
  // Their first message confirms browsers. A push service that takes none within a day doesn't know them.
  // SQLite would choose the index of states, which has as many email addresses as a flood leaves.
  const unconfirmedBrowsers = sql`INDEXED BY subscribers_unconfirmed_push WHERE channel = 'push' AND state = 'unconfirmed'`;
  const unknownBrowser = sql`subscriber_id IN (SELECT subscriber_id FROM ${subscribers} ${unconfirmedBrowsers}
    AND created_at < max(${ago(DAY_MS)}, ${nthNewest(MAX_UNCONFIRMED_BROWSERS, unconfirmedBrowsers)}))`;
  await db.batch([
    ...forgetSubscriber(db, unknownBrowser),
    ...endStatements(db, {
      condition: sql`${stale} AND ended_reason IS NOT NULL`,
      reason: sql`ended_reason`,
    }),
    db.delete(subscribers).where(stale),
    ...endEndpoints(db, sql`SELECT subscriber_id FROM ${subscribers} WHERE ${followsOnlyEndedNotices(now)}`),
    // The address isn't needed any more.
    db.update(subscribers).set(endedFields("left", now)).where(followsOnlyEndedNotices(now)),
    forgetNotices(db, now),
    deleteExpiredLimits(db, now),
    deleteOldNetworks(db, now),
    db
      .delete(subscribers)
      .where(
        sql`state = 'ended' AND ended_reason = 'left' AND ended_at < ${ago(7 * DAY_MS)} AND NOT is_team`,
      ),
    db.delete(subscribers).where(
      sql`state = 'ended' AND ended_reason IN ('declined', 'bounce') AND ended_at < ${ago(30 * DAY_MS)}
          AND NOT is_team`,
    ),
  ]);
}
