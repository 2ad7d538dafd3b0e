export const componentStates = {
  Operational: "operational",
  "Under Maintenance": "under_maintenance",
  "Degraded Performance": "degraded_performance",
  "Partial Outage": "partial_outage",
  "Major Outage": "major_outage",
} as const;

export const incidentStates = {
  Investigating: "investigating",
  Identified: "identified",
  Monitoring: "monitoring",
  Resolved: "resolved",
} as const;

/** Reported instead of `resolved` once the write-up is published. */
export const POSTMORTEM_STATE = "postmortem" as const;

export const maintenanceStates = {
  Scheduled: "scheduled",
  "In Progress": "in_progress",
  Verifying: "verifying",
  Completed: "completed",
} as const;

/** Lists of notices have no more, the newest ones. Atlassian Statuspage has the same limit. */
export const MAX_NOTICES = 50;
