import { afterAll, beforeAll, expect, test } from "vitest";
import type { ComponentUptime } from "../../worker/components/schema.ts";
import { DAY_MS } from "../../worker/time/domain.ts";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeIncident } from "../support/factories.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ build: "faulty-worker" });
});
afterAll(() => daymark.stop());

const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

/** As if it had been there for so long. */
async function olderBy(days: number, componentID: string) {
  const createdAt = ago(days);
  await daymark.db.batch([
    daymark.db
      .prepare("UPDATE components SET created_at = ? WHERE component_id = ?")
      .bind(createdAt, componentID),
    daymark.db
      .prepare("UPDATE status_changes SET at = ? WHERE component_id = ?")
      .bind(createdAt, componentID),
  ]);
}

async function uptimeOf(componentID: string, query = ""): Promise<ComponentUptime> {
  return (await daymark.fetch(`/api/components/${componentID}/uptime${query}`)).json();
}

test("an incident that was noticed late counts from when it began", async () => {
  const { componentID } = await makeComponent(daymark);
  await olderBy(100, componentID);
  const begun = ago(9);
  const components = [{ componentID, status: "Major Outage" as const }];
  await makeIncident(daymark, { createdAt: begun, components });
  const told = await uptimeOf(componentID);
  expect(told).toMatchObject({ componentID, days: 90, since: `${ago(89).slice(0, 10)}T00:00:00.000Z` });
  expect(told.history).toHaveLength(90);
  const counted = Date.now() - Date.parse(told.since);
  expect(told.uptime).toBeCloseTo(1 - (9 * DAY_MS) / counted, 5);
  expect(told.history.filter(({ worst }) => worst === "Major Outage").map(({ date }) => date)).toEqual(
    Array.from({ length: 10 }, (_, n) => ago(9 - n).slice(0, 10)),
  );
  const beginning = told.history.find(({ date }) => date === begun.slice(0, 10));
  const midnight = Date.parse(`${begun.slice(0, 10)}T00:00:00Z`) + DAY_MS;
  expect(beginning?.minutes).toEqual({
    "Major Outage": Math.floor((midnight - Date.parse(begun)) / 60_000),
  });
});

test("a component is not blamed for an incident that began before it existed", async () => {
  const { componentID, createdAt } = await makeComponent(daymark);
  await makeIncident(daymark, {
    createdAt: ago(30),
    components: [{ componentID, status: "Partial Outage" }],
  });
  const { since, history } = await uptimeOf(componentID);
  expect(since).toBe(createdAt);
  expect(history.map(({ date }) => date)).toEqual([createdAt.slice(0, 10)]);
});

test("30, 60, 90 and 365 days can be asked for, and each begins on a day of its own", async () => {
  const { componentID } = await makeComponent(daymark);
  await olderBy(400, componentID);
  await daymark.administrator.components[":componentID"].$patch({
    param: { componentID },
    json: { status: "Degraded Performance" },
  });
  for (const days of [30, 60, 90, 365]) {
    const told = await uptimeOf(componentID, `?days=${days}`);
    expect([told.days, told.history.length, told.uptime]).toEqual([days, days, 1]);
    expect(told.history[0]?.date).toBe(ago(days - 1).slice(0, 10));
    expect(told.history.at(-1)).toMatchObject({ worst: "Degraded Performance" });
  }
});

test.for(["", "0", "7", "91", "090", "9e1", "all"])("?days=%s is refused", async (days) => {
  const { componentID } = await makeComponent(daymark);
  const response = await daymark.fetch(`/api/components/${componentID}/uptime?days=${days}`);
  expect([response.status, await response.json()]).toEqual([
    400,
    {
      errorMessage: "days must be one of: 30, 60, 90, 365.",
      errors: [{ path: "days", message: "days must be one of: 30, 60, 90, 365." }],
    },
  ]);
});

test("a component that never was, or is deleted, has no uptime to tell", async () => {
  const { componentID } = await makeComponent(daymark);
  expect((await uptimeOf(componentID)).uptime).not.toBe(0);
  await daymark.administrator.components[":componentID"].$delete({ param: { componentID } });
  for (const id of [componentID, "nobody"]) {
    expect((await daymark.fetch(`/api/components/${id}/uptime`)).status).toBe(404);
    expect((await daymark.fetch(`/components/${id}`)).status).toBe(404);
  }
});

test("uptime goes on counting through the day, under another ETag", async () => {
  const { componentID } = await makeComponent(daymark, { status: "Major Outage" });
  const at = async (now: string) => {
    const path = `/api/components/${componentID}/uptime`;
    const response = await daymark.fetch(path, { headers: { "x-test-now": now } });
    return { etag: response.headers.get("ETag"), told: await response.json() };
  };
  const [first, same, later] = [
    await at("2096-01-01T10:00:00.000Z"),
    await at("2096-01-01T10:09:59.000Z"),
    await at("2096-01-01T10:10:00.000Z"),
  ];
  const minutes = ({ told }: typeof first) => told.history.at(-1).minutes;
  expect([minutes(first), minutes(later)]).toEqual([{ "Major Outage": 600 }, { "Major Outage": 610 }]);
  expect(same.etag).toBe(first.etag);
  expect(later.etag).not.toBe(first.etag);
});

test("a component that has changed 100,000 times in the last days is told like any other", async () => {
  const { componentID } = await makeComponent(daymark, { name: "Flaps" });
  await olderBy(100, componentID);
  const [count, from] = [100_000, Date.parse(`${ago(80).slice(0, 10)}T00:00:00Z`) / 1000];
  // Half of each minute it is down.
  await daymark.db
    .prepare(
      `INSERT INTO status_changes (component_id, status, at, cause)
       WITH RECURSIVE count(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM count WHERE n < ?)
       SELECT ?, iif(n % 2, 'Operational', 'Major Outage'), strftime('%Y-%m-%dT%H:%M:%fZ', ? + 30 * n, 'unixepoch'), 'administrator' FROM count`,
    )
    .bind(count - 1, componentID, from)
    .run();
  const told = await uptimeOf(componentID);
  expect(told.history.find(({ date }) => date === ago(79).slice(0, 10))?.minutes).toEqual({
    "Major Outage": 720,
  });
  for (const path of ["/", `/components/${componentID}`, "/index.md"]) {
    const response = await daymark.fetch(path);
    expect([path, response.status, response.headers.has("ETag")]).toEqual([path, 200, true]);
    expect(await response.text()).toContain("Flaps");
  }
});
