import type { MailTexts } from "./en.ts";

export const de: MailTexts = {
  subject: "[{service}] {status}: {name}",
  subjectOf: "[{service}] {status}: {name} ({components})",
  more: { one: "{count} weitere", other: "{count} weitere" },
  first: "{status}: {components}",
  affected: "{component} ({status})",

  newIncident: "Eine neue Störung",
  incident: "Neues zu einer Störung",
  newMaintenance: "Eine neue geplante Wartung",
  maintenance: "Neues zu einer geplanten Wartung",
  posted: "Veröffentlicht:",
  planned: "Geplant:",
  read: "Auf der Statusseite lesen",
  why: "Sie erhalten diese E-Mail, weil Sie den Status von {service} abonniert haben.",
  manage: "Auswahl ändern",

  confirm: {
    subject: "[{service}] Bestätigen Sie Ihr Abonnement",
    first:
      "Jemand, hoffentlich Sie, möchte unter dieser Adresse von Störungen und Wartungen von {service} erfahren.",
    button: "Abonnement bestätigen",
    otherwise:
      "Wenn Sie das nicht waren, ist nichts zu tun: Ohne Bestätigung erhalten Sie keine weiteren E-Mails, und nach einer Woche wird diese Adresse gelöscht.",
  },
  known: {
    subject: "[{service}] Ihr Abonnement besteht bereits",
    first:
      "Jemand, hoffentlich Sie, möchte unter dieser Adresse von Störungen und Wartungen von {service} erfahren. Das Abonnement besteht bereits.",
    otherwise: "Wenn Sie das nicht waren, ist nichts zu tun.",
  },
};
