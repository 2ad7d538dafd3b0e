/** Drop-downs have this order, best first. A new component has the first status. */
export const componentStatuses = [
  "Operational",
  "Under Maintenance",
  "Degraded Performance",
  "Partial Outage",
  "Major Outage",
] as const;

export const MAX_COMPONENTS = 1000;

/** Where visitors see a component: on the page, there only while it isn't Operational, or only in notices. The first is the default. */
export const componentPlaces = ["always", "affected", "notices"] as const;
export type ComponentPlace = (typeof componentPlaces)[number];

/** @returns whether the page lists it. Its status counts for the page and its group in any case. */
export function isListed({ shown, status }: { shown: ComponentPlace; status: ComponentStatus }): boolean {
  return shown === "always" || (shown === "affected" && status !== "Operational");
}

export type ComponentStatus = (typeof componentStatuses)[number];

export type StatusColor = "green" | "blue" | "yellow" | "orange" | "red" | "grey";

const colors: Record<ComponentStatus, StatusColor> = {
  Operational: "green",
  "Under Maintenance": "blue",
  "Degraded Performance": "yellow",
  "Partial Outage": "orange",
  "Major Outage": "red",
};

/** A later version may know more statuses: unknown ones are grey. */
export function componentColor(status: string): StatusColor {
  return status in colors ? colors[status as ComponentStatus] : "grey"; // `in` has just shown it
}

/** The statuses are in the order of their severity. */
export function severity(status: ComponentStatus): number {
  return componentStatuses.indexOf(status);
}

export function worstStatus(statuses: readonly ComponentStatus[]): ComponentStatus {
  return statuses.reduce<ComponentStatus>(
    (worst, status) => (severity(status) > severity(worst) ? status : worst),
    "Operational",
  );
}

export const PARTIAL_OUTAGE_SHARE = 0.3;

export const uptimeDays = [30, 60, 90, 365] as const;
