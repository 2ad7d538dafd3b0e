import type { MailTexts } from "./en.ts";

export const fr: MailTexts = {
  subject: "[{service}] {status}\u00a0: {name}",
  subjectWithComponents: "[{service}] {status}\u00a0: {name} ({components})",
  moreComponents: { one: "{count} autre", other: "{count} autres" },
  statusLine: "{status}\u00a0: {components}",
  componentWithStatus: "{component} ({status})",

  newIncident: "Nouvel incident",
  incident: "Mise à jour d’un incident",
  newMaintenance: "Nouvelle maintenance planifiée",
  maintenance: "Mise à jour d’une maintenance planifiée",
  postmortem: "Compte rendu d’un incident",
  reminder: "Rappel d’une maintenance planifiée",
  postedLabel: "Publié\u00a0:",
  newTime: "Nouvel horaire",
  starts: "Commence {when}",
  scheduledForLabel: "Planifiée\u00a0:",
  movedFromLabel: "Auparavant\u00a0:",
  readLink: "Lire sur la page d’état",
  reason: "Vous recevez cet e-mail parce que vous vous êtes abonné aux mises à jour sur l’état de {service}.",
  manageLink: "Modifier l’abonnement",

  confirm: {
    subject: "[{service}] Confirmez votre abonnement",
    headline:
      "Quelqu’un (vous, nous l’espérons) a demandé à recevoir à cette adresse des e-mails sur les incidents et les maintenances de {service}.",
    button: "Confirmer l’abonnement",
    ifNotYou:
      "Si ce n’était pas vous, ignorez cet e-mail\u00a0: nous ne vous enverrons aucune mise à jour et nous supprimerons cette adresse d’ici une semaine.",
  },
  alreadySubscribed: {
    subject: "[{service}] Vous êtes déjà abonné",
    headline:
      "Quelqu’un (vous, nous l’espérons) a demandé à recevoir à cette adresse des e-mails sur les incidents et les maintenances de {service}. Cette adresse est déjà abonnée.",
    ifNotYou: "Si ce n’était pas vous, ignorez cet e-mail.",
  },
};
