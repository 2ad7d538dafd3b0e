import type { StatusColour } from "../components/domain.ts";

/** In the order of the drop-down; the first is a new incident's. */
export const incidentStatuses = ["Investigating", "Identified", "Monitoring", "Resolved"] as const;

/** Of incidents that are not over. */
export const openStatuses = incidentStatuses.filter((status) => status !== "Resolved");

export type IncidentStatus = (typeof incidentStatuses)[number];

export const incidentColours: Record<IncidentStatus, StatusColour> = {
  Investigating: "red",
  Identified: "orange",
  Monitoring: "blue",
  Resolved: "green",
};
