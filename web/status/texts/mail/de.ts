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
  why: "Sie erhalten diese Mail, weil Sie den Status von {service} abonniert haben.",
  manage: "Auswählen, was Sie erfahren, oder abbestellen",

  confirm: {
    subject: "[{service}] Bestätigen Sie Ihr Abonnement",
    first:
      "Jemand, hoffentlich Sie, möchte unter dieser Adresse von Störungen und Wartungen von {service} erfahren.",
    button: "Das Abonnement bestätigen",
    otherwise:
      "Wenn Sie das nicht waren, ist nichts zu tun: Ohne Bestätigung hören Sie nichts weiter, und nach einer Woche ist diese Adresse vergessen.",
  },
  known: {
    subject: "[{service}] Sie haben schon abonniert",
    first:
      "Jemand, hoffentlich Sie, möchte unter dieser Adresse von Störungen und Wartungen von {service} erfahren. Sie ist schon angemeldet.",
    otherwise: "Wenn Sie das nicht waren, ist nichts zu tun.",
  },
};
