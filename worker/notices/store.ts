import { asc, desc, eq, inArray, lt, or, type SQL, sql } from "drizzle-orm";
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
 * Incidents since `since`, 200 at most, and every older one that is open; maintenances until they are completed.
 * For a page's batch.
 */
export function selectCurrentNotices(db: Db, since: string) {
  const open = [...incidentStatuses, ...maintenanceStatuses].filter((status) => !closed.has(status));
  const recent = db
    .select({ noticeID: notices.noticeID })
    .from(notices)
    .where(sql`${notices.kind} = 'incident' AND ${notices.createdAt} >= ${since}`)
    .orderBy(desc(notices.createdAt))
    .limit(200);
  const where = or(
    inArray(notices.noticeID, recent),
    sql`${notices.kind} IN ('incident', 'maintenance') AND ${inArray(notices.status, open)}`,
  );
  return selectNotices(db, { where });
}

/** Incidents by when they were opened, and maintenances by when they start; for a page's batch. */
export function selectMonthNotices(db: Db, { from, to }: { from: string; to: string }) {
  const where = sql`(${notices.kind} = 'incident' AND ${notices.createdAt} >= ${from} AND ${notices.createdAt} < ${to})
    OR (${notices.kind} = 'maintenance' AND ${notices.startAt} >= ${from} AND ${notices.startAt} < ${to})`;
  return selectNotices(db, { where });
}

/** Those that touched the component, the newest of them; for a page's batch. */
export function selectComponentNotices(db: Db, componentID: string, limit: number) {
  const touching = db
    .select({ noticeID: noticeComponents.noticeID })
    .from(noticeComponents)
    .where(eq(noticeComponents.componentID, componentID));
  return selectNotices(db, { where: inArray(notices.noticeID, touching), limit });
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
  const page = pageOf(db, selection);
  return [
    db
      .select()
      .from(notices)
      .where(inArray(notices.noticeID, page))
      .orderBy(...newestFirst),
    db
      .select()
      .from(noticeUpdates)
      .where(inArray(noticeUpdates.noticeID, page))
      .orderBy(...newestUpdateFirst),
    db
      .select({
        noticeID: noticeComponents.noticeID,
        componentID: components.componentID,
        name: components.name,
        status: noticeComponents.status,
      })
      .from(noticeComponents)
      .innerJoin(components, eq(components.componentID, noticeComponents.componentID))
      .where(inArray(noticeComponents.noticeID, page))
      .orderBy(asc(components.order)),
  ] as const;
}

interface Selection {
  where: SQL | undefined;
  limit?: number;
}

const newestFirst = [desc(notices.createdAt), desc(notices.noticeID)] as const;

function pageOf(db: Db, { where, limit = -1 }: Selection) {
  return db
    .select({ noticeID: notices.noticeID })
    .from(notices)
    .where(where)
    .orderBy(...newestFirst)
    .limit(limit);
}

/** What the updates of some notices did to components; for the same batch. */
export function selectUpdateComponents(db: Db, selection: Selection) {
  const updates = db
    .select({ noticeUpdateID: noticeUpdates.noticeUpdateID })
    .from(noticeUpdates)
    .where(inArray(noticeUpdates.noticeID, pageOf(db, selection)));
  return db
    .select()
    .from(noticeUpdateComponents)
    .where(inArray(noticeUpdateComponents.noticeUpdateID, updates))
    .orderBy(asc(noticeUpdateComponents.name), asc(noticeUpdateComponents.componentID));
}

// Updates of the same millisecond are told apart by the order they were stored in.
export const newestUpdateFirst = [desc(noticeUpdates.createdAt), desc(sql`${noticeUpdates}.rowid`)] as const;

export type RowsOf<Statements extends readonly unknown[]> = {
  readonly [K in keyof Statements]: Awaited<Statements[K]>;
};

/** The rows of one `selectNotices` as the notices that they make. */
export function assembleNotices([found, updates, touched]: RowsOf<ReturnType<typeof selectNotices>>) {
  const updatesOf = Map.groupBy(updates, ({ noticeID }) => noticeID);
  const componentsOf = Map.groupBy(touched, ({ noticeID }) => noticeID);
  return found.map((notice) => ({
    ...notice,
    components: (componentsOf.get(notice.noticeID) ?? []).map(({ noticeID: _, ...touch }) => touch),
    updates: updatesOf.get(notice.noticeID) ?? [],
  }));
}

function olderThan({ createdAt, noticeID }: Before): SQL {
  if (noticeID === undefined) return lt(notices.createdAt, createdAt);
  return sql`(${notices.createdAt}, ${notices.noticeID}) < (${createdAt}, ${noticeID})`;
}
