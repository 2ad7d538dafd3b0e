import type { Widened } from "./texts.ts";

/** English, and with it what the other languages have to say: texts, and plurals by the language's own categories. */
export const en = {
  service: "Service",
  pageName: "{service} Status",
  describes: "Current status, incidents, uptime and scheduled maintenance of {service}.",
  back: "Current status",
  pages: "Pages",
  languages: "Languages",

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
    degraded: "Degraded System Service",
    minor: "Minor Service Outage",
  },
  openIncidents: { one: "{count} active incident", other: "{count} active incidents" },
  troubledComponents: { one: "{count} component affected", other: "{count} components affected" },
  runningMaintenances: { one: "{count} maintenance in progress", other: "{count} maintenances in progress" },

  active: "Active incidents",
  affects: "Affects",
  affected: "Affected",
  earlier: { one: "{count} earlier update", other: "{count} earlier updates" },
  lasted: "lasted {duration}",

  components: "Components",
  noComponents: "No components have been added yet.",
  lastDays: { one: "Last {count} day", other: "Last {count} days" },
  days: { one: "{count} day", other: "{count} days" },
  uptimeDays: "Days shown",
  today: "Today",
  uptime: "{percent} uptime",
  day: "{date}: {states}",
  lasting: "{state} ({duration})",
  notCounted: "Not counted before {date}",
  alwaysFine: "Operational on each day",
  troubledDays: {
    one: "not fully operational on {count} day",
    other: "not fully operational on {count} days",
  },
  howCounted:
    "Uptime is the share of time without an outage: a Major Outage counts in full, a Partial Outage at {share}; Degraded Performance and Under Maintenance do not count. A day's bar shows its worst status.",

  maintenance: "Scheduled maintenance",
  window: "{from} - {to} ({zone})",

  metrics: "Metrics",
  timeframes: { day: "Day", week: "Week", month: "Month" },
  lastDay: "{title} over the last day",
  graph: {
    average: "Average {value}",
    summary: "{average}, from {lowest} to {highest}, lately {last}.",
    noData: "No data for this time period yet.",
    nothing: "no data",
    zone: "Times are in UTC.",
  },

  noIncidents: "No incidents reported.",
  stillOpen: "{name} began and is still open ({status}).",

  history: "History",
  nothingThatMonth: "Nothing was reported in this month.",
  months: "Months",
  wholeHistory: "Whole history",

  incident: "Incident",
  oneMaintenance: "Scheduled maintenance",
  component: "Component",
  months12: "Last 12 months",
  itsNotices: "Incidents and maintenance",
  noNotices: "Nothing has been reported about this component.",

  follow: "Get updates",
  feeds: "In a feed reader",
  calendar: "In your calendar",
  calendarOf: "Scheduled maintenance (iCalendar)",
  programs: "For programs",
  api: "API",

  zone: "All times are in UTC.",
  ownZone: "Times are in your time zone ({zone}), days in UTC.",

  snapshot: "This page can not be brought up to date at the moment. It shows what was known on {time}.",
  unknown: "Status not known",
  unknownReason:
    "What is known about the service can not be read at the moment. This says nothing about the service itself. Please try again in a minute.",

  notFound: "404 page not found",
  refused: "This page can not be shown",
  reasons: {
    404: "There is nothing at this address. It may have been deleted.",
    503: "The service is busy or down for a moment. Please try again in a few seconds.",
  },
  toPage: "Go to the status page",
} as const;

export type Texts = Widened<typeof en>;
