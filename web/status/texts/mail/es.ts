import type { MailTexts } from "./en.ts";

export const es: MailTexts = {
  subject: "[{service}] {status}: {name}",
  subjectOf: "[{service}] {status}: {name} ({components})",
  more: { one: "{count} más", other: "{count} más" },
  first: "{status}: {components}",
  affected: "{component} ({status})",

  newIncident: "Nuevo incidente",
  incident: "Actualización de un incidente",
  newMaintenance: "Nuevo mantenimiento programado",
  maintenance: "Actualización de un mantenimiento programado",
  posted: "Publicado:",
  planned: "Programado:",
  read: "Leerlo en la página de estado",
  why: "Recibe este correo porque se suscribió a las novedades de {service}.",
  manage: "Cambiar la suscripción",

  confirm: {
    subject: "[{service}] Confirme su suscripción",
    first:
      "Alguien, esperamos que usted, pidió recibir en esta dirección correos sobre los incidentes y mantenimientos de {service}.",
    button: "Confirmar la suscripción",
    otherwise:
      "Si no fue usted, ignore este correo: no le enviaremos novedades y borraremos esta dirección en el plazo de una semana.",
  },
  known: {
    subject: "[{service}] Ya está suscrito",
    first:
      "Alguien, esperamos que usted, pidió recibir en esta dirección correos sobre los incidentes y mantenimientos de {service}. La dirección ya está suscrita.",
    otherwise: "Si no fue usted, ignore este correo.",
  },
};
