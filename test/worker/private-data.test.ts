import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import {
  makeApiKey,
  makeComponent,
  makeIncident,
  makeMaintenance,
  makeMetric,
} from "../support/factories.ts";
import { dataURL, onePixelPNG } from "../support/images.ts";
import { plantMarkers } from "../support/private-markers.ts";
import { reads } from "../support/reads.ts";

const marker = "PrivateMarker7";
const secrets = { AWS_ACCESS_KEY_ID: `${marker}id`, AWS_SECRET_ACCESS_KEY: `${marker}secret` };

let daymark: Daymark;
let made: Record<string, string>;
let planted: string[];
beforeAll(async () => {
  daymark = await startDaymark({ build: "faulty-worker", vars: secrets });
  const { administrator } = daymark;
  const { componentID } = await makeComponent(daymark, { name: "PublicMarker" });
  const components = [{ componentID, status: "Partial Outage" as const }];
  const { incidentID } = await makeIncident(daymark, { name: "PublicMarker", components });
  const { maintenanceID } = await makeMaintenance(daymark, { name: "PublicMarker", components });
  const hidden = { title: `${marker}title`, unit: `${marker}unit`, description: `${marker}description` };
  const { metricID: hiddenID } = await makeMetric(daymark, hidden);
  const { metricID } = await makeMetric(daymark, { title: "PublicMarker", status: "Visible" });
  await makeApiKey(daymark);
  const logo = await answer(administrator.settings.logos.$post({ json: { data: dataURL(onePixelPNG) } }));
  made = { componentID, incidentID, maintenanceID, metricID, hiddenID, logo: logo.id };
  planted = await plantMarkers(daymark.db, marker);
});
afterAll(() => daymark.stop());

/** All that an answer says. */
async function said(path: string, init?: RequestInit): Promise<string> {
  const response = await daymark.fetch(path, init);
  return JSON.stringify([response.status, [...response.headers], await response.text()]);
}

const pathsOf = (example: string) => {
  const path = example.replace(/:(\w+)/g, (_, name: string) => made[name] ?? name);
  return path.includes(made.metricID ?? "?")
    ? [path, path.replace(made.metricID ?? "", made.hiddenID ?? "")]
    : [path];
};

test("every private text of the database has a marker", () => {
  expect(planted).toEqual(
    expect.arrayContaining([
      "metrics.props",
      "metrics.collection_error",
      "api_keys.value",
      "api_keys.hash",
      "settings.source_email_address",
      "subscribers.email_address",
      "subscribers.token",
      "subscribers.address_key",
      "subscribers.old_token_hash",
      "mail_deliveries.error",
    ]),
  );
});

test("an administrator sees what is private, so that it is there to be seen", async () => {
  const Authorization = await daymark.token();
  for (const path of ["/api/metrics", "/api/settings"]) {
    // A marker is not what the description says, so that the answer is not held to it.
    const response = await fetch(daymark.url + path, { headers: { Authorization } });
    expect(await response.text()).toContain(marker);
  }
});

test.for(Object.values(reads).flatMap((examples) => examples.map(([example]) => example)))(
  "nothing private is in %s, whether D1 answers or not",
  async (example) => {
    for (const path of pathsOf(example)) {
      for (const headers of [
        {},
        { Authorization: "Bearer forged", "x-api-key": "k".repeat(40) },
        { "x-test-break-d1": "all", "x-test-now": "2096-01-01T00:00:00.000Z" },
        { "x-test-break-r2": "all" },
      ])
        expect(await said(path, { headers })).not.toContain(marker);
    }
  },
);

test("what is public is in the answers that were searched", async () => {
  const all = await Promise.all(
    Object.values(reads).flatMap((examples) =>
      examples.flatMap(([example]) => pathsOf(example)).map((path) => said(path)),
    ),
  );
  expect(all.filter((text) => text.includes("PublicMarker")).length).toBeGreaterThan(12);
});

test("snapshots hold nothing private either", async () => {
  await daymark.fetch("/");
  await expect.poll(() => daymark.files.head("snapshots/")).not.toBeNull();
  const { objects } = await daymark.files.list({ prefix: "snapshots/" });
  for (const { key } of objects) expect(await (await daymark.files.get(key))?.text()).not.toContain(marker);
});

test("nothing private is in the log, also where D1 fails at something private", async () => {
  const headers = { "x-test-break-d1": "2" };
  await daymark.db.exec("UPDATE settings SET email_enabled = 1");
  const body = JSON.stringify({ emailAddress: `${marker}@example.com` });
  const response = await daymark.fetch("/api/subscribers/subscribe", { method: "POST", headers, body });
  expect(response.status).toBe(503);
  await expect.poll(() => daymark.logs.join("\n")).toContain("no such table");
  expect(daymark.logs.join("\n")).not.toContain(marker);
});
