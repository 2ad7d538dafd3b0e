import { and, type Column, count, desc, type SQL, sql } from "drizzle-orm";
import { errorIncludes, type HttpError, temporarilyUnavailable } from "../../http/errors.ts";
import { isIndexed } from "../../http/lists/notice-filter.ts";
import type { Cursor, Page } from "../../http/lists/pagination.ts";
import type { Db } from "../../storage/db.ts";
import { type NoticeKind, openStatuses } from "../domain.ts";
import { postmortems } from "../postmortem/table.ts";
import { noticeComponents, notices, noticeUpdates } from "../table.ts";
import { matchesNoticeFilter, olderThan } from "./list-conditions.ts";
import { noticeSearch } from "./search-index.ts";

type Search = Page & { searchTerms: string[] };

/** Of each text that is read for words that the index doesn't have. */
const MAX_READ_CHARACTERS = 2000;
const MAX_NOTICES_WITHOUT_INDEX = 500;
const MAX_LOOKED_UP = 1000;

/** Returns the IDs of the notices that contain all words, newest first. */
export async function searchNotices(db: Db, kind: NoticeKind, search: Search): Promise<string[]> {
  const indexed = search.searchTerms.filter(isIndexed);
  const conditions = and(
    matchesNoticeFilter(kind, search),
    search.componentID === undefined ? undefined : affects(search.componentID),
    ...search.searchTerms.filter((term) => !isIndexed(term)).map(contains),
  );
  const found =
    indexed.length === 0
      ? await searchNewest(db, kind, conditions, search)
      : await searchIndex(db, kind, { searchTerms: indexed, conditions, search });
  return found.map(({ noticeID }) => noticeID);
}

/**
 * The row of a notice in the index has its creation in seconds, times this, plus its own rowid, so that the newest come last
 * (docs/decisions/searching-notices.md).
 */
const ROWS_PER_SECOND = sql.raw("16777216");

const indexWithNotices = sql`${noticeSearch} CROSS JOIN ${notices} ON notices.rowid = notice_search.rowid % ${ROWS_PER_SECOND}`;

const noticesInIndex = sql`${notices} CROSS JOIN ${noticeSearch}
  ON notice_search.rowid = unixepoch(${notices.createdAt}) * ${ROWS_PER_SECOND} + notices.rowid`;
const componentInIndex = sql`${noticeComponents} CROSS JOIN ${notices} ON ${notices.noticeID} = ${noticeComponents.noticeID}
  CROSS JOIN ${noticeSearch} ON notice_search.rowid = unixepoch(${notices.createdAt}) * ${ROWS_PER_SECOND} + notices.rowid`;

/** Looks up each notice in the index where few are possible, because the index may have many matches of the word. */
async function chooseSource(db: Db, kind: NoticeKind, { open, status, componentID }: Search): Promise<SQL> {
  if (open || openStatuses[kind].some((each) => each === status)) return noticesInIndex;
  if (componentID !== undefined) {
    const isFew = await areFew(db, sql`${noticeComponents} WHERE ${matchesComponent(componentID)}`);
    return isFew ? sql`${componentInIndex} AND ${matchesComponent(componentID)}` : indexWithNotices;
  }
  if (kind === "incident") return indexWithNotices;
  return (await areFew(db, sql`${notices} WHERE ${notices.kind} = ${kind}`))
    ? noticesInIndex
    : indexWithNotices;
}

async function areFew(db: Db, from: SQL): Promise<boolean> {
  const [counted] = await db
    .select({ count: count() })
    .from(sql`(SELECT 1 FROM ${from} LIMIT ${MAX_LOOKED_UP})`);
  return counted !== undefined && counted.count < MAX_LOOKED_UP;
}

