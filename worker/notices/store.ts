import { count, desc, type SQL, sql } from "drizzle-orm";
import { components } from "../components/table.ts";
import { notFound } from "../http/errors.ts";
import type { Page } from "../http/lists/pagination.ts";
import type { Db } from "../storage/db.ts";
import type { NoticeKind, Topic } from "./domain.ts";
import type { LoadedNotice } from "./reads/assemble.ts";
import { matchesNoticeFilter, olderThan } from "./reads/list-conditions.ts";
import { loadNotices, type NoticeQuery, noticeIDs, selectNotices } from "./reads/load.ts";
import { apiLimits, excerptLimits } from "./reads/load-limits.ts";
import { searchNotices } from "./reads/search.ts";
import { noticeComponents, notices, noticeUpdates } from "./table.ts";

export async function listNotices(db: Db, kind: NoticeKind, page: Page): Promise<LoadedNotice[]> {
  if (page.searchTerms)
    return loadInOrder(db, await searchNotices(db, kind, { ...page, searchTerms: page.searchTerms }));
  const query = { ids: noticeIDsOfPage(kind, page), limits: apiLimits };
  return loadNotices(db, query, await db.batch(selectNotices(db, query)));
}

export function noticeIDsOfPage(kind: NoticeKind, { limit, before, componentID, ...filter }: Page): SQL {
  const matches = matchesNoticeFilter(kind, filter);
  if (componentID === undefined) {
    const older = before ? sql`AND ${olderThan(notices, before)}` : sql``;
    // The unary plus makes SQLite look up the open statuses instead of reading all notices in the order of their age.
    const unindexed = filter.open ? sql`+` : sql``;
    return noticeIDs(sql`${notices} WHERE ${matches} ${older}
      ORDER BY ${unindexed}${notices.createdAt} DESC, ${notices.noticeID} DESC LIMIT ${limit}`);
  }
  const { createdAt, noticeID } = noticeComponents;
  const older = before ? sql`AND ${olderThan(noticeComponents, before)}` : sql``;
  return noticeIDs(sql`${noticeComponents} CROSS JOIN ${notices} ON ${notices.noticeID} = ${noticeID}
    WHERE ${noticeComponents.componentID} = ${componentID} AND ${matches} ${older}
    ORDER BY ${createdAt} DESC, ${noticeID} DESC LIMIT ${limit}`);
}

async function loadInOrder(db: Db, ids: string[]): Promise<LoadedNotice[]> {
  const found = sql`SELECT value FROM json_each(${JSON.stringify(ids)})`;
  const query = {
    ids: noticeIDs(sql`${notices} WHERE ${notices.noticeID} IN (${found})`),
    limits: apiLimits,
  };
  const loaded = await loadNotices(db, query, await db.batch(selectNotices(db, query)));
  return loaded.toSorted((a, b) => ids.indexOf(a.noticeID) - ids.indexOf(b.noticeID));
}

export async function readNotice(db: Db, kind: NoticeKind, noticeID: string): Promise<LoadedNotice> {
  const query = noticeByID(kind, noticeID);
  const [notice] = await loadNotices(db, query, await db.batch(selectNotices(db, query)));
  if (!notice) throw notFound(kind);
  return notice;
}

export function noticeByID(kind: NoticeKind, noticeID: string): NoticeQuery {
  return { ids: noticeIDs(sql`${notices} WHERE ${isNotice(kind, noticeID)}`), limits: apiLimits };
}

export async function noticeExists(db: Db, kind: NoticeKind, noticeID: string): Promise<boolean> {
  const found = await db.select({ noticeID: notices.noticeID }).from(notices).where(isNotice(kind, noticeID));
  return found.length > 0;
}

export function isNotice(kind: NoticeKind, noticeID: string): SQL {
  return sql`${notices.noticeID} = ${noticeID} AND ${notices.kind} = ${kind}`;
}

interface Period {
  from: string;
  to: string;
  now: string;
}

