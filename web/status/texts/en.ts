import type { Widened } from "./texts.ts";

/** English, and with it what the other languages have to say: texts, and plurals by the language's own categories. */
export const en = {
  service: "Service",
  pageName: "{service} Status",
  back: "Current status",

  states: {
    Operational: "Operational",
    "Under Maintenance": "Under Maintenance",
    "Degraded Performance": "Degraded Performance",
    "Partial Outage": "Partial Outage",
    "Major Outage": "Major Outage",
    Investigating: "Investigating",
    Identified: "Identified",
    Monitoring: "Monitoring",
    Resolved: "Resolved",
    Scheduled: "Scheduled",
    "In Progress": "In Progress",
    Verifying: "Verifying",
    Completed: "Completed",
  },

  banner: {
    Operational: "All Systems Operational",
    "Under Maintenance": "Service Under Maintenance",
    "Degraded Performance": "Partially Degraded Service",
    "Partial Outage": "Partial System Outage",
    "Major Outage": "Major System Outage",
    minor: "Minor Service Outage",
  },

  active: "Active incidents",
  affects: "Affects {components}",
  affected: "{component} ({status})",

  components: "Components",
  noComponents: "No components have been added yet.",

  maintenance: "Scheduled maintenance",
  window: "{from} - {to} ({zone})",

  metrics: "Metrics",
  timeframes: { day: "Day", week: "Week", month: "Month" },
  lastDay: "{title} over the last day",

  lastDays: { one: "Last {count} day", other: "Last {count} days" },
  noIncidents: "No incidents reported.",
  stillOpen: "{name} began and is still open ({status}).",

  incident: "Incident",
  oneMaintenance: "Scheduled maintenance",

  zone: "All times are in UTC.",
  ownZone: "Times are in your time zone ({zone}), days in UTC.",
  languages: "Languages",

  notFound: "404 page not found",
  refused: "This page can not be shown",
  reasons: {
    404: "There is nothing at this address. It may have been deleted.",
    503: "The service is busy or down for a moment. Please try again in a few seconds.",
  },
  toPage: "Go to the status page",
} as const;

export type Texts = Widened<typeof en>;
