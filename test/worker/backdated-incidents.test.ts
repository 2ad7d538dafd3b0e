import { afterAll, beforeAll, expect, test } from "vitest";
import type { ComponentStatus } from "../../worker/components/domain.ts";
import type { ComponentUptime } from "../../worker/components/schema.ts";
import type { IncidentChange, NewIncident } from "../../worker/incidents/schema.ts";
import { DAY_MS, HOUR_MS } from "../../worker/time/domain.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeIncident } from "../support/factories.ts";

// An incident reported late backdates the outages that it reports to its start, so that uptime includes them.

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

const uptimeOf = async (componentID: string): Promise<ComponentUptime> =>
  (await daymark.fetch(`/api/components/${componentID}/uptime`)).json();

const openIncident = (componentID: string, status: ComponentStatus, overrides: Partial<NewIncident> = {}) =>
  makeIncident(daymark, { components: [{ componentID, status }], ...overrides });
const updateIncident = (incidentID: string, json: IncidentChange) =>
  answer(daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json }));

const operational: Changes = [["Operational", ago(10 * DAY_MS)]];

test("a new incident dates an outage to its start, but not before the component's last change", async () => {
  const stable = await makeComponentWith(operational);
  await openIncident(stable, "Major Outage", { createdAt: ago(DAY_MS) });
  expect(await changesOf(stable)).toEqual([...operational, ["Major Outage", ago(DAY_MS)]]);
  const recentlyChanged = await makeComponentWith([...operational, ["Partial Outage", ago(2 * HOUR_MS)]]);
  await openIncident(recentlyChanged, "Major Outage", { createdAt: ago(DAY_MS) });
  expect((await changesOf(recentlyChanged)).at(-1)).toEqual(["Major Outage", ago(2 * HOUR_MS)]);
});

test("a status that improves is dated to now, even if the incident is backdated", async () => {
  const componentID = await makeComponentWith([...operational, ["Major Outage", ago(DAY_MS)]]);
  const incident = await openIncident(componentID, "Degraded Performance", { createdAt: ago(HOUR_MS) });
  expect((await changesOf(componentID)).at(-1)).toEqual(["Degraded Performance", incident.updatedAt]);
});

test("changing createdAt moves the outages of the first update, and uptime follows", async () => {
  const [api, web] = [await makeComponentWith(operational), await makeComponentWith(operational)];
  const { incidentID } = await openIncident(api, "Major Outage");
  await expect.poll(() => Date.now()).toBeGreaterThan(now + 10);
  const { updatedAt } = await updateIncident(incidentID, {
    components: [{ componentID: web, status: "Partial Outage" }],
  });
  const before = await uptimeOf(api);
  expect(before.uptime).toBeGreaterThan(0.999);
  await updateIncident(incidentID, { createdAt: ago(DAY_MS) });
  expect(await changesOf(api)).toEqual([...operational, ["Major Outage", ago(DAY_MS)]]);
  expect((await uptimeOf(api)).uptime).toBeCloseTo(0.9, 3);
  // A later update reported this component, so its outage starts with that update.
  expect((await changesOf(web)).at(-1)).toEqual(["Partial Outage", updatedAt]);
  // A second correction moves the outage again.
  await updateIncident(incidentID, { createdAt: ago(5 * HOUR_MS) });
  expect(await changesOf(api)).toEqual([...operational, ["Major Outage", ago(5 * HOUR_MS)]]);
});

