import type { Widened } from "../texts.ts";

export const en = {
  subject: "[{service}] {status}: {name}",
  subjectWithComponents: "[{service}] {status}: {name} ({components})",
  moreComponents: { one: "{count} more", other: "{count} more" },
  statusLine: "{status}: {components}",
  componentWithStatus: "{component} ({status})",

  newIncident: "New incident",
  incident: "Incident update",
  newMaintenance: "New scheduled maintenance",
  maintenance: "Scheduled maintenance update",
  postmortem: "Write-up of an incident",
  reminder: "Reminder of a scheduled maintenance",
  postedLabel: "Posted",
  newTime: "New time",
  starts: "Starts {when}",
  scheduledForLabel: "Scheduled for",
  movedFromLabel: "Before",
  readLink: "View update",
  reason: "You get this email because you subscribed to the status of {service}.",
  manageLink: "Change your subscription",

  confirm: {
    subject: "[{service}] Confirm your subscription",
    headline:
      "Someone, hopefully you, asked to get emails about incidents and maintenance of {service} at this address.",
    button: "Confirm the subscription",
    ifNotYou:
      "If it wasn't you, ignore this email: we won't send any updates, and we'll delete this address within a week.",
  },
  alreadySubscribed: {
    subject: "[{service}] You're already subscribed",
    headline:
      "Someone, hopefully you, asked to get emails about incidents and maintenance of {service} at this address. It's already subscribed.",
    ifNotYou: "If it wasn't you, ignore this email.",
  },
} as const;

export type MailTexts = Widened<typeof en>;
