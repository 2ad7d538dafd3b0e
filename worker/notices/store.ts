import { asc, count, desc, eq, getTableColumns, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { components } from "../components/table.ts";
import type { Db } from "../db.ts";
import { notFound } from "../errors.ts";
import { incidentStatuses } from "../incidents/statuses.ts";
import { maintenanceStatuses } from "../maintenances/statuses.ts";
import type { Before, Page } from "./page.ts";
import {
  type NoticeKind,
  noticeComponents,
  notices,
  noticeUpdateComponents,
  noticeUpdates,
} from "./table.ts";

export type Notice = ReturnType<typeof assembleNotices>[number];

/** Newest first, with updates and components: three statements in one round trip, however long the page. */
export async function listNotices(db: Db, kind: NoticeKind, { limit, before }: Page) {
  const where = sql`${notices.kind} = ${kind}${before && sql` AND ${olderThan(before)}`}`;
  return assembleNotices(await db.batch(selectNotices(db, { where, limit })));
}

export async function readNotice(db: Db, kind: NoticeKind, noticeID: string): Promise<Notice> {
  const [notice] = assembleNotices(
    await db.batch(selectNotices(db, { where: isNotice(kind, noticeID), limit: 1 })),
  );
  if (!notice) throw notFound(`${kind} ${noticeID}`);
  return notice;
}

export function isNotice(kind: NoticeKind, noticeID: string): SQL {
  return sql`${notices.noticeID} = ${noticeID} AND ${notices.kind} = ${kind}`;
}

/**
 * Incidents that began since `since` and are resolved, 200 at most, and as many older ones that were resolved since
 * then; each one that is open, however old; maintenances until they are completed. For a page's batch.
 */
export function selectCurrentNotices(db: Db, since: string) {
  const open = [...incidentStatuses, ...maintenanceStatuses].filter((status) => !closed.has(status));
  const recent = sql`SELECT ${notices.noticeID} FROM ${notices}
    WHERE ${notices.kind} = 'incident' AND ${notices.createdAt} >= ${since} AND ${notices.status} = 'Resolved'
    ORDER BY ${notices.createdAt} DESC LIMIT 200`;
  // `since` is a midnight, so these are among the few of `notices_over_days`; the + keeps the other indexes out of it.
  const closedSince = sql`SELECT ${notices.noticeID} FROM ${notices}
    WHERE ${notices.changedAt} >= ${since} AND +${notices.kind} = 'incident' AND +${notices.status} = 'Resolved'
      AND ${notices.createdAt} < ${since}
      AND substr(${notices.createdAt}, 1, 10) < substr(${notices.changedAt}, 1, 10)
      AND EXISTS (SELECT 1 FROM ${noticeUpdates} WHERE ${noticeUpdates.noticeID} = ${notices.noticeID}
        AND ${noticeUpdates.createdAt} >= ${since} AND ${noticeUpdates.status} = 'Resolved')
    ORDER BY ${notices.changedAt} DESC LIMIT 200`;
  return selectEach(
    db,
    sql`SELECT notice_id FROM (${recent}) UNION ALL SELECT notice_id FROM (${closedSince}) UNION ALL SELECT ${notices.noticeID} FROM ${notices}
      WHERE ${notices.kind} IN ('incident', 'maintenance') AND ${inArray(notices.status, open)}`,
  );
}

interface Span {
  from: string;
  to: string;
}

/** Incidents are told by when they were opened, and maintenances by when they start. */
function within({ from, to }: Span): SQL {
  return sql`(${notices.kind} = 'incident' AND ${notices.createdAt} >= ${from} AND ${notices.createdAt} < ${to})
    OR (${notices.kind} = 'maintenance' AND ${notices.startAt} >= ${from} AND ${notices.startAt} < ${to})`;
}

/** How many there are between two moments; for a page's batch. */
export function countNoticesWithin(db: Db, span: Span) {
  return db.select({ count: count() }).from(notices).where(within(span));
}

/** Those between two moments, the last of them first; for a page's batch. */
export function selectNoticesWithin(
  db: Db,
  span: Span,
  { limit, offset }: { limit: number; offset: number },
) {
  return selectEach(
    db,
    sql`SELECT ${notices.noticeID} FROM ${notices} WHERE ${within(span)}
      ORDER BY iif(${notices.kind} = 'incident', ${notices.createdAt}, ${notices.startAt}) DESC, ${notices.noticeID} DESC
      LIMIT ${limit} OFFSET ${offset}`,
  );
}

/** Those that touched the component, the newest of them; for a page's batch. */
export function selectComponentNotices(db: Db, componentID: string, limit: number) {
  const touching = db
    .select({ noticeID: noticeComponents.noticeID })
    .from(noticeComponents)
    .where(eq(noticeComponents.componentID, componentID));
  return selectNotices(db, { where: inArray(notices.noticeID, touching), limit });
}

/** Those that changed last, an edit of an old update being a change, too; of all or of one component, for a batch. */
export function selectChangedNotices(db: Db, limit: number, componentID?: string) {
  const touching = sql`WHERE ${notices.noticeID} IN
    (SELECT notice_id FROM ${noticeComponents} WHERE component_id = ${componentID})`;
  return selectEach(
    db,
    sql`SELECT ${notices.noticeID} FROM ${notices} ${componentID === undefined ? sql`` : touching}
      ORDER BY ${notices.changedAt} DESC LIMIT ${limit}`,
  );
}

/** Maintenances that start after a moment, past or to come; for a batch. */
export function selectMaintenancesSince(db: Db, since: string) {
  return selectNotices(db, {
    where: sql`${notices.kind} = 'maintenance' AND ${notices.startAt} >= ${since}`,
  });
}

/** Which changed last, and when; for a batch. */
export function selectLastChanges(db: Db, limit: number) {
  return db
    .select({ kind: notices.kind, noticeID: notices.noticeID, changedAt: notices.changedAt })
    .from(notices)
    .orderBy(desc(notices.changedAt))
    .limit(limit);
}

/** When the oldest of all that a history can tell was; for a page's batch. */
export function selectOldest(db: Db) {
  return db.select({ at: sql<string | null>`min(at)` }).from(
    sql`(SELECT min(${notices.createdAt}) AS at FROM ${notices} WHERE ${notices.kind} = 'incident'
        UNION ALL SELECT min(${notices.startAt}) FROM ${notices} WHERE ${notices.kind} = 'maintenance'
        UNION ALL SELECT min(${components.createdAt}) FROM ${components})`,
  );
}

const closed = new Set<string>(["Resolved", "Completed"]);

/** For `db.batch`, and its rows for `assembleNotices`; without a limit, all that there are. */
export function selectNotices(db: Db, selection: Selection) {
  return selectEach(db, idsOf(selection));
}

interface Selection {
  where: SQL | undefined;
  limit?: number;
}

function idsOf({ where, limit }: Selection): SQL {
  const page = sql`SELECT ${notices.noticeID} FROM ${notices} WHERE ${where}`;
  const newestFirst = sql`ORDER BY ${notices.createdAt} DESC, ${notices.noticeID} DESC`;
  return limit === undefined ? page : sql`${page} ${newestFirst} LIMIT ${limit}`;
}

/** What the updates of the same notices did to components; for the same batch. */
export function selectUpdateComponents(db: Db, selection: Selection) {
  return db
    .select(getTableColumns(noticeUpdateComponents))
    .from(sql`(${idsOf(selection)}) AS page`)
    .crossJoin(noticeUpdates)
    .crossJoin(noticeUpdateComponents)
    .where(
      sql`${noticeUpdates.noticeID} = page.notice_id
        AND ${noticeUpdateComponents.noticeUpdateID} = ${noticeUpdates.noticeUpdateID}`,
    )
    .orderBy(asc(noticeUpdateComponents.name), asc(noticeUpdateComponents.componentID));
}

/**
 * Begins with the notices that are asked for, which no table's size changes anything about, and leaves sorting to
 * `assembleNotices`: to D1 a row that is sorted is a row read twice.
 * @param ids a query for the `notice_id` of each, none of them twice
 */
function selectEach(db: Db, ids: SQL) {
  const page = sql`(${ids}) AS page`;
  const of = (column: SQLiteColumn) => sql`${column} = page.notice_id`;
  return [
    db.select(getTableColumns(notices)).from(page).crossJoin(notices).where(of(notices.noticeID)),
    db
      .select({ ...getTableColumns(noticeUpdates), stored: sql<number>`${noticeUpdates}.rowid` })
      .from(page)
      .crossJoin(noticeUpdates)
      .where(of(noticeUpdates.noticeID)),
    db
      .select({
        noticeID: noticeComponents.noticeID,
        componentID: components.componentID,
        name: components.name,
        status: noticeComponents.status,
        order: components.order,
      })
      .from(page)
      .crossJoin(noticeComponents)
      .innerJoin(components, eq(components.componentID, noticeComponents.componentID))
      .where(of(noticeComponents.noticeID)),
  ] as const;
}

// Updates of the same millisecond are told apart by the order they were stored in.
export const newestUpdateFirst = [desc(noticeUpdates.createdAt), desc(sql`${noticeUpdates}.rowid`)] as const;

export type RowsOf<Statements extends readonly unknown[]> = {
  readonly [K in keyof Statements]: Awaited<Statements[K]>;
};

/** The rows of one `selectNotices` as the notices that they make, newest first, with their newest updates first. */
export function assembleNotices([found, updates, touched]: RowsOf<ReturnType<typeof selectNotices>>) {
  const updatesOf = Map.groupBy(updates, ({ noticeID }) => noticeID);
  const componentsOf = Map.groupBy(touched, ({ noticeID }) => noticeID);
  return found
    .toSorted((a, b) => descending(a.createdAt, b.createdAt) || descending(a.noticeID, b.noticeID))
    .map((notice) => ({
      ...notice,
      components: (componentsOf.get(notice.noticeID) ?? [])
        .sort((a, b) => a.order - b.order)
        .map(({ noticeID: _, order: __, ...touch }) => touch),
      updates: (updatesOf.get(notice.noticeID) ?? [])
        .sort((a, b) => descending(a.createdAt, b.createdAt) || b.stored - a.stored)
        .map(({ stored: _, ...update }) => update),
    }));
}

/** By code units, as D1 compares. */
function descending(a: string, b: string): number {
  return a < b ? 1 : a > b ? -1 : 0;
}

function olderThan({ createdAt, noticeID }: Before): SQL {
  if (noticeID === undefined) return lt(notices.createdAt, createdAt);
  return sql`(${notices.createdAt}, ${notices.noticeID}) < (${createdAt}, ${noticeID})`;
}