test("a corrected start stays between the component's changes before and after it", async () => {
  const componentID = await makeComponentWith([...operational, ["Degraded Performance", ago(3 * DAY_MS)]]);
  const { incidentID } = await openIncident(componentID, "Major Outage", { createdAt: ago(2 * DAY_MS) });
  await daymark.db
    .prepare(
      "INSERT INTO status_changes (component_id, status, at, cause) VALUES (?, 'Operational', ?, 'administrator')",
    )
    .bind(componentID, ago(DAY_MS))
    .run();
  const changeAfterMoving = async (createdAt: string) => {
    await updateIncident(incidentID, { createdAt });
    return (await changesOf(componentID)).at(-2);
  };
  expect(await changeAfterMoving(ago(5 * DAY_MS))).toEqual(["Major Outage", ago(3 * DAY_MS)]);
  expect(await changeAfterMoving(ago(HOUR_MS))).toEqual(["Major Outage", ago(DAY_MS)]);
  expect(await changesOf(componentID)).toHaveLength(4);
});

test("a start that creation had to clamp to a later time can still be corrected", async () => {
  const earlierChanges: Changes = [...operational, ["Degraded Performance", ago(3 * DAY_MS)]];
  const componentID = await makeComponentWith(earlierChanges);
  const { incidentID } = await openIncident(componentID, "Major Outage", { createdAt: ago(5 * DAY_MS) });
  expect(await changesOf(componentID)).toEqual([...earlierChanges, ["Major Outage", ago(3 * DAY_MS)]]);
  await updateIncident(incidentID, { createdAt: ago(DAY_MS) });
  expect(await changesOf(componentID)).toEqual([...earlierChanges, ["Major Outage", ago(DAY_MS)]]);
  expect((await uptimeOf(componentID)).uptime).toBeCloseTo(0.9, 3);
});

test("a PATCH with a past createdAt backdates the outages that it adds, and ends outages now", async () => {
  const [added, restored] = [await makeComponentWith(operational), await makeComponentWith(operational)];
  const { incidentID } = await openIncident(restored, "Major Outage");
  const components = [{ componentID: added, status: "Partial Outage" as const }];
  await updateIncident(incidentID, { createdAt: ago(DAY_MS), components });
  expect((await changesOf(added)).at(-1)).toEqual(["Partial Outage", ago(DAY_MS)]);
  const { updatedAt } = await updateIncident(incidentID, {
    ...{ createdAt: ago(2 * DAY_MS), status: "Resolved", restoreComponents: true },
  });
  expect(await changesOf(restored)).toEqual([
    ...operational,
    ["Major Outage", ago(2 * DAY_MS)],
    ["Operational", updatedAt],
  ]);
});

test("a correction doesn't change days that are already summed up, and counts in days summed up later", async () => {
  const { administrator } = daymark;
  const setStatus = (componentID: string, status: ComponentStatus) =>
    answer(administrator.components[":componentID"].$patch({ param: { componentID }, json: { status } }));
  const componentID = await makeComponentWith(operational);
  const { incidentID } = await openIncident(componentID, "Major Outage");
  await updateIncident(incidentID, { createdAt: ago(DAY_MS) });
  const flaps = ["Operational", "Degraded Performance", "Operational", "Degraded Performance", "Operational"];
  for (const status of flaps) await setStatus(componentID, status as ComponentStatus);
  const { uptime } = await uptimeOf(componentID);
  expect(uptime).toBeCloseTo(0.9, 3);

  const summedUp = await makeComponentWith(operational);
  const lateIncident = await openIncident(summedUp, "Major Outage");
  for (const status of flaps) await setStatus(summedUp, status as ComponentStatus);
  const before = await changesOf(summedUp);
  await updateIncident(lateIncident.incidentID, { createdAt: ago(DAY_MS) });
  expect(await changesOf(summedUp)).toEqual(before);
});

test("correcting a start reads no more rows for a component with a long history", async () => {
  const longHistory: Changes = Array.from({ length: 400 }, (_, n) => [
    n % 2 ? "Degraded Performance" : "Operational",
    ago((500 - n) * DAY_MS),
  ]);
  const rowsRead = async (history: Changes) => {
    const { incidentID } = await openIncident(await makeComponentWith(history), "Major Outage");
    const response = await daymark.fetch(`/api/incidents/${incidentID}`, {
      ...{ method: "PATCH", headers: { Authorization: await daymark.token() } },
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
