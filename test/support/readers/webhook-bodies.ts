const page = { id: "page", status_indicator: "major", status_description: "Partial System Outage" };
const meta = {
  unsubscribe: "https://status.example.com/subscriptions/token",
  documentation: "https://status.example.com/api/docs",
  generated_at: "2030-01-31T22:04:00.000Z",
};

export const manageURL = "https://status.example.com/subscriptions/token";
export const challenge = "pTvQ3bX9-_mYtGq1Z0rWk5JdLhN8sEoAcVfUiB2xKyM";

export const challengeBody = {
  type: "subscription.challenge",
  confirmation_code: challenge,
  page: { name: "Example", url: "https://status.example.com" },
  manage_url: manageURL,
};

export const testBody = { type: "subscription.test", meta, page };

export function incidentBody(change: object = {}) {
  const incident = {
    id: "V1StGXR8Z5jd",
    name: "API is slow",
    status: "identified",
    impact: "major",
    shortlink: "https://status.example.com/incidents/V1StGXR8Z5jd",
    incident_updates: [
      { id: "2", status: "identified", body: "A disk\nis full." },
      { id: "1", status: "investigating", body: "We are looking into it." },
    ],
    ...change,
  };
  return { meta, page, incident };
}

export const maintenanceBody = incidentBody({
  name: "New database",
  status: "in_progress",
  impact: "maintenance",
  scheduled_for: "2030-01-31T22:00:00.000Z",
  scheduled_until: "2030-01-31T23:30:00.000Z",
  incident_updates: [],
});

export const componentBody = {
  meta,
  page,
  component_update: {
    created_at: "2030-01-31T22:04:00.000Z",
    old_status: "operational",
    new_status: "major_outage",
    id: "update",
    component_id: "api",
  },
  component: { id: "api", name: "API", status: "major_outage", created_at: "2029-01-31T22:04:00.000Z" },
};
