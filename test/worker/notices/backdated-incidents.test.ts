import { afterAll, beforeAll, expect, test } from "vitest";
import type { ComponentStatus } from "../../../worker/components/domain.ts";
import type { ComponentUptime } from "../../../worker/components/schema.ts";
import type { IncidentChange, NewIncident } from "../../../worker/notices/incident/schema.ts";
import { DAY_MS, HOUR_MS } from "../../../worker/shared/time/domain.ts";
import { makeComponent, makeIncident } from "../../support/factories/factories.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

// The outages of an incident that is reported late count from its start. The changes themselves keep their times.

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ countsRows: true });
});
afterAll(() => daymark.stop());

const now = Date.now();
const ago = (milliseconds: number) => new Date(now - milliseconds).toISOString();

type Changes = [status: ComponentStatus, at: string][];

/** Creates a component with the given status changes; the first one dates its creation. */
async function makeComponentWith(changes: Changes) {
  const [, createdAt] = changes[0] ?? [];
  const { componentID } = await makeComponent(daymark);
  const { db } = daymark;
  await db.batch([
    db.prepare("DELETE FROM status_changes WHERE component_id = ?").bind(componentID),
    db
      .prepare("UPDATE components SET created_at = ?, status = ? WHERE component_id = ?")
      .bind(createdAt, changes.at(-1)?.[0], componentID),
    ...changes.map(([status, at]) =>
      db
        .prepare(
          "INSERT INTO status_changes (component_id, status, at, cause) VALUES (?, ?, ?, 'administrator')",
        )
        .bind(componentID, status, at),
    ),
  ]);
  return componentID;
}

async function changesOf(componentID: string): Promise<Changes> {
  const { results } = await daymark.db
    .prepare("SELECT status, at FROM status_changes WHERE component_id = ? ORDER BY at, id")
    .bind(componentID)
    .all<{ status: ComponentStatus; at: string }>();
  return results.map(({ status, at }) => [status, at]);
}

type Overrides = [status: ComponentStatus, from: string, to: string][];

async function overridesOf(componentID: string): Promise<Overrides> {
  const { results } = await daymark.db
    .prepare('SELECT status, "from", "to" FROM status_overrides WHERE component_id = ? ORDER BY id')
    .bind(componentID)
    .all<{ status: ComponentStatus; from: string; to: string }>();
  return results.map(({ status, from, to }) => [status, from, to]);
}

const uptimeOf = async (componentID: string): Promise<ComponentUptime> =>
  (await daymark.fetch(`/api/components/${componentID}/uptime`)).json();

const openIncident = (componentID: string, status: ComponentStatus, overrides: Partial<NewIncident> = {}) =>
  makeIncident(daymark, { components: [{ componentID, status }], ...overrides });
const updateIncident = (incidentID: string, json: IncidentChange) =>
  answer(daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json }));

const operational: Changes = [["Operational", ago(10 * DAY_MS)]];

test("an outage counts from a new incident's start, but not from before the component's last change", async () => {
  const stable = await makeComponentWith(operational);
  const { updatedAt } = await openIncident(stable, "Major Outage", { createdAt: ago(DAY_MS) });
  expect(await changesOf(stable)).toEqual([...operational, ["Major Outage", updatedAt]]);
  expect(await overridesOf(stable)).toEqual([["Major Outage", ago(DAY_MS), updatedAt]]);
  expect((await uptimeOf(stable)).uptime).toBeCloseTo(0.9, 3);
  const recentlyChanged = await makeComponentWith([...operational, ["Partial Outage", ago(2 * HOUR_MS)]]);
  await openIncident(recentlyChanged, "Major Outage", { createdAt: ago(DAY_MS) });
  expect((await overridesOf(recentlyChanged))[0]?.[1]).toBe(ago(2 * HOUR_MS));
});

test("a status that improves counts from now, even if the incident is backdated", async () => {
  const componentID = await makeComponentWith([...operational, ["Major Outage", ago(DAY_MS)]]);
  const incident = await openIncident(componentID, "Degraded Performance", { createdAt: ago(HOUR_MS) });
  expect((await changesOf(componentID)).at(-1)).toEqual(["Degraded Performance", incident.updatedAt]);
  expect(await overridesOf(componentID)).toEqual([]);
});

test("with a corrected createdAt, the outages of the first update count from then", async () => {
  const [api, web] = [await makeComponentWith(operational), await makeComponentWith(operational)];
  const { incidentID, createdAt } = await openIncident(api, "Major Outage");
  await updateIncident(incidentID, { components: [{ componentID: web, status: "Partial Outage" }] });
  expect((await uptimeOf(api)).uptime).toBeGreaterThan(0.999);
  await updateIncident(incidentID, { createdAt: ago(DAY_MS) });
  expect(await changesOf(api)).toEqual([...operational, ["Major Outage", createdAt]]);
  expect(await overridesOf(api)).toEqual([["Major Outage", ago(DAY_MS), createdAt]]);
  expect((await uptimeOf(api)).uptime).toBeCloseTo(0.9, 3);
  // A later update reported this component, so its outage starts with that update.
  expect(await overridesOf(web)).toEqual([]);
  // A second correction moves the outage again.
  await updateIncident(incidentID, { createdAt: ago(5 * HOUR_MS) });
  expect(await overridesOf(api)).toEqual([["Major Outage", ago(5 * HOUR_MS), createdAt]]);
});

