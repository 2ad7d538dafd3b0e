import { afterAll, beforeAll, expect, test } from "vitest";
import {
  makeApiKey,
  makeComponent,
  makeGroup,
  makeIncident,
  makeMaintenance,
  makeMetric,
  makeTemplate,
} from "../../support/factories/factories.ts";
import { topicArn } from "../../support/fakes/fake-sns.ts";
import { userPoolID } from "../../support/fakes/fake-token-issuer.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";
import { readBuiltConfig } from "../../support/starters/worker-config.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ vars: { MAIL_TOPIC_ARN: topicArn } });
});
afterAll(() => daymark.stop());

const tables = [
  "components",
  "component_groups",
  "status_changes",
  "notices",
  "notice_updates",
  "notice_components",
  "deleted_components",
  "settings",
  "api_keys",
  "content_version",
];

/** Reads all rows of the tables. */
async function readTables() {
  const rows = await daymark.db.batch(
    tables.map((table) => daymark.db.prepare(`SELECT * FROM ${table} ORDER BY rowid`)),
  );
  return rows.map(({ results }) => results as object[]);
}

async function send(method: string, path: string, body: unknown, brokenStatement: string) {
  return daymark.fetch(path, {
    method,
    headers: { Authorization: await daymark.token(), "x-test-break-d1": brokenStatement },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

test("a write gets 503 and changes nothing, whichever of its D1 statements fails", async () => {
  const { groupID } = await makeGroup(daymark);
  const { componentID } = await makeComponent(daymark, { groupID });
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: "Acme" } }));
  const components = [{ componentID, status: "Major Outage" as const }];
  const { incidentID, incidentUpdates } = await makeIncident(daymark);
  const times = { startAt: "2030-01-01T10:00:00Z", endAt: "2030-01-01T12:00:00Z" };
  const underMaintenance = [{ componentID, status: "Under Maintenance" as const }];
  const { maintenanceID } = await makeMaintenance(daymark, { components: underMaintenance });
  const { id: keyID } = await answer(daymark.administrator.settings.apikeys.$post());
  const incidentUpdateID = incidentUpdates[0]?.incidentUpdateID;
  const { templateID } = await makeTemplate(daymark, { title: "{{components}} is down", components });
  const writes: [string, string, unknown][] = [
    ["POST", "/api/templates", { name: "New", kind: "incident", components }],
    ["PATCH", `/api/templates/${templateID}`, { name: "Changed", components }],
    ["POST", "/api/incidents", { templateID }],
    ["DELETE", `/api/templates/${templateID}`, undefined],
    ["POST", "/api/groups", { name: "New", order: 5 }],
    ["PATCH", `/api/groups/${groupID}`, { name: "Changed", order: 5 }],
    ["DELETE", `/api/groups/${groupID}`, undefined],
    ["POST", "/api/components", { name: "New" }],
    ["PATCH", `/api/components/${componentID}`, { name: "Changed", status: "Partial Outage", order: 5 }],
    ["POST", "/api/incidents", { name: "New", status: "Identified", message: "New", components }],
    ["PATCH", `/api/incidents/${incidentID}`, { name: "Changed", status: "Resolved", components }],
    ["PATCH", `/api/incidents/${incidentID}/incidentupdates/${incidentUpdateID}`, { message: "Changed" }],
    ["POST", "/api/maintenances", { ...times, name: "New", status: "In Progress", components }],
    [
      "PATCH",
      `/api/maintenances/${maintenanceID}`,
      { name: "Changed", status: "In Progress", message: "Now" },
    ],
    ["PATCH", `/api/maintenances/${maintenanceID}`, { status: "Completed", components }],
    ["PATCH", "/api/settings", { serviceName: "Changed" }],
    ["POST", "/api/settings/apikeys", undefined],
    ["DELETE", `/api/settings/apikeys/${keyID}`, undefined],
    ["DELETE", `/api/incidents/${incidentID}/incidentupdates/${incidentUpdateID}`, undefined],
    ["PATCH", `/api/incidents/${incidentID}`, { createdAt: "2026-01-01T00:00:00Z" }],
    ["DELETE", `/api/maintenances/${maintenanceID}`, undefined],
    ["DELETE", `/api/incidents/${incidentID}`, undefined],
    ["DELETE", `/api/components/${componentID}`, undefined],
  ];
  for (const [method, path, body] of writes) {
    const before = await readTables();
    let brokenStatement = 1;
    for (; brokenStatement < 40; brokenStatement += 1) {
      const response = await send(method, path, body, String(brokenStatement));
      if (response.ok) break;
      expect([method, path, brokenStatement, response.status, response.headers.get("Retry-After")]).toEqual([
        method,
        path,
        brokenStatement,
        503,
        "5",
      ]);
      expect(await response.json()).toEqual({
        errorMessage: "The service is temporarily unavailable. Please try again in a few seconds.",
      });
      expect([method, path, brokenStatement, await readTables()]).toEqual([
        method,
        path,
        brokenStatement,
        before,
      ]);
    }
    expect(brokenStatement, `${method} ${path} failed at least once`).toBeGreaterThan(1);
  }
});

