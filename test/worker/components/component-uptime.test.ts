import { afterAll, beforeAll, expect, test } from "vitest";
import type { ComponentUptime } from "../../../worker/components/schema.ts";
import { DAY_MS, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { makeComponent, makeIncident } from "../../support/factories/factories.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

/** Backdates the component's creation by `days`. */
async function backdateCreation(days: number, componentID: string) {
  const createdAt = daysAgo(days);
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

test("a backdated incident counts from its start", async () => {
  const { componentID } = await makeComponent(daymark);
  await backdateCreation(100, componentID);
  const incidentStart = daysAgo(9);
  const components = [{ componentID, status: "Major Outage" as const }];
  await makeIncident(daymark, { createdAt: incidentStart, components });
  const uptime = await uptimeOf(componentID);
  expect(uptime).toMatchObject({ componentID, days: 90, since: `${daysAgo(89).slice(0, 10)}T00:00:00.000Z` });
  expect(uptime.history).toHaveLength(90);
  const countedMs = Date.now() - Date.parse(uptime.since);
  expect(uptime.uptime).toBeCloseTo(1 - (9 * DAY_MS) / countedMs, 5);
  expect(uptime.history.filter(({ worst }) => worst === "Major Outage").map(({ date }) => date)).toEqual(
    Array.from({ length: 10 }, (_, n) => daysAgo(9 - n).slice(0, 10)),
  );
  const firstDay = uptime.history.find(({ date }) => date === incidentStart.slice(0, 10));
  const midnight = Date.parse(`${incidentStart.slice(0, 10)}T00:00:00Z`) + DAY_MS;
  expect(firstDay?.minutes).toEqual({
    "Major Outage": Math.floor((midnight - Date.parse(incidentStart)) / MINUTE_MS),
  });
});

test("an incident that began before the component existed counts from the component's creation", async () => {
  const { componentID, createdAt } = await makeComponent(daymark);
  await makeIncident(daymark, {
    createdAt: daysAgo(30),
    components: [{ componentID, status: "Partial Outage" }],
  });
  const { since, history } = await uptimeOf(componentID);
  expect(since).toBe(createdAt);
  expect(history.map(({ date }) => date)).toEqual([createdAt.slice(0, 10)]);
});

test("uptime is available for 30, 60, 90 and 365 days", async () => {
  const { componentID } = await makeComponent(daymark);
  await backdateCreation(400, componentID);
  await daymark.administrator.components[":componentID"].$patch({
    param: { componentID },
    json: { status: "Degraded Performance" },
  });
  for (const days of [30, 60, 90, 365]) {
    const uptime = await uptimeOf(componentID, `?days=${days}`);
    expect([uptime.days, uptime.history.length, uptime.uptime]).toEqual([days, days, 1]);
    expect(uptime.history[0]?.date).toBe(daysAgo(days - 1).slice(0, 10));
    expect(uptime.history.at(-1)).toMatchObject({ worst: "Degraded Performance" });
  }
});

test.for(["", "0", "7", "91", "090", "9e1", "all"])("?days=%s gets 400", async (days) => {
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

test("the uptime and page of an unknown or deleted component are 404", async () => {
  const { componentID } = await makeComponent(daymark);
  expect((await uptimeOf(componentID)).uptime).not.toBe(0);
  await daymark.administrator.components[":componentID"].$delete({ param: { componentID } });
  for (const id of [componentID, "nobody"]) {
    expect((await daymark.fetch(`/api/components/${id}/uptime`)).status).toBe(404);
    expect((await daymark.fetch(`/components/${id}`)).status).toBe(404);
  }
});

test("uptime is updated every ten minutes with a new ETag", async () => {
  const { componentID } = await makeComponent(daymark, { status: "Major Outage" });
  const at = async (now: string) => {
    const path = `/api/components/${componentID}/uptime`;
    const response = await daymark.fetch(path, { headers: { "x-test-now": now } });
    return { etag: response.headers.get("ETag"), uptime: await response.json() };
  };
  const [first, same, later] = [
    await at("2096-01-01T10:00:00.000Z"),
    await at("2096-01-01T10:09:59.000Z"),
    await at("2096-01-01T10:10:00.000Z"),
  ];
  const minutes = ({ uptime }: typeof first) => uptime.history.at(-1).minutes;
  expect([minutes(first), minutes(later)]).toEqual([{ "Major Outage": 600 }, { "Major Outage": 610 }]);
  expect(same.etag).toBe(first.etag);
  expect(later.etag).not.toBe(first.etag);
});

test("pages and uptime work for a component with 100,000 recent status changes", async () => {
  const { componentID } = await makeComponent(daymark, { name: "Flaps" });
  await backdateCreation(100, componentID);
  const [count, from] = [100_000, Date.parse(`${daysAgo(80).slice(0, 10)}T00:00:00Z`) / 1000];
  // The component is down for half of each minute.
  await daymark.db
    .prepare(
      `INSERT INTO status_changes (component_id, status, at, cause)
       WITH RECURSIVE count(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM count WHERE n < ?)
       SELECT ?, iif(n % 2, 'Operational', 'Major Outage'), strftime('%Y-%m-%dT%H:%M:%fZ', ? + 30 * n, 'unixepoch'), 'administrator' FROM count`,
    )
    .bind(count - 1, componentID, from)
    .run();
  const uptime = await uptimeOf(componentID);
  expect(uptime.history.find(({ date }) => date === daysAgo(79).slice(0, 10))?.minutes).toEqual({
    "Major Outage": 720,
  });
  for (const path of ["/", `/components/${componentID}`, "/index.md"]) {
    const response = await daymark.fetch(path);
    expect([path, response.status, response.headers.has("ETag")]).toEqual([path, 200, true]);
    expect(await response.text()).toContain("Flaps");
  }
});
