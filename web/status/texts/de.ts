import type { Texts } from "./en.ts";

export const de: Texts = {
  service: "Dienst",
  pageName: "Status von {service}",
  describes: "Aktueller Status, Störungen, Verfügbarkeit und geplante Wartungen von {service}.",
  back: "Aktueller Status",
  pages: "Seiten",
  languages: "Sprachen",

  states: {
    Operational: "In Betrieb",
    "Under Maintenance": "In Wartung",
    "Degraded Performance": "Eingeschränkte Leistung",
    "Partial Outage": "Teilausfall",
    "Major Outage": "Schwerer Ausfall",
    Investigating: "Wird untersucht",
    Identified: "Ursache gefunden",
    Monitoring: "Wird beobachtet",
    Resolved: "Behoben",
    Scheduled: "Geplant",
    "In Progress": "Läuft",
    Verifying: "Wird überprüft",
    Completed: "Abgeschlossen",
  },

  banner: {
    Operational: "Alle Systeme in Betrieb",
    "Under Maintenance": "Dienst in Wartung",
    "Degraded Performance": "Dienst teilweise eingeschränkt",
    "Partial Outage": "Teilausfall der Systeme",
    "Major Outage": "Schwerer Ausfall der Systeme",
    degraded: "Dienst insgesamt eingeschränkt",
    minor: "Kleinere Störung des Dienstes",
  },
  openIncidents: { one: "{count} aktuelle Störung", other: "{count} aktuelle Störungen" },
  troubledComponents: { one: "{count} Komponente betroffen", other: "{count} Komponenten betroffen" },
  runningMaintenances: { one: "{count} laufende Wartung", other: "{count} laufende Wartungen" },

  active: "Aktuelle Störungen",
  affects: "Betrifft",
  affected: "Betraf",
  earlier: { one: "{count} frühere Meldung", other: "{count} frühere Meldungen" },
  lasted: "Dauer: {duration}",

  components: "Komponenten",
  noComponents: "Es wurden noch keine Komponenten hinzugefügt.",
  lastDays: { one: "Letzter Tag", other: "Letzte {count} Tage" },
  days: { one: "{count} Tag", other: "{count} Tage" },
  uptimeDays: "Angezeigte Tage",
  today: "Heute",
  uptime: "{percent} verfügbar",
  day: "{date}: {states}",
  lasting: "{state} ({duration})",
  notCounted: "Vor dem {date} nicht gezählt",
  alwaysFine: "an jedem Tag in Betrieb",
  troubledDays: {
    one: "an {count} Tag nicht uneingeschränkt in Betrieb",
    other: "an {count} Tagen nicht uneingeschränkt in Betrieb",
  },
  howCounted:
    "Die Verfügbarkeit ist der Anteil der Zeit ohne Ausfall: Ein schwerer Ausfall zählt ganz, ein Teilausfall zu {share}; eingeschränkte Leistung und Wartung zählen nicht. Der Balken eines Tages zeigt seinen schlechtesten Status.",

  maintenance: "Geplante Wartung",
  window: "{from} - {to} ({zone})",

  metrics: "Messwerte",
  timeframes: { day: "Tag", week: "Woche", month: "Monat" },
  lastDay: "{title} am letzten Tag",
  graph: {
    average: "Durchschnitt {value}",
    summary: "{average}, von {lowest} bis {highest}, zuletzt {last}.",
    noData: "Für diesen Zeitraum liegen noch keine Daten vor.",
    nothing: "keine Daten",
    zone: "Zeiten in UTC.",
  },

  noIncidents: "Keine Störungen gemeldet.",
  stillOpen: "{name} hat begonnen und ist noch nicht behoben ({status}).",

  history: "Verlauf",
  nothingThatMonth: "In diesem Monat wurde nichts gemeldet.",
  months: "Monate",
  wholeHistory: "Ganzer Verlauf",

  incident: "Störung",
  oneMaintenance: "Geplante Wartung",
  component: "Komponente",
  months12: "Letzte 12 Monate",
  itsNotices: "Störungen und Wartungen",
  noNotices: "Über diese Komponente wurde nichts gemeldet.",

  follow: "Auf dem Laufenden bleiben",
  feeds: "Im Feedreader",
  calendar: "Im Kalender",
  calendarOf: "Geplante Wartungen (iCalendar)",
  programs: "Für Programme",
  api: "API",

  zone: "Alle Zeiten sind in UTC.",
  ownZone: "Die Zeiten sind in Ihrer Zeitzone ({zone}), die Tage in UTC.",

  snapshot: "Diese Seite kann im Augenblick nicht aktualisiert werden. Sie zeigt, was am {time} bekannt war.",
  unknown: "Status unbekannt",
  unknownReason:
    "Was über den Dienst bekannt ist, kann im Augenblick nicht gelesen werden. Über den Dienst selbst sagt das nichts. Bitte versuchen Sie es in einer Minute noch einmal.",

  notFound: "404 Seite nicht gefunden",
  refused: "Diese Seite kann nicht angezeigt werden",
  reasons: {
    404: "Unter dieser Adresse gibt es nichts. Möglicherweise wurde es gelöscht.",
    503: "Der Dienst ist gerade überlastet oder nicht erreichbar. Bitte versuchen Sie es in einigen Sekunden noch einmal.",
  },
  toPage: "Zur Statusseite",
};
