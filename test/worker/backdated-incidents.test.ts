import { afterAll, beforeAll, expect, test } from "vitest";
import type { ComponentStatus } from "../../worker/components/domain.ts";
import type { ComponentUptime } from "../../worker/components/schema.ts";
import type { IncidentChange, NewIncident } from "../../worker/incidents/schema.ts";
import { DAY_MS, HOUR_MS } from "../../worker/time/domain.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeIncident } from "../support/factories.ts";

// An incident that was noticed late dates what it made worse to its beginning, so that uptime is never greener than the truth.

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ build: "faulty-worker" });
});
afterAll(() => daymark.stop());

const now = Date.now();
const ago = (milliseconds: number) => new Date(now - milliseconds).toISOString();

type Changes = [status: ComponentStatus, at: string][];

/** A component with a past: what it was, and since when. */
async function componentOf(past: Changes) {
  const [, created] = past[0] ?? [];
  const { componentID } = await makeComponent(daymark);
  const { db } = daymark;
  await db.batch([
    db.prepare("DELETE FROM status_changes WHERE component_id = ?").bind(componentID),
    db
      .prepare("UPDATE components SET created_at = ?, status = ? WHERE component_id = ?")
      .bind(created, past.at(-1)?.[0], componentID),
    ...past.map(([status, at]) =>
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

const open = (componentID: string, status: ComponentStatus, more: Partial<NewIncident> = {}) =>
  makeIncident(daymark, { components: [{ componentID, status }], ...more });
const change = (incidentID: string, json: IncidentChange) =>
  answer(daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json }));

const fine: Changes = [["Operational", ago(10 * DAY_MS)]];

test("a POST dates what it makes worse to the incident's beginning, and no earlier than the last change", async () => {
  const quiet = await componentOf(fine);
  await open(quiet, "Major Outage", { createdAt: ago(DAY_MS) });
  expect(await changesOf(quiet)).toEqual([...fine, ["Major Outage", ago(DAY_MS)]]);
  const busy = await componentOf([...fine, ["Partial Outage", ago(2 * HOUR_MS)]]);
  await open(busy, "Major Outage", { createdAt: ago(DAY_MS) });
  expect((await changesOf(busy)).at(-1)).toEqual(["Major Outage", ago(2 * HOUR_MS)]);
});

test("what a late incident makes better counts from now on", async () => {
  const componentID = await componentOf([...fine, ["Major Outage", ago(DAY_MS)]]);
  const incident = await open(componentID, "Degraded Performance", { createdAt: ago(HOUR_MS) });
  expect((await changesOf(componentID)).at(-1)).toEqual(["Degraded Performance", incident.updatedAt]);
});

test("a PATCH of createdAt dates what the first update made worse, and uptime follows", async () => {
  const [api, web] = [await componentOf(fine), await componentOf(fine)];
  const { incidentID } = await open(api, "Major Outage");
  await expect.poll(() => Date.now()).toBeGreaterThan(now + 10);
  const { updatedAt } = await change(incidentID, {
    components: [{ componentID: web, status: "Partial Outage" }],
  });
  const before = await uptimeOf(api);
  expect(before.uptime).toBeGreaterThan(0.999);
  await change(incidentID, { createdAt: ago(DAY_MS) });
  expect(await changesOf(api)).toEqual([...fine, ["Major Outage", ago(DAY_MS)]]);
  expect((await uptimeOf(api)).uptime).toBeCloseTo(0.9, 3);
  // Named by a later update, it began with that one.
  expect((await changesOf(web)).at(-1)).toEqual(["Partial Outage", updatedAt]);
  // Corrected once more, it is dated once more.
  await change(incidentID, { createdAt: ago(5 * HOUR_MS) });
  expect(await changesOf(api)).toEqual([...fine, ["Major Outage", ago(5 * HOUR_MS)]]);
});

test("a corrected beginning lies between the changes before and after", async () => {
  const componentID = await componentOf([...fine, ["Degraded Performance", ago(3 * DAY_MS)]]);
  const { incidentID } = await open(componentID, "Major Outage", { createdAt: ago(2 * DAY_MS) });
  await daymark.db
    .prepare(
      "INSERT INTO status_changes (component_id, status, at, cause) VALUES (?, 'Operational', ?, 'administrator')",
    )
    .bind(componentID, ago(DAY_MS))
    .run();
  const moved = async (createdAt: string) => {
    await change(incidentID, { createdAt });
    return (await changesOf(componentID)).at(-2);
  };
  expect(await moved(ago(5 * DAY_MS))).toEqual(["Major Outage", ago(3 * DAY_MS)]);
  expect(await moved(ago(HOUR_MS))).toEqual(["Major Outage", ago(DAY_MS)]);
  expect(await changesOf(componentID)).toHaveLength(4);
});

test("a beginning that a POST could not date as early as it said is corrected, too", async () => {
  const last: Changes = [...fine, ["Degraded Performance", ago(3 * DAY_MS)]];
  const componentID = await componentOf(last);
  const { incidentID } = await open(componentID, "Major Outage", { createdAt: ago(5 * DAY_MS) });
  expect(await changesOf(componentID)).toEqual([...last, ["Major Outage", ago(3 * DAY_MS)]]);
  await change(incidentID, { createdAt: ago(DAY_MS) });
  expect(await changesOf(componentID)).toEqual([...last, ["Major Outage", ago(DAY_MS)]]);
  expect((await uptimeOf(componentID)).uptime).toBeCloseTo(0.9, 3);
});

test("components named with a past createdAt are dated to it, and what ends with it ends now", async () => {
  const [named, ended] = [await componentOf(fine), await componentOf(fine)];
  const { incidentID } = await open(ended, "Major Outage");
  const components = [{ componentID: named, status: "Partial Outage" as const }];
  await change(incidentID, { createdAt: ago(DAY_MS), components });
  expect((await changesOf(named)).at(-1)).toEqual(["Partial Outage", ago(DAY_MS)]);
  const { updatedAt } = await change(incidentID, {
    ...{ createdAt: ago(2 * DAY_MS), status: "Resolved", restoreComponents: true },
  });
  expect(await changesOf(ended)).toEqual([
    ...fine,
    ["Major Outage", ago(2 * DAY_MS)],
    ["Operational", updatedAt],
  ]);
});

test("what has been summed up is final, and a day that is summed up later counts the corrected beginning", async () => {
  const { administrator } = daymark;
  const set = (componentID: string, status: ComponentStatus) =>
    answer(administrator.components[":componentID"].$patch({ param: { componentID }, json: { status } }));
  const componentID = await componentOf(fine);
  const { incidentID } = await open(componentID, "Major Outage");
  await change(incidentID, { createdAt: ago(DAY_MS) });
  const flaps = ["Operational", "Degraded Performance", "Operational", "Degraded Performance", "Operational"];
  for (const status of flaps) await set(componentID, status as ComponentStatus);
  const { uptime } = await uptimeOf(componentID);
  expect(uptime).toBeCloseTo(0.9, 3);

  const summed = await componentOf(fine);
  const late = await open(summed, "Major Outage");
  for (const status of flaps) await set(summed, status as ComponentStatus);
  const before = await changesOf(summed);
  await change(late.incidentID, { createdAt: ago(DAY_MS) });
  expect(await changesOf(summed)).toEqual(before);
});

test("correcting a beginning reads no more rows for a component with a long past", async () => {
  const long: Changes = Array.from({ length: 400 }, (_, n) => [
    n % 2 ? "Degraded Performance" : "Operational",
    ago((500 - n) * DAY_MS),
  ]);
  const rows = async (past: Changes) => {
    const { incidentID } = await open(await componentOf(past), "Major Outage");
    const response = await daymark.fetch(`/api/incidents/${incidentID}`, {
      ...{ method: "PATCH", headers: { Authorization: await daymark.token() } },
      body: JSON.stringify({ createdAt: ago(HOUR_MS) }),
    });
    return [response.status, Number(response.headers.get("x-test-rows"))] as const;
  };
  const [short, ofLong] = [await rows(fine), await rows(long)];
  expect(short[0]).toBe(200);
  expect(short[1]).toBeGreaterThan(5); // or nobody has counted
  expect(ofLong[1]).toBeLessThanOrEqual(short[1] + 5);
});
