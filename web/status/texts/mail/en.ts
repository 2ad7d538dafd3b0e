import type { Widened } from "../texts.ts";

export const en = {
  subject: "[{service}] {status}: {name}",
  subjectOf: "[{service}] {status}: {name} ({components})",
  more: { one: "{count} more", other: "{count} more" },
  first: "{status}: {components}",
  affected: "{component} ({status})",

  newIncident: "New incident",
  incident: "Incident update",
  newMaintenance: "New scheduled maintenance",
  maintenance: "Scheduled maintenance update",
  posted: "Posted",
  planned: "Scheduled for",
  read: "Read it on the status page",
  why: "You get this email because you subscribed to the status of {service}.",
  manage: "Change your subscription",

  confirm: {
    subject: "[{service}] Confirm your subscription",
    first:
      "Someone, hopefully you, asked to get emails about incidents and maintenance of {service} at this address.",
    button: "Confirm the subscription",
    otherwise:
      "If it wasn't you, ignore this email: we won't send any updates, and we'll delete this address within a week.",
  },
  known: {
    subject: "[{service}] You're already subscribed",
    first:
      "Someone, hopefully you, asked to get emails about incidents and maintenance of {service} at this address. It's already subscribed.",
    otherwise: "If it wasn't you, ignore this email.",
  },
} as const;

export type MailTexts = Widened<typeof en>;
