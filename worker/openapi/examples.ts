import { archiveParts } from "../backup/domain.ts";
import { exampleComponent } from "../components/entity.ts";
import { entityNames } from "../entities/domain.ts";
import { entities } from "../entities/registry.ts";
import { exampleIncident, exampleIncidentUpdate } from "../notices/incident/entity.ts";
import { exampleMaintenance } from "../notices/maintenance/entity.ts";
import { exampleTimes } from "../storage/entity.ts";

// They are consistent: the incident affects the component.
const { exampleID: componentID } = entityNames.component;
const { exampleID: incidentID } = entityNames.incident;
const { exampleID: maintenanceID } = entityNames.maintenance;
const { exampleID: metricID } = entityNames.metric;

/** Of an empty part. */
const sha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

const noProblems = { sent: 1204, failed: 0, waiting: 0, withdrawn: 3, problems: [] };

const archiveExamples = (): Record<string, unknown> => ({
  ExportStart: {
    format: "daymark-archive",
    formatVersion: 1,
    contentVersion: "1769851500000",
    parts: [...archiveParts],
    rows: { components: 1 },
  },
  ExportPage: { contentVersion: "1769851500000", rows: [exampleComponent], next: null },
  ArchiveManifest: {
    format: "daymark-archive",
    formatVersion: 1,
    parts: archiveParts.map((name) => ({ name, rows: 0, sha256 })),
  },
  RestorePage: { archiveID: sha256, part: "components", position: 0, rows: [exampleComponent] },
  NightlyExport: { day: "2026-01-31", finishedAt: exampleTimes.began, pages: 40, rows: 6200 },
  NightlyPage: { part: "components", rows: [exampleComponent] },
  NightlyPoints: {
    rows: [{ metricID, day: "2026-01-30", points: [[0, 120, 1769731200000]] }],
    next: null,
  },
  RestoreProgress: { archiveID: sha256, part: "components", position: 1, isFinished: false },
  RestoreStart: { archiveID: sha256, part: "components", position: 1, isFinished: false, isNew: false },
  CancelledRestore: {},
  RestoreCancellation: { isEmpty: true },
});

