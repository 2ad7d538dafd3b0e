import type { StatusColor } from "../components/domain.ts";
import { noticeStatuses } from "../notices/domain.ts";

/** In the order of the drop-down; the first is a new incident's. */
export const incidentStatuses = noticeStatuses.incident;

/** Of incidents that are not over. */
export const openStatuses = incidentStatuses.filter((status) => status !== "Resolved");

export type IncidentStatus = (typeof incidentStatuses)[number];

export const incidentColors: Record<IncidentStatus, StatusColor> = {
  Investigating: "red",
  Identified: "orange",
  Monitoring: "blue",
  Resolved: "green",
};
