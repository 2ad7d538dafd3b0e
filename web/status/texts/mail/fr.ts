import type { MailTexts } from "./en.ts";

export const fr: MailTexts = {
  subject: "[{service}] {status} : {name}",
  subjectOf: "[{service}] {status} : {name} ({components})",
  more: { one: "{count} autre", other: "{count} autres" },
  first: "{status} : {components}",
  affected: "{component} ({status})",

  newIncident: "Un nouvel incident",
  incident: "Du nouveau sur un incident",
  newMaintenance: "Une nouvelle maintenance planifiée",
  maintenance: "Du nouveau sur une maintenance planifiée",
  posted: "Publié :",
  planned: "Prévue :",
  read: "Lire sur la page d’état",
  why: "Vous recevez ce message parce que vous êtes abonné à l’état de {service}.",
  manage: "Choisir ce que vous recevez, ou vous désabonner",

  confirm: {
    subject: "[{service}] Confirmez votre abonnement",
    first:
      "Quelqu’un, vous sans doute, a demandé à recevoir à cette adresse les incidents et les maintenances de {service}.",
    button: "Confirmer l’abonnement",
    otherwise:
      "Si ce n’était pas vous, il n’y a rien à faire : sans confirmation, vous ne recevrez plus rien, et cette adresse sera oubliée d’ici une semaine.",
  },
  known: {
    subject: "[{service}] Vous êtes déjà abonné",
    first:
      "Quelqu’un, vous sans doute, a demandé à recevoir à cette adresse les incidents et les maintenances de {service}. Elle est déjà abonnée.",
    otherwise: "Si ce n’était pas vous, il n’y a rien à faire.",
  },
};
