import type { NoticePageData } from "../../../web/status/views/notice/notice-page.tsx";
import type { PostmortemPageData } from "../../../web/status/views/notice/postmortem-page.tsx";
import type { ComponentPageData } from "../../../web/status/views/page/component-page.tsx";
import type { GroupPageData } from "../../../web/status/views/page/group-page.tsx";
import type { StatusPageData } from "../../../web/status/views/page/status-page.tsx";
import type { ServiceView } from "../../../web/status/views/shell.tsx";
import { isListed } from "../../components/domain.ts";
import { selectGroup, selectGroups, toGroups } from "../../components/groups/reads.ts";
import { computeGroupUptime } from "../../components/groups/uptime.ts";
import { selectComponent, selectComponents, selectComponentsOfGroup } from "../../components/reads.ts";
import { changesByComponent, selectStatusChanges } from "../../components/status-history.ts";
import { computeUptime, windowStart } from "../../components/uptime.ts";
import { errorIncludes, notFound } from "../../http/errors.ts";
import { pageNotFound } from "../../http/not-found.ts";
import { selectPublicMetrics } from "../../metrics/reads.ts";
import { currentNotices, selectCurrent, summarizeCurrent } from "../../notices/current.ts";
import type { NoticeKind } from "../../notices/domain.ts";
import { selectPublishedPostmortem } from "../../notices/postmortem/reads.ts";
import { loadNotices, selectNotices } from "../../notices/reads/load.ts";
import { noticeOnPage, selectNoticeOnPage } from "../../notices/reads/update-page.ts";
import { noticesOfComponent, noticesOfGroup } from "../../notices/store.ts";
import { type StoredSettings, selectSettings, settingsOrDefaults } from "../../settings/store.ts";
import { isoTime } from "../../shared/time/domain.ts";
import { firstVersion, selectContentVersion } from "../../storage/content-version/store.ts";
import type { Db } from "../../storage/db.ts";
import { prepareSelects } from "../../storage/prepared-selects.ts";
import { PAST_DAYS } from "./domain.ts";

/** Takes one round trip, or two where the statuses changed so often that D1 refuses to join them in one value. */
export async function loadStatusPage(
  db: Db,
  days: StatusPageData["days"],
): Promise<StatusPageData & { version: number }> {
  try {
    return await readStatusPage(db, days, selectWithJoinedChanges);
  } catch (error) {
    if (!errorIncludes(error, "too big")) throw error;
    return readStatusPage(db, days, selectWithEachChange);
  }
}

const selectWithJoinedChanges = prepareStatusPage({ each: false });
const selectWithEachChange = prepareStatusPage({ each: true });

function prepareStatusPage(query: { each: boolean }) {
  return prepareSelects(["changesSince", "noticesSince"], (db, { changesSince, noticesSince }) => [
    selectContentVersion(db),
    selectSettings(db),
    selectComponents(db),
    selectPublicMetrics(db),
    selectStatusChanges(db, changesSince, query),
    selectGroups(db),
    ...selectCurrent(db),
    ...selectNotices(db, currentNotices(noticesSince)),
  ]);
}

async function readStatusPage(
  db: Db,
  days: StatusPageData["days"],
  select: ReturnType<typeof prepareStatusPage>,
) {
  const now = isoTime(Date.now());
  // The reader's first day may begin up to a day before the first UTC day.
  const noticesSince = windowStart(PAST_DAYS + 1, now);
  const changesSince = windowStart(days, now);
  const [version, settings, components, metrics, changes, groupRows, counts, beneath, ...notices] =
    await select(db, { changesSince, noticesSince });
  const changesOf = changesByComponent(changes);
  const groups = toGroups(groupRows, components);
  const membersOf = Map.groupBy(components, ({ groupID }) => groupID);
  const loaded = await loadNotices(db, currentNotices(noticesSince), notices);
  return {
    version: firstVersion(version),
    ...serviceView(settings),
    privacyNoticeURL: settingsOrDefaults(settings).privacyNoticeURL,
    note: settingsOrDefaults(settings).note,
    components,
    uptimes: components
      .filter((component) => component.showsUptime && isListed(component))
      .map((component) => computeUptime(component, changesOf.get(component.componentID), { days, now })),
    groups,
    groupUptimes: groups.flatMap((group) => {
      const members = membersOf.get(group.groupID) ?? [];
      return shownGroupUptime(group, { members, changesOf }, { days, now }) ?? [];
    }),
    days,
    metrics,
    current: summarizeCurrent(counts, beneath),
    incidents: loaded.filter(({ kind }) => kind === "incident"),
    maintenances: loaded.filter(({ kind }) => kind === "maintenance"),
    now,
  };
}

