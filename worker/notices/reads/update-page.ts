import { type SQL, sql } from "drizzle-orm";
import { type ComponentStatus, componentStatuses } from "../../components/domain.ts";
import { affectingStatuses } from "../../components/status-from-other-notices.ts";
import { severitySQL } from "../../components/status-history.ts";
import type { Db } from "../../storage/db.ts";
import type { RowsOf } from "../../storage/prepared-selects.ts";
import { isOpen, type NoticeKind, noticeStatuses, runningStatuses } from "../domain.ts";
import { isNotice } from "../store.ts";
import { notices, noticeUpdateComponents, noticeUpdates } from "../table.ts";
import { noticesFromRows } from "./assemble.ts";
import { noticeIDs } from "./load.ts";
import { excerptLimits, type LoadLimits, MAX_MESSAGE_CHARACTERS } from "./load-limits.ts";
import { selectBoundedComponents, selectNoticeRows, selectUpdateRows } from "./row-queries.ts";

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
    selectSpan(db, kind, noticeID),
    selectWorstStatuses(db, noticeID),
  ] as const;
}

/** Reads all updates, because the first and the last change may be on different pages. */
function selectSpan(db: Db, kind: NoticeKind, noticeID: string) {
  const own = sql`${noticeUpdates} WHERE notice_id = ${noticeID}`;
  const closed = noticeStatuses[kind].at(-1);
  const runningStatusList = sql.join(
    runningStatuses.map((status) => sql`${status}`),
    sql`, `,
  );
  const from =
    kind === "incident"
      ? sql`(SELECT created_at FROM ${notices} WHERE notice_id = ${noticeID})`
      : sql`(SELECT min(created_at) FROM ${own} AND status IN (${runningStatusList}))`;
  const lastOpen = sql`(SELECT max(created_at) FROM ${own} AND status <> ${closed})`;
  const to = sql`(SELECT min(created_at) FROM ${own} AND created_at > coalesce(${lastOpen}, ''))`;
  return db
    .select({ from: sql<string | null>`${from}`.as("began"), to: sql<string | null>`${to}`.as("ended") })
    .from(sql`(SELECT 1)`);
}

/** Each update has a row for each affected component. */
const MAX_STATUS_ROWS = 5000;

export function selectWorstStatuses(db: Db, noticeID: string) {
  const changes = sql`SELECT changed.component_id, ${severitySQL(sql`changed.new_status`)} AS severity
    FROM ${noticeUpdates} AS own CROSS JOIN ${noticeUpdateComponents} AS changed
    WHERE own.notice_id = ${noticeID} AND own.status IN (SELECT value FROM json_each(${affectingStatuses}))
      AND changed.notice_update_id = own.notice_update_id LIMIT ${MAX_STATUS_ROWS}`;
  return db
    .select({ componentID: sql<string>`component_id`, severity: sql<number>`max(severity)`.as("severity") })
    .from(sql`(${changes})`)
    .groupBy(sql`component_id`);
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
export function noticeOnPage([found, updates, touched, [last], [span], worst]: Rows, page: number) {
  const pages = Math.max(1, last?.pages ?? 1);
  const [notice] = noticesFromRows([found, updates, touched], limits);
  if (!notice || page > pages) return undefined;
  return {
    notice,
    pages,
    span: span?.from ? { from: span.from, to: isOpen(notice) ? null : span.to } : null,
    worstStatuses: worstStatuses(worst),
  };
}

export function worstStatuses(
  rows: { componentID: string; severity: number }[],
): Map<string, ComponentStatus> {
  return new Map(
    rows.flatMap(({ componentID, severity }): [string, ComponentStatus][] => {
      const status = componentStatuses[severity];
      return status ? [[componentID, status]] : [];
    }),
  );
}
