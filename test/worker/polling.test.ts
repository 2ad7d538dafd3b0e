import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenAPIDocument } from "../../worker/openapi/schema.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeMetric } from "../support/factories.ts";
import { grow } from "../support/grown.ts";
import { makeReads } from "../support/made-reads.ts";
import { type Prometheus, startPrometheus } from "../support/prometheus.ts";

// The console repeats its reads every few seconds. What has not changed is a 304 and one row.

let daymark: Daymark;
let addressOf: (example: string) => string;
let prometheus: Prometheus;
beforeAll(async () => {
  prometheus = await startPrometheus();
  daymark = await startDaymark({ build: "faulty-worker", vars: { ALLOW_PRIVATE_ADDRESSES: "true" } });
  await grow(daymark.db, { components: 10, incidents: 100, days: 100, now: "2026-11-21T14:37:20.000Z" });
  addressOf = await makeReads(daymark);
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

/** Every GET that an administrator makes as one, and how it says that it is unchanged. */
const reads: Record<string, "304" | "never"> = {
  "/api/components?fresh=1": "304",
  "/api/components/:componentID?fresh=1": "304",
  "/api/incidents?fresh=1": "304",
  "/api/incidents/:incidentID?fresh=1": "304",
  "/api/maintenances?fresh=1": "304",
  "/api/maintenances/:maintenanceID?fresh=1": "304",
  "/api/metrics": "304",
  "/api/metrics/:metricID": "304",
  "/api/public-metrics?fresh=1": "304",
  "/api/public-settings?fresh=1": "304",
  "/api/settings": "304",
  "/api/v2/components.json?fresh=1": "304",
  "/api/v2/incidents.json?fresh=1": "304",
  "/api/v2/incidents/unresolved.json?fresh=1": "304",
  "/api/v2/scheduled-maintenances.json?fresh=1": "304",
  "/api/v2/scheduled-maintenances/active.json?fresh=1": "304",
  "/api/v2/scheduled-maintenances/upcoming.json?fresh=1": "304",
  "/api/v2/status.json?fresh=1": "304",
  "/api/v2/summary.json?fresh=1": "304",
  // Its values move with the clock.
  "/api/components/:componentID/uptime?fresh=1": "never",
  // Deliveries change by themselves, and points come by themselves.
  "/api/mail/messages": "never",
  "/api/mail/recipients": "never",
  "/metrics/:metricID/:year/:month/:file?fresh=1": "never",
  "/api/external-metrics": "never",
};

test("every GET that an administrator makes as one is in the table", async () => {
  const document = (await (await daymark.fetch("/api/openapi.json")).json()) as OpenAPIDocument;
  const found = Object.entries(document.paths).flatMap(([path, { get }]) => {
    const written = path.replace(/\{(\w+)\}/g, ":$1");
    if (get?.parameters?.some(({ name }) => name === "fresh")) return [`${written}?fresh=1`];
    return get?.security.some((scheme) => "token" in scheme) ? [written] : [];
  });
  expect(Object.keys(reads).sort()).toEqual(found.sort());
});

const of = (how: "304" | "never") => Object.keys(reads).filter((path) => reads[path] === how);

test.each(of("304"))("%s is a 304 that reads one row as long as nothing has changed", async (example) => {
  const path = addressOf(example);
  const first = await read(path);
  expect(first).toMatchObject({ status: 200, cacheControl: "no-store" });
  const again = await read(path, first.etag);
  expect(again).toMatchObject({ status: 304, rows: 1, etag: first.etag, cacheControl: "no-store", text: "" });
  await makeComponent(daymark);
  expect(await read(path, first.etag)).toMatchObject({ status: 200 });
});

test.each(of("never").filter((path) => path.startsWith("/api")))(
  "%s, which changes without anybody's doing, has no ETag that could be wrong",
  async (example) => expect((await read(addressOf(example))).etag).toBe(""),
);

test("a 304 is for administrators only", async () => {
  const { etag } = await read("/api/incidents?fresh=1");
  for (const path of ["/api/incidents?fresh=1", "/api/settings"])
    expect((await daymark.fetch(path, { headers: { "If-None-Match": etag } })).status).toBe(401);
});

test("an ETag of one address, or of visitors, is none of another", async () => {
  const [settings, metrics] = [await read("/api/settings"), await read("/api/metrics")];
  // Both are what all administrators see; the settings are one item, which has a tag of its own behind that.
  expect(settings.etag.split("~")[0]).toBe(metrics.etag.slice(0, -1));
  const visitors = (await daymark.fetch("/api/incidents")).headers.get("ETag") ?? "";
  expect((await read("/api/settings", visitors)).status).toBe(200);
});

test("what administrators alone see has a version of its own", async () => {
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
    // The use of a key is recorded after the answer.
    await expect
      .poll(async () => (await read("/api/settings", before.etag)).status, { message: name })
      .toBe(200);
    expect((await read("/api/settings")).text).not.toBe(before.text);
  }
});

test("that collecting a metric fails, and works again, is seen; that it fails as before is no change", async () => {
  const { metricID } = await makeMetric(daymark, {
    type: "Prometheus",
    props: { URL: prometheus.url, Expression: "up" },
  });
  const before = await read("/api/metrics");
  const status = async (etag: string) => (await read("/api/metrics", etag)).status;
  prometheus.spoil((response) => response.writeHead(500).end());
  await collect();
  await expect.poll(() => status(before.etag)).toBe(200);
  const failed = await read("/api/metrics");
  expect(failed.text).toContain("500");

  await collect();
  expect(await status(failed.etag)).toBe(304);
  prometheus.heal();
  await collect();
  expect(await status(failed.etag)).toBe(200);
  expect((await read("/api/metrics")).text).not.toContain("500");

  /** As the queue would have it done, and when it is done. */
  async function collect() {
    const to = Math.floor(Date.now() / 60_000) * 60_000;
    const range = { from: to - 15 * 60_000, to, periodSeconds: 60 };
    const group = { type: "Prometheus", key: "", metricIDs: [metricID] };
    await daymark.deliver("daymark-collection", [{ task: "recent", ...group, range }]);
  }
});
