import { afterAll, beforeAll, expect, test } from "vitest";
import { type ComponentStatus, componentStatuses } from "../../../worker/components/domain.ts";
import type { Component, ComponentUptime } from "../../../worker/components/schema.ts";
import { DAY_MS, isoTime, MINUTE_MS } from "../../../worker/time/domain.ts";
import { answer, type Daymark, startDaymark } from "../../support/daymark.ts";
import { type Change, expectedUptime } from "../../support/expected-uptime.ts";
import { makeApiKey, makeComponent, makeMaintenance } from "../../support/factories.ts";

let daymark: Daymark;
let key: string;
beforeAll(async () => {
  daymark = await startDaymark({ countsRows: true });
  key = await makeApiKey(daymark, { scopes: ["notices"] });
});
afterAll(() => daymark.stop());

/** The product's limit of rows for one component and UTC day. */
const MAX_ROWS_PER_DAY = 4;

const windows = [30, 60, 90, 365] as const;

interface History {
  componentID: string;
  createdAt: string;
  changes: Change[];
}

let skippedSeconds = 0;
/** Changes the content version, so that responses aren't served from memory, and returns a time shortly after `time`. */
async function invalidateCache({ db }: Daymark, time: number): Promise<string> {
  await db.exec(
    "INSERT INTO content_version (id, version) VALUES (1, 1) ON CONFLICT DO UPDATE SET version = version + 1",
  );
  skippedSeconds += 2;
  return isoTime(time + 1000 * skippedSeconds);
}

async function expectPlainUptimes(target: Daymark, histories: History[], time: number) {
  const now = await invalidateCache(target, time);
  for (const history of histories)
    for (const days of windows) {
      const path = `/api/components/${history.componentID}/uptime?days=${days}`;
      const uptime: ComponentUptime = await (
        await target.fetch(path, { headers: { "x-test-now": now } })
      ).json();
      const expected = expectedUptime(history, days, now);
      expect(uptime).toEqual({ componentID: history.componentID, days, ...expected });
    }
}

async function readNumber({ db }: Daymark, query: string): Promise<number> {
  return Number(await db.prepare(query).first<number>("n"));
}

const mostRowsPerDay = (target: Daymark) =>
  readNumber(
    target,
    "SELECT max(n) AS n FROM (SELECT count(*) AS n FROM status_changes GROUP BY component_id, substr(at, 1, 10))",
  );

const countRows = (target: Daymark) => readNumber(target, "SELECT count(*) AS n FROM status_changes");

async function rowsRead(target: Daymark, path: string, time: number): Promise<number> {
  const response = await target.fetch(path, {
    headers: { "x-test-now": await invalidateCache(target, time) },
  });
  expect([path, response.status]).toEqual([path, 200]);
  await response.arrayBuffer();
  return Number(response.headers.get("x-test-rows"));
}

/** Cycles through all statuses. */
const flap = (n: number): ComponentStatus => componentStatuses[n % componentStatuses.length] ?? "Operational";

async function call(method: string, path: string, body: object | undefined, now: string) {
  const response = await daymark.fetch(`/api/v0${path}`, {
    method,
    headers: { "x-api-key": key, "x-test-now": now },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect([path, response.ok]).toEqual([path, true]);
  return response.status === 204 ? undefined : await response.json();
}

test("a component that changes often has at most four rows a day, and its uptime is exact", async () => {
  const start = Date.parse("2027-03-01T21:10:00.000Z");
  const component = await call("POST", "/components", { name: "Flaps" }, isoTime(start));
  const history: History = { componentID: component.componentID, createdAt: isoTime(start), changes: [] };
  let now = start;
  for (let n = 1; n <= 60; n += 1) {
    now += n === 30 ? 5 * DAY_MS : (n * 7_919_333) % (17 * MINUTE_MS);
    // Every sixth change is a backdated incident, which is never dated before the change before it.
    const at = n % 6 === 0 ? now - ((n * 3_000_017) % (40 * MINUTE_MS)) : now;
    const last = Date.parse(history.changes.at(-1)?.at ?? history.createdAt);
    const [componentID, status] = [history.componentID, flap(n)];
    if (at === now) await call("PATCH", `/components/${componentID}`, { status }, isoTime(now));
    else
      await call(
        "POST",
        "/incidents",
        { name: "Late", status: "Resolved", createdAt: isoTime(at), components: [{ componentID, status }] },
        isoTime(now),
      );
    const before = history.changes.at(-1)?.status ?? "Operational";
    const isWorse = componentStatuses.indexOf(status) > componentStatuses.indexOf(before);
    history.changes.push({ status, at: isoTime(isWorse ? Math.max(at, last) : now) });
    expect(await mostRowsPerDay(daymark)).toBeLessThanOrEqual(MAX_ROWS_PER_DAY);
    if (n % 10 === 0) await expectPlainUptimes(daymark, [history], now);
  }
});

test("100 components that change 60 times have 400 rows, also after the incident's deletion, and the page reads no more", async () => {
  const components: Component[] = [];
  for (let n = 0; n < 100; n += 1) components.push(await makeComponent(daymark));
  const time = Date.parse(components.at(-1)?.createdAt ?? "") + 1;
  const at = isoTime(time);
  const withStatus = (status: ComponentStatus) =>
    components.map(({ componentID }) => ({ componentID, status }));
  const before = { rows: await countRows(daymark), read: await rowsRead(daymark, "/", time) };
  const body = { name: "Attack", status: "Investigating", components: withStatus("Major Outage") };
  const { incidentID } = await call("POST", "/incidents", body, at);
  const rowCounts = [];
  for (let n = 0; n < 60; n += 1) {
    await call("PATCH", `/incidents/${incidentID}`, { components: withStatus(flap(n)) }, at);
    rowCounts.push(await countRows(daymark));
  }
  await call("DELETE", `/incidents/${incidentID}`, undefined, at);
  rowCounts.push(await countRows(daymark));
  // Each component had one row before, from its creation.
  const newRows = 100 * (MAX_ROWS_PER_DAY - 1);
  expect(Math.max(...rowCounts)).toBe(before.rows + newRows);
  expect(await rowsRead(daymark, "/", time)).toBeLessThanOrEqual(before.read + newRows);
});

test("a maintenance restores a component's status, even after many changes on the same day", async () => {
  const { administrator } = daymark;
  const { componentID } = await makeComponent(daymark, { status: "Degraded Performance" });
  const components = [{ componentID, status: "Under Maintenance" as const }];
  for (let n = 0; n < 7; n += 1) {
    const { maintenanceID } = await makeMaintenance(daymark, { status: "In Progress", components });
    await answer(
      administrator.maintenances[":maintenanceID"].$patch({
        param: { maintenanceID },
        json: { status: "Completed" },
      }),
    );
    const all = await answer(daymark.visitor.components.$get());
    expect(all.find((component) => component.componentID === componentID)?.status).toBe(
      "Degraded Performance",
    );
    expect(await mostRowsPerDay(daymark)).toBeLessThanOrEqual(MAX_ROWS_PER_DAY);
  }
});
