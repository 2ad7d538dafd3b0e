import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ReceivedAlerts } from "../../../worker/alerts/received/schema.ts";
import { makeApiKey } from "../../support/factories/factories.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
let key: string;
beforeAll(async () => {
  daymark = await startDaymark();
  key = await makeApiKey(daymark, { name: "Monitoring", scopes: ["alerts"] });
});
beforeEach(() => daymark.db.exec("DELETE FROM received_alerts"));
afterAll(() => daymark.stop());

async function send(source: string, body: unknown, headers: Record<string, string> = { "x-api-key": key }) {
  const response = await daymark.fetch(`/api/v0/alerts/${source}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

async function received(query = ""): Promise<ReceivedAlerts[]> {
  const headers = { Authorization: await daymark.token() };
  return (await daymark.fetch(`/api/received-alerts${query}`, { headers })).json();
}

/** @see https://prometheus.io/docs/alerting/latest/configuration/#webhook_config */
const fromAlertmanager = {
  version: "4",
  groupKey: '{}:{alertname="HighLatency"}',
  truncatedAlerts: 3,
  status: "firing",
  receiver: "daymark",
  groupLabels: { alertname: "HighLatency" },
  commonLabels: { alertname: "HighLatency" },
  commonAnnotations: {},
  externalURL: "http://alertmanager.example.com",
  alerts: [
    {
      status: "firing",
      labels: { alertname: "HighLatency", region: "eu" },
      annotations: { summary: "The API is slow" },
      startsAt: "2026-01-31T09:00:00.000Z",
      endsAt: "0001-01-01T00:00:00Z",
      generatorURL: "https://prometheus.example.com/graph?g0.expr=up",
      fingerprint: "c4c3a9d1e2f30b11",
    },
    {
      status: "resolved",
      labels: { alertname: "HighLatency", region: "us" },
      annotations: {},
      startsAt: "2026-01-31T08:00:00.000Z",
      endsAt: "2026-01-31T08:30:00.000Z",
      generatorURL: "",
      fingerprint: "a1b2c3d4e5f60718",
    },
  ],
};

test("a body of Alertmanager can have beginnings and ends, and leave some out", async () => {
  const { status, json } = await send("alertmanager", fromAlertmanager);
  expect([status, json]).toEqual([
    202,
    { id: expect.any(String), status: "success", message: "Stored 2 alerts." },
  ]);
  expect(await received()).toMatchObject([
    {
      id: json.id,
      source: "alertmanager",
      keyName: "Monitoring",
      alerts: [
        {
          key: "c4c3a9d1e2f30b11",
          state: "firing",
          title: "The API is slow",
          labels: { alertname: "HighLatency", region: "eu" },
          link: "https://prometheus.example.com/graph?g0.expr=up",
          at: "2026-01-31T09:00:00.000Z",
          rules: [],
        },
        {
          key: "a1b2c3d4e5f60718",
          state: "resolved",
          title: "HighLatency",
          link: "http://alertmanager.example.com",
          at: "2026-01-31T08:30:00.000Z",
        },
      ],
    },
  ]);
});

test("an alert without a fingerprint or a time is told apart by its labels", async () => {
  const [alert] = fromAlertmanager.alerts;
  const sent = { ...alert, fingerprint: undefined, startsAt: "0001-01-01T00:00:00Z" };
  await send("alertmanager", { alerts: [sent] });
  const [{ alerts } = { alerts: [] }] = await received();
  expect(alerts).toMatchObject([{ key: '[["alertname","HighLatency"],["region","eu"]]', at: null }]);
});

/** @see https://developer.pagerduty.com/docs/send-alert-event */
const event = {
  payload: {
    summary: "Disk is full",
    timestamp: "2026-01-31T09:00:00.000+01:00",
    severity: "critical",
    source: "db1.example.com",
    component: "postgres",
    group: "prod-datapipe",
    class: "disk",
    custom_details: { free: "1%", load: 0.75, nested: { a: 1 } },
  },
  routing_key: "samplekeyhere",
  dedup_key: "srv01/disk",
  images: [],
  links: [{ href: "https://monitor.example.com/alerts/1", text: "Open" }],
  event_action: "trigger",
  client: "Sample Monitoring Service",
  client_url: "https://monitor.example.com",
};

test("an event needs no more than its action and a summary", async () => {
  const { status } = await send("events", { event_action: "trigger", payload: { summary: "Disk is full" } });
  expect(status).toBe(202);
  expect(await received()).toMatchObject([{ alerts: [{ title: "Disk is full", state: "firing" }] }]);
});

test("events can begin, be seen and end, and the response has the key", async () => {
  const { status, json } = await send("events", event);
  expect([status, json.dedup_key]).toEqual([202, "srv01/disk"]);
  expect((await send("events", { event_action: "acknowledge", dedup_key: "srv01/disk" })).json.message).toBe(
    "Stored 0 alerts.",
  );
  await send("events", { event_action: "resolve", dedup_key: "srv01/disk", routing_key: "samplekeyhere" });
  const [end, seen, begin] = await received();
  expect(end?.alerts).toMatchObject([{ key: "srv01/disk", state: "resolved", at: null }]);
  expect(seen?.alerts).toEqual([]);
  expect(begin?.alerts).toMatchObject([
    {
      key: "srv01/disk",
      state: "firing",
      title: "Disk is full",
      labels: {
        source: "db1.example.com",
        severity: "critical",
        component: "postgres",
        group: "prod-datapipe",
        class: "disk",
        free: "1%",
        load: "0.75",
      },
      link: "https://monitor.example.com/alerts/1",
      at: "2026-01-31T08:00:00.000Z",
    },
  ]);
});

const monitor = {
  id: 7,
  name: "Website",
  type: "http",
  url: "https://www.example.com",
  tags: [{ name: "team", value: "web", color: "#fff" }],
};
const beat = { monitorID: 7, time: "2026-01-31 09:00:00.123", msg: "timeout", important: true, duration: 60 };

test("Uptime Kuma says that a monitor is down and up again, and its test message is no alert", async () => {
  await send("uptime-kuma", { heartbeat: null, monitor: null, msg: "Testing" });
  await send("uptime-kuma", { heartbeat: { ...beat, status: 0 }, monitor, msg: "[Website] Down" });
  await send("uptime-kuma", { heartbeat: { ...beat, status: 2 }, monitor, msg: "[Website] Pending" });
  await send("uptime-kuma", { heartbeat: { ...beat, status: 1 }, monitor, msg: "[Website] Up" });
  const [up, pending, down, trial] = await received();
  expect([pending?.alerts, trial?.alerts]).toEqual([[], []]);
  expect([up?.alerts, down?.alerts]).toMatchObject([
    [{ key: "7", state: "resolved", title: "Website is up" }],
    [
      {
        key: "7",
        state: "firing",
        title: "Website is down",
        labels: { monitor: "Website", type: "http", team: "web" },
        link: "https://www.example.com",
        at: "2026-01-31T09:00:00.123Z",
      },
    ],
  ]);
});

test("a script sends one alert or several", async () => {
  await send("generic", { key: "api", state: "firing", title: "Slow", labels: { region: "eu" } });
  await send("generic", { alerts: [{ key: "api", state: "resolved", at: "2026-01-31T09:00:00Z" }] });
  expect((await received()).map(({ alerts }) => alerts)).toMatchObject([
    [{ key: "api", state: "resolved", title: "api", at: "2026-01-31T09:00:00.000Z" }],
    [{ key: "api", state: "firing", title: "Slow", labels: { region: "eu" }, at: null }],
  ]);
});

test.for([
  ["alertmanager", {}, "alerts must be a list, as in the webhook of Alertmanager, version 4."],
  ["alertmanager", { alerts: [{ status: "on" }] }, "status must be firing or resolved."],
  ["alertmanager", { alerts: Array(1001).fill({ status: "firing" }) }, "alerts can be 1000 at most."],
  ["events", {}, "event_action must be one of: trigger, acknowledge, resolve."],
  [
    "generic",
    { key: 1, state: "firing" },
    "The body must be an alert with key and state, or have a list of such alerts.",
  ],
] as const)(
  "a body that is none of %s is refused in words, and nothing is stored: %o",
  async ([source, body, message]) => {
    const { status, json } = await send(source, body);
    expect([status, JSON.stringify(json)]).toEqual([400, expect.stringContaining(message)]);
    expect(await received()).toEqual([]);
  },
);

test("an unknown source, and a body that is too large, are refused in words", async () => {
  expect(await send("nagios", {})).toMatchObject({
    status: 404,
    json: {
      errorMessage: "There is no source nagios. Sources are alertmanager, events, uptime-kuma, sns, generic.",
    },
  });
  const { status, json } = await send("generic", { key: "x".repeat(1024 * 1024), state: "firing" });
  expect([status, json.errorMessage]).toEqual([413, expect.stringContaining("512")]);
});

test("the key can be in a header, a password, a bearer token or the address, and is in no log", async () => {
  const alert = { key: "api", state: "firing" };
  const password = `Basic ${btoa(`anyone:${key}`)}`;
  expect((await send("generic", alert, { Authorization: password })).status).toBe(202);
  expect((await send("generic", alert, { Authorization: `Bearer ${key}` })).status).toBe(202);
  expect((await send(`generic/${key}`, alert, {})).status).toBe(202);
  expect((await send("generic", alert, {})).status).toBe(401);
  expect((await send("generic", alert, { Authorization: "Basic ?" })).status).toBe(401);
  expect(daymark.logs.join("")).not.toContain(key);
});

test("a key of another scope can't send alerts, and one for alerts can do nothing else", async () => {
  const reading = await makeApiKey(daymark, { scopes: ["read"] });
  expect((await send("generic", { key: "a", state: "firing" }, { "x-api-key": reading })).status).toBe(403);
  const get = async (path: string) => (await daymark.fetch(path, { headers: { "x-api-key": key } })).status;
  expect([await get("/api/v0/components"), await get("/api/v0/alert-rules")]).toEqual([403, 403]);
});

test("secrets and email addresses are cut from what is shown", async () => {
  await send("generic", {
    key: "api",
    state: "firing",
    password: "hunter2",
    nested: { apiKey: "k1", Authorization: "Bearer k2", list: ["mail anna@example.com now"] },
    url: "https://user:k3@example.com/x?token=k4&page=2",
  });
  const [{ body } = { body: "" }] = await received();
  expect(JSON.parse(body)).toEqual({
    key: "api",
    state: "firing",
    password: "…",
    nested: { apiKey: "…", Authorization: "…", list: ["mail … now"] },
    url: "https://…@example.com/x?token=…&page=2",
  });
});

test("visitors and keys can't read what was received", async () => {
  expect((await daymark.fetch("/api/received-alerts")).status).toBe(401);
  const withKey = await daymark.fetch("/api/v0/received-alerts", { headers: { "x-api-key": key } });
  expect(withKey.status).toBe(403);
});

test("received alerts are found by a text, in which quotation marks and capital letters don't matter", async () => {
  const titles = async (q: string) =>
    (await received(`?q=${encodeURIComponent(q)}`)).flatMap(({ alerts }) => alerts.map(({ title }) => title));
  await send("generic", {
    key: "a",
    state: "firing",
    title: 'Queue "Mail" is long',
    labels: { team: "data" },
  });
  await send("generic", { key: "b", state: "firing", title: "100% full_disk", labels: {} });
  expect(await titles('queue "mail"')).toEqual(['Queue "Mail" is long']);
  expect(await titles("TEAM")).toEqual(['Queue "Mail" is long']);
  expect(await titles("% full_")).toEqual(["100% full_disk"]);
  expect(await titles("fullxdisk")).toEqual([]);
  const headers = { Authorization: await daymark.token() };
  const tooLong = await daymark.fetch(`/api/received-alerts?q=${"x".repeat(101)}`, { headers });
  expect([tooLong.status, await tooLong.json()]).toMatchObject([
    400,
    { errorMessage: expect.stringContaining("100 characters") },
  ]);
});
