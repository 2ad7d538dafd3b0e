import { eq, type SQL, sql } from "drizzle-orm";
import { components } from "../components/table.ts";
import type { Db } from "../storage/db.ts";
import { type LoadedNotice, noticesFromRows } from "./assemble.ts";
import { selectDeletedComponents } from "./deleted-components.ts";
import type { LoadLimits } from "./load-limits.ts";
import {
  selectBoundedComponents,
  selectBoundedUpdates,
  selectNoticeRows,
  selectUpdateRows,
} from "./row-queries.ts";
import { noticeComponents, notices, noticeUpdates } from "./table.ts";

/** Which notices, and how much of each. */
export interface NoticeQuery {
  /** A query that `noticeIDs` makes, or a `unionAll` of them. */
  ids: SQL;
  limits: LoadLimits;
}

/** A query for notices, each of them once. The smaller its `priority`, the sooner messages are loaded where not all fit. */
export function noticeIDs(from: SQL, priority = 0): SQL {
  return sql`SELECT ${notices.noticeID}, ${notices.createdAt} AS at, ${sql.raw(`${priority}`)} AS priority FROM ${from}`;
}

/** The rows of several queries, each of which may have a limit of its own. */
export function unionAll(queries: SQL[]): SQL {
  return sql.join(
    queries.map((query) => sql`SELECT * FROM (${query})`),
    sql` UNION ALL `,
  );
}

/** How many updates, and how many components, are read without ranking them. */
const MAX_UPDATES_UNRANKED = 1000;
const MAX_COMPONENTS_UNRANKED = 2000;
/** So many updates with messages of this length are no burden; with longer ones, D1 adds up their bytes first. */
const MAX_CHARACTERS_UNCOUNTED = 5000;
/** A longer message is in the index `notice_updates_long`; the bytes of those alone are added up. */
const LONG_MESSAGE_BYTES = 2000;
const MAX_BYTES_UNCOUNTED = MAX_UPDATES_UNRANKED * LONG_MESSAGE_BYTES;

/**
 * Notices with their updates and components, for a batch; `loadNotices` takes its rows. Begins with the notices that are asked
 * for, so that the cost does not depend on the size of any table, and leaves sorting to `noticesFromRows`: D1 counts a row
 * that is sorted as read twice.
 */
export function selectNotices(db: Db, { ids, limits }: NoticeQuery) {
  const page = sql`(${ids}) AS page`;
  const updatesOfPage = sql`${page} CROSS JOIN ${noticeUpdates} AS u WHERE u.notice_id = page.notice_id`;
  // Written out as in the index, which a parameter could not make use of. No more are added up than can fit.
  const long = sql`SELECT octet_length(u.message) AS bytes FROM ${updatesOfPage}
    AND octet_length(u.message) > ${sql.raw(`${LONG_MESSAGE_BYTES}`)} LIMIT ${MAX_UPDATES_UNRANKED + 1}`;
  const fits = sql`(SELECT total(bytes) <= ${limits.messageBytes - MAX_BYTES_UNCOUNTED} FROM (${long}))`;
  const updates = sql`SELECT u.*, u.rowid AS stored, substr(u.message, 1, ${limits.characters + 1}) AS text, 0 AS has_older
    FROM ${updatesOfPage} AND ${limits.characters > MAX_CHARACTERS_UNCOUNTED ? fits : sql`1`}
    LIMIT ${MAX_UPDATES_UNRANKED + 1}`;
  return [
    selectNoticeRows(db, ids),
    selectUpdateRows(db, sql`(${updates}) AS loaded`),
    db
      .select({
        noticeID: noticeComponents.noticeID,
        componentID: components.componentID,
        name: components.name,
        status: noticeComponents.status,
        order: components.order,
        totalCount: sql<number | null>`NULL`,
        // Named, since an object would put a key of digits first.
        isDeleted: sql<number>`0`.as("is_deleted"),
      })
      .from(page)
      .crossJoin(noticeComponents)
      .innerJoin(components, eq(components.componentID, noticeComponents.componentID))
      .where(sql`${noticeComponents.noticeID} = page.notice_id`)
      .limit(MAX_COMPONENTS_UNRANKED + 1),
  ] as const;
}

export type RowsOf<Statements extends readonly unknown[]> = {
  readonly [K in keyof Statements]: Awaited<Statements[K]>;
};
export type Rows = RowsOf<ReturnType<typeof selectNotices>>;

/** The rows of a `selectNotices` as notices; where there are too many, those that come first are read once more. */
export async function loadNotices(
  db: Db,
  { ids, limits }: NoticeQuery,
  given: Rows,
): Promise<LoadedNotice[]> {
  const rows = await withDeletedComponents(db, given);
  if (isWhole(rows, limits)) return noticesFromRows(rows, limits);
  const ranked = await db.batch([
    selectBoundedUpdates(db, ids, limits),
    selectBoundedComponents(db, ids, limits),
  ]);
  return noticesFromRows([rows[0], ...ranked], limits);
}

/** Most notices have none: only those that do cost a second look. */
async function withDeletedComponents(db: Db, [found, updates, touched]: Rows): Promise<Rows> {
  const having = found.filter(({ deletedComponentCount }) => deletedComponentCount > 0);
  if (having.length === 0) return [found, updates, touched];
  const ids = having.map(({ noticeID }) => noticeID);
  const deleted = await selectDeletedComponents(db, ids, MAX_COMPONENTS_UNRANKED + 1);
  return [found, updates, [...touched, ...deleted]];
}

/** Every notice has an update: without any, they were too long. */
function isWhole([found, updates, touched]: Rows, { messageBytes }: LoadLimits): boolean {
  if (updates.length === 0) return found.length === 0;
  if (updates.length > MAX_UPDATES_UNRANKED || touched.length > MAX_COMPONENTS_UNRANKED) return false;
  return updates.reduce((sum, { message }) => sum + message.length, 0) <= messageBytes;
}
