import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeIncident, makeMaintenance, makeMetric } from "../support/factories.ts";
import { dataURL, onePixelPNG } from "../support/images.ts";
import { kinds, reads } from "../support/reads.ts";
import { subscribers } from "../support/subscriptions.ts";

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
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: "Acme" } }));
  // Past the API, which would try a mail first.
  await daymark.db.exec("UPDATE settings SET email_enabled = 1, source_email_address = 'status@example.com'");
  const { subscriber_id: subscriberID, token } = await subscribers(() => daymark).confirmed();
  made = { subscriberID, token, componentID, incidentID, maintenanceID, metricID, logo: id };
});
afterAll(() => daymark.stop());

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
