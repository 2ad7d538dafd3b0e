import type { MailTexts } from "./en.ts";

export const es: MailTexts = {
  subject: "[{service}] {status}: {name}",
  subjectOf: "[{service}] {status}: {name} ({components})",
  more: { one: "{count} más", other: "{count} más" },
  first: "{status}: {components}",
  affected: "{component} ({status})",

  newIncident: "Un incidente nuevo",
  incident: "Novedad de un incidente",
  newMaintenance: "Un mantenimiento programado nuevo",
  maintenance: "Novedad de un mantenimiento programado",
  posted: "Publicado:",
  planned: "Previsto:",
  read: "Leerlo en la página de estado",
  why: "Recibe este correo porque se suscribió al estado de {service}.",
  manage: "Elegir qué recibir, o darse de baja",

  confirm: {
    subject: "[{service}] Confirme su suscripción",
    first:
      "Alguien, esperamos que usted, pidió recibir en esta dirección los incidentes y los mantenimientos de {service}.",
    button: "Confirmar la suscripción",
    otherwise:
      "Si no fue usted, no tiene que hacer nada: sin confirmación no recibirá nada más, y en una semana olvidaremos esta dirección.",
  },
  known: {
    subject: "[{service}] Ya está suscrito",
    first:
      "Alguien, esperamos que usted, pidió recibir en esta dirección los incidentes y los mantenimientos de {service}. La dirección ya está suscrita.",
    otherwise: "Si no fue usted, no tiene que hacer nada.",
  },
};
