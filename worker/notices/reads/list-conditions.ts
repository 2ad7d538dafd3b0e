import { and, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { ListFilter } from "../../http/lists/list-filter.ts";
import type { NoticeFilter } from "../../http/lists/notice-filter.ts";
import type { Cursor } from "../../http/lists/pagination.ts";
import { matchesFilter } from "../../storage/matches-filter.ts";
import { type NoticeKind, openStatuses } from "../domain.ts";
import { notices } from "../table.ts";

type Filter = ListFilter & Pick<NoticeFilter, "month" | "open">;

export function matchesNoticeFilter(kind: NoticeKind, { month, open, ...filter }: Filter): SQL | undefined {
  const startColumn = kind === "incident" ? notices.createdAt : notices.startAt;
  return and(
    eq(notices.kind, kind),
    matchesFilter(notices, filter),
    open && inArray(notices.status, [...openStatuses[kind]]),
    month && sql`${startColumn} >= ${month.from} AND ${startColumn} < ${month.to}`,
  );
}

export function olderThan(
  table: { createdAt: SQLiteColumn; noticeID: SQLiteColumn },
  { createdAt, noticeID }: Cursor,
): SQL {
  if (noticeID === undefined) return lt(table.createdAt, createdAt);
  return sql`(${table.createdAt}, ${table.noticeID}) < (${createdAt}, ${noticeID})`;
}
