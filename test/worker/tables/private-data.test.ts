import { afterAll, beforeAll, expect, test } from "vitest";
import {
  makeApiKey,
  makeComponent,
  makeGroup,
  makeIncident,
  makeMaintenance,
  makeMetric,
} from "../../support/factories/factories.ts";
import { dataURL, onePixelPNG } from "../../support/factories/images.ts";
import { reads } from "../../support/readers/all-reads.ts";
import { plantMarkers } from "../../support/readers/private-markers.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

const marker = "PrivateMarker7";
const secrets = { AWS_ACCESS_KEY_ID: `${marker}id`, AWS_SECRET_ACCESS_KEY: `${marker}secret` };

let daymark: Daymark;
let fixtureIDs: Record<string, string>;
let markedColumns: string[];
beforeAll(async () => {
  daymark = await startDaymark({ vars: secrets });
  const { administrator } = daymark;
  const { groupID } = await makeGroup(daymark, { name: "PublicMarker" });
  const { componentID } = await makeComponent(daymark, { name: "PublicMarker", groupID });
  const components = [{ componentID, status: "Partial Outage" as const }];
  const { incidentID } = await makeIncident(daymark, { name: "PublicMarker", components });
  const { maintenanceID } = await makeMaintenance(daymark, { name: "PublicMarker", components });
  const hidden = { title: `${marker}title`, unit: `${marker}unit`, description: `${marker}description` };
  const { metricID: hiddenID } = await makeMetric(daymark, hidden);
  const { metricID } = await makeMetric(daymark, { title: "PublicMarker", status: "Visible" });
  await makeApiKey(daymark);
  const logo = await answer(administrator.settings.logos.$post({ json: { data: dataURL(onePixelPNG) } }));
  fixtureIDs = { componentID, groupID, incidentID, maintenanceID, metricID, hiddenID, logo: logo.id };
  markedColumns = await plantMarkers(daymark.db, marker);
});
afterAll(() => daymark.stop());

/** The status, headers and body. */
async function readWholeResponse(path: string, init?: RequestInit): Promise<string> {
  const response = await daymark.fetch(path, init);
  return JSON.stringify([response.status, [...response.headers], await response.text()]);
}

/** The private columns, such as `components.note`, and other private texts. */
const shownIn = (text: string) => [
  ...new Set(
    [...text.matchAll(/PrivateMarker7(?:x([a-z_]+?)x([a-z_]+)x\d|\w*)/g)].map(([found, table, column]) =>
      table === undefined ? found : `${table}.${column}`,
    ),
  ),
];
const advice = (path: string) =>
  `${path} shows these. Take them out of the schema of that response. If visitors may see a column, add it to publicColumns in test/support/readers/private-markers.ts`;

const pathsOf = (example: string) => {
  const path = example.replace(/:(\w+)/g, (_, name: string) => fixtureIDs[name] ?? name);
  return path.includes(fixtureIDs.metricID ?? "?")
    ? [path, path.replace(fixtureIDs.metricID ?? "", fixtureIDs.hiddenID ?? "")]
    : [path];
};

test("every private column of the database has a marker", () => {
  expect(markedColumns).toEqual(
    expect.arrayContaining([
      "metrics.props",
      "metrics.collection_error",
      "metrics.collection_note",
      "api_keys.encrypted_value",
      "api_keys.hash",
      "settings.source_email_address",
      "subscribers.email_address",
      "subscribers.address_key",
      "deliveries.error",
    ]),
  );
});

test("an administrator sees the markers, so that the other tests can find them", async () => {
  const Authorization = await daymark.token();
  for (const path of ["/api/metrics", "/api/settings"]) {
    // `daymark.fetch` would check the response against the OpenAPI description, which markers don't match.
    const response = await fetch(daymark.url + path, { headers: { Authorization } });
    expect(await response.text()).toContain(marker);
  }
});

test.for(Object.values(reads).flatMap((examples) => examples.map(([example]) => example)))(
  "%s has no private data, even if D1 or R2 is down",
  async (example) => {
    for (const path of pathsOf(example)) {
      for (const headers of [
        {},
        { Authorization: "Bearer forged", "x-api-key": "k".repeat(40) },
        { "x-test-break-d1": "all", "x-test-now": "2096-01-01T00:00:00.000Z" },
        { "x-test-break-r2": "all" },
      ])
        expect(shownIn(await readWholeResponse(path, { headers })), advice(path)).toEqual([]);
    }
  },
);

test("public data is in the responses, so that the search above covers real content", async () => {
  const responses = await Promise.all(
    Object.values(reads).flatMap((examples) =>
      examples.flatMap(([example]) => pathsOf(example)).map((path) => readWholeResponse(path)),
    ),
  );
  expect(responses.filter((text) => text.includes("PublicMarker")).length).toBeGreaterThan(12);
});

test("snapshots have no private data", async () => {
  await daymark.fetch("/");
  await expect.poll(() => daymark.files.head("snapshots/")).not.toBeNull();
  const { objects } = await daymark.files.list({ prefix: "snapshots/" });
  for (const { key } of objects)
    expect(shownIn((await (await daymark.files.get(key))?.text()) ?? ""), advice(key)).toEqual([]);
});

test("the log has no private data, even if a statement with an email address fails", async () => {
  const headers = { "x-test-break-d1": "2" };
  await daymark.db.exec("UPDATE settings SET email_enabled = 1, endpoints_enabled = 1");
  const body = JSON.stringify({ emailAddress: `${marker}@example.com` });
  const response = await daymark.fetch("/api/subscribers/subscribe", { method: "POST", headers, body });
  expect(response.status).toBe(503);
  await expect.poll(() => daymark.logs.join("\n")).toContain("no such table");
  expect(daymark.logs.join("\n")).not.toContain(marker);
});
