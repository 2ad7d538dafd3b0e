import { afterAll, beforeAll, expect, test } from "vitest";
import type { Incident } from "../../worker/incidents/schema.ts";
import type { Maintenance } from "../../worker/maintenances/schema.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeApiKey, makeComponent, makeIncident, makeMaintenance } from "../support/factories.ts";

let daymark: Daymark;
let apiKey = "";
beforeAll(async () => {
  daymark = await startDaymark({ build: "faulty-worker" });
  apiKey = await makeApiKey(daymark);
});
afterAll(() => daymark.stop());

/** A change by a machine whose clock is behind what was posted last, or behind the present, so many milliseconds. */
async function change<T>(path: string, json: object, behind: number, last?: string): Promise<T> {
  const headers = {
    "x-api-key": apiKey,
    "x-test-now": new Date((last ? Date.parse(last) : Date.now()) - behind).toISOString(),
  };
  const response = await daymark.fetch(path, { method: "PATCH", headers, body: JSON.stringify(json) });
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

const times = (updates: { createdAt: string }[]) => updates.map(({ createdAt }) => createdAt);

test.for([100, 30_000])(
  "an update posted by a machine whose clock is %i ms behind is the newest, and the incident follows it",
  async (behind) => {
    const { componentID } = await makeComponent(daymark);
    const components = [{ componentID, status: "Major Outage" }] as const;
    const { incidentID } = await makeIncident(daymark, { components: [...components] });
    const path = `/api/v0/incidents/${incidentID}`;
    const identified = await change<Incident>(path, { status: "Identified", message: "Found it." }, 0);
    const resolved = await change<Incident>(
      path,
      {
        status: "Resolved",
        message: "It is over.",
        components: [{ componentID, status: "Operational" }],
      },
      behind,
      identified.updatedAt,
    );
    expect(resolved).toMatchObject({ status: "Resolved", message: "It is over." });
    expect(resolved.incidentUpdates.map(({ incidentStatus }) => incidentStatus)).toEqual([
      "Resolved",
      "Identified",
      "Investigating",
    ]);
    const [newest = "", before = ""] = times(resolved.incidentUpdates);
    expect(Date.parse(newest) - Date.parse(before)).toBe(1);
    expect(resolved.updatedAt > identified.updatedAt).toBe(true);
    const read = await answer(daymark.visitor.incidents[":incidentID"].$get({ param: { incidentID } }));
    expect(read).toEqual(resolved);
    const [mine] = (await answer(daymark.visitor.components.$get())).filter(
      (component) => component.componentID === componentID,
    );
    expect(mine?.status).toBe("Operational");
  },
);

test("three updates in one moment of a clock that stands still are in the order in which they were posted", async () => {
  const { incidentID } = await makeIncident(daymark);
  const messages = ["one", "two", "three"];
  const at = Date.now();
  for (const message of messages) {
    await change(`/api/v0/incidents/${incidentID}`, { message }, Date.now() - at + 60_000);
  }
  const { incidentUpdates } = await answer(
    daymark.visitor.incidents[":incidentID"].$get({ param: { incidentID } }),
  );
  expect(incidentUpdates.map(({ message }) => message)).toEqual([...messages.toReversed(), ""]);
  expect(new Set(times(incidentUpdates)).size).toBe(4);
});

test("an update whose time is edited stays where it is put, and the next one comes after the newest", async () => {
  const { incidentID } = await makeIncident(daymark, { createdAt: "2026-01-01T00:00:00.000Z" });
  const path = `/api/v0/incidents/${incidentID}`;
  const { incidentUpdates } = await change<Incident>(path, { status: "Identified" }, 0);
  const { incidentUpdateID = "" } = incidentUpdates[0] ?? {};
  const createdAt = "2026-01-01T12:00:00.000Z";
  const edited = await change<{ createdAt: string; updatedAt: string }>(
    `${path}/incidentupdates/${incidentUpdateID}`,
    { createdAt },
    100,
  );
  expect(edited.createdAt).toBe(createdAt);
  const resolved = await change<Incident>(path, { status: "Resolved" }, 100);
  expect(resolved.status).toBe("Resolved");
  expect(times(resolved.incidentUpdates).slice(1)).toEqual([createdAt, "2026-01-01T00:00:00.000Z"]);
});

test("the cron's step of a maintenance comes after the update before it, whichever clock it has", async () => {
  const startAt = new Date(Date.now() + 60_000).toISOString();
  const endAt = new Date(Date.now() + 120_000).toISOString();
  const { maintenanceID } = await makeMaintenance(daymark, { startAt, endAt });
  await change(`/api/v0/maintenances/${maintenanceID}`, { message: "Soon." }, 0);
  // The machine that runs the cron is half a minute behind.
  await daymark.fetch("/api/health", { headers: { "x-test-ahead": "-30000" } });
  await daymark.tick(startAt);
  await daymark.tick(endAt);
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
  expect(times(read.maintenanceUpdates)).toEqual(times(read.maintenanceUpdates).toSorted().toReversed());
  expect(new Set(times(read.maintenanceUpdates)).size).toBe(4);
});