/** @returns undefined if none of the components shows its uptime */
function shownGroupUptime(...[group, history, window]: Parameters<typeof computeGroupUptime>) {
  return history.members.some(({ showsUptime }) => showsUptime)
    ? computeGroupUptime(group, history, window)
    : undefined;
}

export async function loadComponentPage(db: Db, componentID: string): Promise<ComponentPageData> {
  const now = isoTime(Date.now());
  const window = { days: 365, now } as const;
  const noticeQuery = noticesOfComponent(componentID, 50);
  const [settings, components, changes, ...rows] = await db.batch([
    selectSettings(db),
    selectComponent(db, componentID),
    selectStatusChanges(db, windowStart(window.days, now), { componentID, each: true }),
    ...selectNotices(db, noticeQuery),
  ]);
  const [component] = components;
  if (!component) throw notFound("component");
  const uptime = computeUptime(component, changesByComponent(changes).get(componentID), window);
  return {
    ...serviceView(settings),
    component,
    uptime: component.showsUptime ? uptime : undefined,
    notices: await loadNotices(db, noticeQuery, rows),
    now,
  };
}

export async function loadGroupPage(db: Db, groupID: string): Promise<GroupPageData> {
  const now = isoTime(Date.now());
  const window = { days: 365, now } as const;
  const noticeQuery = noticesOfGroup(groupID, 50);
  const [settings, groupRows, members, changes, ...rows] = await db.batch([
    selectSettings(db),
    selectGroup(db, groupID),
    selectComponentsOfGroup(db, groupID),
    selectStatusChanges(db, windowStart(window.days, now), { groupID, each: true }),
    ...selectNotices(db, noticeQuery),
  ]);
  const [group] = toGroups(groupRows, members);
  if (!group) throw notFound("group");
  return {
    ...serviceView(settings),
    group,
    components: members.filter(isListed),
    uptime: shownGroupUptime(group, { members, changesOf: changesByComponent(changes) }, window),
    notices: await loadNotices(db, noticeQuery, rows),
    now,
  };
}

export async function loadNoticePage(
  db: Db,
  kind: NoticeKind,
  noticeID: string,
  { page = "1" }: { page?: string },
): Promise<NoticePageData> {
  if (!isPageNumber(page)) throw pageNotFound();
  const now = isoTime(Date.now());
  const [settings, ...rows] = await db.batch([
    selectSettings(db),
    ...selectNoticeOnPage(db, kind, noticeID, Number(page)),
  ]);
  const noticePage = noticeOnPage(rows, Number(page));
  if (!noticePage) throw notFound(kind);
  const { privacyNoticeURL } = settingsOrDefaults(settings);
  return { ...serviceView(settings), page: Number(page), ...noticePage, now, privacyNoticeURL };
}

/** @throws HttpError 404 unless the write-up is published */
export async function loadPostmortemPage(db: Db, noticeID: string): Promise<PostmortemPageData> {
  const [settings, [postmortem]] = await db.batch([
    selectSettings(db),
    selectPublishedPostmortem(db, noticeID),
  ]);
  if (!postmortem) throw notFound("write-up");
  return { ...serviceView(settings), postmortem };
}

export function isPageNumber(page: string): boolean {
  return /^[1-9]\d{0,5}$/.test(page);
}

export function serviceView(rows: StoredSettings[]): ServiceView {
  const { serviceName, backgroundColor, logoID, emailEnabled, endpointsEnabled, ...theme } =
    settingsOrDefaults(rows);
  const {
    darkLogoID,
    faviconID,
    headerLinks,
    footerLinks,
    accentColor,
    headerColor,
    pageTint,
    pageWidth,
    font,
  } = theme;
  return {
    serviceName,
    backgroundColor,
    logoID,
    darkLogoID,
    faviconID,
    emailEnabled,
    endpointsEnabled,
    headerLinks,
    footerLinks,
    accentColor,
    headerColor,
    pageTint,
    pageWidth,
    font,
  };
}
