import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../storage/db.ts";
import type { RowsOf } from "../storage/prepared-selects.ts";
import { noticesFromRows } from "./assemble.ts";
import type { NoticeKind } from "./domain.ts";
import { noticeIDs } from "./load.ts";
import { excerptLimits, type LoadLimits, MAX_MESSAGE_CHARACTERS } from "./load-limits.ts";
import { selectBoundedComponents, selectNoticeRows, selectUpdateRows } from "./row-queries.ts";
import { isNotice } from "./store.ts";
import { notices, noticeUpdates } from "./table.ts";

/** A page ends after this many bytes of messages. Each update adds `UPDATE_BYTES`, so a page has at most 50 updates. */
const PAGE_BYTES = 64_000;
const UPDATE_BYTES = PAGE_BYTES / 50;

const limits: LoadLimits = {
  ...excerptLimits,
  updates: 50,
  characters: MAX_MESSAGE_CHARACTERS,
  components: 200,
};

export function selectNoticeOnPage(db: Db, kind: NoticeKind, noticeID: string, page: number) {
  const ids = noticeIDs(sql`${notices} WHERE ${isNotice(kind, noticeID)}`);
  return [
    selectNoticeRows(db, ids),
    selectUpdateRows(db, sql`(${pages(noticeID)}) AS loaded`).where(
      sql`loaded.page = ${page} OR (${page} = 1 AND loaded.stored = (${newestMessage(noticeID)}))`,
    ),
    selectBoundedComponents(db, ids, limits),
    db.select({ pages: sql<number | null>`max(page)` }).from(sql`(${pages(noticeID)})`),
  ] as const;
}

/** The first page has it, however many updates without a message follow it. */
function newestMessage(noticeID: string): SQL {
  return sql`SELECT rowid FROM ${noticeUpdates} WHERE notice_id = ${noticeID} AND message <> ''
    ORDER BY created_at DESC, rowid DESC LIMIT 1`;
}

function pages(noticeID: string): SQL {
  const size = sql`${UPDATE_BYTES} + octet_length(message)`;
  return sql`SELECT *, message AS text, rowid AS stored, 0 AS has_older,
      1 + CAST((sum(${size}) OVER newest_first - (${size})) / ${PAGE_BYTES} AS INTEGER) AS page
    FROM ${noticeUpdates} WHERE notice_id = ${noticeID}
    WINDOW newest_first AS (ORDER BY created_at DESC, rowid DESC ROWS UNBOUNDED PRECEDING)`;
}

type Rows = RowsOf<ReturnType<typeof selectNoticeOnPage>>;

/** @returns undefined if the notice or this page of it does not exist */
export function noticeOnPage([found, updates, touched, [last]]: Rows, page: number) {
  const pages = Math.max(1, last?.pages ?? 1);
  const [notice] = noticesFromRows([found, updates, touched], limits);
  return notice && page <= pages ? { notice, pages } : undefined;
}