test.for(["/api/components", "/api/incidents", "/api/public-settings", "/api/health"])(
  "during a D1 outage %s is a 503 in JSON",
  async (path) => {
    const headers = { "x-test-break-d1": "all", "x-test-now": "2001-01-01T12:00:00.000Z" };
    const response = await daymark.fetch(path, { headers });
    expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "5"]);
    expect(await response.json()).toHaveProperty("errorMessage");
  },
);

test.each([
  "database or disk is full: SQLITE_FULL",
  "disk I/O error: SQLITE_IOERR",
  "attempt to write a readonly database: SQLITE_READONLY",
  "database is locked: SQLITE_BUSY",
  "database disk image is malformed: SQLITE_CORRUPT",
])("the error %s of a local database is an outage: the last known page, else a 503", async (message) => {
  const headers = { "x-test-break-d1": "all", "x-test-break-message": message };
  const page = await daymark.fetch("/", {
    headers: { ...headers, "x-test-now": "2001-01-01T12:00:00.000Z" },
  });
  expect(page.status).toBe(503);
  expect(page.headers.get("Retry-After")).toBe("5");
  const known = { "x-test-now": "2001-01-01T13:00:00.000Z" };
  expect((await daymark.fetch("/history", { headers: known })).status).toBe(200);
  const later = { ...headers, "x-test-now": "2001-01-01T14:00:00.000Z" };
  expect((await daymark.fetch("/history", { headers: later })).status).toBe(200);
  const token = await daymark.token();
  const write = await daymark.fetch("/api/components", {
    method: "POST",
    headers: { ...headers, Authorization: token },
    body: JSON.stringify({ name: "New" }),
  });
  expect([write.status, write.headers.get("Retry-After"), await write.json()]).toEqual([
    503,
    "5",
    { errorMessage: "The service is temporarily unavailable. Please try again in a few seconds." },
  ]);
});

test("during an R2 outage the health check is a 503", async () => {
  const headers = { "x-test-break-r2": "all", "x-test-now": "2001-01-02T12:00:00.000Z" };
  const response = await daymark.fetch("/api/health", { headers });
  expect(response.status).toBe(503);
  expect(await (await daymark.fetch("/api/health")).json()).toEqual({ status: "ok" });
});

test("the health check's result is cached for a second", async () => {
  const check = async (now: string, headers: Record<string, string> = {}) => {
    const response = await daymark.fetch("/api/health", { headers: { ...headers, "x-test-now": now } });
    return [response.status, response.headers.get("x-test-statements")];
  };
  const first = await Promise.all(Array.from({ length: 50 }, () => check("2001-01-03T12:00:00.000Z")));
  expect(first.filter(([status]) => status === 200)).toHaveLength(50);
  expect(first.filter(([, statements]) => statements !== "0")).toEqual([[200, "1"]]);
  const broken = { "x-test-break-d1": "all" };
  expect(await check("2001-01-03T12:00:00.999Z", broken)).toEqual([200, "0"]);
  expect(await check("2001-01-03T12:00:01.000Z", broken)).toEqual([503, "0"]);
  expect(await check("2001-01-03T12:00:01.999Z")).toEqual([503, "0"]);
  expect(await check("2001-01-03T12:00:02.000Z")).toEqual([200, "1"]);
});

test("during an R2 outage a logo is a 503, and an invalid logo name is still a 404", async () => {
  const headers = { "x-test-break-r2": "all" };
  const response = await daymark.fetch("/logos/abcdefghijkl@2x", { headers });
  expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "5"]);
  expect((await daymark.fetch("/logos/nobody", { headers })).status).toBe(404);
});

test("a malformed API key gets 401 without reading D1", async () => {
  const malformed = ["k", "k".repeat(39), "k".repeat(41), `${"k".repeat(39)}-`, `${"k".repeat(39)}\u00e9`];
  for (const key of malformed) {
    const headers = { "x-api-key": key, "x-test-break-d1": "all" };
    const response = await daymark.fetch("/api/v0/components", { headers });
    expect([key, response.status]).toEqual([key, 401]);
  }
  const headers = { "x-api-key": "k".repeat(40), "x-test-break-d1": "all" };
  expect((await daymark.fetch("/api/v0/components", { headers })).status).toBe(503);
});

test("creating an incident gets 409 if its component is deleted between the check and the write", async () => {
  const { componentID } = await makeComponent(daymark);
  await daymark.db.exec(
    `CREATE TRIGGER delete_component BEFORE INSERT ON notices BEGIN DELETE FROM components WHERE component_id = '${componentID}'; END`,
  );
  const before = await readTables();
  const components = [{ componentID, status: "Major Outage" }];
  const response = await daymark.fetch("/api/incidents", {
    method: "POST",
    headers: { Authorization: await daymark.token() },
    body: JSON.stringify({ name: "New", status: "Identified", components }),
  });
  await daymark.db.exec("DROP TRIGGER delete_component");
  expect([response.status, await response.json()]).toEqual([
    409,
    {
      errorMessage:
        "Something that this refers to was just deleted. Nothing was saved. Reload and try again.",
    },
  ]);
  expect(await readTables()).toEqual(before);
});

