// One example of each request and response shape. They are consistent: the incident affects the component.

const componentID = "k3J9xQ2mWv8R";
const incidentID = "Zp4Lr7TnB1sD";
const maintenanceID = "c8HfY5uKe0Na";
const metricID = "M6bGw2RqVt9X";
const began = "2026-01-31T09:00:00.000Z";
const later = "2026-01-31T09:25:00.000Z";

const component = {
  componentID,
  name: "API",
  description: "REST and webhooks",
  status: "Partial Outage",
  order: 1769850000,
  createdAt: "2025-06-02T08:00:00.000Z",
  updatedAt: began,
};

const incidentUpdate = {
  incidentUpdateID: "u1Vd8Ks3XyPo",
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
  maintenanceUpdateID: "r7QmC4jHs2Ew",
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
  logoID: "L2vT9wBz5RkA",
  privacyNoticeURL: "https://example.com/privacy",
};

const apiKey = {
  id: "a9Wd3PxF6LsY",
  value: "0123456789abcdefghijABCDEFGHIJ0123456789",
  createdDate: began,
  name: "Monitoring",
  scopes: ["metrics"],
  expiresAt: "2027-01-31T00:00:00.000Z",
  lastUsedAt: later,
};

const noProblems = { sent: 1204, failed: 0, waiting: 0, withdrawn: 3, problems: [] };
const uptimeDay = { date: "2026-01-31", worst: "Partial Outage", minutes: { "Partial Outage": 25 } };
const pixel =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Keyed by schema name. */
export const examples: Record<string, unknown> = {
  NewComponent: { name: "API", description: "REST and webhooks" },
  ComponentChange: { status: "Partial Outage" },
  ComponentStatusesChange: { components: [{ componentID, status: "Partial Outage" }] },
  Component: component,
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
  NewMetric: {
    type: "CloudWatch",
    title: "Database load",
    unit: "%",
    decimalPlaces: 1,
    props: cloudWatchProps,
  },
  MetricChange: { status: "Visible", decimalPlaces: 2 },
  Metric: { ...publicMetric, props: {}, collectionError: "" },
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
  SettingsChange: { serviceName: "Example", backgroundColor: "#1A2B3C" },
  Settings: {
    ...settings,
    adminPageURL: "https://status-admin.example.com",
    logos: [{ id: settings.logoID }],
    emailNotification: { enable: true, sourceRegion: "eu-west-1", sourceEmailAddress: "status@example.com" },
    turnstile: { siteKey: "", hasSecretKey: false },
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
    timeZone: "Europe/Madrid",
    language: "es",
  },
  KnownAddress: { emailAddress: "reader@example.com" },
  Erasure: { emailAddress: "reader@example.com" },
  FoundSubscriber: { subscriber: null },
  MailMessages: {
    messages: [
      {
        messageID: "e5RtY8uIo1Pa",
        kind: "incident",
        noticeID: incidentID,
        name: incident.name,
        status: incident.status,
        createdAt: later,
        ...noProblems,
      },
    ],
    confirmations: { ...noProblems, warnings: [] },
  },
  TestMail: { emailAddress: "administrator@example.com" },
  Recipients: { mailIsOn: true, count: 1204 },
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
