import { eq, type SQL, sql } from "drizzle-orm";
import type { ComponentStatus } from "../../components/domain.ts";
import { components } from "../../components/table.ts";
import type { Db } from "../../storage/db.ts";
import type { RowsOf } from "../../storage/prepared-selects.ts";
import { selectDeletedComponents } from "../deleted-components.ts";
import { noticeComponents, notices, noticeUpdates } from "../table.ts";
import { type LoadedNotice, noticesFromRows } from "./assemble.ts";
import { excerptLimits, type LoadLimits } from "./load-limits.ts";
import {
  selectBoundedComponents,
  selectBoundedUpdates,
  selectNewestMessages,
  selectNoticeRows,
  selectUpdateRows,
} from "./row-queries.ts";

export interface NoticeQuery {
  ids: SQL;
  limits: LoadLimits;
}

export const noNotices: NoticeQuery = {
  ids: sql`SELECT NULL AS notice_id, NULL AS at, 0 AS priority WHERE 0`,
  limits: excerptLimits,
};

/** Selects each notice once. If not all messages fit, those with the lowest `priority` load first. */
export function noticeIDs(from: SQL, priority = 0): SQL {
  return sql`SELECT ${notices.noticeID}, ${notices.createdAt} AS at, ${sql.raw(`${priority}`)} AS priority FROM ${from}`;
}

export function unionAll(queries: SQL[]): SQL {
  return sql.join(
    queries.map((query) => sql`SELECT * FROM (${query})`),
    sql` UNION ALL `,
  );
}

const MAX_UPDATES_UNRANKED = 1000;
const MAX_COMPONENTS_UNRANKED = 2000;
/** If messages can be longer than this, D1 sums their bytes before it returns them. */
const MAX_CHARACTERS_UNCOUNTED = 5000;
const LONG_MESSAGE_BYTES = 2000;
const MAX_BYTES_UNCOUNTED = MAX_UPDATES_UNRANKED * LONG_MESSAGE_BYTES;

/**
 * Starts at the requested notices, so the cost does not depend on the size of any table. Sorting is left to
 * `noticesFromRows`, because D1 counts a sorted row as read twice.
 */
export function selectNotices(db: Db, { ids, limits }: NoticeQuery) {
  const page = sql`(${ids}) AS page`;
  const updatesOfPage = sql`${page} CROSS JOIN ${noticeUpdates} AS u WHERE u.notice_id = page.notice_id`;
  // The number is written out as in the index, which SQLite would not use for a parameter.
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
        // Without an alias, D1 would return one value for two columns of the same name.
        currentStatus: sql<ComponentStatus | null>`${components.status}`.as("current_status"),
        order: components.order,
        totalCount: sql<number | null>`NULL`,
        // The column would be called "0" without the alias, and an object puts that first.
        isDeleted: sql<number>`0`.as("is_deleted"),
      })
      .from(page)
      .crossJoin(noticeComponents)
      .innerJoin(components, eq(components.componentID, noticeComponents.componentID))
      .where(sql`${noticeComponents.noticeID} = page.notice_id`)
      .limit(MAX_COMPONENTS_UNRANKED + 1),
  ] as const;
}

export type Rows = RowsOf<ReturnType<typeof selectNotices>>;

/** If the rows exceed the limits, reads the ones within them in a second round trip. */
export async function loadNotices(
  db: Db,
  { ids, limits }: NoticeQuery,
  given: Rows,
): Promise<LoadedNotice[]> {
  const rows = await withDeletedComponents(db, given);
  if (isWhole(rows, limits)) return noticesFromRows(rows, limits);
  const [updates, affected] = await db.batch([
    selectBoundedUpdates(db, ids, limits),
    selectBoundedComponents(db, ids, limits),
  ]);
  const messages = await loadMissingMessages(db, updates, limits);
  return noticesFromRows([rows[0], [...updates, ...messages], affected], limits);
}

/** Many updates without a message may follow the newest one that has one. */
async function loadMissingMessages(db: Db, updates: Rows[1], limits: LoadLimits) {
  const silent = [...Map.groupBy(updates, ({ noticeID }) => noticeID)]
    .filter(([, own]) => own.at(-1)?.hasOlder === 1 && own.every(({ message }) => message === ""))
    .map(([noticeID]) => noticeID);
  return silent.length === 0 ? [] : selectNewestMessages(db, JSON.stringify(silent), limits);
}

async function withDeletedComponents(db: Db, [found, updates, touched]: Rows): Promise<Rows> {
  const withDeleted = found.filter(({ deletedComponentCount }) => deletedComponentCount > 0);
  if (withDeleted.length === 0) return [found, updates, touched];
  const ids = withDeleted.map(({ noticeID }) => noticeID);
  const deleted = await selectDeletedComponents(db, ids, MAX_COMPONENTS_UNRANKED + 1);
  return [found, updates, [...touched, ...deleted]];
}

/** Every notice has an update. If there are no update rows, their messages were too large. */
function isWhole([found, updates, touched]: Rows, { messageBytes }: LoadLimits): boolean {
  if (updates.length === 0) return found.length === 0;
  if (updates.length > MAX_UPDATES_UNRANKED || touched.length > MAX_COMPONENTS_UNRANKED) return false;
  return updates.reduce((sum, { message }) => sum + message.length, 0) <= messageBytes;
}
