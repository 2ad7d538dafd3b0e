import type { Component } from "../../../worker/components/schema.ts";
import { componentColour, type StatusColour, worstStatus } from "../../../worker/components/statuses.ts";
import type { Incident } from "../../../worker/incidents/schema.ts";
import type { Texts } from "../texts/en.ts";

export interface PageState {
  colour: StatusColour;
  summary: keyof Texts["banner"];
}

/**
 * The worst of component statuses and open incidents. An open incident is never shown as all being well, and what it
 * says of a component still counts while a maintenance has that component.
 */
export function pageState(components: Component[], incidents: Incident[]): PageState {
  const open = incidents.filter(isOpen);
  const inMaintenance = new Set(
    components.filter(({ status }) => status === "Under Maintenance").map(({ componentID }) => componentID),
  );
  const said = open
    .flatMap((incident) => incident.components)
    .filter(({ componentID }) => inMaintenance.has(componentID));
  const worst = worstStatus([...components, ...said].map(({ status }) => status));
  const fine = worst === "Operational" || worst === "Under Maintenance";
  if (fine && open.length > 0) return { colour: "yellow", summary: "minor" };
  return { colour: componentColour(worst), summary: worst };
}

export function isOpen({ status }: Incident): boolean {
  return status !== "Resolved";
}
