import type { Texts } from "./en.ts";

export const fr: Texts = {
  service: "Service",
  pageName: "État de {service}",
  pageDescription: "État actuel, incidents, disponibilité et maintenances planifiées de {service}.",
  backLink: "État actuel",
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

  activeIncidents: "Incidents en cours",
  affectsComponents: "Concerne",
  affectedComponents: "A concerné",
  deletedNote: "supprimé",
  earlierUpdates: {
    one: "{count} mise à jour précédente",
    many: "{count} mises à jour précédentes",
    other: "{count} mises à jour précédentes",
  },
  readMore: "Lire la suite",
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
  incidentDuration: "a duré {duration}",

  components: "Composants",
  noComponents: "Aucun composant n’a encore été ajouté.",
  lastDays: { one: "Dernier jour", many: "{count} derniers jours", other: "{count} derniers jours" },
  days: { one: "{count} jour", many: "{count} jours", other: "{count} jours" },
  uptimeDays: "Jours affichés",
  today: "Aujourd’hui",
  uptime: "{percent} de disponibilité",
  labeledText: "{label}\u00a0: {text}",
  stripLabel: "{name}, {days}\u00a0: {summary}",
  statusDuration: "{state} ({duration})",
  notCounted: "Non compté avant le {date}",
  alwaysOperational: "opérationnel chaque jour",
  troubledDays: {
    one: "pas pleinement opérationnel pendant {count} jour",
    many: "pas pleinement opérationnel pendant {count} jours",
    other: "pas pleinement opérationnel pendant {count} jours",
  },
  uptimeNote:
    "La disponibilité est la part du temps sans panne\u00a0: une panne majeure compte entièrement, une panne partielle à {share}\u202f; les performances dégradées et la maintenance ne comptent pas. Chaque barre montre le pire état d’un jour en UTC.",

  maintenance: "Maintenances planifiées",
  timeRange: "{from} – {to} ({zone})",

  metrics: "Métriques",
  timeframes: { day: "Jour", week: "Semaine", month: "Mois" },
  graphTitle: "{title} ({timeframe})",
  graphAlt: "{title} au cours des dernières 24 heures",
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
  emptyMonth: "Rien n’a été signalé ce mois-là.",
  months: "Mois",
  pageOf: "Page {page} sur {pages}",
  older: "Plus anciens",
  newer: "Plus récents",
  fullHistory: "Tout l’historique",

  incidentKind: "Incident",
  maintenanceKind: "Maintenance planifiée",
  componentKind: "Composant",
  lastYear: "12 derniers mois",
  componentNotices: "Incidents et maintenances",
  noComponentNotices: "Rien n’a été signalé à propos de ce composant.",

  follow: "Suivre les mises à jour",
  feeds: "Dans un lecteur de flux",
  calendar: "Dans votre agenda",
  calendarLink: "Maintenances planifiées (iCalendar)",
  programs: "Pour les programmes",
  api: "API",

  subscribe: {
    byEmail: "Par e-mail",
    emailAddress: "Adresse e-mail",
    subscribe: "S’abonner",
    choicesLink: "Choisir les composants, le fuseau horaire et la langue",
    privacy: "Politique de confidentialité",
    personNeedsScript:
      "Ce formulaire vérifie que vous êtes une personne. Activez JavaScript pour l’utiliser.",
    title: "Mises à jour par e-mail",
    intro:
      "Vous recevez un message pour chaque incident, chaque maintenance planifiée et chacune de leurs mises à jour. Chaque e-mail contient un lien pour modifier ce choix ou vous désabonner.",
    topics: "Ce que vous souhaitez recevoir",
    everything: "Tout",
    chosenComponents: "Ces composants seulement",
    timeZone: "Fuseau horaire",
    timeZoneNote: "Les e-mails donnent les heures en UTC et dans ce fuseau horaire.",
    language: "Langue",
    leaveEmpty: "Laissez ce champ vide",
    checkInbox: "Consultez votre boîte de réception",
    checkInboxNote:
      "Nous vous avons envoyé un lien. Ouvrez-le et cliquez sur Confirmer pour recevoir les mises à jour. S’il n’arrive pas en quelques minutes, regardez dans les courriers indésirables ou réessayez dans 10 minutes.",
    confirmTitle: "Confirmez votre abonnement",
    confirmNote: "{address} va recevoir les mises à jour sur l’état de {service}.",
    confirm: "Confirmer",
    notRequested:
      "Vous n’avez rien demandé\u202f? Ignorez ce message, ou indiquez-nous que vous ne souhaitez pas recevoir de tels e-mails.",
    decline: "Non merci",
    confirmed: "Abonnement confirmé",
    confirmedNote: "Désormais, {address} reçoit les mises à jour sur l’état de {service}.",
    alreadyConfirmed: "Cet abonnement était déjà confirmé. Rien n’a changé.",
    changeSubscription: "Modifier l’abonnement",
    manageTitle: "Votre abonnement",
    manageNote: "{address} reçoit les mises à jour sur l’état de {service}.",
    noComponentsLeft:
      "Les composants que vous aviez choisis ont été supprimés\u00a0: vous ne recevez plus de mises à jour. Choisissez-en d’autres, ou tout.",
    save: "Enregistrer",
    saved: "Enregistré.",
    storedData: "Les données que nous conservons sur vous",
    requestedAt: "Demandé",
    confirmedAt: "Confirmé (votre consentement)",
    storedDataNote:
      "Nous conservons aussi vos choix ci-dessus et, pendant 90 jours, la liste des e-mails que nous vous avons envoyés et le résultat de chaque envoi.",
    download: "Télécharger au format JSON",
    unsubscribe: "Se désabonner",
    unsubscribeNote: "{address} ne recevra plus de mises à jour sur l’état de {service}.",
    unsubscribeNoteWithoutAddress: "Vous ne recevrez plus de mises à jour sur l’état de {service}.",
    unsubscribed: "Vous n’avez pas d’abonnement",
    unsubscribedNote: "Vous ne recevrez plus de mises à jour.",
    subscribeAgain: "S’abonner de nouveau",
    fieldErrors: {
      emailAddress:
        "Nous ne pouvons pas envoyer d’e-mail à cette adresse. Saisissez une adresse comme nom@example.com, sans accent avant l’arobase.",
      components: "Choisissez au moins un composant, ou tout.",
      person:
        "Encore une étape\u00a0: terminez la vérification ci-dessous, puis cliquez de nouveau sur le bouton.",
    },
  },

  utcNote: "Toutes les heures sont en UTC.",
  localZoneNote:
    "Les heures et les jours sont dans votre fuseau horaire ({zone})\u202f; les barres et les mois sont en UTC.",

  staleNote: "Cette page ne peut pas être mise à jour pour le moment. Elle montre l’état au {time}.",
  statusUnknown: "État inconnu",
  statusUnknownReason:
    "Nous ne pouvons pas consulter l’état pour le moment. Cela ne dit rien du service lui-même. Veuillez réessayer dans une minute.",

  notFound: "404 Page introuvable",
  errorTitle: "Cette page ne peut pas être affichée",
  errorReasons: {
    404: "Il n’y a rien à cette adresse. Le contenu a peut-être été supprimé.",
    409: "Les notifications par e-mail sont désactivées sur cette page d’état.",
    429: "Trop de demandes depuis votre adresse IP. Veuillez réessayer dans une minute.",
    503: "Cette page d’état est temporairement indisponible. Veuillez réessayer dans quelques secondes.",
  },
  statusPageLink: "Aller à la page d’état",
};