const previewExamples = (): Record<string, unknown> => ({
  PreviewRequest: { kind: "incident", noticeID: incidentID, status: "Resolved", message: "It's **fixed**." },
  Preview: {
    html: "<p>It&#x27;s <strong>fixed</strong>.</p>\n",
    affects: [{ componentID, name: "API", status: "Operational" }],
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
});

const stateExamples = (): Record<string, unknown> => ({
  UndoRequest: {},
  WorstStatus: { componentID, status: "Partial Outage" },
  Banner: { color: "orange", text: "Partial System Outage" },
  AuditEntry: {
    seq: 1204,
    at: exampleTimes.later,
    actor: { kind: "administrator", id: "user:3f1c", name: "ada@example.com" },
    kind: "incident",
    action: "changed",
    itemID: incidentID,
    itemName: exampleIncident.name,
    noticeUpdateID: null,
    requestID: "5d0c7d0e-6a3b-4b57-9d5e-0a6f3f0f5a11",
    before: { status: "Investigating", updates: 1 },
    after: { status: exampleIncident.status, message: exampleIncidentUpdate.message, updates: 2 },
  },
  HealthReport: {
    status: "warning",
    time: exampleTimes.later,
    release: { version: "1.0.0", migrations: 14 },
    checks: [
      { name: "database", status: "ok", message: "The database (D1) responds, after 12 ms." },
      {
        name: "metrics",
        status: "warning",
        message: "1 of 4 metrics can't be collected.",
        fix: "The console says why beside each metric.",
      },
    ],
  },
});

const exampleSetupKey = "1769850000.o9zCzS5sLRqI2o3Gm3sWQ1dXb3yZkq0a5bT8n4uVw0E";
const exampleSignIn = {
  kind: "provider",
  issuer: "https://accounts.example.com",
  clientID: "daymark-console",
  adminClaim: "email",
  admins: "ada@example.com",
};

const signInExamples = (): Record<string, unknown> => ({
  SignInSettings: { signIn: exampleSignIn, hasClientSecret: true, isIgnored: false, hasVariables: false },
  SignInChoice: { ...exampleSignIn, clientSecret: "the-secret-of-the-client" },
  SetupKey: { key: exampleSetupKey },
  SetupChoice: { key: exampleSetupKey, signIn: exampleSignIn },
  SignInCandidate: { candidate: "sealed", method: { kind: "access" } },
  SignInProof: { candidate: "sealed", idToken: "eyJ…" },
  PublicSignIn: { kind: "none" },
  CodeExchange: {
    issuer: exampleSignIn.issuer,
    code: "SplxlOBeZQQYbYS6WxSbIA",
    codeVerifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
    nonce: "n-0S6_WzA2Mj_n-0S6_WzA2Mj",
  },
  ProviderRequest: {},
  RefreshToken: { issuer: exampleSignIn.issuer, refreshToken: "8xLOxBtZp8" },
  SignInTokens: { idToken: "eyJhbGciOiJSUzI1NiJ9…", refreshToken: "8xLOxBtZp8" },
  SignInProvider: {
    issuer: "https://accounts.example.com",
    authorization_endpoint: "https://accounts.example.com/authorize",
    scopes_supported: ["openid", "email", "offline_access"],
    authorization_response_iss_parameter_supported: true,
  },
});

const overviewExamples = (): Record<string, unknown> => ({
  Overview: {
    banner: { color: "orange", text: "Partial System Outage" },
    openIncidents: 1,
    runningMaintenances: 0,
    scheduledMaintenances: 1,
    unexplainedComponents: [
      {
        componentID: "t2Rk8VwQz5Jc",
        name: "Dashboard",
        status: "Degraded Performance",
        updatedAt: exampleTimes.later,
      },
    ],
    incidents: [
      {
        incidentID,
        name: exampleIncident.name,
        status: exampleIncident.status,
        lastUpdateAt: exampleTimes.later,
        statusSince: exampleTimes.later,
        worst: "Degraded Performance",
      },
    ],
    maintenances: [
      {
        maintenanceID,
        name: exampleMaintenance.name,
        status: exampleMaintenance.status,
        startAt: exampleMaintenance.startAt,
        endAt: exampleMaintenance.endAt,
        updatedAt: exampleMaintenance.updatedAt,
      },
    ],
    failingMetrics: [{ metricID, title: "Response time", collectionError: "Prometheus responded with 503." }],
    mailError: "",
    proposals: [
      {
        proposalID: entityNames.proposal.exampleID,
        name: exampleIncident.name,
        status: "Investigating",
        incidentID: null,
        createdBy: { kind: "API key", name: "Monitoring" },
        createdAt: exampleTimes.later,
        message: "Requests take up to 20 seconds.",
        components: [{ componentID, name: exampleComponent.name, status: "Degraded Performance" }],
        componentCount: 1,
      },
    ],
    postmortemDrafts: [],
    restore: null,
    updateReminderMinutes: 60,
  },
});

const mailExamples = (): Record<string, unknown> => ({
  MailMessages: {
    messages: [
      {
        messageID: "e5RtY8uIo1Pa",
        kind: "incident",
        noticeID: incidentID,
        noticeUpdateID: exampleIncidentUpdate.incidentUpdateID,
        name: exampleIncident.name,
        status: exampleIncident.status,
        createdAt: exampleTimes.later,
        ...noProblems,
        channels: [{ channel: "slack", sent: 3, failed: 0, waiting: 0, withdrawn: 0 }],
      },
    ],
    confirmations: { ...noProblems, warnings: [] },
  },
  ResendEvent: {
    type: "email.bounced",
    data: {
      email_id: "56761188-7520-42d8-8898-ff6fc54ce618",
      created_at: exampleTimes.began,
      to: ["reader@example.com"],
      bounce: { message: "There is no such mailbox.", type: "Permanent", subType: "General" },
    },
  },
  PostmarkEvent: {
    RecordType: "Bounce",
    ID: 42,
    Type: "HardBounce",
    MessageID: "883953f4-6105-42a2-a16a-77a8eac79483",
    Email: "reader@example.com",
    BouncedAt: exampleTimes.began,
    Inactive: true,
    Details: "There is no such mailbox.",
  },
  TestMail: { emailAddress: "administrator@example.com" },
  Recipients: {
    mailIsOn: true,
    count: 1204,
    endpointsAreOn: true,
    endpointCount: 3,
    channels: [{ channel: "slack", count: 3 }],
    teamChannels: ["Operations"],
  },
});

const errorExamples = (): Record<string, unknown> => ({
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
});

/** One example of each request and response, by the schema's name. */
export function examples(): Record<string, unknown> {
  return Object.assign(
    archiveExamples(),
    previewExamples(),
    stateExamples(),
    overviewExamples(),
    signInExamples(),
    mailExamples(),
    errorExamples(),
    ...Object.values(entities).map((entity) => entity.examples()),
  );
}
