import type { ComponentPageData } from "../../web/status/views/component-page.tsx";
import type { HistoryPageData } from "../../web/status/views/history-page.tsx";
import type { NoticePageData } from "../../web/status/views/notice-page.tsx";
import { PAST_DAYS } from "../../web/status/views/past-days.tsx";
import type { ServiceView } from "../../web/status/views/shell.tsx";
import type { StatusPageData } from "../../web/status/views/status-page.tsx";
import { changesIn, selectStatusChanges } from "../components/history.ts";
import { selectComponent, selectComponents } from "../components/store.ts";
import { uptimeOf, windowStart } from "../components/uptime.ts";
import { selectContentVersion, versionOf } from "../content-version/store.ts";
import type { Db } from "../db.ts";
import { notFound, Refusal, saysAmongCauses } from "../errors.ts";
import { incidentOf, readIncident } from "../incidents/store.ts";
import { maintenanceOf, readMaintenance } from "../maintenances/store.ts";
import { selectPublicMetrics } from "../metrics/store.ts";
import {
  assembleNotices,
  countNoticesWithin,
  type Notice,
  selectComponentNotices,
  selectCurrentNotices,
  selectNoticesWithin,
  selectOldest,
} from "../notices/store.ts";
import { type StoredSettings, selectSettings, settingsOf } from "../settings/store.ts";
import { monthOf, nextMonth, previousMonth, startOf } from "./months.ts";

/** All that the main page shows, in one round trip; in two where a component's status has changed day and night. */
export async function loadStatusPage(
  db: Db,
  days: StatusPageData["days"],
): Promise<StatusPageData & { version: number }> {
  try {
    return await readStatusPage(db, days, { each: false });
  } catch (error) {
    if (!saysAmongCauses(error, "too big")) throw error;
    return readStatusPage(db, days, { each: true });
  }
}

async function readStatusPage(db: Db, days: StatusPageData["days"], told: { each: boolean }) {
  const now = new Date().toISOString();
  const [version, settings, components, metrics, changes, ...notices] = await db.batch([
    selectContentVersion(db),
    selectSettings(db),
    selectComponents(db),
    selectPublicMetrics(db),
    selectStatusChanges(db, windowStart(days, now), told),
    ...selectCurrentNotices(db, windowStart(PAST_DAYS, now)),
  ]);
  const changesOf = changesIn(changes);
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
    ...sorted(assembleNotices(notices)),
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
  if (!from || asked > current || !/^[1-9]\d{0,5}$/.test(page)) throw nothingThere();
  const span = { from, to: startOf(nextMonth(asked)) ?? now };
  const [settings, oldest, counted, ...rows] = await db.batch([
    selectSettings(db),
    selectOldest(db),
    countNoticesWithin(db, span),
    ...selectNoticesWithin(db, span, { limit: PAGE, offset: (Number(page) - 1) * PAGE }),
  ]);
  const first = monthOf(oldest[0]?.at ?? now);
  const pages = Math.max(1, Math.ceil((counted[0]?.count ?? 0) / PAGE));
  if ((asked < first && asked !== current) || Number(page) > pages) throw nothingThere();
  return {
    ...service(settings),
    month: asked,
    page: Number(page),
    pages,
    ...(asked > first && { older: previousMonth(asked) }),
    ...(asked < current && { newer: nextMonth(asked) }),
    ...sorted(assembleNotices(rows)),
    now,
  };
}

/** A component, its last 365 days, and the newest 50 incidents and maintenances that touched it. */
export async function loadComponentPage(db: Db, componentID: string): Promise<ComponentPageData> {
  const now = new Date().toISOString();
  const window = { days: 365, now } as const;
  const [settings, found, changes, ...rows] = await db.batch([
    selectSettings(db),
    selectComponent(db, componentID),
    selectStatusChanges(db, windowStart(window.days, now), { componentID, each: true }),
    ...selectComponentNotices(db, componentID, 50),
  ]);
  const [component] = found;
  if (!component) throw notFound(`component ${componentID}`);
  const uptime = uptimeOf(component, changesIn(changes).get(componentID), window);
  return { ...service(settings), component, uptime, ...sorted(assembleNotices(rows)), now };
}

export async function loadIncidentPage(db: Db, incidentID: string): Promise<NoticePageData> {
  const [settings, incident] = await Promise.all([selectSettings(db), readIncident(db, incidentID)]);
  return { ...service(settings), incident };
}

export async function loadMaintenancePage(db: Db, maintenanceID: string): Promise<NoticePageData> {
  const [settings, maintenance] = await Promise.all([selectSettings(db), readMaintenance(db, maintenanceID)]);
  return { ...service(settings), maintenance };
}

function sorted(notices: Notice[]) {
  const kinds = Map.groupBy(notices, ({ kind }) => kind);
  return {
    incidents: (kinds.get("incident") ?? []).map(incidentOf),
    maintenances: (kinds.get("maintenance") ?? []).map(maintenanceOf),
  };
}

function nothingThere(): Refusal {
  return new Refusal(404, "404 page not found");
}

/** No more of the settings than the page shows. */
export function service(rows: StoredSettings[]): ServiceView {
  const { serviceName, backgroundColor, logoID } = settingsOf(rows);
  return { serviceName, backgroundColor, logoID };
}
