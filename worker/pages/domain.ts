import {
  type ComponentStatus,
  componentColor,
  componentStatuses,
  type StatusColor,
  worstStatus,
} from "../components/domain.ts";
import {
  type CurrentSummary,
  type Notice,
  type NoticeStatus,
  noticeColors,
  phaseOf,
} from "../notices/domain.ts";

/** The main page lists the incidents of these days, today included. */
export const PAST_DAYS = 14;

export type PageSummary = ComponentStatus | "minor" | "degraded" | "unwatched";

/** The indicators and descriptions of Atlassian Statuspage, which its clients expect. */
export const pageStatuses = {
  Operational: { indicator: "none", description: "All Systems Operational" },
  unwatched: { indicator: "none", description: "Nothing Is Watched Yet" },
  "Under Maintenance": { indicator: "maintenance", description: "Service Under Maintenance" },
  "Degraded Performance": { indicator: "minor", description: "Partially Degraded Service" },
  degraded: { indicator: "minor", description: "Degraded System Service" },
  minor: { indicator: "minor", description: "Minor Service Outage" },
  "Partial Outage": { indicator: "major", description: "Partial System Outage" },
  "Major Outage": { indicator: "critical", description: "Major System Outage" },
} as const satisfies Record<PageSummary, { indicator: string; description: string }>;

export interface PageState {
  color: StatusColor;
  summary: PageSummary;
}

/**
 * The worst of component statuses and open incidents. A page without components or with an open incident is never operational.
 * The incident's status of a component counts even while the component is under maintenance.
 */
export function pageState(
  components: { status: ComponentStatus }[],
  { openIncidents, runningMaintenances, statusesUnderMaintenance }: CurrentSummary,
): PageState {
  const worst = worstStatus([...components.map(({ status }) => status), ...statusesUnderMaintenance]);
  const hasNoOutage = worst === "Operational" || worst === "Under Maintenance";
  if (hasNoOutage && openIncidents > 0) return { color: "yellow", summary: "minor" };
  if (components.length === 0 && runningMaintenances === 0) return { color: "grey", summary: "unwatched" };
  const everywhere = components.length > 1 && components.every(({ status }) => status === worst);
  return {
    color: componentColor(worst),
    summary: worst === "Degraded Performance" && everywhere ? "degraded" : worst,
  };
}

/** The statuses that a notice shows beside a component's name. */
interface ShownStatuses {
  planned?: ComponentStatus | undefined;
  current?: ComponentStatus | undefined;
  worst?: ComponentStatus | undefined;
}

/**
 * What a notice last said about a component may no longer be true: other notices change its status, too. So a planned one
 * shows its plan, an open one the present status, and a closed one the worst status during the notice and the present one.
 */
export function shownStatuses(
  notice: Pick<Notice, "status">,
  { status, currentStatus: current, deleted }: Omit<Notice["components"][number], "componentID" | "name">,
  worst: ComponentStatus = "Operational",
): ShownStatuses {
  const phase = phaseOf(notice);
  if (phase === "planned") return status === "Operational" || deleted ? {} : { planned: status };
  if (phase === "past") return worst === "Operational" ? {} : { worst, current };
  const best = current ?? "Operational";
  return worstStatus([best, worst]) === best ? { current } : { worst, current };
}

/** The size that messengers recommend for an og:image, in pixels. */
export const SHARE_WIDTH = 1200;
export const SHARE_HEIGHT = 630;

/** The text that a picture shows: one of the banner's, or the name of a status. */
export type ShareWords = { banner: PageSummary } | { state: ComponentStatus | NoticeStatus };

const slugOf = (key: string) => key.toLowerCase().replaceAll(" ", "-");
const slugOfWords = (words: ShareWords) =>
  "banner" in words ? `page-${slugOf(words.banner)}` : slugOf(words.state);

export function sharePath(color: StatusColor, words: ShareWords): string {
  return `/share/${color}/${slugOfWords(words)}.png`;
}

export function findShareWords(slug: string): ShareWords | undefined {
  const all: ShareWords[] = [
    ...Object.keys(pageStatuses).map((banner) => ({ banner: banner as PageSummary })), // it has exactly these keys
    ...[...componentStatuses, ...(Object.keys(noticeColors) as NoticeStatus[])].map((state) => ({ state })), // as above
  ];
  return all.find((words) => slugOfWords(words) === slug);
}
