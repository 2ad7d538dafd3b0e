/** In the order of the drop-downs, best first; the first is a new component's. */
export const componentStatuses = [
  "Operational",
  "Under Maintenance",
  "Degraded Performance",
  "Partial Outage",
  "Major Outage",
] as const;

export const MAX_COMPONENTS = 1000;

export type ComponentStatus = (typeof componentStatuses)[number];

export type StatusColor = "green" | "blue" | "yellow" | "orange" | "red" | "grey";

const colors: Record<ComponentStatus, StatusColor> = {
  Operational: "green",
  "Under Maintenance": "blue",
  "Degraded Performance": "yellow",
  "Partial Outage": "orange",
  "Major Outage": "red",
};

/** Grey for a status that this version does not know. */
export function componentColor(status: string): StatusColor {
  return status in colors ? colors[status as ComponentStatus] : "grey"; // `in` has just shown it
}

/** The worst of some statuses by the order above; none at all is Operational. */
export function worstStatus(statuses: readonly ComponentStatus[]): ComponentStatus {
  return statuses.reduce<ComponentStatus>(
    (worst, status) =>
      componentStatuses.indexOf(status) > componentStatuses.indexOf(worst) ? status : worst,
    "Operational",
  );
}

/** How much of its time a partial outage takes from uptime; a major one takes all of it, and nothing else any. */
export const PARTIAL_OUTAGE_SHARE = 0.3;
