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
  told: "{subject}: {said}",
  strip: "{name}, {days}: {all}",
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
  graphOf: "{title} ({timeframe})",
  lastDay: "{title} over the last day",
  graph: {
    average: "Average {value}",
    summary: "{average}, from {lowest} to {highest}, latest {last}.",
    noData: "No data for this time period yet.",
    nothing: "no data",
    zone: "Times are in UTC.",
  },

  noIncidents: "No incidents reported.",
  stillOpen: "{name} began and is still open ({status}).",

  history: "History",
  nothingThatMonth: "Nothing was reported in this month.",
  months: "Months",
  pageOf: "Page {page} of {pages}",
  older: "Older",
  newer: "Newer",
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

  subscribe: {
    byMail: "By e-mail",
    address: "E-mail address",
    button: "Subscribe",
    more: "Choose components, time zone and language",
    title: "Updates by e-mail",
    intro:
      "You hear about each incident, each scheduled maintenance and each update to them. Every mail has a link to change this or to unsubscribe.",
    about: "What to hear about",
    everything: "Everything",
    chosen: "These components only",
    timeZone: "Time zone",
    timeZoneNote: "Mails give times in UTC and in this time zone.",
    language: "Language",
    leaveEmpty: "Leave this field empty",
    asked: "Check your mailbox",
    askedNote:
      "If this address can get mail, one with a link is on its way. Open the link and press the button there: until then, nothing else is sent. If it does not arrive within a few minutes, look in your spam folder, or ask again in 10 minutes.",
    confirmTitle: "Confirm your subscription",
    confirmNote: "{address} will get updates about {service}.",
    confirm: "Confirm",
    notMe: "You did not ask for this? Then do nothing, or tell us that you do not want mail like this.",
    decline: "No, thank you",
    confirmed: "You are subscribed",
    confirmedNote: "From now on {address} gets updates about {service}.",
    already: "This subscription was already confirmed. Nothing has changed.",
    change: "Change the subscription",
    manageTitle: "Your subscription",
    manageNote: "{address} gets updates about {service}.",
    nothing: "The components that you had chosen are gone: you get no updates at the moment.",
    save: "Save",
    saved: "Saved.",
    leave: "Unsubscribe",
    leaveNote: "{address} will get no more updates about {service}.",
    left: "You are not subscribed",
    leftNote: "No more updates will be sent to you.",
    again: "Subscribe again",
    refused: {
      emailAddress:
        "Mail cannot be sent to this address. Write it as in name@example.com, without accents before the @.",
      components: "Choose at least one component, or everything.",
    },
  },

  zone: "All times are in UTC.",
  ownZone: "Times are in your time zone ({zone}), days in UTC.",

  snapshot: "This page cannot be brought up to date at the moment. It shows what was known on {time}.",
  unknown: "Status not known",
  unknownReason:
    "What is known about the service cannot be read at the moment. This says nothing about the service itself. Please try again in a minute.",

  notFound: "404 page not found",
  refused: "This page cannot be shown",
  reasons: {
    404: "There is nothing at this address. It may have been deleted.",
    409: "E-mail notifications are switched off on this status page.",
    429: "Too many requests from your IP address. Please try again in a minute.",
    503: "The service is busy or down for a moment. Please try again in a few seconds.",
  },
  toPage: "Go to the status page",
} as const;

export type Texts = Widened<typeof en>;