/** Reads matches in the order of the index until the page is full, so a frequent word reads few rows. */
async function searchIndex(
  db: Db,
  kind: NoticeKind,
  { searchTerms, conditions, search }: { searchTerms: string[]; conditions: SQL | undefined; search: Search },
) {
  const { since, before, limit, month } = search;
  // Quotation marks make the operators of FTS5 text.
  const match = searchTerms.map((term) => `"${term.replaceAll('"', '""')}"`).join(" ");
  const found = db
    .select({ noticeID: sql<string>`notices.notice_id` })
    .from(await chooseSource(db, kind, search))
    .where(
      and(
        sql`notice_search MATCH ${match}`,
        since === undefined ? undefined : isFrom(since),
        month && kind === "incident" ? and(isFrom(month.from), isUntil(month.to)) : undefined,
        before && isBefore(before),
        conditions,
      ),
    )
    .orderBy(sql`notice_search.rowid DESC`)
    .limit(limit);
  return found.catch((error: unknown) => {
    throw errorIncludes(error, "no such table: notice_search") ? indexMissing() : error;
  });
}

function searchNewest(db: Db, kind: NoticeKind, conditions: SQL | undefined, { before, limit }: Search) {
  const newest = sql`(SELECT newest.rowid FROM ${notices} AS newest WHERE newest.kind = ${kind}
    ORDER BY newest.created_at DESC, newest.notice_id DESC LIMIT ${MAX_NOTICES_WITHOUT_INDEX})`;
  return db
    .select({ noticeID: sql<string>`notices.notice_id` })
    .from(sql`${newest} AS newest CROSS JOIN ${notices} ON notices.rowid = newest.rowid`)
    .where(and(conditions, before && olderThan(notices, before)))
    .orderBy(desc(notices.createdAt), desc(notices.noticeID))
    .limit(limit);
}

function isFrom(time: string): SQL {
  return sql`notice_search.rowid >= unixepoch(${time}) * ${ROWS_PER_SECOND}`;
}

/** The index tells apart seconds, no parts of them. */
function isUntil(time: string): SQL {
  return sql`notice_search.rowid < (unixepoch(${time}) + 1) * ${ROWS_PER_SECOND}`;
}

/** The one stored later comes first of two notices from the same second. */
function isBefore(before: Cursor): SQL | undefined {
  if (before.noticeID === undefined) return and(isUntil(before.createdAt), olderThan(notices, before));
  const rowID = sql`coalesce((SELECT last.rowid FROM ${notices} AS last WHERE last.notice_id = ${before.noticeID}), 0)`;
  return sql`notice_search.rowid < unixepoch(${before.createdAt}) * ${ROWS_PER_SECOND} + ${rowID}`;
}

function affects(componentID: string): SQL {
  return sql`EXISTS (SELECT 1 FROM ${noticeComponents} AS touched
    WHERE touched.notice_id = ${notices.noticeID} AND touched.component_id = ${componentID})`;
}

function matchesComponent(componentID: string): SQL {
  return sql`${noticeComponents.componentID} = ${componentID}`;
}

/** Ignores the case of ASCII letters, as LIKE does, whose patterns D1 limits to 50 bytes. */
function contains(term: string): SQL {
  const isIn = (text: Column) =>
    sql`instr(lower(substr(${text}, 1, ${sql.raw(`${MAX_READ_CHARACTERS}`)})), lower(${term})) > 0`;
  return sql`(${isIn(notices.name)} OR EXISTS (SELECT 1 FROM ${noticeUpdates}
    WHERE ${noticeUpdates.noticeID} = ${notices.noticeID} AND ${isIn(noticeUpdates.message)})
    OR (${notices.postmortemPublishedAt} IS NOT NULL AND EXISTS (SELECT 1 FROM ${postmortems}
      WHERE ${postmortems.noticeID} = ${notices.noticeID} AND ${postmortems.state} = 'Published'
        AND ${isIn(postmortems.body)})))`;
}

/** D1 exports no database with an index, so an export drops it and creates it again. */
function indexMissing(): HttpError {
  return temporarilyUnavailable(
    "The search index is being created. Please try again in a few minutes. Lists without q work as usual.",
    { headers: { "Retry-After": "60" } },
  );
}
