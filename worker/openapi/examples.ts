import { archiveParts } from "../archive/domain.ts";

// One example of each request and response shape. They are consistent: the incident affects the component.

export const exampleIDs = {
  componentID: "k3J9xQ2mWv8R",
  groupID: "h7Wd4NsY1bFc",
  incidentID: "Zp4Lr7TnB1sD",
  incidentUpdateID: "u1Vd8Ks3XyPo",
  maintenanceID: "c8HfY5uKe0Na",
  maintenanceUpdateID: "r7QmC4jHs2Ew",
  templateID: "T5nXe8BvQ2kL",
  metricID: "M6bGw2RqVt9X",
  keyID: "a9Wd3PxF6LsY",
  channelID: "q3Zb6NvT9cXe",
  logoID: "L2vT9wBz5RkA",
};
const { componentID, groupID, incidentID, maintenanceID, metricID } = exampleIDs;
const began = "2026-01-31T09:00:00.000Z";
const later = "2026-01-31T09:25:00.000Z";

/** Of an empty part. */
const sha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

const component = {
  componentID,
  name: "API",
  description: "REST and webhooks",
  status: "Partial Outage",
  order: 1769850000,
  createdAt: "2025-06-02T08:00:00.000Z",
  updatedAt: began,
  groupID,
};

const group = {
  ...{ groupID, name: "Platform", status: component.status, componentIDs: [componentID] },
  ...{ order: 1769850000, createdAt: "2025-06-02T08:00:00.000Z", updatedAt: "2025-06-02T08:00:00.000Z" },
};

const teamChannel = {
  channelID: exampleIDs.channelID,
  ...{ channel: "slack", name: "Operations", address: "hooks.slack.com/…mple" },
  ...{ everything: true, components: [], groups: [], failures: true, timeZone: "Europe/Madrid" },
  ...{ createdAt: began, updatedAt: began },
};

const teamDelivery = {
  ...{ kind: "incident", name: "The API answers slowly", status: "Identified", createdAt: later },
  ...{ state: "sent", attempts: 0, error: "" },
};

const incidentUpdate = {
  incidentUpdateID: exampleIDs.incidentUpdateID,
  incidentID,
  incidentStatus: "Identified",
  message: "A database in **eu-west-1** is overloaded. We are moving it to a larger machine.",
  createdAt: later,
  updatedAt: later,
};

const incident = {
  incidentID,
  name: "The API answers slowly",
  status: incidentUpdate.incidentStatus,
  message: incidentUpdate.message,
  components: [{ componentID, name: "API", status: "Partial Outage" }],
  createdAt: began,
  updatedAt: later,
  incidentUpdates: [incidentUpdate],
};

const maintenanceUpdate = {
  maintenanceUpdateID: exampleIDs.maintenanceUpdateID,
  maintenanceID,
  maintenanceStatus: "Scheduled",
  message: "We are replacing the database. The API is read-only meanwhile.",
  createdAt: began,
  updatedAt: began,
};

const maintenance = {
  maintenanceID,
  name: "Database upgrade",
  status: maintenanceUpdate.maintenanceStatus,
  message: maintenanceUpdate.message,
  components: [{ componentID, name: "API", status: "Under Maintenance" }],
  startAt: "2026-02-07T22:00:00.000Z",
  endAt: "2026-02-07T23:30:00.000Z",
  createdAt: began,
  updatedAt: began,
  maintenanceUpdates: [maintenanceUpdate],
};

const template = {
  templateID: exampleIDs.templateID,
  name: "Slow API",
  kind: "incident",
  title: "{{components}} is slow",
  message:
    "Since {{start}}, requests to {{components}} take longer than usual. We are looking for the cause.",
  status: "Investigating",
  components: [{ componentID, status: "Degraded Performance" }],
  createdAt: "2025-06-02T08:00:00.000Z",
  updatedAt: "2025-06-02T08:00:00.000Z",
};

const cloudWatchProps = {
  Region: "eu-west-1",
  Namespace: "AWS/RDS",
  MetricName: "CPUUtilization",
  Dimensions: [{ Name: "DBInstanceIdentifier", Value: "accounts" }],
  Statistics: "Average",
};

const publicMetric = {
  metricID,
  type: "Self",
  title: "Response time",
  status: "Visible",
  unit: "ms",
  description: "95th percentile of all requests",
  decimalPlaces: 0,
  order: 1769850000,
  createdAt: began,
  updatedAt: began,
};