test("a corrected start stays after the component's last change and before its own", async () => {
  const componentID = await makeComponentWith([...operational, ["Degraded Performance", ago(3 * DAY_MS)]]);
  const { incidentID, updatedAt } = await openIncident(componentID, "Major Outage", {
    createdAt: ago(5 * DAY_MS),
  });
  const startAfter = async (createdAt: string) => {
    await updateIncident(incidentID, { createdAt });
    const [[, from] = [], ...others] = await overridesOf(componentID);
    expect(others).toEqual([]);
    return from;
  };
  expect((await overridesOf(componentID))[0]?.[1]).toBe(ago(3 * DAY_MS));
  expect(await startAfter(ago(DAY_MS))).toBe(ago(DAY_MS));
  expect((await uptimeOf(componentID)).uptime).toBeCloseTo(0.9, 3);
  expect(await startAfter(ago(4 * DAY_MS))).toBe(ago(3 * DAY_MS));
  expect(await startAfter(new Date().toISOString())).toBe(updatedAt);
  expect((await uptimeOf(componentID)).uptime).toBeGreaterThan(0.999);
});

test("a PATCH with a past createdAt backdates the outages that it adds, and ends outages now", async () => {
  const [added, restored] = [await makeComponentWith(operational), await makeComponentWith(operational)];
  const { incidentID, createdAt } = await openIncident(restored, "Major Outage");
  const components = [{ componentID: added, status: "Partial Outage" as const }];
  const late = await updateIncident(incidentID, { createdAt: ago(DAY_MS), components });
  expect(await overridesOf(added)).toEqual([["Partial Outage", ago(DAY_MS), late.updatedAt]]);
  const { updatedAt } = await updateIncident(incidentID, {
    createdAt: ago(2 * DAY_MS),
    status: "Resolved",
    restoreComponents: true,
  });
  expect(await overridesOf(restored)).toEqual([["Major Outage", ago(2 * DAY_MS), createdAt]]);
  expect((await changesOf(restored)).slice(1)).toEqual([
    ["Major Outage", createdAt],
    ["Operational", updatedAt],
  ]);
  expect(await overridesOf(added)).toEqual([["Partial Outage", ago(2 * DAY_MS), late.updatedAt]]);
});

test("a correction counts although the component changed often since", async () => {
  const componentID = await makeComponentWith(operational);
  const { incidentID } = await openIncident(componentID, "Major Outage");
  for (const status of ["Operational", "Degraded Performance", "Operational", "Partial Outage"] as const)
    await answer(
      daymark.administrator.components[":componentID"].$patch({ param: { componentID }, json: { status } }),
    );
  await updateIncident(incidentID, { createdAt: ago(DAY_MS) });
  expect((await uptimeOf(componentID)).uptime).toBeCloseTo(0.9, 3);
});

test("the deletion of an incident gives back what it added to the past", async () => {
  const componentID = await makeComponentWith(operational);
  const { incidentID } = await openIncident(componentID, "Major Outage", { createdAt: ago(DAY_MS) });
  expect((await uptimeOf(componentID)).uptime).toBeCloseTo(0.9, 3);
  const headers = { Authorization: await daymark.token() };
  const path = `/api/incidents/${incidentID}?restoreComponents=true`;
  const response = await daymark.fetch(path, { method: "DELETE", headers });
  expect([response.status, await overridesOf(componentID)]).toEqual([204, []]);
  expect((await uptimeOf(componentID)).uptime).toBeGreaterThan(0.999);
});

test("correcting a start reads no more rows for a component with a long history", async () => {
  const longHistory: Changes = Array.from({ length: 400 }, (_, n) => [
    n % 2 ? "Degraded Performance" : "Operational",
    ago((500 - n) * DAY_MS),
  ]);
  const rowsRead = async (history: Changes) => {
    const { incidentID } = await openIncident(await makeComponentWith(history), "Major Outage");
    const response = await daymark.fetch(`/api/incidents/${incidentID}`, {
      method: "PATCH",
      headers: { Authorization: await daymark.token() },
      body: JSON.stringify({ createdAt: ago(HOUR_MS) }),
    });
    return [response.status, Number(response.headers.get("x-test-rows"))] as const;
  };
  const [shortStatus, shortRows] = await rowsRead(operational);
  const [, longRows] = await rowsRead(longHistory);
  expect(shortStatus).toBe(200);
  expect(shortRows).toBeGreaterThan(5); // shows that rows are counted at all
  // A lookup at the end of an index counts one row fewer, and random IDs decide which lookups are there.
  const TOLERATED_ROWS = 20;
  expect(longRows).toBeLessThanOrEqual(shortRows + TOLERATED_ROWS);
});
