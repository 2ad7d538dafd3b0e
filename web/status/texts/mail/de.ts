import type { MailTexts } from "./en.ts";

export const de: MailTexts = {
  subject: "[{service}] {status}: {name}",
  subjectOf: "[{service}] {status}: {name} ({components})",
  more: { one: "{count} weitere", other: "{count} weitere" },
  first: "{status}: {components}",
  affected: "{component} ({status})",

  newIncident: "Neue Störung",
  incident: "Aktualisierung zu einer Störung",
  newMaintenance: "Neue geplante Wartung",
  maintenance: "Aktualisierung zu einer geplanten Wartung",
  posted: "Veröffentlicht:",
  planned: "Geplant:",
  read: "Auf der Statusseite lesen",
  why: "Sie erhalten diese E-Mail, weil Sie den Status von {service} abonniert haben.",
  manage: "Abonnement ändern",

  confirm: {
    subject: "[{service}] Bestätigen Sie Ihr Abonnement",
    first:
      "Jemand, hoffentlich Sie, möchte an diese Adresse E-Mails zu Störungen und Wartungen von {service} erhalten.",
    button: "Abonnement bestätigen",
    otherwise:
      "Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Wir senden Ihnen keine Statusmeldungen und löschen diese Adresse innerhalb einer Woche.",
  },
  known: {
    subject: "[{service}] Ihr Abonnement besteht bereits",
    first:
      "Jemand, hoffentlich Sie, möchte an diese Adresse E-Mails zu Störungen und Wartungen von {service} erhalten. Das Abonnement besteht bereits.",
    otherwise: "Wenn Sie das nicht waren, ignorieren Sie diese E-Mail.",
  },
};
