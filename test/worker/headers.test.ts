import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeIncident, makeMaintenance, makeMetric } from "../support/factories.ts";
import { dataURL, onePixelPNG } from "../support/images.ts";

let daymark: Daymark;
let made: Record<string, string>;
beforeAll(async () => {
  daymark = await startDaymark({ build: "faulty-worker" });
  const { componentID } = await makeComponent(daymark);
  const { incidentID } = await makeIncident(daymark);
  const { maintenanceID } = await makeMaintenance(daymark);
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const { id } = await answer(
    daymark.administrator.settings.logos.$post({ json: { data: dataURL(onePixelPNG) } }),
  );
  made = { componentID, incidentID, maintenanceID, metricID, logo: id };
});
afterAll(() => daymark.stop());

/** How answers are kept, by browsers and by the edge. `etag`: whether they can be asked about. */
const kinds = {
  /** Until content changes; the edge looks every ten seconds, or after one where it was answered on trust. */
  content: {
    etag: true,
    "cache-control": "no-cache",
    "cache-tag": "public",
    "cloudflare-cdn-cache-control": /^max-age=(1|10), stale-while-revalidate=60, stale-if-error=86400$/,
  },
  /** Until the next deployment. */
  build: {
    etag: true,
    "cache-control": "no-cache",
    "cache-tag": null,
    "cloudflare-cdn-cache-control": /^max-age=300, stale-while-revalidate=86400, stale-if-error=86400$/,
  },
  /** Points come by themselves. */
  today: {
    etag: false,
    "cache-control": "no-cache",
    "cache-tag": "public",
    "cloudflare-cdn-cache-control": /^max-age=10, stale-while-revalidate=60, stale-if-error=86400$/,
  },
  pastDay: {
    etag: false,
    "cache-control": "no-cache",
    "cache-tag": "public",
    "cloudflare-cdn-cache-control": /^max-age=3600, stale-while-revalidate=60, stale-if-error=86400$/,
  },
  /** Its address changes with its content. */
  forGood: {
    etag: true,
    "cache-control": "public, max-age=31536000, immutable",
    "cache-tag": null,
    "cloudflare-cdn-cache-control": null,
  },
  never: {
    etag: false,
    "cache-control": "no-store",
    "cache-tag": null,
    "cloudflare-cdn-cache-control": null,
  },
} as const;

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();
const day = (iso: string) => iso.slice(0, 10).split("-").map(Number).join("/");

