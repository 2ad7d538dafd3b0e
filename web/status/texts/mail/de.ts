import type { MailTexts } from "./en.ts";

export const de: MailTexts = {
  subject: "[{service}] {status}: {name}",
  subjectWithComponents: "[{service}] {status}: {name} ({components})",
  moreComponents: { one: "{count} weitere", other: "{count} weitere" },
  statusLine: "{status}: {components}",
  componentWithStatus: "{component} ({status})",

  newIncident: "Neue Störung",
  incident: "Aktualisierung zu einer Störung",
  newMaintenance: "Neue geplante Wartung",
  maintenance: "Aktualisierung zu einer geplanten Wartung",
  postmortem: "Nachbericht zu einer Störung",
  reminder: "Erinnerung an eine geplante Wartung",
  postedLabel: "Veröffentlicht:",
  newTime: "Neuer Termin",
  starts: "Beginnt {when}",
  scheduledForLabel: "Geplant:",
  movedFromLabel: "Bisher:",
  readLink: "Auf der Statusseite lesen",
  reason: "Sie erhalten diese E-Mail, weil Sie den Status von {service} abonniert haben.",
  manageLink: "Abonnement ändern",

  confirm: {
    subject: "[{service}] Bestätigen Sie Ihr Abonnement",
    headline:
      "Jemand, hoffentlich Sie, möchte an diese Adresse E-Mails zu Störungen und Wartungen von {service} erhalten.",
    button: "Abonnement bestätigen",
    ifNotYou:
      "Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Wir senden Ihnen keine Statusmeldungen und löschen diese Adresse innerhalb einer Woche.",
  },
  alreadySubscribed: {
    subject: "[{service}] Ihr Abonnement besteht bereits",
    headline:
      "Jemand, hoffentlich Sie, möchte an diese Adresse E-Mails zu Störungen und Wartungen von {service} erhalten. Das Abonnement besteht bereits.",
    ifNotYou: "Wenn Sie das nicht waren, ignorieren Sie diese E-Mail.",
  },
};
