import { ascending } from "../../../web/shared/ascending.ts";
import type { HistoryPicker } from "../../../web/status/views/history/history-form.tsx";
import type { HistoryPageData } from "../../../web/status/views/history/history-page.tsx";
import type { HistoryResultsData } from "../../../web/status/views/history/history-results-page.tsx";
import { selectGroups } from "../../components/groups/reads.ts";
import { selectComponents } from "../../components/reads.ts";
import type { Component } from "../../components/schema.ts";
import { searchRefusal, splitSearchTerms } from "../../http/lists/notice-filter.ts";
import { pageNotFound } from "../../http/not-found.ts";
import { noticeStart as startOfNotice } from "../../notices/domain.ts";
import { findNotices } from "../../notices/find.ts";
import { loadNotices, type NoticeQuery, noNotices, selectNotices } from "../../notices/reads/load.ts";
import { countNoticesInPeriod, noticesInPeriod, selectHistoryStart } from "../../notices/store.ts";
import { selectSettings } from "../../settings/store.ts";
import { isoTime } from "../../shared/time/domain.ts";
import { nextMonth, previousMonth, startOfMonth, utcMonth } from "../../shared/time/months.ts";
import type { Db } from "../../storage/db.ts";
import { isPageNumber, serviceView } from "./load.ts";
import { toTopics } from "./topics.ts";

const PAGE_SIZE = 50;
const MAX_PICKER_MONTHS = 240;

/**
 * An incident is in the month in which it was opened, and a maintenance in the one in which it starts.
 * @param month as in 2026-11, by default the current one
 * @throws HttpError 404 for a malformed or future month, one before the first notice, and a page that the month does not have
 */
export async function loadHistoryPage(
  db: Db,
  { month, page = "1" }: { month?: string; page?: string },
): Promise<HistoryPageData> {
  const now = isoTime(Date.now());
  const current = utcMonth(now);
  const chosenMonth = month ?? current;
  const span = monthPeriod(chosenMonth, now);
  if (!isPageNumber(page)) throw pageNotFound();
  const noticeQuery = noticesInPeriod(
    { ...span, now },
    { limit: PAGE_SIZE, offset: (Number(page) - 1) * PAGE_SIZE },
  );
  const [settings, oldest, components, groups, counted, ...rows] = await db.batch([
    selectSettings(db),
    selectHistoryStart(db),
    selectComponents(db),
    selectGroups(db),
    countNoticesInPeriod(db, { ...span, now }),
    ...selectNotices(db, noticeQuery),
  ]);
  const first = utcMonth(oldest[0]?.at ?? now);
  const pages = Math.max(1, Math.ceil((counted[0]?.count ?? 0) / PAGE_SIZE));
  if ((chosenMonth < first && chosenMonth !== current) || Number(page) > pages) throw pageNotFound();
  return {
    ...serviceView(settings),
    month: chosenMonth,
    page: Number(page),
    pages,
    ...(chosenMonth > first && { older: previousMonth(chosenMonth) }),
    ...(chosenMonth < current && { newer: nextMonth(chosenMonth) }),
    picker: buildPicker({ first, current }, components, groups),
    choice: { month: chosenMonth, componentID: "", q: "" },
    notices: await loadNotices(db, noticeQuery, rows),
    now,
  };
}

export interface HistorySearch {
  month?: string;
  componentID?: string;
  q?: string;
  page?: string;
}

export function isHistorySearch({ componentID, q }: HistorySearch): boolean {
  return componentID !== undefined || q !== undefined;
}

/**
 * @param limit runs a search for words
 * @throws HttpError 404 for an unknown component, a malformed or future month, and 503 while the search index is being built
 */
export async function loadHistoryResults(
  db: Db,
  { month, componentID, q = "", page }: HistorySearch,
  limit: (search: () => Promise<NoticeQuery>) => Promise<NoticeQuery>,
): Promise<HistoryResultsData> {
  const now = isoTime(Date.now());
  if (page !== undefined) throw pageNotFound();
  const searchTerms = splitSearchTerms(q);
  const refusal = searchRefusal(searchTerms);
  const filter = {
    searchTerms,
    ...(componentID !== undefined && { componentID }),
    ...(month !== undefined && { month: monthPeriod(month, now) }),
  };
  const find = () => findNotices(db, filter, PAGE_SIZE + 1);
  const noticeQuery = refusal ? noNotices : await (searchTerms.length > 0 ? limit(find) : find());
  const [settings, oldest, components, groups, ...rows] = await db.batch([
    selectSettings(db),
    selectHistoryStart(db),
    selectComponents(db),
    selectGroups(db),
    ...selectNotices(db, noticeQuery),
  ]);
  if (componentID !== undefined && !components.some((each) => each.componentID === componentID))
    throw pageNotFound();
  const found = await loadNotices(db, noticeQuery, rows);
  const newestFirst = found.toSorted((a, b) => ascending(startOfNotice(b), startOfNotice(a)));
  return {
    ...serviceView(settings),
    picker: buildPicker(
      { first: utcMonth(oldest[0]?.at ?? now), current: utcMonth(now) },
      components,
      groups,
    ),
    choice: { month: month ?? "", componentID: componentID ?? "", q },
    notices: newestFirst.slice(0, PAGE_SIZE),
    isCut: found.length > PAGE_SIZE,
    refusal,
  };
}

/** @throws HttpError 404 for a malformed or future month */
function monthPeriod(month: string, now: string): { from: string; to: string } {
  const from = startOfMonth(month);
  if (!from || month > utcMonth(now)) throw pageNotFound();
  return { from, to: startOfMonth(nextMonth(month)) ?? now };
}

/** Months are newest first. */
function buildPicker(
  { first, current }: { first: string; current: string },
  components: Component[],
  groups: Parameters<typeof toTopics>[1],
): HistoryPicker {
  const months = [current];
  for (let month = current; month > first && months.length < MAX_PICKER_MONTHS; ) {
    month = previousMonth(month);
    months.push(month);
  }
  return { months, topics: toTopics(components, groups) };
}
