import type { ChatTexts } from "./en.ts";

export const fr: ChatTexts = {
  manageLink: "Modifier ou arrêter ces mises à jour",

  confirm: {
    title: "Confirmez les mises à jour pour ce canal",
    request:
      "{service} peut envoyer à ce canal des mises à jour sur les incidents et les maintenances. Utilisez le lien pour confirmer.",
    ifNotYou:
      "Si aucun d’entre vous ne l’a demandé, ignorez ce message\u00a0: aucune mise à jour ne sera envoyée.",
  },
  test: {
    title: "Message de test",
    text: "Ceci est un message de test de la page d’état de {service}. Il est arrivé, donc ce canal peut recevoir des mises à jour.",
  },
};
