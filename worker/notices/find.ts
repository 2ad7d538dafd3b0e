import { sql } from "drizzle-orm";
import type { NoticeFilter } from "../http/lists/notice-filter.ts";
import type { Db } from "../storage/db.ts";
import { type NoticeQuery, noticeIDs, unionAll } from "./reads/load.ts";
import { excerptLimits } from "./reads/load-limits.ts";
import { searchNotices } from "./reads/search.ts";
import { noticeIDsOfPage } from "./store.ts";
import { notices } from "./table.ts";

const kinds = ["incident", "maintenance"] as const;

/**
 * Finds the newest notices of both kinds.
 * @param limit for each kind
 * @throws HttpError 503 while the search index is being built
 */
export async function findNotices(
  db: Db,
  { searchTerms = [], ...filter }: Omit<NoticeFilter, "open">,
  limit: number,
): Promise<NoticeQuery> {
  if (searchTerms.length === 0) {
    const ids = unionAll(kinds.map((kind) => noticeIDsOfPage(kind, { ...filter, limit })));
    return { ids, limits: excerptLimits };
  }
  const found = await Promise.all(
    kinds.map((kind) => searchNotices(db, kind, { ...filter, searchTerms, limit })),
  );
  const among = sql`SELECT value FROM json_each(${JSON.stringify(found.flat())})`;
  return { ids: noticeIDs(sql`${notices} WHERE ${notices.noticeID} IN (${among})`), limits: excerptLimits };
}
