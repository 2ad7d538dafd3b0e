import { afterAll, beforeAll, expect, test } from "vitest";
import { type ComponentStatus, componentStatuses } from "../../../../worker/components/domain.ts";
import type { Component, ComponentUptime } from "../../../../worker/components/schema.ts";
import { isoTime, SECOND_MS } from "../../../../worker/shared/time/domain.ts";
import { makeApiKey, makeComponent, makeMaintenance } from "../../../support/factories/factories.ts";
import { answer, type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

// A component that changes more than 60 times an hour keeps about as many changes. It counts as out until it calms down.

let daymark: Daymark;
let key: string;
beforeAll(async () => {
  daymark = await startDaymark();
  key = await makeApiKey(daymark, { scopes: ["notices"] });
});
afterAll(() => daymark.stop());

async function call(method: string, path: string, body: object, now: number) {
  const response = await daymark.fetch(`/api/v0${path}`, {
    method,
    headers: { "x-api-key": key, "x-test-now": isoTime(now) },
    body: JSON.stringify(body),
  });
  expect([path, response.ok]).toEqual([path, true]);
  return response.json();
}

const countRows = () => daymark.db.prepare("SELECT count(*) AS n FROM status_changes").first<number>("n");

async function readMinutes(componentID: string, now: number): Promise<object[]> {
  const path = `/api/components/${componentID}/uptime?days=30`;
  const response = await daymark.fetch(path, { headers: { "x-test-now": isoTime(now) } });
  const { history }: ComponentUptime = await response.json();
  return history.map(({ minutes }) => minutes);
}

test("60 changes an hour count exactly, and then an outage lasts until the last change", async () => {
  const start = Date.parse("2027-03-01T10:00:00.000Z");
  const { componentID } = await call("POST", "/components", { name: "Flaps" }, start);
  const before = await countRows();
  const changeEvery20Seconds = async (first: number, last: number) => {
    for (let n = first; n <= last; n += 1) {
      const status = n % 2 ? "Major Outage" : "Operational";
      await call("PATCH", `/components/${componentID}`, { status }, start + n * 20 * SECOND_MS);
    }
  };
  await changeEvery20Seconds(1, 60);
  expect(await countRows()).toBe((before ?? 0) + 60);
  const afterHours = start + 10 * 3600 * SECOND_MS;
  expect(await readMinutes(componentID, afterHours)).toEqual([{ "Major Outage": 10 }]);
  await changeEvery20Seconds(61, 120);
  expect(await countRows()).toBe((before ?? 0) + 60);
  // The outage that began with the 59th change ends with the 120th.
  expect(await readMinutes(componentID, afterHours + 1)).toEqual([{ "Major Outage": Math.floor(1800 / 60) }]);
  // Hours later it is calm, and each change counts again.
  const change = (status: ComponentStatus, time: number) =>
    call("PATCH", `/components/${componentID}`, { status }, afterHours + time * SECOND_MS);
  await change("Major Outage", 60);
  await change("Operational", 120);
  await change("Major Outage", 180);
  await change("Operational", 240);
  expect(await countRows()).toBe((before ?? 0) + 64);
  expect(await readMinutes(componentID, afterHours + 3600 * SECOND_MS)).toEqual([{ "Major Outage": 32 }]);
});

test("components that an incident changes 80 times in a row have at most 65 rows each", async () => {
  const components: Component[] = [];
  for (let n = 0; n < 5; n += 1) components.push(await makeComponent(daymark));
  const now = Date.parse(components.at(-1)?.createdAt ?? "") + 1;
  const withStatus = (status: ComponentStatus) =>
    components.map(({ componentID }) => ({ componentID, status }));
  const before = (await countRows()) ?? 0;
  const body = { name: "Attack", status: "Investigating", components: withStatus("Major Outage") };
  const { incidentID } = await call("POST", "/incidents", body, now);
  const rowCounts = [];
  for (let n = 0; n < 80; n += 1) {
    // Cycles through all statuses.
    const status = componentStatuses[n % componentStatuses.length] ?? "Operational";
    await call("PATCH", `/incidents/${incidentID}`, { components: withStatus(status) }, now);
    rowCounts.push(((await countRows()) ?? 0) - before);
  }
  expect(Math.max(...rowCounts)).toBeLessThanOrEqual(5 * 64);
  expect(rowCounts.at(-1)).toBe(rowCounts.at(-2));
});

test("a maintenance restores a component's status, even after many changes", async () => {
  const { administrator } = daymark;
  const { componentID } = await makeComponent(daymark, { status: "Degraded Performance" });
  const components = [{ componentID, status: "Under Maintenance" as const }];
  for (let n = 0; n < 32; n += 1) {
    const { maintenanceID } = await makeMaintenance(daymark, { status: "In Progress", components });
    const param = { maintenanceID };
    await answer(
      administrator.maintenances[":maintenanceID"].$patch({ param, json: { status: "Completed" } }),
    );
  }
  const component = await answer(daymark.visitor.components[":componentID"].$get({ param: { componentID } }));
  expect(component.status).toBe("Degraded Performance");
});