test("if the user pool's keys can't be read, a request with a token gets 503", async () => {
  const USER_POOL_ENDPOINT = "http://127.0.0.1:9";
  const withoutPool = await startDaymark({ vars: { USER_POOL_ENDPOINT } });
  const response = await withoutPool.fetch("/api/settings", {
    headers: { Authorization: await withoutPool.token({ iss: `${USER_POOL_ENDPOINT}/${userPoolID}` }) },
  });
  expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "60"]);
  await withoutPool.stop();
});

test("graphs of a week and of a month are served during an R2 outage", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const withoutR2 = (path: string) => daymark.fetch(path, { headers: { "x-test-break-r2": "all" } });
  for (const timeframe of ["week", "month"]) {
    expect((await withoutR2(`/metrics/${metricID}/${timeframe}.svg`)).status).toBe(200);
    const series = `/api/public-metrics/${metricID}/series?timeframe=${timeframe}`;
    expect((await withoutR2(series)).status).toBe(200);
  }
  expect((await withoutR2(`/metrics/${metricID}/day.svg`)).status).toBe(503);
});

test("a failing binding causes a 503 with Retry-After, whatever its error", async () => {
  const key = await makeApiKey(daymark);
  const { metricID } = await makeMetric(daymark);
  const withKey = { "x-api-key": key };
  const points = { [metricID]: [{ timestamp: "2000-12-31T00:00:00Z", value: 1 }] };
  const manyDays = {
    [metricID]: Array.from({ length: 30 }, (_, day) => ({
      timestamp: Date.UTC(2000, 10, day + 1),
      value: 1,
    })),
  };
  const requests: Record<
    string,
    [path: string, init: RequestInit, failure: string] | "no request waits for it"
  > = {
    DB: ["/api/components", {}, "D1_ERROR: D1 DB is overloaded. Too many requests queued."],
    FILES: ["/logos/abcdefghijkl", {}, "get: We encountered an internal error. Please try again. (10001)"],
    DATAPOINTS: [
      "/api/v0/metrics/data",
      { method: "POST", headers: withKey, body: JSON.stringify(points) },
      "Queue sendBatch failed: Too Many Requests",
    ],
    BACKLOG: [
      "/api/v0/metrics/data",
      { method: "POST", headers: withKey, body: JSON.stringify(manyDays) },
      "Queue sendBatch failed: Too Many Requests",
    ],
    COLLECTION: "no request waits for it",
    MAIL: "no request waits for it",
    TEAM: "no request waits for it",
    CHAT: "no request waits for it",
    ENDPOINTS: "no request waits for it",
    KEY_RATE: ["/api/v0/components", { headers: withKey }, "Unknown"],
    CREATION_RATE: [
      "/api/v0/components",
      { method: "POST", headers: withKey, body: JSON.stringify({ name: "New" }) },
      "Unknown",
    ],
    GUESS_RATE: ["/api/v0/components", { headers: { "x-api-key": "g".repeat(40) } }, "Unknown"],
    SUBSCRIBE_RATE: [
      "/api/subscribers/subscribe",
      { method: "POST", body: JSON.stringify({ emailAddress: "reader@example.com" }) },
      "Unknown",
    ],
    SEARCH_RATE: ["/api/incidents?q=words", {}, "Unknown"],
    HOOK_RATE: [
      "/api/hooks/ses",
      { method: "POST", headers: { "x-amz-sns-topic-arn": topicArn }, body: "{}" },
      "Unknown",
    ],
  };
  const { d1Databases, r2Buckets, queueProducers, ratelimits } = (await readBuiltConfig()).options;
  const bindings = [d1Databases, r2Buckets, queueProducers, ratelimits].flatMap((each) =>
    Object.keys(each ?? {}),
  );
  expect(Object.keys(requests).sort()).toEqual(bindings.sort());
  for (const [binding, request] of Object.entries(requests)) {
    if (typeof request === "string") continue;
    const [path, init, failure] = request;
    const faults = { "x-test-break-binding": binding, "x-test-break-message": failure };
    const headers = { ...init.headers, ...faults, "x-test-now": "2001-01-01T12:00:00.000Z" };
    const response = await daymark.fetch(path, { ...init, headers });
    expect([binding, response.status, response.headers.get("Retry-After")]).toEqual([binding, 503, "5"]);
  }
});

test("an incident is created although the email queue accepts no messages", async () => {
  const faults = {
    "x-test-break-binding": "MAIL",
    "x-test-break-message": "Queue send failed: Too Many Requests",
  };
  const response = await daymark.fetch("/api/incidents", {
    method: "POST",
    headers: { Authorization: await daymark.token(), ...faults },
    body: JSON.stringify({ name: "New", status: "Identified" }),
  });
  expect(response.status).toBe(201);
});
