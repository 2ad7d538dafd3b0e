import { and, count, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import { components } from "../components/table.ts";
import { notFound } from "../http/errors.ts";
import type { Cursor, Page } from "../http/pagination.ts";
import type { Db } from "../storage/db.ts";
import { matchesFilter } from "../storage/matches-filter.ts";
import type { LoadedNotice } from "./assemble.ts";
import type { NoticeKind } from "./domain.ts";
import { loadNotices, type NoticeQuery, noticeIDs, selectNotices } from "./load.ts";
import { apiLimits, excerptLimits } from "./load-limits.ts";
import { noticeComponents, notices, noticeUpdates } from "./table.ts";

export async function listNotices(db: Db, kind: NoticeKind, { limit, before, ...filter }: Page) {
  const where = and(eq(notices.kind, kind), matchesFilter(notices, filter), before && olderThan(before));
  const ids = noticeIDs(sql`${notices} WHERE ${where}
    ORDER BY ${notices.createdAt} DESC, ${notices.noticeID} DESC LIMIT ${limit}`);
  const query = { ids, limits: apiLimits };
  return loadNotices(db, query, await db.batch(selectNotices(db, query)));
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

export function isNotice(kind: NoticeKind, noticeID: string): SQL {
  return sql`${notices.noticeID} = ${noticeID} AND ${notices.kind} = ${kind}`;
}

interface Period {
  from: string;
  to: string;
}

/** Incidents count by their creation, and maintenances by their start. */
function isInPeriod({ from, to }: Period): SQL {
  return sql`(${notices.kind} = 'incident' AND ${notices.createdAt} >= ${from} AND ${notices.createdAt} < ${to})
    OR (${notices.kind} = 'maintenance' AND ${notices.startAt} >= ${from} AND ${notices.startAt} < ${to})`;
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

export function recentlyChangedNotices(limit: number, componentID?: string): NoticeQuery {
  const ids =
    componentID === undefined
      ? noticeIDs(sql`${notices} ORDER BY ${notices.changedAt} DESC LIMIT ${limit}`)
      : noticeIDsOfComponent(componentID, sql`${noticeComponents.changedAt} DESC`, limit);
  return { ids, limits: excerptLimits };
}

/** Reads at most `limit` rows of an index, however many notices the component has. */
function noticeIDsOfComponent(componentID: string, order: SQL, limit: number): SQL {
  return sql`SELECT ${noticeComponents.noticeID}, ${noticeComponents.createdAt} AS at, 0 AS priority
    FROM ${noticeComponents} WHERE ${noticeComponents.componentID} = ${componentID}
    ORDER BY ${order} LIMIT ${limit}`;
}

export function selectLastChanges(db: Db, limit: number) {
  return db
    .select({ kind: notices.kind, noticeID: notices.noticeID, changedAt: notices.changedAt })
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

// Of two updates from the same millisecond, the one stored later is newer.
export const newestUpdateFirst = [desc(noticeUpdates.createdAt), desc(sql`${noticeUpdates}.rowid`)] as const;

function olderThan({ createdAt, noticeID }: Cursor): SQL {
  if (noticeID === undefined) return lt(notices.createdAt, createdAt);
  return sql`(${notices.createdAt}, ${notices.noticeID}) < (${createdAt}, ${noticeID})`;
}
