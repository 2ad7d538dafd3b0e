import fc from "fast-check";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type ComponentStatus, componentStatuses } from "../../../worker/components/domain.ts";
import type { Component, ComponentUptime } from "../../../worker/components/schema.ts";
import { DAY_MS, isoTime, MINUTE_MS } from "../../../worker/time/domain.ts";
import { answer, type Daymark, startDaymark } from "../../support/daymark.ts";
import { dump } from "../../support/dump.ts";
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
const IDS_PER_RUN = 5000;

const windows = [30, 60, 90, 365] as const;

interface History {
  componentID: string;
  createdAt: string;
  changes: Change[];
}

/** Inserts components and their changes as a version before the roll-up stored them. */
async function insert(histories: History[]) {
  const { db } = daymark;
  await db.batch(
    histories.flatMap(({ componentID, createdAt, changes }) => [
      db
        .prepare(
          `INSERT INTO components (component_id, name, description, status, "order", created_at, updated_at)
           VALUES (?1, 'Flaps', '', ?2, 1, ?3, ?3)`,
        )
        .bind(componentID, changes.at(-1)?.status ?? "Operational", createdAt),
      db
        .prepare(
          `INSERT INTO status_changes (component_id, status, at, cause)
           SELECT ?, value ->> 'status', value ->> 'at', 'administrator' FROM json_each(?) ORDER BY key`,
        )
        .bind(componentID, JSON.stringify([{ status: "Operational", at: createdAt }, ...changes])),
    ]),
  );
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

const throughID = (target: Daymark) =>
  readNumber(target, "SELECT max(through_id) AS n FROM roll_up_progress");

/** Runs the cron at the end of a UTC day. */
const cronTime = "2028-01-01T00:00:00.000Z";
const runCron = (target: Daymark) => target.runCron(cronTime);

async function rowsRead(target: Daymark, path: string, time: number): Promise<number> {
  const response = await target.fetch(path, {
    headers: { "x-test-now": await invalidateCache(target, time) },
  });
  expect([path, response.status]).toEqual([path, 200]);
  await response.arrayBuffer();
  return Number(response.headers.get("x-test-rows"));
}

const componentID = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 12, maxLength: 12 });

/** Histories of up to 400 days, with days of few and of many changes, also at midnight and at the same moment. */
const histories = (end: number): fc.Arbitrary<History> =>
  fc
    .record({
      componentID,
      age: fc.integer({ min: 0, max: 400 * DAY_MS }),
      days: fc.array(
        fc.record({
          back: fc.integer({ min: 0, max: 400 }),
          changes: fc.array(
            fc.tuple(
              fc.constantFrom(...componentStatuses),
              fc.oneof(
                fc.integer({ min: 0, max: DAY_MS - 1 }),
                fc.constantFrom(0, DAY_MS - 1, 12 * 60 * MINUTE_MS, 12 * 60 * MINUTE_MS + 1),
              ),
            ),
            { maxLength: 30 },
          ),
        }),
        { maxLength: 12 },
      ),
    })
    .map(({ componentID, age, days }) => ({
      componentID,
      createdAt: isoTime(end - age),
      changes: days
        .flatMap(({ back, changes }) =>
          changes.map(([status, time]) => ({
            status,
            at: isoTime((Math.floor(end / DAY_MS) - back) * DAY_MS + time),
          })),
        )
        .filter(({ at }) => at >= isoTime(end - age) && at <= isoTime(end))
        .sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)),
    }));

test("uptime and days equal those of a plain calculation, before and after the roll-up", async () => {
  const end = Date.parse("2026-11-21T14:37:20.123Z");
  const samples = fc.sample(histories(end), { numRuns: 20, seed: 13 });
  await insert(samples);
  const before = await countRows(daymark);
  await expectPlainUptimes(daymark, samples, end);
  await runCron(daymark);
  expect(await mostRowsPerDay(daymark)).toBe(MAX_ROWS_PER_DAY);
  expect(await countRows(daymark)).toBeLessThan(before / 2);
  await expectPlainUptimes(daymark, samples, end);
  // Later, the current status has lasted longer, and days have left the window.
  await expectPlainUptimes(daymark, samples, end + 11 * 60 * MINUTE_MS);
});

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

const flappingComponents = 8;
const flapsFrom = Date.parse("2026-11-18T02:00:30.500Z");
const flapsPerComponent = 3600;
/** Components that an older version changed every minute, each some milliseconds after the other. */
const olderHistories: History[] = Array.from({ length: flappingComponents }, (_, component) => ({
  componentID: `flapped${component}`,
  createdAt: isoTime(flapsFrom - 100 * DAY_MS),
  changes: Array.from({ length: flapsPerComponent }, (_, n) => ({
    status: n % 2 ? "Operational" : "Partial Outage",
    at: isoTime(flapsFrom + n * MINUTE_MS + component),
  })),
}));
const count = (to: number) =>
  `WITH RECURSIVE count(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM count WHERE n < ${to - 1})`;
