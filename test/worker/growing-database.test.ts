import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { grow } from "../support/grown.ts";
import { makeReads } from "../support/made-reads.ts";
import { reads } from "../support/reads.ts";

const now = new Date().toISOString();
let young: Page;
let old: Page;
beforeAll(async () => {
  // As many notices a day, a year of them and five: what an answer tells of the last year is the same.
  [young, old] = await Promise.all([page(1), page(5)]);
});
afterAll(() => Promise.all([young?.daymark.stop(), old?.daymark.stop()]));

interface Page {
  daymark: Daymark;
  /** Of an example of reads.ts. */
  address: (example: string) => string;
  headers: Record<string, string>;
}

async function page(years: number): Promise<Page> {
  const daymark = await startDaymark({ build: "faulty-worker" });
  const many = { incidents: 1800 * years, maintenances: 200 * years, days: 365 * years };
  await grow(daymark.db, { components: 10, allOfOne: true, ...many, now });
  const made = await makeReads(daymark);
  const { value } = await answer(daymark.administrator.settings.apikeys.$post({}));
  return {
    daymark,
    address: (example) =>
      made(
        example
          .replace(":componentID", "component-0")
          .replace(":incidentID", "grown-7")
          .replace(":maintenanceID", "done-7"),
      ),
    headers: { "x-test-now": now, "x-api-key": value, Authorization: await daymark.token() },
  };
}

async function rowsRead({ daymark, address, headers }: Page, example: string) {
  const response = await daymark.fetch(address(example), { headers });
  await response.arrayBuffer();
  return { status: response.status, rows: Number(response.headers.get("x-test-rows")) };
}

const examples = Object.values(reads).flatMap((each) => each.map(([example]) => example));
/** Of the rows that each example read on the old page, so that none is asked for twice: the second time it is kept. */
const counted = new Map<string, number>();
/** D1 counts a lookup that finds nothing as one row where the index goes on after it, which random ids decide. */
const CHANCE = 5;

test.each(examples)("%s reads no more rows after five years than after one", async (example) => {
  const [before, after] = [await rowsRead(young, example), await rowsRead(old, example)];
  counted.set(example, after.rows);
  expect(after.status).toBe(before.status);
  expect(after.rows).toBeLessThanOrEqual(before.rows + CHANCE);
});

test("after 10,000 notices and five years no answer reads more than 2,500 rows", () => {
  expect(counted.get("/")).toBeGreaterThan(1000); // or nobody has counted
  expect(counted.get("/")).toBeLessThan(2000);
  expect(counted.get("/components/:componentID")).toBeLessThan(1200);
  expect(counted.get("/components/:componentID/history.rss")).toBeLessThan(500);
  expect(Math.max(...counted.values())).toBeLessThan(2500);
});

test("every read is among them", async () => {
  const routes = (await (await young.daymark.fetch("/x-test-routes")).json()) as string[];
  const paths = routes.filter((route) => route.startsWith("GET ")).map((route) => route.slice("GET ".length));
  expect(Object.keys(reads).sort()).toEqual(paths.sort());
});
