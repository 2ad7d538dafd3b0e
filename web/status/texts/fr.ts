import type { Texts } from "./en.ts";

export const fr: Texts = {
  service: "Service",
  pageName: "État de {service}",
  pageDescription: "État actuel, incidents, disponibilité et maintenances planifiées de {service}.",
  backLink: "État actuel",
  pages: "Pages",
  languages: "Langues",
  skipToComponents: "Aller aux composants",
  skipToUpdates: "Aller aux mises à jour",

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
    unwatched: "Rien n’est encore surveillé",
    degraded: "Service dégradé dans son ensemble",
    minor: "Perturbation mineure du service",
  },
  openIncidents: {
    one: "{count} incident en cours",
    many: "{count} incidents en cours",
    other: "{count} incidents en cours",
  },
  affectedComponentCount: {
    one: "{count} composant affecté",
    many: "{count} composants affectés",
    other: "{count} composants affectés",
  },
  workingComponents: {
    one: "{count} composant sur {total} fonctionne.",
    many: "{count} composants sur {total} fonctionnent.",
    other: "{count} composants sur {total} fonctionnent.",
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
  addedLater: "ajouté après coup",
  began: "Début\u00a0: {time}",
  ongoing: "en cours",
  ongoingFor: "en cours depuis plus de {duration}",
  worstStatus: "au pire\u00a0: {state}",
  currentStatus: "maintenant\u00a0: {state}",
  plannedStatus: "prévu\u00a0: {state}",
  followNotice: {
    incident: "Suivre cet incident",
    maintenance: "Suivre cette maintenance",
  },
  copyLink: "Copier le lien",
  linkCopied: "Lien copié",

  components: "Composants",
  noComponents: "Aucun composant n’a encore été ajouté.",
  lastDays: { one: "Dernier jour", many: "{count} derniers jours", other: "{count} derniers jours" },
  days: { one: "{count} jour", many: "{count} jours", other: "{count} jours" },
  othersOperational: {
    one: "{count} autre opérationnel",
    many: "{count} autres opérationnels",
    other: "{count} autres opérationnels",
  },
  filterComponents: "Filtrer les composants",
  filteredCount: "{count} composants affichés sur {total}.",
  uptimeDays: "Jours affichés",
  today: "Aujourd’hui",
  uptime: "{percent} de disponibilité",
  labeledText: "{label}\u00a0: {text}",
  stripLabel: "{name}, {days}\u00a0: {summary}",
  statusDuration: "{state} ({duration})",
  lessThanAMinute: "moins d’une minute",
  notCounted: "Non compté avant le {date}",
  alwaysOperational: "opérationnel chaque jour",
  troubledDays: {
    one: "pas pleinement opérationnel pendant {count} jour",
    many: "pas pleinement opérationnel pendant {count} jours",
    other: "pas pleinement opérationnel pendant {count} jours",
  },
  uptimeNote:
    "La disponibilité est la part du temps sans panne\u00a0: une panne majeure compte entièrement, une panne partielle à {share}\u202f; les performances dégradées et la maintenance ne comptent pas. Chaque barre montre le pire état d’un jour en UTC.",
  dashNote: "Un tiret (–) signifie moins d’un jour de données.",
  groupNote:
    "Un groupe a le pire statut de ses composants. Sa disponibilité tient compte de chaque moment où l’un d’eux était en panne.",

  maintenanceInProgress: "Maintenances en cours",
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

  history: "Historique",
  emptyMonth: "Rien n’a été signalé ce mois-là.",
  months: "Mois",
  pageOf: "Page {page} sur {pages}",
  older: "Plus anciens",
  newer: "Plus récents",
  fullHistory: "Tout l’historique",
  search: {
    title: "Résultats de la recherche",
    words: "Rechercher dans les noms et messages",
    month: "Mois",
    allMonths: "Tous les mois",
    allComponents: "Tous les composants",
    button: "Afficher",
    nothing: "Aucun résultat. Essayez avec moins de mots, ou avec tous les mois et composants.",
    tooMany: "Saisissez cinq mots au maximum.",
    tooShort: "Saisissez un mot d’au moins trois lettres.",
    found: { one: "{count} résultat", many: "{count} résultats", other: "{count} résultats" },
    newest: {
      one: "Le résultat le plus récent. Choisissez un mois ou ajoutez un mot pour en voir moins.",
      many: "Les {count} résultats les plus récents. Choisissez un mois ou ajoutez un mot pour en voir moins.",
      other:
        "Les {count} résultats les plus récents. Choisissez un mois ou ajoutez un mot pour en voir moins.",
    },
  },

  incidentKind: "Incident",
  maintenanceKind: "Maintenance planifiée",
  postmortemKind: "Compte rendu",
  readPostmortem: "Lire le compte rendu",
  postmortemIncident: "Voir l’incident et ses mises à jour",
  componentKind: "Composant",
  lastYear: "12 derniers mois",
  dayTable: {
    title: "Jours qui n’ont pas été entièrement opérationnels",
    day: "Jour (UTC)",
    uptime: "Disponibilité",
    statuses: "Durée dans chaque état",
  },
  componentNotices: "Incidents et maintenances",
  noComponentNotices: "Rien n’a été signalé à propos de ce composant.",
  groupKind: "Groupe de composants",
  groupLink: "En savoir plus sur {group}",
  noGroupNotices: "Rien n’a été signalé à propos de ce groupe.",

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
    chosenOnly: "Seulement ce que je choisis ici",
    wholeGroup: "Tout {group}, y compris ce qui y sera ajouté",
    reminders: {
      title: "Rappels des maintenances",
      day: "Un jour avant le début d’une maintenance",
      hour: "Une heure avant le début d’une maintenance",
    },
    timeZone: "Fuseau horaire",
    timeZoneNote: "Les messages donnent les heures dans ce fuseau horaire.",
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

  endpoints: {
    title: "Mises à jour de l’état",
    intro:
      "Vous recevez un message pour chaque incident, chaque maintenance planifiée et chacune de leurs mises à jour. Chaque message contient un lien pour modifier ce choix ou vous désabonner.",
    anyAddress: "Adresse e-mail, ou adresse d’un webhook ou d’un canal de discussion",
    address: "Adresse d’un webhook ou d’un canal de discussion",
    addressNote:
      "Pour une messagerie, saisissez l’adresse d’un webhook entrant de Slack, Discord, Microsoft Teams ou Google Chat. Toute autre adresse https reçoit des webhooks.",
    follow: "Par webhook, Slack, Discord, Microsoft Teams ou Google Chat",
    refused:
      "Nous ne pouvons rien envoyer à cette adresse. Saisissez une adresse https d’un serveur public, sans nom d’utilisateur ni mot de passe.",
    requested: "Encore une étape",
    requestedWebhook:
      "Nous envoyons un défi à cette adresse. Dès que le destinataire y répond, il reçoit les mises à jour. Le défi contient un lien vers cet abonnement.",
    requestedChat:
      "Nous envoyons un message avec un lien dans ce canal. Ouvrez-le et cliquez sur Confirmer pour recevoir les mises à jour. S’il n’arrive pas en quelques minutes, vérifiez l’adresse ou réessayez dans 10 minutes.",
    addressLabel: "Adresse",
    storedNote:
      "Nous conservons aussi vos choix ci-dessus et, pendant 90 jours, ce qui a été envoyé et avec quel résultat.",
    deliveries: "Derniers envois",
    none: "Rien n’a encore été envoyé.",
    confirmation: "Demande de confirmation",
    states: { waiting: "En attente", sent: "Livré", failed: "Échoué", withdrawn: "Retiré" },
    response: "réponse {status}",
    noResponse: "aucune réponse",
    sendAgain: "Renvoyer",
    sendTest: "Envoyer un test",
    testResult: "Test\u00a0: {result}.",
    paused:
      "En pause depuis {time}, car un envoi a échoué dix fois. Rien n’est envoyé tant que vous ne reprenez pas.",
    resume: "Reprendre",
    secret: "Secret de signature",
    secretNote:
      "Chaque envoi est signé avec ce secret (Standard Webhooks). Il n’est affiché qu’une fois\u00a0: conservez-le maintenant.",
    secretHidden:
      "Chaque envoi est signé avec ce secret (Standard Webhooks). Il a déjà été affiché. Si vous l’avez perdu, remplacez-le.",
    secretUnseen: "Chaque envoi est signé avec ce secret (Standard Webhooks). Il n’est affiché qu’une fois.",
    showSecret: "Afficher le secret de signature",
    replaceSecret: "Remplacer le secret de signature",
    replaceNote: "Pendant un jour, les envois sont aussi signés avec l’ancien secret.",
  },

  push: {
    bell: "Notifications",
    title: "Notifications dans ce navigateur",
    intro:
      "Recevez une notification pour chaque incident, chaque maintenance planifiée et chacune de leurs mises à jour, même lorsque cette page est fermée. Aucune adresse n’est nécessaire.",
    turnOn: "Activer les notifications",
    turnOff: "Désactiver",
    close: "Fermer",
    on: "Les notifications sont activées dans ce navigateur.",
    off: "Les notifications sont désactivées dans ce navigateur.",
    blocked:
      "Les notifications de cette page sont bloquées. Autorisez-les dans les réglages du navigateur pour cette page, puis réessayez.",
    homeScreen:
      "Sur un iPhone ou un iPad, ajoutez d’abord cette page à l’écran d’accueil : touchez Partager, puis Sur l’écran d’accueil. Ouvrez-la depuis cet écran et touchez à nouveau la cloche.",
    unsupported: "Ce navigateur ne peut pas recevoir de notifications de pages web.",
    failed: "Cela n’a pas fonctionné. Veuillez réessayer.",
  },

  utcNote: "Toutes les heures sont en UTC.",
  localZoneNote:
    "Les heures et les jours sont dans votre fuseau horaire ({zone})\u202f; les barres et les mois sont en UTC.",

  offlineNote: "Dernière vérification : {ago}. Nouvelle tentative en cours.",
  staleNote: "Cette page ne peut pas être mise à jour pour le moment. Elle montre l’état au {time}.",
  statusUnknown: "État inconnu",
  statusUnknownReason:
    "Nous ne pouvons pas consulter l’état pour le moment. Cela ne dit rien du service lui-même. Veuillez réessayer dans une minute.",

  notFound: "404 Page introuvable",
  errorTitle: "Cette page ne peut pas être affichée",
  errorReasons: {
    404: "Il n’y a rien à cette adresse. Le contenu a peut-être été supprimé.",
    409: "Cette page d’état n’envoie pas d’informations aux adresses de ce type.",
    429: "Trop de demandes depuis votre adresse IP. Veuillez réessayer dans une minute.",
    503: "Cette page d’état est temporairement indisponible. Veuillez réessayer dans quelques secondes.",
  },
  statusPageLink: "Aller à la page d’état",
};
