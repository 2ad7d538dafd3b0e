import type { Texts } from "./en.ts";

export const es: Texts = {
  service: "Servicio",
  pageName: "Estado de {service}",
  describes: "Estado actual, incidentes, disponibilidad y mantenimiento programado de {service}.",
  back: "Estado actual",
  pages: "Páginas",
  languages: "Idiomas",

  states: {
    Operational: "Operativo",
    "Under Maintenance": "En mantenimiento",
    "Degraded Performance": "Rendimiento degradado",
    "Partial Outage": "Interrupción parcial",
    "Major Outage": "Interrupción grave",
    Investigating: "En investigación",
    Identified: "Identificado",
    Monitoring: "En observación",
    Resolved: "Resuelto",
    Scheduled: "Programado",
    "In Progress": "En curso",
    Verifying: "En verificación",
    Completed: "Completado",
  },

  banner: {
    Operational: "Todos los sistemas funcionan con normalidad",
    "Under Maintenance": "Servicio en mantenimiento",
    "Degraded Performance": "Servicio parcialmente degradado",
    "Partial Outage": "Interrupción parcial del sistema",
    "Major Outage": "Interrupción grave del sistema",
    degraded: "Servicio degradado en su conjunto",
    minor: "Interrupción leve del servicio",
  },
  openIncidents: {
    one: "{count} incidente activo",
    many: "{count} incidentes activos",
    other: "{count} incidentes activos",
  },
  troubledComponents: {
    one: "{count} componente afectado",
    many: "{count} componentes afectados",
    other: "{count} componentes afectados",
  },
  runningMaintenances: {
    one: "{count} mantenimiento en curso",
    many: "{count} mantenimientos en curso",
    other: "{count} mantenimientos en curso",
  },

  active: "Incidentes activos",
  affects: "Afecta a",
  affected: "Afectó a",
  earlier: {
    one: "{count} actualización anterior",
    many: "{count} actualizaciones anteriores",
    other: "{count} actualizaciones anteriores",
  },
  lasted: "duró {duration}",

  components: "Componentes",
  noComponents: "Todavía no se ha añadido ningún componente.",
  lastDays: { one: "Último día", many: "Últimos {count} días", other: "Últimos {count} días" },
  days: { one: "{count} día", many: "{count} días", other: "{count} días" },
  uptimeDays: "Días mostrados",
  today: "Hoy",
  uptime: "{percent} de disponibilidad",
  day: "{date}: {states}",
  lasting: "{state} ({duration})",
  notCounted: "No se cuenta antes del {date}",
  alwaysFine: "operativo todos los días",
  troubledDays: {
    one: "no del todo operativo {count} día",
    many: "no del todo operativo {count} días",
    other: "no del todo operativo {count} días",
  },
  howCounted:
    "La disponibilidad es la parte del tiempo sin interrupciones: una interrupción grave cuenta por completo y una parcial al {share}; el rendimiento degradado y el mantenimiento no cuentan. La barra de cada día muestra su peor estado.",

  maintenance: "Mantenimiento programado",
  window: "{from} - {to} ({zone})",

  metrics: "Métricas",
  timeframes: { day: "Día", week: "Semana", month: "Mes" },
  lastDay: "{title} en el último día",
  graph: {
    average: "Media: {value}",
    summary: "{average}, de {lowest} a {highest}, últimamente {last}.",
    noData: "Todavía no hay datos de este periodo.",
    nothing: "sin datos",
    zone: "Las horas están en UTC.",
  },

  noIncidents: "No se ha notificado ningún incidente.",
  stillOpen: "{name} empezó y sigue abierto ({status}).",

  history: "Historial",
  nothingThatMonth: "No se notificó nada en este mes.",
  months: "Meses",
  wholeHistory: "Historial completo",

  incident: "Incidente",
  oneMaintenance: "Mantenimiento programado",
  component: "Componente",
  months12: "Últimos 12 meses",
  itsNotices: "Incidentes y mantenimiento",
  noNotices: "No se ha notificado nada sobre este componente.",

  follow: "Recibir novedades",
  feeds: "En un lector de noticias",
  calendar: "En su calendario",
  calendarOf: "Mantenimiento programado (iCalendar)",
  programs: "Para programas",
  api: "API",

  zone: "Todas las horas están en UTC.",
  ownZone: "Las horas están en su zona horaria ({zone}); los días, en UTC.",

  snapshot: "Esta página no se puede actualizar en este momento. Muestra lo que se sabía el {time}.",
  unknown: "Estado desconocido",
  unknownReason:
    "En este momento no se puede leer lo que se sabe del servicio. Esto no dice nada del servicio en sí. Vuelva a intentarlo dentro de un minuto.",

  notFound: "404 Página no encontrada",
  refused: "No se puede mostrar esta página",
  reasons: {
    404: "No hay nada en esta dirección. Es posible que se haya eliminado.",
    503: "El servicio está ocupado o no responde en este momento. Vuelva a intentarlo dentro de unos segundos.",
  },
  toPage: "Ir a la página de estado",
};
