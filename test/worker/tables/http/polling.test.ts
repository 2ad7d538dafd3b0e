import { afterAll, beforeAll, expect, test } from "vitest";
import { MINUTE_MS } from "../../../../worker/shared/time/domain.ts";
import { describedCalls } from "../../../support/factories/example-requests.ts";
import { makeComponent, makeMetric } from "../../../support/factories/factories.ts";
import { fillHistory } from "../../../support/factories/fill-history.ts";
import { makeReadFixtures } from "../../../support/factories/read-fixtures.ts";
import { type FakePrometheus, startFakePrometheus } from "../../../support/fakes/prometheus.ts";
import { answer, type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

// The console repeats its reads every few seconds. If nothing has changed, a read is a 304 and reads one row.

let daymark: Daymark;
let pathOfExample: (example: string) => string;
let prometheus: FakePrometheus;
beforeAll(async () => {
  prometheus = await startFakePrometheus();
  daymark = await startDaymark({ countsRows: true, vars: { ALLOW_PRIVATE_ADDRESSES: "true" } });
  await fillHistory(daymark.db, {
    components: 10,
    incidents: 100,
    days: 100,
    now: "2026-11-21T14:37:20.000Z",
  });
  pathOfExample = await makeReadFixtures(daymark);
});
afterAll(() => Promise.all([daymark?.stop(), prometheus?.stop()]));

async function read(path: string, etag?: string) {
  const headers = {
    Authorization: await daymark.token(),
    ...(etag !== undefined && { "If-None-Match": etag }),
  };
  const response = await daymark.fetch(path, { headers });
  return {
    status: response.status,
    rows: Number(response.headers.get("x-test-rows")),
    etag: response.headers.get("ETag") ?? "",
    cacheControl: response.headers.get("Cache-Control"),
    text: await response.text(),
  };
}

/** The GETs that take an administrator's token and have no ETag, and why. */
const withoutETag = [
  // Uptime changes with time alone.
  "/api/components/:componentID/uptime?fresh=1",
  "/api/groups/:groupID/uptime?fresh=1",
  // Its times change with the statuses of components.
  "/api/incidents/:incidentID/postmortem/outline",
  // Deliveries and points change without a write of an administrator.
  "/api/channels",
  "/api/channels/:channelID/deliveries",
  "/api/subscribers/counts",
  "/api/subscribers/export",
  "/api/mail/messages",
  "/api/mail/recipients",
  "/metrics/:metricID/:year/:month/:file?fresh=1",
  "/api/external-metrics",
  // A beat must not cost two writes.
  "/api/heartbeats",
  // Senders add to it, and a storm of alerts must not cost two writes each.
  "/api/received-alerts",
  // The console reads pages of it when it is asked for.
  "/api/audit",
  // It asks other services, and what it says changes with time alone.
  "/api/health/deep",
  // The console reads it once, when it is asked for.
  "/api/templates/former-notice",
];

/** Every GET that takes an administrator's token. */
const reads = [...describedCalls].flatMap(([route, { access, parameters = [] }]) => {
  const [method, path = ""] = route.split(" ");
  if (method !== "GET") return [];
  if (parameters.some(({ name }) => name === "fresh")) return [`${path}?fresh=1`];
  return access === "administrator" ? [path] : [];
});

test("what has no ETag is a GET that takes an administrator's token", () => {
  expect(reads).toEqual(expect.arrayContaining(withoutETag));
});

test.each(reads.filter((path) => !withoutETag.includes(path)))(
  "%s is a 304 that reads one row until something changes",
  async (example) => {
    const path = pathOfExample(example);
    const first = await read(path);
    expect(first).toMatchObject({ status: 200, cacheControl: "no-store" });
    const second = await read(path, first.etag);
    expect(second).toMatchObject({
      status: 304,
      rows: 1,
      etag: first.etag,
      cacheControl: "no-store",
      text: "",
    });
    await makeComponent(daymark);
    expect(await read(path, first.etag)).toMatchObject({ status: 200 });
  },
);

test.each(withoutETag.filter((path) => path.startsWith("/api")))(
  "%s has no ETag, because it changes without a write",
  async (example) => expect((await read(pathOfExample(example))).etag).toBe(""),
);

test("a visitor with an administrator's ETag gets 401", async () => {
  const { etag } = await read("/api/incidents?fresh=1");
  for (const path of ["/api/incidents?fresh=1", "/api/settings"])
    expect((await daymark.fetch(path, { headers: { "If-None-Match": etag } })).status).toBe(401);
});

test("an ETag of another path or of visitors doesn't match", async () => {
  const [settings, metrics] = [await read("/api/settings"), await read("/api/metrics")];
  // Both ETags start with the version of the console's data. The one of the settings ends with a tag of that item.
  expect(settings.etag.split("~")[0]).toBe(metrics.etag.slice(0, -1));
  const visitorETag = (await daymark.fetch("/api/incidents")).headers.get("ETag") ?? "";
  expect((await read("/api/settings", visitorETag)).status).toBe(200);
});

test("data that only administrators see has a version of its own", async () => {
  const { apikeys } = daymark.administrator.settings;
  const { id, value } = await answer(apikeys.$post({ json: { name: "Script" } }));
  const changes = {
    "use of a key": () => daymark.fetch("/api/v0/incidents", { headers: { "x-api-key": value } }),
    "a new key": () => apikeys.$post({}),
    "a deleted key": () => apikeys[":keyID"].$delete({ param: { keyID: id } }),
  };
  for (const [name, change] of Object.entries(changes)) {
    const before = await read("/api/settings");
    expect((await change()).ok).toBe(true);
    // The use of a key is recorded after the response.
    await expect
      .poll(async () => (await read("/api/settings", before.etag)).status, { message: name })
      .toBe(200);
    expect((await read("/api/settings")).text).not.toBe(before.text);
  }
});

test("the ETag of metrics changes when collection fails or recovers, but not when it fails again", async () => {
  const { metricID } = await makeMetric(daymark, {
    type: "Prometheus",
    props: { URL: prometheus.url, Expression: "up" },
  });
  const before = await read("/api/metrics");
  const status = async (etag: string) => (await read("/api/metrics", etag)).status;
  prometheus.overrideResponses((response) => response.writeHead(500).end());
  await collect();
  await expect.poll(() => status(before.etag)).toBe(200);
  const failed = await read("/api/metrics");
  expect(failed.text).toMatch(/"collectionError":"[^"]*500/);

  await collect();
  expect(await status(failed.etag)).toBe(304);
  prometheus.reset();
  await collect();
  expect(await status(failed.etag)).toBe(200);
  expect((await read("/api/metrics")).text).not.toMatch(/"collectionError":"[^"]/);

  /** Runs the collection of the last 15 minutes and waits for its end. */
  async function collect() {
    const to = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
    const range = { from: to - 15 * MINUTE_MS, to, periodSeconds: 60 };
    const group = { type: "Prometheus", key: "", metricIDs: [metricID] };
    await daymark.deliver("daymark-collection", [[{ task: "recent", ...group, range }]]);
  }
});
