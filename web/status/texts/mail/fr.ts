import type { MailTexts } from "./en.ts";

export const fr: MailTexts = {
  subject: "[{service}] {status}\u00a0: {name}",
  subjectOf: "[{service}] {status}\u00a0: {name} ({components})",
  more: { one: "{count} autre", other: "{count} autres" },
  first: "{status}\u00a0: {components}",
  affected: "{component} ({status})",

  newIncident: "Un nouvel incident",
  incident: "Du nouveau sur un incident",
  newMaintenance: "Une nouvelle maintenance planifiée",
  maintenance: "Du nouveau sur une maintenance planifiée",
  posted: "Publié\u00a0:",
  planned: "Prévue\u00a0:",
  read: "Lire sur la page d’état",
  why: "Vous recevez ce message parce que cette adresse est abonnée aux mises à jour sur l’état de {service}.",
  manage: "Choisir ce que vous recevez",

  confirm: {
    subject: "[{service}] Confirmez votre abonnement",
    first:
      "Quelqu’un (vous, nous l’espérons) a demandé à recevoir à cette adresse les messages sur les incidents et les maintenances de {service}.",
    button: "Confirmer l’abonnement",
    otherwise:
      "Si ce n’était pas vous, il n’y a rien à faire\u00a0: sans confirmation, vous ne recevrez plus rien, et cette adresse sera supprimée d’ici une semaine.",
  },
  known: {
    subject: "[{service}] Votre abonnement existe déjà",
    first:
      "Quelqu’un (vous, nous l’espérons) a demandé à recevoir à cette adresse les messages sur les incidents et les maintenances de {service}. Cette adresse est déjà abonnée.",
    otherwise: "Si ce n’était pas vous, il n’y a rien à faire.",
  },
};
