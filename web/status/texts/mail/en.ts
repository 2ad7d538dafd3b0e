import type { Widened } from "../texts.ts";

/** English, and with it what the mails of the other languages have to say. */
export const en = {
  /** Where components are concerned, their names stand behind it. */
  subject: "[{service}] {status}: {name}",
  subjectOf: "[{service}] {status}: {name} ({components})",
  more: { one: "{count} more", other: "{count} more" },
  first: "{status}: {components}",
  affected: "{component} ({status})",

  newIncident: "A new incident",
  incident: "Update on an incident",
  newMaintenance: "A new scheduled maintenance",
  maintenance: "Update on a scheduled maintenance",
  posted: "Posted",
  planned: "Planned for",
  read: "Read it on the status page",
  why: "You get this mail because you subscribed to the status of {service}.",
  manage: "Choose what you hear about",

  confirm: {
    subject: "[{service}] Confirm your subscription",
    first:
      "Somebody, hopefully you, asked to hear about incidents and maintenance of {service} at this address.",
    button: "Confirm the subscription",
    otherwise:
      "If it was not you, there is nothing to do: unless it is confirmed, you hear no more, and within a week this address is forgotten.",
  },
  known: {
    subject: "[{service}] You are subscribed already",
    first:
      "Somebody, hopefully you, asked to hear about incidents and maintenance of {service} at this address. It is subscribed already.",
    otherwise: "If it was not you, there is nothing to do.",
  },
} as const;

export type MailTexts = Widened<typeof en>;
