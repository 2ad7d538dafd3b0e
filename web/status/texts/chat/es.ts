import type { ChatTexts } from "./en.ts";

export const es: ChatTexts = {
  manageLink: "Cambiar o detener estas novedades",

  confirm: {
    title: "Confirme las novedades para este canal",
    request:
      "{service} puede enviar a este canal novedades sobre incidentes y mantenimientos. Use el enlace para confirmarlo.",
    ifNotYou: "Si ninguno de ustedes lo pidió, ignoren este mensaje: no se enviarán novedades.",
  },
  test: {
    title: "Mensaje de prueba",
    text: "Este es un mensaje de prueba de la página de estado de {service}. Ha llegado, así que este canal puede recibir novedades.",
  },
};
