import { afterAll, beforeAll, expect, test } from "vitest";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent } from "../support/factories.ts";

// A page takes two round trips to D1: the content version, and a batch of all the rest.

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ build: "faulty-worker" });
  await makeComponent(daymark, { name: "The newest" });
});
afterAll(() => daymark.stop());

const outdated = "be updated right now";

async function read(path: string, headers: Record<string, string>) {
  const response = await daymark.fetch(path, { headers });
  return {
    status: response.status,
    statements: Number(response.headers.get("x-test-statements")),
    text: await response.text(),
  };
}

test("200 visitors of a slow D1 cost a render a second at most, and all get the page", async () => {
  const { statements: one } = await read("/?days=30", {});
  const begun = performance.now();
  const all = await Promise.all(Array.from({ length: 200 }, () => read("/", { "x-test-slow-d1": "1200" })));
  const seconds = Math.ceil((performance.now() - begun) / 1000);
  expect(one).toBeGreaterThan(5);
  // The first, and those who took over from it after a second, two and three.
  expect(all.reduce((sum, { statements }) => sum + statements, 0)).toBeLessThanOrEqual(seconds * one);
  for (const { text } of all) expect(text).toContain("The newest");
});

test("a D1 that answers with the version and then hangs is given up on, too", async () => {
  const headers = { "x-test-break-d1": "hang-batches", "x-test-now": "2096-01-04T00:00:00.000Z" };
  const page = await read("/", headers);
  expect([page.status, page.text]).toEqual([200, expect.stringContaining(outdated)]);
  const json = await daymark.fetch("/api/v2/summary.json", { headers });
  expect([json.status, json.headers.get("Retry-After")]).toEqual([503, "5"]);
});

test("200 visitors of a D1 that hangs all get the page, and few of them ask it", async () => {
  const headers = { "x-test-break-d1": "hang-batches", "x-test-now": "2096-01-05T00:00:00.000Z" };
  const begun = performance.now();
  const all = await Promise.all(Array.from({ length: 200 }, () => read("/", headers)));
  const seconds = Math.ceil((performance.now() - begun) / 1000);
  for (const { status, text } of all) expect([status, text.includes(outdated)]).toEqual([200, true]);
  expect(all.filter(({ statements }) => statements > 0).length).toBeLessThanOrEqual(seconds);
});

test("50 visitors at once of what is not there cost less than half as much as one by one", async () => {
  // Slow, so that all have come before the first is answered.
  const headers = { "x-test-now": "2096-01-06T00:00:00.000Z", "x-test-slow-d1": "250" };
  const { statements: one } = await read("/api/incidents/nobody", headers);
  const all = await Promise.all(Array.from({ length: 50 }, () => read("/api/incidents/nobody", headers)));
  // Who comes once it is answered asks again.
  expect(all.reduce((sum, { statements }) => sum + statements, 0)).toBeLessThan(25 * one);
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([404]));
});
