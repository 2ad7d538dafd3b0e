import { type ComponentStatus, componentColor, type StatusColor, worstStatus } from "../components/domain.ts";

/** The status of the page: a component's status, or one of two that no component has. */
export type PageSummary = ComponentStatus | "minor" | "degraded";

/** Indicators and descriptions as clients of hosted status pages know them. */
export const pageStatuses = {
  Operational: { indicator: "none", description: "All Systems Operational" },
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

export interface Current {
  openIncidents: number;
  runningMaintenances: number;
  scheduledMaintenances: number;
  /** Statuses from open incidents of components that are under maintenance. */
  statusesUnderMaintenance: ComponentStatus[];
}

/**
 * The worst of component statuses and open incidents. With an open incident the page is never operational, and the
 * incident's status of a component counts even while the component is under maintenance.
 */
export function pageState(
  components: { status: ComponentStatus }[],
  { openIncidents, statusesUnderMaintenance }: Current,
): PageState {
  const worst = worstStatus([...components.map(({ status }) => status), ...statusesUnderMaintenance]);
  const hasNoOutage = worst === "Operational" || worst === "Under Maintenance";
  if (hasNoOutage && openIncidents > 0) return { color: "yellow", summary: "minor" };
  const everywhere = components.length > 1 && components.every(({ status }) => status === worst);
  return {
    color: componentColor(worst),
    summary: worst === "Degraded Performance" && everywhere ? "degraded" : worst,
  };
}

/** The main page loads no more past incidents. With this many, its oldest day may be incomplete. */
export const MAX_PAST_INCIDENTS = 200;
