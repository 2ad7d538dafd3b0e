import type { ComponentPageData } from "../../web/status/views/component-page.tsx";
import type { HistoryPageData } from "../../web/status/views/history-page.tsx";
import type { NoticePageData } from "../../web/status/views/notice-page.tsx";
import { PAST_DAYS } from "../../web/status/views/past-days.tsx";
import type { ServiceView } from "../../web/status/views/shell.tsx";
import type { StatusPageData } from "../../web/status/views/status-page.tsx";
import { selectContentVersion, versionOf } from "../cache/content-version/store.ts";
import { changesByComponent, selectStatusChanges } from "../components/status-changes.ts";
import { selectComponent, selectComponents } from "../components/store.ts";
import { uptimeOf, windowStart } from "../components/uptime.ts";
import { errorIncludes, notFound } from "../http/errors.ts";
import { pageNotFound } from "../http/not-found.ts";
import { selectPublicMetrics } from "../metrics/store.ts";
import { currentNotices, selectCurrent, summarizeCurrent } from "../notices/current.ts";
import type { NoticeKind } from "../notices/domain.ts";
import { loadNotices, selectNotices } from "../notices/load.ts";
import {
  countNoticesInPeriod,
  noticesInPeriod,
  noticesOfComponent,
  selectHistoryStart,
} from "../notices/store.ts";
import { noticeOnPage, selectNoticeOnPage } from "../notices/update-page.ts";
import { type StoredSettings, selectSettings, settingsOf } from "../settings/store.ts";
import type { Db } from "../storage/db.ts";
import { monthOf, nextMonth, previousMonth, startOf } from "./months.ts";

/** Takes one round trip, or two where the statuses changed so often that D1 refuses to join them in one value. */
export async function loadStatusPage(
  db: Db,
  days: StatusPageData["days"],
): Promise<StatusPageData & { version: number }> {
  try {
    return await readStatusPage(db, days, { each: false });
  } catch (error) {
    if (!errorIncludes(error, "too big")) throw error;
    return readStatusPage(db, days, { each: true });
  }
}

async function readStatusPage(db: Db, days: StatusPageData["days"], query: { each: boolean }) {
  const now = new Date().toISOString();
  // The reader's first day may begin up to a day before the first UTC day.
  const listed = currentNotices(windowStart(PAST_DAYS + 1, now));
  const [version, settings, components, metrics, changes, counts, beneath, ...notices] = await db.batch([
    selectContentVersion(db),
    selectSettings(db),
    selectComponents(db),
    selectPublicMetrics(db),
    selectStatusChanges(db, windowStart(days, now), query),
    ...selectCurrent(db),
    ...selectNotices(db, listed),
  ]);
  const changesOf = changesByComponent(changes);
  const loaded = await loadNotices(db, listed, notices);
  return {
    version: versionOf(version),
    ...serviceView(settings),
    emailEnabled: settingsOf(settings).emailEnabled,
    privacyNoticeURL: settingsOf(settings).privacyNoticeURL,
    components,
    uptimes: components.map((component) =>
      uptimeOf(component, changesOf.get(component.componentID), { days, now }),
    ),
    days,
    metrics,
    current: summarizeCurrent(counts, beneath),
    incidents: loaded.filter(({ kind }) => kind === "incident"),
    maintenances: loaded.filter(({ kind }) => kind === "maintenance"),
    now,
  };
}

const PAGE_SIZE = 50;

/**
 * Incidents count by when they were opened, maintenances by when they start.
 * @param month as in 2026-11, by default the current one
 * @throws Refusal 404 for a malformed or future month, one before the first notice, and a page that the month does not have
 */
export async function loadHistoryPage(
  db: Db,
  { month, page = "1" }: { month?: string; page?: string },
): Promise<HistoryPageData> {
  const now = new Date().toISOString();
  const current = monthOf(now);
  const chosenMonth = month ?? current;
  const from = startOf(chosenMonth);
  if (!from || chosenMonth > current || !isPageNumber(page)) throw pageNotFound();
  const span = { from, to: startOf(nextMonth(chosenMonth)) ?? now };
  const listed = noticesInPeriod(span, { limit: PAGE_SIZE, offset: (Number(page) - 1) * PAGE_SIZE });
  const [settings, oldest, counted, ...rows] = await db.batch([
    selectSettings(db),
    selectHistoryStart(db),
    countNoticesInPeriod(db, span),
    ...selectNotices(db, listed),
  ]);
  const first = monthOf(oldest[0]?.at ?? now);
  const pages = Math.max(1, Math.ceil((counted[0]?.count ?? 0) / PAGE_SIZE));
  if ((chosenMonth < first && chosenMonth !== current) || Number(page) > pages) throw pageNotFound();
  return {
    ...serviceView(settings),
    month: chosenMonth,
    page: Number(page),
    pages,
    ...(chosenMonth > first && { older: previousMonth(chosenMonth) }),
    ...(chosenMonth < current && { newer: nextMonth(chosenMonth) }),
    notices: await loadNotices(db, listed, rows),
    now,
  };
}

export async function loadComponentPage(db: Db, componentID: string): Promise<ComponentPageData> {
  const now = new Date().toISOString();
  const window = { days: 365, now } as const;
  const listed = noticesOfComponent(componentID, 50);
  const [settings, components, changes, ...rows] = await db.batch([
    selectSettings(db),
    selectComponent(db, componentID),
    selectStatusChanges(db, windowStart(window.days, now), { componentID, each: true }),
    ...selectNotices(db, listed),
  ]);
  const [component] = components;
  if (!component) throw notFound("component");
  const uptime = uptimeOf(component, changesByComponent(changes).get(componentID), window);
  return { ...serviceView(settings), component, uptime, notices: await loadNotices(db, listed, rows), now };
}

export async function loadNoticePage(
  db: Db,
  kind: NoticeKind,
  noticeID: string,
  { page = "1" }: { page?: string },
): Promise<NoticePageData> {
  if (!isPageNumber(page)) throw pageNotFound();
  const [settings, ...rows] = await db.batch([
    selectSettings(db),
    ...selectNoticeOnPage(db, kind, noticeID, Number(page)),
  ]);
  const found = noticeOnPage(rows, Number(page));
  if (!found) throw notFound(kind);
  return { ...serviceView(settings), page: Number(page), ...found };
}

function isPageNumber(page: string): boolean {
  return /^[1-9]\d{0,5}$/.test(page);
}

export function serviceView(rows: StoredSettings[]): ServiceView {
  const { serviceName, backgroundColor, logoID } = settingsOf(rows);
  return { serviceName, backgroundColor, logoID };
}
