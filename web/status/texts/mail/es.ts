import type { MailTexts } from "./en.ts";

export const es: MailTexts = {
  subject: "[{service}] {status}: {name}",
  subjectOf: "[{service}] {status}: {name} ({components})",
  more: { one: "{count} más", other: "{count} más" },
  first: "{status}: {components}",
  affected: "{component} ({status})",

  newIncident: "Un incidente nuevo",
  incident: "Novedades sobre un incidente",
  newMaintenance: "Un mantenimiento programado nuevo",
  maintenance: "Novedades sobre un mantenimiento programado",
  posted: "Publicado:",
  planned: "Previsto:",
  read: "Leerlo en la página de estado",
  why: "Recibe este correo porque se suscribió a las novedades de {service}.",
  manage: "Elegir qué recibir",

  confirm: {
    subject: "[{service}] Confirme su suscripción",
    first:
      "Alguien, esperamos que usted, pidió recibir en esta dirección avisos de los incidentes y mantenimientos de {service}.",
    button: "Confirmar la suscripción",
    otherwise:
      "Si no fue usted, no tiene que hacer nada: sin confirmación no recibirá nada más, y en una semana borraremos esta dirección.",
  },
  known: {
    subject: "[{service}] Ya está suscrito",
    first:
      "Alguien, esperamos que usted, pidió recibir en esta dirección avisos de los incidentes y mantenimientos de {service}. La dirección ya está suscrita.",
    otherwise: "Si no fue usted, no tiene que hacer nada.",
  },
};