const settings = {
  serviceName: "Example",
  statusPageURL: "https://status.example.com",
  backgroundColor: "#1A2B3C",
  logoID: exampleIDs.logoID,
  endpointsEnabled: true,
  privacyNoticeURL: "https://example.com/privacy",
};

const look = {
  note: "The data center moves on **February 3**. [Read more](https://example.com/blog/move).",
  headerLinks: [{ name: "Documentation", url: "https://example.com/docs" }],
  footerLinks: [{ name: "Contact", url: "mailto:support@example.com" }],
  accentColor: "#663399",
  pageWidth: "normal",
  font: "system",
};

const apiKey = {
  id: exampleIDs.keyID,
  value: "0123456789abcdefghijABCDEFGHIJ0123456789",
  createdDate: began,
  name: "Monitoring",
  scopes: ["metrics"],
  expiresAt: "2027-01-31T00:00:00.000Z",
  lastUsedAt: later,
};

const pushEndpoint = "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABexample";
const noProblems = { sent: 1204, failed: 0, waiting: 0, withdrawn: 3, problems: [] };
const uptimeDay = { date: "2026-01-31", worst: "Partial Outage", minutes: { "Partial Outage": 25 } };
const pixel =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export const examples: Record<string, unknown> = {
  NewComponent: { name: "API", description: "REST and webhooks" },
  ComponentChange: { status: "Partial Outage" },
  ComponentStatusesChange: { components: [{ componentID, status: "Partial Outage" }] },
  Component: component,
  NewGroup: { name: group.name },
  GroupChange: { name: group.name },
  Group: group,
  GroupUptime: {
    groupID,
    days: 90,
    since: "2025-11-03T00:00:00.000Z",
    uptime: 0.99994,
    history: [uptimeDay],
  },
  ComponentUptime: {
    componentID,
    days: 90,
    since: "2025-11-03T00:00:00.000Z",
    uptime: 0.99994,
    history: [uptimeDay],
  },
  NewIncident: {
    name: incident.name,
    status: "Investigating",
    message: "Requests take up to 20 seconds. We are looking for the cause.",
    components: [{ componentID, status: "Partial Outage" }],
  },
  IncidentChange: {
    status: "Resolved",
    message: "Requests are as fast as before.",
    components: [{ componentID, status: "Operational" }],
  },
  IncidentUpdateChange: { message: incidentUpdate.message },
  IncidentUpdate: incidentUpdate,
  Incident: incident,
  PostmortemChange: {
    body: "## Root cause\n\nA disk was full.",
    state: "Published",
    notifySubscribers: true,
  },
  PostmortemOutline: { body: "## Summary\n\nAPI is slow lasted 42 minutes." },
  Postmortem: {
    incidentID,
    body: "## Root cause\n\nA disk was full.",
    state: "Published",
    publishedAt: "2026-02-03T15:00:00.000Z",
    notifiedAt: "2026-02-03T15:00:00.000Z",
    createdAt: "2026-02-02T09:30:00.000Z",
    updatedAt: "2026-02-03T15:00:00.000Z",
  },
  NewMaintenance: {
    name: maintenance.name,
    status: "Scheduled",
    message: maintenance.message,
    components: [{ componentID, status: "Under Maintenance" }],
    startAt: "2026-02-07T22:00:00Z",
    endAt: "2026-02-07T23:30:00Z",
  },
  MaintenanceChange: { endAt: "2026-02-08T00:30:00Z", message: "This takes an hour longer than planned." },
  MaintenanceUpdateChange: { message: maintenanceUpdate.message },
  MaintenanceUpdate: maintenanceUpdate,
  Maintenance: maintenance,
  NewTemplate: {
    ...{ name: template.name, kind: template.kind, title: template.title, message: template.message },
    ...{ status: template.status, components: template.components },
  },
  TemplateChange: { message: template.message },
  Template: template,
  FormerNoticeSearch: {
    notice: {
      ...{ name: incident.name, status: "Investigating", message: "Requests take up to 20 seconds." },
      ...{ components: [{ componentID, status: "Partial Outage" }], createdAt: began },
    },
  },
  NewMetric: {
    type: "CloudWatch",
    title: "Database load",
    unit: "%",
    decimalPlaces: 1,
    props: cloudWatchProps,
  },
  MetricChange: { status: "Visible", decimalPlaces: 2 },
  Metric: { ...publicMetric, props: {}, collectionError: "", collectionNote: "" },
  PublicMetric: publicMetric,
  CloudWatchProps: cloudWatchProps,
  PrometheusProps: {
    URL: "https://prometheus.example.com",
    Expression: "sum(rate(http_requests_total[5m]))",
    TokenSecret: "PROMETHEUS_TOKEN",
  },
  ExternalMetricFilters: { Region: "eu-west-1", Namespace: "AWS/RDS" },
  ExternalMetrics: {
    metrics: [
      {
        Namespace: cloudWatchProps.Namespace,
        MetricName: cloudWatchProps.MetricName,
        Dimensions: cloudWatchProps.Dimensions,
      },
    ],
    nextCursor: "eyJOZXh0VG9rZW4i",
  },
  NewMetricData: {
    [metricID]: [
      { timestamp: "2026-01-31T09:00:00Z", value: 118.4 },
      { timestamp: 1769850060000, value: 121 },
    ],
  },
  MetricData: {
    [metricID]: [
      { timestamp: began, value: 118.4 },
      { timestamp: "2026-01-31T09:01:00.000Z", value: 121 },
    ],
  },
  DataPoint: { timestamp: began, value: 118.4 },
  Series: { timeframe: "day", stepSeconds: 300, start: began, values: [118.4, null, 121], average: 119.7 },
  SettingsChange: { serviceName: "Example", backgroundColor: "#1A2B3C", headerLinks: look.headerLinks },
  Settings: {
    ...settings,
    adminPageURL: "https://status-admin.example.com",
    logos: [{ id: settings.logoID }],
    darkLogoID: "",
    faviconID: "",
    emailNotification: { enable: true, sourceRegion: "eu-west-1", sourceEmailAddress: "status@example.com" },
    mailProvider: "ses",
    turnstile: { siteKey: "", hasSecretKey: false },
    updateReminderMinutes: 60,
    nightlyExportsKept: 7,
    auditDays: 730,
    ...look,
    apiKeys: [apiKey],
    updatedAt: began,
  },
  PublicSettings: { ...settings, emailEnabled: true, dataHost: "https://status.example.com" },
  NewApiKey: { name: "Monitoring", scopes: ["metrics"], expiresAt: "2027-01-31T00:00:00Z" },
  ApiKey: apiKey,
  NewLogo: { data: pixel },
  Logo: { id: settings.logoID },
  NewSubscriber: {
    emailAddress: "reader@example.com",
    components: [componentID],
    reminders: ["day"],
    timeZone: "Europe/Madrid",
    language: "es",
  },
  SubscriberCounts: {
    channels: [{ channel: "email", confirmed: 1204, unconfirmed: 12, ended: 30, resting: 0 }],
  },
  KnownAddress: { emailAddress: "reader@example.com" },
  Erasure: { emailAddress: "reader@example.com" },
  FoundSubscriber: { subscriber: null },
  NewPushSubscription: {
    endpoint: pushEndpoint,
    keys: {
      p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
    },
    components: [componentID],
    language: "es",
  },
  KnownPushSubscription: { endpoint: pushEndpoint },
  FoundPushSubscription: {
    subscription: { everything: false, components: [componentID], groups: [], reminders: [] },
  },
  PushKey: {
    publicKey: "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
  },
  UndoRequest: {},
  ExportStart: {
    ...{ format: "daymark-archive", formatVersion: 1, contentVersion: "1769851500000" },
    parts: [...archiveParts],
    rows: { components: 1 },
  },
  ExportPage: { contentVersion: "1769851500000", rows: [component], next: null },
  ArchiveManifest: {
    ...{ format: "daymark-archive", formatVersion: 1 },
    parts: archiveParts.map((name) => ({ name, rows: 0, sha256 })),
  },
  RestorePage: { archiveID: sha256, part: "components", position: 0, rows: [component] },
  NightlyExport: { day: "2026-01-31", finishedAt: began, pages: 40, rows: 6200 },
  NightlyPage: { part: "components", rows: [component] },
  NightlyPoints: {
    rows: [{ metricID, day: "2026-01-30", points: [[0, 120, 1769731200000]] }],
    next: null,
  },
  RestoreProgress: { archiveID: sha256, part: "components", position: 1, isFinished: false },
  RestoreStart: { archiveID: sha256, part: "components", position: 1, isFinished: false, isNew: false },
  CancelledRestore: {},
  RestoreCancellation: { isEmpty: true },
  PreviewRequest: { kind: "incident", noticeID: incidentID, status: "Resolved", message: "It's **fixed**." },
  Preview: {
    html: "<p>It&#x27;s <strong>fixed</strong>.</p>\n",
    banner: {
      before: { color: "orange", text: "Partial System Outage" },
      after: { color: "green", text: "All Systems Operational" },
    },
    restores: [
      { componentID, name: "API", currentStatus: "Partial Outage", status: "Operational", because: null },
    ],
    recipients: {
      mailIsOn: true,
      count: 120,
      endpointsAreOn: true,
      endpointCount: 3,
      channels: [{ channel: "slack", count: 3 }],
      teamChannels: ["Operations"],
    },
    email: {
      subject: "[Acme] Resolved: API",
      html: "<!doctype html>…",
      text: "Resolved: API (Operational)\n…",
    },
  },
  WorstStatus: { componentID, status: "Partial Outage" },
  Banner: { color: "orange", text: "Partial System Outage" },
  AuditEntry: {
    ...{ seq: 1204, at: later, actor: { kind: "administrator", id: "user:3f1c", name: "ada@example.com" } },
    ...{ kind: "incident", action: "changed", itemID: incidentID, itemName: incident.name },
    ...{ noticeUpdateID: null, requestID: "5d0c7d0e-6a3b-4b57-9d5e-0a6f3f0f5a11" },
    before: { status: "Investigating", updates: 1 },
    after: { status: incident.status, message: incidentUpdate.message, updates: 2 },
  },
  HealthReport: {
    ...{ status: "warning", time: later },
    checks: [
      { name: "database", status: "ok", message: "The database (D1) responds, after 12 ms." },
      {
        ...{ name: "metrics", status: "warning", message: "1 of 4 metrics can't be collected." },
        mend: "The console says why beside each metric.",
      },
    ],
  },
  Overview: {
    banner: { color: "orange", text: "Partial System Outage" },
    ...{ openIncidents: 1, runningMaintenances: 0, scheduledMaintenances: 1 },
    unexplainedComponents: [
      { componentID: "t2Rk8VwQz5Jc", name: "Dashboard", status: "Degraded Performance", updatedAt: later },
    ],
    incidents: [
      {
        ...{ incidentID, name: incident.name, status: incident.status },
        ...{ lastUpdateAt: later, statusSince: later },
      },
    ],
    maintenances: [
      {
        ...{ maintenanceID, name: maintenance.name, status: maintenance.status },
        ...{ startAt: maintenance.startAt, endAt: maintenance.endAt, updatedAt: maintenance.updatedAt },
      },
    ],
    failingMetrics: [{ metricID, title: "Response time", collectionError: "Prometheus responded with 503." }],
    mailError: "",
    postmortemDrafts: [],
    restore: null,
    updateReminderMinutes: 60,
  },
  MailMessages: {
    messages: [
      {
        messageID: "e5RtY8uIo1Pa",
        kind: "incident",
        noticeID: incidentID,
        noticeUpdateID: exampleIDs.incidentUpdateID,
        name: incident.name,
        status: incident.status,
        createdAt: later,
        ...noProblems,
        channels: [{ channel: "slack", sent: 3, failed: 0, waiting: 0, withdrawn: 0 }],
      },
    ],
    confirmations: { ...noProblems, warnings: [] },
  },
  NewTeamChannel: {
    name: "Operations",
    address: "https://hooks.slack.com/services/T00000000/B00000000/example",
    failures: true,
  },
  TeamChannelChange: { everything: false, components: [componentID] },
  TeamChannel: teamChannel,
  AddedTeamChannel: { ...teamChannel, secret: null },
  TeamChannels: [{ ...teamChannel, state: "active", lastDelivery: teamDelivery }],
  TeamDeliveries: [teamDelivery],
  TeamChannelAction: {},
  TeamTest: { isDelivered: true, status: 200, error: "" },
  WebhookSecret: { secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" },
  TestMail: { emailAddress: "administrator@example.com" },
  Recipients: {
    mailIsOn: true,
    count: 1204,
    endpointsAreOn: true,
    endpointCount: 3,
    channels: [{ channel: "slack", count: 3 }],
    teamChannels: ["Operations"],
  },
  ErrorAnswer: {
    errorMessage:
      "Component status must be one of: Operational, Under Maintenance, Degraded Performance, Partial Outage, Major Outage.",
    errors: [
      {
        path: "components.0.status",
        message:
          "Component status must be one of: Operational, Under Maintenance, Degraded Performance, Partial Outage, Major Outage.",
      },
    ],
  },
};
