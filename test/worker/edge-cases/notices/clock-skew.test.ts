import { afterAll, beforeAll, expect, test } from "vitest";
import type { Incident } from "../../../../worker/notices/incident/schema.ts";
import type { Maintenance } from "../../../../worker/notices/maintenance/schema.ts";
import { MINUTE_MS } from "../../../../worker/shared/time/domain.ts";
import {
  makeApiKey,
  makeComponent,
  makeIncident,
  makeMaintenance,
} from "../../../support/factories/factories.ts";
import { answer, type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let daymark: Daymark;
let apiKey = "";
beforeAll(async () => {
  daymark = await startDaymark();
  apiKey = await makeApiKey(daymark);
});
afterAll(() => daymark.stop());

/** Sends a PATCH with the Worker's clock `behindMs` behind the last update's time, or behind the present. */
async function patch<T>(path: string, json: object, behindMs: number, lastUpdateAt?: string): Promise<T> {
  const headers = {
    "x-api-key": apiKey,
    "x-test-now": new Date((lastUpdateAt ? Date.parse(lastUpdateAt) : Date.now()) - behindMs).toISOString(),
  };
  const response = await daymark.fetch(path, { method: "PATCH", headers, body: JSON.stringify(json) });
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

const creationTimes = (updates: { createdAt: string }[]) => updates.map(({ createdAt }) => createdAt);

test.for([100, 30_000])(
  "an update posted with a clock that is %i ms behind is still the newest, and the incident has its status",
  async (behindMs) => {
    const { componentID } = await makeComponent(daymark);
    const components = [{ componentID, status: "Major Outage" }] as const;
    const { incidentID } = await makeIncident(daymark, { components: [...components] });
    const path = `/api/v0/incidents/${incidentID}`;
    const identified = await patch<Incident>(path, { status: "Identified", message: "Found it." }, 0);
    const resolved = await patch<Incident>(
      path,
      {
        status: "Resolved",
        message: "It is over.",
        components: [{ componentID, status: "Operational" }],
      },
      behindMs,
      identified.updatedAt,
    );
    expect(resolved).toMatchObject({ status: "Resolved", message: "It is over." });
    expect(resolved.incidentUpdates.map(({ incidentStatus }) => incidentStatus)).toEqual([
      "Resolved",
      "Identified",
      "Investigating",
    ]);
    const [newest = "", before = ""] = creationTimes(resolved.incidentUpdates);
    expect(Date.parse(newest) - Date.parse(before)).toBe(1);
    expect(resolved.updatedAt > identified.updatedAt).toBe(true);
    const read = await answer(daymark.visitor.incidents[":incidentID"].$get({ param: { incidentID } }));
    expect(read).toEqual(resolved);
    const [component] = (await answer(daymark.visitor.components.$get())).filter(
      (component) => component.componentID === componentID,
    );
    expect(component?.status).toBe("Operational");
  },
);

test("three updates posted at the same millisecond keep the order in which they were posted", async () => {
  const { incidentID } = await makeIncident(daymark);
  const messages = ["one", "two", "three"];
  const startMs = Date.now();
  for (const message of messages) {
    await patch(`/api/v0/incidents/${incidentID}`, { message }, Date.now() - startMs + MINUTE_MS);
  }
  const { incidentUpdates } = await answer(
    daymark.visitor.incidents[":incidentID"].$get({ param: { incidentID } }),
  );
  expect(incidentUpdates.map(({ message }) => message)).toEqual([...messages.toReversed(), ""]);
  expect(new Set(creationTimes(incidentUpdates)).size).toBe(4);
});

test("an edited update keeps its new time, and the next update comes after the newest", async () => {
  const { incidentID } = await makeIncident(daymark, { createdAt: "2026-01-01T00:00:00.000Z" });
  const path = `/api/v0/incidents/${incidentID}`;
  const { incidentUpdates } = await patch<Incident>(path, { status: "Identified" }, 0);
  const { incidentUpdateID = "" } = incidentUpdates[0] ?? {};
  const createdAt = "2026-01-01T12:00:00.000Z";
  const edited = await patch<{ createdAt: string; updatedAt: string }>(
    `${path}/incidentupdates/${incidentUpdateID}`,
    { createdAt },
    100,
  );
  expect(edited.createdAt).toBe(createdAt);
  const resolved = await patch<Incident>(path, { status: "Resolved" }, 100);
  expect(resolved.status).toBe("Resolved");
  expect(creationTimes(resolved.incidentUpdates).slice(1)).toEqual([createdAt, "2026-01-01T00:00:00.000Z"]);
});

test("an update by the cron comes after the update before it, even if the cron's clock is behind", async () => {
  const startAt = new Date(Date.now() + MINUTE_MS).toISOString();
  const endAt = new Date(Date.now() + 2 * MINUTE_MS).toISOString();
  const { maintenanceID } = await makeMaintenance(daymark, { startAt, endAt });
  await patch(`/api/v0/maintenances/${maintenanceID}`, { message: "Soon." }, 0);
  // The cron's clock is half a minute behind.
  await daymark.fetch("/api/health", { headers: { "x-test-ahead": "-30000" } });
  await daymark.runCron(startAt);
  await daymark.runCron(endAt);
  await daymark.fetch("/api/health", { headers: { "x-test-ahead": "0" } });
  const read: Maintenance = await answer(
    daymark.visitor.maintenances[":maintenanceID"].$get({ param: { maintenanceID } }),
  );
  expect(read.status).toBe("Completed");
  expect(read.maintenanceUpdates.map(({ maintenanceStatus }) => maintenanceStatus)).toEqual([
    "Completed",
    "In Progress",
    "Scheduled",
    "Scheduled",
  ]);
  expect(creationTimes(read.maintenanceUpdates)).toEqual(
    creationTimes(read.maintenanceUpdates).toSorted().toReversed(),
  );
  expect(new Set(creationTimes(read.maintenanceUpdates)).size).toBe(4);
});