/** Every GET of the product with an example of it, and how its answer is kept; `:name` is what the tests made. */
const reads: Record<string, [example: string, kind: keyof typeof kinds][]> = {
  "/": [
    ["/", "content"],
    ["/?days=30&lang=fr", "content"],
  ],
  "/history": [["/history", "content"]],
  "/components/:componentID": [
    ["/components/:componentID", "content"],
    ["/components/nobody", "never"],
  ],
  "/incidents/:incidentID": [
    ["/incidents/:incidentID", "content"],
    ["/incidents/nobody", "never"],
  ],
  "/maintenances/:maintenanceID": [["/maintenances/:maintenanceID", "content"]],
  "/metrics/:metricID/:file": [
    ["/metrics/:metricID/week.svg", "today"],
    ["/metrics/nobody/week.svg", "never"],
  ],
  "/metrics/:metricID/:year/:month/:file": [
    ["/metrics/:metricID/2024/1/31.json", "pastDay"],
    [`/metrics/:metricID/${day(tomorrow())}.json`, "today"],
  ],
  "/logos/:name": [
    ["/logos/:logo", "forGood"],
    ["/logos/nobody", "never"],
  ],
  "/api/health": [["/api/health", "never"]],
  "/api/openapi.json": [["/api/openapi.json", "build"]],
  "/api/docs": [["/api/docs", "build"]],
  "/api/components": [
    ["/api/components", "content"],
    ["/api/components?fresh=1", "never"],
  ],
  "/api/components/:componentID/uptime": [
    ["/api/components/:componentID/uptime", "content"],
    ["/api/components/:componentID/uptime?days=1", "never"],
  ],
  "/api/incidents": [
    ["/api/incidents?limit=5", "content"],
    ["/api/incidents?limit=0", "never"],
  ],
  "/api/incidents/:incidentID": [["/api/incidents/:incidentID", "content"]],
  "/api/maintenances": [["/api/maintenances", "content"]],
  "/api/maintenances/:maintenanceID": [["/api/maintenances/:maintenanceID", "content"]],
  "/api/public-metrics": [["/api/public-metrics", "content"]],
  "/api/public-metrics/:metricID/series": [["/api/public-metrics/:metricID/series", "today"]],
  "/api/public-settings": [["/api/public-settings", "content"]],
  "/api/metrics": [["/api/metrics", "never"]],
  "/api/settings": [["/api/settings", "never"]],
  "/api/external-metrics": [["/api/external-metrics", "never"]],
  "/api/v0/components": [["/api/v0/components", "never"]],
  "/api/v0/components/:componentID/uptime": [["/api/v0/components/:componentID/uptime", "never"]],
  "/api/v0/incidents": [["/api/v0/incidents", "never"]],
  "/api/v0/incidents/:incidentID": [["/api/v0/incidents/:incidentID", "never"]],
  "/api/v0/maintenances": [["/api/v0/maintenances", "never"]],
  "/api/v0/maintenances/:maintenanceID": [["/api/v0/maintenances/:maintenanceID", "never"]],
  "/api/v2/summary.json": [["/api/v2/summary.json", "content"]],
  "/api/v2/status.json": [["/api/v2/status.json", "content"]],
  "/api/v2/components.json": [["/api/v2/components.json", "content"]],
  "/api/v2/incidents.json": [["/api/v2/incidents.json", "content"]],
  "/api/v2/incidents/unresolved.json": [["/api/v2/incidents/unresolved.json", "content"]],
  "/api/v2/scheduled-maintenances.json": [["/api/v2/scheduled-maintenances.json", "content"]],
  "/api/v2/scheduled-maintenances/upcoming.json": [
    ["/api/v2/scheduled-maintenances/upcoming.json", "content"],
  ],
  "/api/v2/scheduled-maintenances/active.json": [["/api/v2/scheduled-maintenances/active.json", "content"]],
};

async function routes(): Promise<string[]> {
  return (await fetch(`${daymark.url}/x-test-routes`)).json();
}

test("the table has every address that can be read", async () => {
  const gets = (await routes()).filter((route) => route.startsWith("GET ")).map((route) => route.slice(4));
  expect(Object.keys(reads).sort()).toEqual(gets.sort());
});

test.for(Object.values(reads).flat())("%s is kept as %s", async ([example, kind]) => {
  const path = example.replace(/:(\w+)/g, (_, name: string) => made[name] ?? name);
  const { etag, ...headers } = kinds[kind];
  const first = await daymark.fetch(path);
  for (const response of [first, await daymark.fetch(path, { method: "HEAD" })]) {
    for (const [name, value] of Object.entries(headers)) {
      const expected = value instanceof RegExp ? expect.stringMatching(value) : value;
      expect([name, response.headers.get(name)]).toEqual([name, expected]);
    }
    expect([response.headers.has("ETag"), response.status]).toEqual([etag, first.status]);
  }
  if (kind === "content" || kind === "build") {
    const known = { "If-None-Match": first.headers.get("ETag") ?? "" };
    const again = await daymark.fetch(path, { headers: known });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    for (const [name, value] of Object.entries(headers)) {
      const expected = value instanceof RegExp ? expect.stringMatching(value) : value;
      expect([name, again.headers.get(name)]).toEqual([name, expected]);
    }
  }
  if (kind !== "never") expect(first.status).toBe(200);
});

test("no other method's answer is ever kept, whether it is let in or not", async () => {
  const others = (await routes()).filter((route) => !route.startsWith("GET "));
  expect(others.length).toBeGreaterThan(20);
  for (const route of others) {
    const [method = "", path = ""] = route.split(" ");
    for (const headers of [{}, { Authorization: await daymark.token() }]) {
      const response = await daymark.fetch(path.replace(/:\w+/g, "nobody"), { method, headers });
      expect([route, response.headers.get("Cache-Control"), response.headers.get("Cache-Tag")]).toEqual([
        route,
        "no-store",
        null,
      ]);
    }
  }
});
