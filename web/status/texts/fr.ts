import type { Texts } from "./en.ts";

export const fr: Texts = {
  service: "Service",
  pageName: "État de {service}",
  describes: "État actuel, incidents, disponibilité et maintenances planifiées de {service}.",
  back: "État actuel",
  pages: "Pages",
  languages: "Langues",

  states: {
    Operational: "Opérationnel",
    "Under Maintenance": "En maintenance",
    "Degraded Performance": "Performances dégradées",
    "Partial Outage": "Panne partielle",
    "Major Outage": "Panne majeure",
    Investigating: "En cours d’analyse",
    Identified: "Cause identifiée",
    Monitoring: "Sous surveillance",
    Resolved: "Résolu",
    Scheduled: "Planifiée",
    "In Progress": "En cours",
    Verifying: "En vérification",
    Completed: "Terminée",
  },

  banner: {
    Operational: "Tous les systèmes sont opérationnels",
    "Under Maintenance": "Service en maintenance",
    "Degraded Performance": "Service partiellement dégradé",
    "Partial Outage": "Panne partielle du système",
    "Major Outage": "Panne majeure du système",
    degraded: "Service dégradé dans son ensemble",
    minor: "Perturbation mineure du service",
  },
  openIncidents: {
    one: "{count} incident en cours",
    many: "{count} incidents en cours",
    other: "{count} incidents en cours",
  },
  troubledComponents: {
    one: "{count} composant affecté",
    many: "{count} composants affectés",
    other: "{count} composants affectés",
  },
  runningMaintenances: {
    one: "{count} maintenance en cours",
    many: "{count} maintenances en cours",
    other: "{count} maintenances en cours",
  },

  active: "Incidents en cours",
  affects: "Concerne",
  affected: "A concerné",
  deleted: "supprimé",
  earlier: {
    one: "{count} mise à jour précédente",
    many: "{count} mises à jour précédentes",
    other: "{count} mises à jour précédentes",
  },
  rest: "Lire la suite",
  moreIncidents: {
    one: "{count} autre incident en cours",
    many: "{count} autres incidents en cours",
    other: "{count} autres incidents en cours",
  },
  moreMaintenances: {
    one: "{count} autre maintenance planifiée",
    many: "{count} autres maintenances planifiées",
    other: "{count} autres maintenances planifiées",
  },
  moreComponents: {
    one: "{count} autre composant",
    many: "{count} autres composants",
    other: "{count} autres composants",
  },
  moreMetrics: {
    one: "{count} autre métrique",
    many: "{count} autres métriques",
    other: "{count} autres métriques",
  },
  lasted: "a duré {duration}",

  components: "Composants",
  noComponents: "Aucun composant n’a encore été ajouté.",
  lastDays: { one: "Dernier jour", many: "{count} derniers jours", other: "{count} derniers jours" },
  days: { one: "{count} jour", many: "{count} jours", other: "{count} jours" },
  uptimeDays: "Jours affichés",
  today: "Aujourd’hui",
  uptime: "{percent} de disponibilité",
  told: "{subject}\u00a0: {said}",
  strip: "{name}, {days}\u00a0: {all}",
  lasting: "{state} ({duration})",
  notCounted: "Non compté avant le {date}",
  alwaysFine: "opérationnel chaque jour",
  troubledDays: {
    one: "pas pleinement opérationnel pendant {count} jour",
    many: "pas pleinement opérationnel pendant {count} jours",
    other: "pas pleinement opérationnel pendant {count} jours",
  },
  howCounted:
    "La disponibilité est la part du temps sans panne\u00a0: une panne majeure compte entièrement, une panne partielle à {share}\u202f; les performances dégradées et la maintenance ne comptent pas. Chaque barre montre le pire état d’un jour en UTC.",

  maintenance: "Maintenances planifiées",
  window: "{from} – {to} ({zone})",

  metrics: "Métriques",
  timeframes: { day: "Jour", week: "Semaine", month: "Mois" },
  graphOf: "{title} ({timeframe})",
  lastDay: "{title} au cours des dernières 24 heures",
  graph: {
    average: "Moyenne\u00a0: {value}",
    summary: "{average}, de {lowest} à {highest}, dernière valeur {last}.",
    noData: "Pas encore de données pour cette période.",
    nothing: "aucune donnée",
    zone: "Les heures sont en UTC.",
  },

  noIncidents: "Aucun incident signalé.",
  stillOpen: "L’incident {name} a commencé et n’est pas encore résolu ({status}).",

  history: "Historique",
  nothingThatMonth: "Rien n’a été signalé ce mois-là.",
  months: "Mois",
  pageOf: "Page {page} sur {pages}",
  older: "Plus anciens",
  newer: "Plus récents",
  wholeHistory: "Tout l’historique",

  incident: "Incident",
  oneMaintenance: "Maintenance planifiée",
  component: "Composant",
  months12: "12 derniers mois",
  itsNotices: "Incidents et maintenances",
  noNotices: "Rien n’a été signalé à propos de ce composant.",

  follow: "Suivre les mises à jour",
  feeds: "Dans un lecteur de flux",
  calendar: "Dans votre agenda",
  calendarOf: "Maintenances planifiées (iCalendar)",
  programs: "Pour les programmes",
  api: "API",

  subscribe: {
    byMail: "Par e-mail",
    address: "Adresse e-mail",
    button: "S’abonner",
    more: "Choisir les composants, le fuseau horaire et la langue",
    privacy: "Politique de confidentialité",
    personNeedsScript:
      "Ce formulaire vérifie que vous êtes une personne. Activez JavaScript pour l’utiliser.",
    title: "Mises à jour par e-mail",
    intro:
      "Vous recevez un message pour chaque incident, chaque maintenance planifiée et chacune de leurs mises à jour. Chaque e-mail contient un lien pour modifier ce choix ou vous désabonner.",
    about: "Ce que vous souhaitez recevoir",
    everything: "Tout",
    chosen: "Ces composants seulement",
    timeZone: "Fuseau horaire",
    timeZoneNote: "Les e-mails donnent les heures en UTC et dans ce fuseau horaire.",
    language: "Langue",
    leaveEmpty: "Laissez ce champ vide",
    asked: "Consultez votre boîte de réception",
    askedNote:
      "Nous vous avons envoyé un lien. Ouvrez-le et cliquez sur Confirmer pour recevoir les mises à jour. S’il n’arrive pas en quelques minutes, regardez dans les courriers indésirables ou réessayez dans 10 minutes.",
    confirmTitle: "Confirmez votre abonnement",
    confirmNote: "{address} va recevoir les mises à jour sur l’état de {service}.",
    confirm: "Confirmer",
    notMe:
      "Vous n’avez rien demandé\u202f? Ignorez ce message, ou indiquez-nous que vous ne souhaitez pas recevoir de tels e-mails.",
    decline: "Non merci",
    confirmed: "Abonnement confirmé",
    confirmedNote: "Désormais, {address} reçoit les mises à jour sur l’état de {service}.",
    already: "Cet abonnement était déjà confirmé. Rien n’a changé.",
    change: "Modifier l’abonnement",
    manageTitle: "Votre abonnement",
    manageNote: "{address} reçoit les mises à jour sur l’état de {service}.",
    nothing:
      "Les composants que vous aviez choisis ont été supprimés\u00a0: vous ne recevez plus de mises à jour. Choisissez-en d’autres, ou tout.",
    save: "Enregistrer",
    saved: "Enregistré.",
    stored: "Les données que nous conservons sur vous",
    requestedAt: "Demandé",
    confirmedAt: "Confirmé (votre consentement)",
    storedNote:
      "Nous conservons aussi vos choix ci-dessus et, pendant 90 jours, la liste des e-mails que nous vous avons envoyés et le résultat de chaque envoi.",
    download: "Télécharger au format JSON",
    leave: "Se désabonner",
    leaveNote: "{address} ne recevra plus de mises à jour sur l’état de {service}.",
    leaveNoteWithoutAddress: "Vous ne recevrez plus de mises à jour sur l’état de {service}.",
    left: "Vous n’avez pas d’abonnement",
    leftNote: "Vous ne recevrez plus de mises à jour.",
    again: "S’abonner de nouveau",
    refused: {
      emailAddress:
        "Nous ne pouvons pas envoyer d’e-mail à cette adresse. Saisissez une adresse comme nom@example.com, sans accent avant l’arobase.",
      components: "Choisissez au moins un composant, ou tout.",
      person:
        "Encore une étape\u00a0: terminez la vérification ci-dessous, puis cliquez de nouveau sur le bouton.",
    },
  },

  zone: "Toutes les heures sont en UTC.",
  ownZone:
    "Les heures et les jours sont dans votre fuseau horaire ({zone})\u202f; les barres et les mois sont en UTC.",

  snapshot: "Cette page ne peut pas être mise à jour pour le moment. Elle montre l’état au {time}.",
  unknown: "État inconnu",
  unknownReason:
    "Nous ne pouvons pas consulter l’état pour le moment. Cela ne dit rien du service lui-même. Veuillez réessayer dans une minute.",

  notFound: "404 Page introuvable",
  refused: "Cette page ne peut pas être affichée",
  reasons: {
    404: "Il n’y a rien à cette adresse. Le contenu a peut-être été supprimé.",
    409: "Les notifications par e-mail sont désactivées sur cette page d’état.",
    429: "Trop de demandes depuis votre adresse IP. Veuillez réessayer dans une minute.",
    503: "Cette page d’état est temporairement indisponible. Veuillez réessayer dans quelques secondes.",
  },
  toPage: "Aller à la page d’état",
};
