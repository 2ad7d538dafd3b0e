import { and, eq, type SQL, sql } from "drizzle-orm";
import { refuseUnknownIDs } from "../../http/errors.ts";
import { openStatuses } from "../../notices/domain.ts";
import { notices } from "../../notices/table.ts";
import { DAY_MS, isoTime } from "../../shared/time/domain.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { listed } from "../../storage/listed.ts";
import { undos } from "../../writes/undo/table.ts";
import type { FollowedNotice } from "./domain.ts";
import { subscriberComponents, subscriberGroups, subscriberNotices, subscribers } from "./table.ts";

/** A write-up is rarely published later than this. */
const KEPT_AFTER_END_MS = 30 * DAY_MS;
const KEPT_UNCONFIRMED_MS = 7 * DAY_MS;

export function selectUnknownNotices(db: Db, noticeIDs: string[]) {
  return db
    .select({ noticeID: sql<string>`value`, position: sql<number>`key` })
    .from(sql`json_each(${JSON.stringify(noticeIDs)})`)
    .where(sql`value NOT IN (SELECT notice_id FROM ${notices})`);
}

export function refuseUnknownNotices(unknown: { noticeID: string; position: number }[]): void {
  refuseUnknownIDs(
    unknown.map(({ noticeID, position }) => ({
      path: `notices.${position}`,
      message: `There is no incident or maintenance ${noticeID}.`,
    })),
  );
}

/**
 * Replaces what was requested before and not confirmed. Nothing is added for someone who gets updates about everything.
 * @param condition matches at most one subscriber
 */
export function replaceUnconfirmedFollows(
  db: WriteDb,
  { condition, noticeIDs, createdAt }: { condition: SQL; noticeIDs: string[]; createdAt: string },
) {
  return [
    db
      .delete(subscriberNotices)
      .where(
        sql`subscriber_id = (SELECT subscriber_id FROM ${subscribers} WHERE ${condition}) AND NOT is_confirmed`,
      ),
    db
      .insert(subscriberNotices)
      .select(sql`
        SELECT subscriber_id, value, 0, ${createdAt} FROM ${subscribers}, json_each(${JSON.stringify(noticeIDs)})
        WHERE ${condition} AND NOT everything`)
      .onConflictDoNothing(),
  ] as const;
}

/** A condition: the subscriber requested to follow something, and has not confirmed it yet. */
export function hasUnconfirmedNotice(subscriberID: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM ${subscriberNotices} AS requested
    WHERE requested.subscriber_id = ${subscriberID} AND NOT requested.is_confirmed)`;
}

export function confirmNotices(db: WriteDb, subscriberID: string) {
  return db
    .update(subscriberNotices)
    .set({ isConfirmed: true })
    .where(eq(subscriberNotices.subscriberID, subscriberID));
}

export function selectFollowedNotices(db: Db, subscriberID: SQL) {
  return db
    .select({
      noticeID: notices.noticeID,
      kind: notices.kind,
      name: notices.name,
      isConfirmed: subscriberNotices.isConfirmed,
    })
    .from(subscriberNotices)
    .innerJoin(notices, eq(notices.noticeID, subscriberNotices.noticeID))
    .where(sql`subscriber_id = ${subscriberID}`)
    .orderBy(subscriberNotices.createdAt, notices.noticeID);
}

export async function readNoticeNames(db: Db, noticeIDs: string[]): Promise<FollowedNotice[]> {
  if (noticeIDs.length === 0) return [];
  const { noticeID, kind, name } = notices;
  const isWanted = sql`${noticeID} IN ${listed(noticeIDs)}`;
  return db.select({ noticeID, kind, name }).from(notices).where(isWanted).orderBy(notices.createdAt);
}

/** A condition on the columns of `subscriber_notices`. */
function isForgettable(now: number): SQL {
  const open = JSON.stringify(Object.values(openStatuses).flat());
  return sql`(NOT is_confirmed AND created_at < ${isoTime(now - KEPT_UNCONFIRMED_MS)}
    OR notice_id IN (SELECT n.notice_id FROM ${notices} AS n WHERE n.changed_at < ${isoTime(now - KEPT_AFTER_END_MS)}
      AND n.status NOT IN (SELECT value FROM json_each(${open})))
    OR notice_id NOT IN (SELECT n.notice_id FROM ${notices} AS n)
      AND notice_id NOT IN (SELECT u.notice_id FROM ${undos} AS u WHERE u.expires_at > ${isoTime(now)}))`;
}

/** A condition on the columns of `subscribers`: what they follow is over, and they have chosen nothing else. */
export function followsOnlyEndedNotices(now: number): SQL {
  const ofSubscriber = sql`subscriber_id = ${subscribers}.subscriber_id`;
  // The plus keeps SQLite from reading all confirmed subscribers by the index of states: few follow a single notice.
  return sql`+state = 'confirmed' AND NOT everything
    AND subscriber_id IN (SELECT subscriber_id FROM ${subscriberNotices} WHERE is_confirmed)
    AND NOT EXISTS (SELECT 1 FROM ${subscriberNotices} WHERE ${ofSubscriber} AND NOT ${isForgettable(now)})
    AND NOT EXISTS (SELECT 1 FROM ${subscriberComponents} WHERE ${ofSubscriber})
    AND NOT EXISTS (SELECT 1 FROM ${subscriberGroups} WHERE ${ofSubscriber})`;
}

export function forgetNotices(db: WriteDb, now: number) {
  return db.delete(subscriberNotices).where(isForgettable(now));
}

export function keepOnlyNotices(db: WriteDb, subscriberID: string, noticeIDs: string[]) {
  return db
    .delete(subscriberNotices)
    .where(
      and(
        eq(subscriberNotices.subscriberID, subscriberID),
        sql`is_confirmed AND notice_id NOT IN ${listed(noticeIDs)}`,
      ),
    );
}