/** An incident is in the period in which it was created, and a maintenance in the one in which it starts, but not before that. */
function isInPeriod({ from, to, now }: Period): SQL {
  return sql`(${notices.kind} = 'incident' AND ${notices.createdAt} >= ${from} AND ${notices.createdAt} < ${to})
    OR (${notices.kind} = 'maintenance' AND ${notices.startAt} >= ${from} AND ${notices.startAt} < ${to}
      AND (${notices.status} <> 'Scheduled' OR ${notices.startAt} <= ${now}))`;
}

export function countNoticesInPeriod(db: Db, period: Period) {
  return db.select({ count: count() }).from(notices).where(isInPeriod(period));
}

export function noticesInPeriod(
  period: Period,
  { limit, offset }: { limit: number; offset: number },
): NoticeQuery {
  const ids = noticeIDs(sql`${notices} WHERE ${isInPeriod(period)}
    ORDER BY iif(${notices.kind} = 'incident', ${notices.createdAt}, ${notices.startAt}) DESC, ${notices.noticeID} DESC
    LIMIT ${limit} OFFSET ${offset}`);
  return { ids, limits: excerptLimits };
}

export function noticesOfComponent(componentID: string, limit: number): NoticeQuery {
  const { createdAt, noticeID } = noticeComponents;
  return {
    ids: noticeIDsOfComponent(componentID, sql`${createdAt} DESC, ${noticeID} DESC`, limit),
    limits: excerptLimits,
  };
}

export function noticesOfGroup(groupID: string, limit: number): NoticeQuery {
  return { ids: noticeIDsOfGroup(groupID, "created_at", limit), limits: excerptLimits };
}

export function recentlyChangedNotices(limit: number, topic?: Topic): NoticeQuery {
  if (!topic)
    return {
      ids: noticeIDs(sql`${notices} ORDER BY ${notices.changedAt} DESC LIMIT ${limit}`),
      limits: excerptLimits,
    };
  const ids =
    "componentID" in topic
      ? noticeIDsOfComponent(topic.componentID, sql`${noticeComponents.changedAt} DESC`, limit)
      : noticeIDsOfGroup(topic.groupID, "changed_at", limit);
  return { ids, limits: excerptLimits };
}

/** Reads at most `limit` rows of an index for each component of the group. */
function noticeIDsOfGroup(groupID: string, orderBy: "created_at" | "changed_at", limit: number): SQL {
  const column = sql.raw(orderBy);
  return sql`SELECT changed.notice_id, changed.created_at AS at, 0 AS priority
    FROM ${components} AS member CROSS JOIN ${notices} AS changed
    WHERE member.group_id = ${groupID} AND changed.notice_id IN (SELECT own.notice_id FROM ${noticeComponents} AS own
      WHERE own.component_id = member.component_id ORDER BY own.${column} DESC LIMIT ${limit})
    GROUP BY changed.notice_id ORDER BY changed.${column} DESC LIMIT ${limit}`;
}

/** Reads at most `limit` rows of an index, however many notices the component has. */
function noticeIDsOfComponent(componentID: string, order: SQL, limit: number): SQL {
  return sql`SELECT ${noticeComponents.noticeID}, ${noticeComponents.createdAt} AS at, 0 AS priority
    FROM ${noticeComponents} WHERE ${noticeComponents.componentID} = ${componentID}
    ORDER BY ${order} LIMIT ${limit}`;
}

export function selectLastChanges(db: Db, limit: number) {
  return db
    .select({
      kind: notices.kind,
      noticeID: notices.noticeID,
      changedAt: notices.changedAt,
      postmortemPublishedAt: notices.postmortemPublishedAt,
    })
    .from(notices)
    .orderBy(desc(notices.changedAt))
    .limit(limit);
}

export function selectHistoryStart(db: Db) {
  return db.select({ at: sql<string | null>`min(at)` }).from(
    sql`(SELECT min(${notices.createdAt}) AS at FROM ${notices} WHERE ${notices.kind} = 'incident'
        UNION ALL SELECT min(${notices.startAt}) FROM ${notices} WHERE ${notices.kind} = 'maintenance'
        UNION ALL SELECT min(${components.createdAt}) FROM ${components})`,
  );
}

// The update stored later is the newer of two from the same millisecond.
export const newestUpdateFirst = [desc(noticeUpdates.createdAt), desc(sql`${noticeUpdates}.rowid`)] as const;
