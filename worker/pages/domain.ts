import { type ComponentStatus, componentColor, type StatusColor, worstStatus } from "../components/domain.ts";

/** What the page says on top: a component's status, or one of two that none of them has. */
export type PageSummary = ComponentStatus | "minor" | "degraded";

/** The words for it that clients of status pages know, and the indicator that they go by. */
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

/** All that there is now, whether or not it is shown. */
export interface Current {
  openIncidents: number;
  runningMaintenances: number;
  scheduledMaintenances: number;
  /** What open incidents say of components while a maintenance has those. */
  statusesUnderMaintenance: ComponentStatus[];
}

/**
 * The worst of component statuses and open incidents. An open incident is never shown as all being well, and what it
 * says of a component still counts while a maintenance has that component.
 */
export function pageState(
  components: { status: ComponentStatus }[],
  { openIncidents, statusesUnderMaintenance }: Current,
): PageState {
  const worst = worstStatus([...components.map(({ status }) => status), ...statusesUnderMaintenance]);
  const fine = worst === "Operational" || worst === "Under Maintenance";
  if (fine && openIncidents > 0) return { color: "yellow", summary: "minor" };
  const everywhere = components.length > 1 && components.every(({ status }) => status === worst);
  return {
    color: componentColor(worst),
    summary: worst === "Degraded Performance" && everywhere ? "degraded" : worst,
  };
}

/** How many past incidents the main page loads; with as many, the oldest of its days may have more. */
export const MAX_RECENT = 200;
