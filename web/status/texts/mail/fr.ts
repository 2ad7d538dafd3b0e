import type { MailTexts } from "./en.ts";

export const fr: MailTexts = {
  subject: "[{service}] {status}\u00a0: {name}",
  subjectOf: "[{service}] {status}\u00a0: {name} ({components})",
  more: { one: "{count} autre", other: "{count} autres" },
  first: "{status}\u00a0: {components}",
  affected: "{component} ({status})",

  newIncident: "Nouvel incident",
  incident: "Mise à jour d’un incident",
  newMaintenance: "Nouvelle maintenance planifiée",
  maintenance: "Mise à jour d’une maintenance planifiée",
  posted: "Publié\u00a0:",
  planned: "Planifiée\u00a0:",
  read: "Lire sur la page d’état",
  why: "Vous recevez cet e-mail parce que vous vous êtes abonné aux mises à jour sur l’état de {service}.",
  manage: "Modifier l’abonnement",

  confirm: {
    subject: "[{service}] Confirmez votre abonnement",
    first:
      "Quelqu’un (vous, nous l’espérons) a demandé à recevoir à cette adresse des e-mails sur les incidents et les maintenances de {service}.",
    button: "Confirmer l’abonnement",
    otherwise:
      "Si ce n’était pas vous, ignorez cet e-mail\u00a0: nous ne vous enverrons aucune mise à jour et nous supprimerons cette adresse d’ici une semaine.",
  },
  known: {
    subject: "[{service}] Vous êtes déjà abonné",
    first:
      "Quelqu’un (vous, nous l’espérons) a demandé à recevoir à cette adresse des e-mails sur les incidents et les maintenances de {service}. Cette adresse est déjà abonnée.",
    otherwise: "Si ce n’était pas vous, ignorez cet e-mail.",
  },
};
