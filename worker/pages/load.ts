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

/** All that the main page shows, in one round trip; in two where a component's status has changed day and night. */
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

async function readStatusPage(db: Db, days: StatusPageData["days"], told: { each: boolean }) {
  const now = new Date().toISOString();
  // A reader's first day may begin up to a day before the first one in UTC.
  const shown = currentNotices(windowStart(PAST_DAYS + 1, now));
  const [version, settings, components, metrics, changes, counts, beneath, ...notices] = await db.batch([
    selectContentVersion(db),
    selectSettings(db),
    selectComponents(db),
    selectPublicMetrics(db),
    selectStatusChanges(db, windowStart(days, now), told),
    ...selectCurrent(db),
    ...selectNotices(db, shown),
  ]);
  const changesOf = changesByComponent(changes);
  const loaded = await loadNotices(db, shown, notices);
  return {
    version: versionOf(version),
    ...service(settings),
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

/** What a page of the history has at most. */
const PAGE = 50;

/**
 * A month of incidents, by when they were opened, and of maintenances, by when they start, page by page.
 * @param month as in 2026-11; this one unless told
 * @param page from 1 on; the first unless told
 * @throws Refusal 404 for what is no month, or one that is to come, or is from before anything was here, and for a
 *   page that the month does not have
 */
export async function loadHistoryPage(
  db: Db,
  { month, page = "1" }: { month?: string; page?: string },
): Promise<HistoryPageData> {
  const now = new Date().toISOString();
  const current = monthOf(now);
  const asked = month ?? current;
  const from = startOf(asked);
  if (!from || asked > current || !isPageNumber(page)) throw pageNotFound();
  const span = { from, to: startOf(nextMonth(asked)) ?? now };
  const shown = noticesInPeriod(span, { limit: PAGE, offset: (Number(page) - 1) * PAGE });
  const [settings, oldest, counted, ...rows] = await db.batch([
    selectSettings(db),
    selectHistoryStart(db),
    countNoticesInPeriod(db, span),
    ...selectNotices(db, shown),
  ]);
  const first = monthOf(oldest[0]?.at ?? now);
  const pages = Math.max(1, Math.ceil((counted[0]?.count ?? 0) / PAGE));
  if ((asked < first && asked !== current) || Number(page) > pages) throw pageNotFound();
  return {
    ...service(settings),
    month: asked,
    page: Number(page),
    pages,
    ...(asked > first && { older: previousMonth(asked) }),
    ...(asked < current && { newer: nextMonth(asked) }),
    notices: await loadNotices(db, shown, rows),
    now,
  };
}

/** A component, its last 365 days, and the newest 50 incidents and maintenances that touched it. */
export async function loadComponentPage(db: Db, componentID: string): Promise<ComponentPageData> {
  const now = new Date().toISOString();
  const window = { days: 365, now } as const;
  const shown = noticesOfComponent(componentID, 50);
  const [settings, found, changes, ...rows] = await db.batch([
    selectSettings(db),
    selectComponent(db, componentID),
    selectStatusChanges(db, windowStart(window.days, now), { componentID, each: true }),
    ...selectNotices(db, shown),
  ]);
  const [component] = found;
  if (!component) throw notFound("component");
  const uptime = uptimeOf(component, changesByComponent(changes).get(componentID), window);
  return { ...service(settings), component, uptime, notices: await loadNotices(db, shown, rows), now };
}

/** An incident or a maintenance with a page of its updates, the newest unless told. */
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
  return { ...service(settings), page: Number(page), ...found };
}

function isPageNumber(page: string): boolean {
  return /^[1-9]\d{0,5}$/.test(page);
}

/** No more of the settings than the page shows. */
export function service(rows: StoredSettings[]): ServiceView {
  const { serviceName, backgroundColor, logoID } = settingsOf(rows);
  return { serviceName, backgroundColor, logoID };
}
