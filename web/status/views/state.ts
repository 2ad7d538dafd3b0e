import type { Component } from "../../../worker/components/schema.ts";
import { componentColour, type StatusColour, worstStatus } from "../../../worker/components/statuses.ts";
import type { Incident } from "../../../worker/incidents/schema.ts";

export interface PageState {
  colour: StatusColour;
  summary: string;
}

const summaries = {
  Operational: "All Systems Operational",
  "Under Maintenance": "Service Under Maintenance",
  "Degraded Performance": "Partially Degraded Service",
  "Partial Outage": "Partial System Outage",
  "Major Outage": "Major System Outage",
} as const;

/** The worst of component statuses and open incidents: an open incident is never shown as all being well. */
export function pageState(components: Component[], incidents: Incident[]): PageState {
  const worst = worstStatus(components.map(({ status }) => status));
  const fine = worst === "Operational" || worst === "Under Maintenance";
  if (fine && incidents.some(isOpen)) return { colour: "yellow", summary: "Minor Service Outage" };
  return { colour: componentColour(worst), summary: summaries[worst] };
}

export function isOpen({ status }: Incident): boolean {
  return status !== "Resolved";
}