const upgradeFrom = {
  migration: "0009_subscribe_clients.sql",
  statements: [
    `INSERT INTO components (component_id, name, description, status, "order", created_at, updated_at)
      ${count(flappingComponents)} SELECT 'flapped' || n, 'Flaps', '', 'Operational', n, '${olderHistories[0]?.createdAt}', '${olderHistories[0]?.createdAt}' FROM count`,
    `INSERT INTO status_changes (component_id, status, at, cause)
      ${count(flappingComponents * flapsPerComponent)}, change AS (
        SELECT n / ${flappingComponents} AS minute, n % ${flappingComponents} AS flapper, ${flapsFrom} + n / ${flappingComponents} * ${MINUTE_MS} + n % ${flappingComponents} AS time FROM count)
      SELECT 'flapped' || flapper, iif(minute % 2, 'Operational', 'Partial Outage'),
        strftime('%Y-%m-%dT%H:%M:%S', time / 1000, 'unixepoch') || printf('.%03dZ', time % 1000), 'incident:gone'
      FROM change ORDER BY time`,
  ],
};

test("an upgrade rolls up older changes in steps of a minute, a failed run changes nothing, and responses stay the same", async () => {
  const upgraded = await startDaymark({ countsRows: true, upgradeFrom });
  onTestFinished(() => upgraded.stop());
  const now = flapsFrom + 80 * DAY_MS;
  const [first, last] = [olderHistories[0], olderHistories[flappingComponents - 1]];
  const paths = ["/", "/components/flapped0", "/api/components/flapped0/uptime?days=365"];
  const read = async () => {
    const rows = [];
    for (const path of paths) rows.push(await rowsRead(upgraded, path, now));
    return rows;
  };
  await expectPlainUptimes(upgraded, olderHistories, now);
  const before = await read();
  expect(before.every((rows) => rows > flapsPerComponent)).toBe(true); // Otherwise the rows weren't counted.

  await upgraded.db.exec(
    "CREATE TRIGGER refuse BEFORE DELETE ON status_changes BEGIN SELECT raise(ABORT, 'refused'); END",
  );
  // A run also writes that it ran, unless that was written in the last ten minutes.
  await upgraded.db.prepare("INSERT INTO cron_runs (id, last_run_at) VALUES (1, ?)").bind(cronTime).run();
  const unchanged = await dump(upgraded);
  await expect(runCron(upgraded)).rejects.toThrow("exception");
  expect(await dump(upgraded)).toBe(unchanged);
  await upgraded.db.exec("DROP TRIGGER refuse");

  const steps = [];
  for (let doneID = -1; doneID < (await throughID(upgraded)); ) {
    doneID = await throughID(upgraded);
    const rows = await countRows(upgraded);
    await runCron(upgraded);
    const read: Record<string, number> = await (await upgraded.fetch("/x-test-cron")).json();
    steps.push({
      processed: (await throughID(upgraded)) - doneID,
      deleted: rows - (await countRows(upgraded)),
      read: Object.values(read).reduce((sum, each) => sum + each, 0),
      mostRead: Math.max(...Object.values(read)),
    });
    if (first && last) await expectPlainUptimes(upgraded, [first, last], now);
  }
  // The last step has nothing to do.
  const all = flappingComponents * flapsPerComponent;
  const full = Math.floor(all / IDS_PER_RUN);
  expect(steps.map(({ processed }) => processed)).toEqual([
    ...Array(full).fill(IDS_PER_RUN),
    all % IDS_PER_RUN,
    0,
  ]);
  expect(steps.filter(({ processed, deleted }) => deleted > processed)).toEqual([]);
  expect(Math.max(...steps.map(({ read }) => read))).toBeLessThan(40 * IDS_PER_RUN);
  expect(steps.at(-1)?.mostRead).toBeLessThan(5);
  // Each component has one row for each of the three days.
  expect([await countRows(upgraded), await mostRowsPerDay(upgraded)]).toEqual([flappingComponents * 3, 1]);
  await expectPlainUptimes(upgraded, olderHistories, now);
  const after = await read();
  expect(after.every((rows) => rows < 100)).toBe(true);

  const final = await dump(upgraded);
  await runCron(upgraded);
  expect(await dump(upgraded)).toBe(final);
});

test("the first change after an upgrade doesn't roll up the whole day, and loses nothing", async () => {
  const upgraded = await startDaymark({ countsRows: true, upgradeFrom });
  onTestFinished(() => upgraded.stop());
  const now = isoTime(flapsFrom + flapsPerComponent * MINUTE_MS);
  const headers = { "x-test-now": now, "x-api-key": await makeApiKey(upgraded, { scopes: ["notices"] }) };
  const body = JSON.stringify({ status: "Major Outage" });
  const response = await upgraded.fetch("/api/v0/components/flapped0", { method: "PATCH", headers, body });
  expect(Number(response.headers.get("x-test-rows"))).toBeLessThan(400);
  const histories = olderHistories.slice(0, 1).map((history) => ({
    ...history,
    changes: [...history.changes, { status: "Major Outage" as const, at: now }],
  }));
  await expectPlainUptimes(upgraded, histories, Date.parse(now));
});
