import { afterAll, beforeAll, expect, test } from "vitest";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { grow } from "../support/grown.ts";

const now = "2026-11-21T14:37:20.000Z";
let young: Daymark;
let old: Daymark;
beforeAll(async () => {
  [young, old] = await Promise.all([
    startDaymark({ build: "faulty-worker" }),
    startDaymark({ build: "faulty-worker" }),
  ]);
  // As many incidents a day, three months of them and five years.
  await grow(young.db, { components: 10, incidents: 10_000 / 20, days: (5 * 365) / 20, now });
  await grow(old.db, { components: 10, incidents: 10_000, days: 5 * 365, now });
});
afterAll(() => Promise.all([young.stop(), old.stop()]));

async function rowsRead(daymark: Daymark, path: string): Promise<number> {
  const response = await daymark.fetch(path, { headers: { "x-test-now": now } });
  expect([path, response.status]).toEqual([path, 200]);
  await response.arrayBuffer();
  return Number(response.headers.get("x-test-rows"));
}

test("after 10,000 incidents and five years the main page reads less than 2,000 rows, no more than a young one", async () => {
  const rows = await rowsRead(old, "/");
  expect(rows).toBeGreaterThan(1000); // or nobody has counted
  expect(rows).toBeLessThan(2000);
  expect(rows).toBeLessThanOrEqual(await rowsRead(young, "/"));
});

test.for([
  "/?days=30",
  "/history",
  "/incidents/grown-7",
  "/api/components",
  "/api/components/component-1/uptime",
  "/api/incidents",
])("%s reads no more rows than on a young page", async (path) => {
  const rows = await rowsRead(young, path);
  expect(rows).toBeGreaterThan(0);
  expect(await rowsRead(old, path)).toBeLessThanOrEqual(rows);
});
