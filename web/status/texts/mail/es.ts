import type { MailTexts } from "./en.ts";

export const es: MailTexts = {
  subject: "[{service}] {status}: {name}",
  subjectWithComponents: "[{service}] {status}: {name} ({components})",
  moreComponents: { one: "{count} más", other: "{count} más" },
  statusLine: "{status}: {components}",
  componentWithStatus: "{component} ({status})",

  newIncident: "Nuevo incidente",
  incident: "Actualización de un incidente",
  newMaintenance: "Nuevo mantenimiento programado",
  maintenance: "Actualización de un mantenimiento programado",
  postmortem: "Informe posterior de un incidente",
  reminder: "Recordatorio de un mantenimiento programado",
  postedLabel: "Publicado:",
  newTime: "Nuevo horario",
  starts: "Empieza {when}",
  scheduledForLabel: "Programado:",
  movedFromLabel: "Antes:",
  readLink: "Leerlo en la página de estado",
  reason: "Recibe este correo porque se suscribió a las novedades de {service}.",
  manageLink: "Cambiar la suscripción",

  confirm: {
    subject: "[{service}] Confirme su suscripción",
    headline:
      "Alguien, esperamos que usted, pidió recibir en esta dirección correos sobre los incidentes y mantenimientos de {service}.",
    button: "Confirmar la suscripción",
    ifNotYou:
      "Si no fue usted, ignore este correo: no le enviaremos novedades y borraremos esta dirección en el plazo de una semana.",
  },
  alreadySubscribed: {
    subject: "[{service}] Ya está suscrito",
    headline:
      "Alguien, esperamos que usted, pidió recibir en esta dirección correos sobre los incidentes y mantenimientos de {service}. La dirección ya está suscrita.",
    ifNotYou: "Si no fue usted, ignore este correo.",
  },
};
