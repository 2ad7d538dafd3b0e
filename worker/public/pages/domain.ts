import {
  type ComponentStatus,
  componentColor,
  type StatusColor,
  worstStatus,
} from "../../components/domain.ts";
import { type CurrentSummary, type Notice, noticePhase } from "../../notices/domain.ts";

/** The main page lists the incidents of these days, today included. */
export const PAST_DAYS = 14;

export type PageSummary = ComponentStatus | "minor" | "degraded" | "unwatched";

/** The indicators and descriptions of Atlassian Statuspage, which its clients expect. */
export const pageStatuses = {
  Operational: { indicator: "none", description: "All Systems Operational" },
  unwatched: { indicator: "none", description: "No Components Yet" },
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
 * Other notices change a component's status, too, so a planned notice shows its plan, an open one the present status, and a
 * closed one the worst status during it and the present one.
 */
export function shownStatuses(
  notice: Pick<Notice, "status">,
  { status, currentStatus: current, deleted }: Omit<Notice["components"][number], "componentID" | "name">,
  worst: ComponentStatus = "Operational",
): ShownStatuses {
  const phase = noticePhase(notice);
  if (phase === "planned") return status === "Operational" || deleted ? {} : { planned: status };
  if (phase === "past") return worst === "Operational" ? {} : { worst, current };
  const best = current ?? "Operational";
  return worstStatus([best, worst]) === best ? { current } : { worst, current };
}
