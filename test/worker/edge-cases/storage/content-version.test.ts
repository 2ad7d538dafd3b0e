import { afterAll, beforeAll, expect, test } from "vitest";
import { makeComponent, makeIncident, makeMaintenance } from "../../../support/factories/factories.ts";
import { dataURL, onePixelPNG } from "../../../support/factories/images.ts";
import { type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let daymark: Daymark;
let paths: Record<string, string>;
beforeAll(async () => {
  daymark = await startDaymark();
  const { componentID } = await makeComponent(daymark);
  const { incidentID, incidentUpdates } = await makeIncident(daymark);
  const { maintenanceID, maintenanceUpdates } = await makeMaintenance(daymark);
  paths = {
    component: `/api/components/${componentID}`,
    incident: `/api/incidents/${incidentID}`,
    "incident's update": `/api/incidents/${incidentID}/incidentupdates/${incidentUpdates[0]?.incidentUpdateID}`,
    maintenance: `/api/maintenances/${maintenanceID}`,
    "maintenance's update": `/api/maintenances/${maintenanceID}/maintenanceupdates/${maintenanceUpdates[0]?.maintenanceUpdateID}`,
  };
});
afterAll(() => daymark.stop());

const readVersion = () => daymark.db.prepare("SELECT version FROM content_version").first<number>("version");
const window = { startAt: "2030-01-01T10:00:00Z", endAt: "2030-01-01T12:00:00Z" };
const writes: [string, string, object?][] = [
  ["POST", "/api/components", { name: "New" }],
  ["PATCH", "component", { name: "Changed" }],
  ["POST", "/api/incidents", { name: "New", status: "Identified" }],
  ["PATCH", "incident", { name: "Changed" }],
  ["PATCH", "incident's update", { message: "Changed" }],
  ["POST", "/api/maintenances", { name: "New", status: "Scheduled", ...window }],
  ["PATCH", "maintenance", { name: "Changed" }],
  ["PATCH", "maintenance's update", { message: "Changed" }],
  ["PATCH", "/api/settings", { serviceName: "Changed" }],
  ["POST", "/api/settings/logos", { data: dataURL(onePixelPNG) }],
  ["DELETE", "maintenance"],
  ["DELETE", "incident"],
  ["DELETE", "component"],
];

// Isolates notice changes only by this number.
test.for(writes)("%s %s raises the content version", async ([method, path, body]) => {
  const before = Math.max((await readVersion()) ?? 0, Date.now() - 1);
  const response = await daymark.fetch(paths[path] ?? path, {
    method,
    headers: { Authorization: await daymark.token() },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.ok).toBe(true);
  expect(await readVersion()).toBeGreaterThan(before);
});

test("writes that visitors can't see leave the content version unchanged", async () => {
  const before = await readVersion();
  const Authorization = await daymark.token();
  const creation = await daymark.fetch("/api/settings/apikeys", {
    method: "POST",
    headers: { Authorization },
  });
  expect(creation.status).toBe(201);
  await daymark.runCron("2001-01-01T00:00:00Z");
  expect(await readVersion()).toBe(before);
});
