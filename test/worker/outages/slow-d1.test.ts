import { afterAll, beforeAll, expect, test } from "vitest";
import { makeComponent } from "../../support/factories/factories.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

// A page takes two round trips to D1: one for the content version, and one batch for everything else.

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
  await makeComponent(daymark, { name: "The newest" });
});
afterAll(() => daymark.stop());

const staleNote = "be updated right now";

async function read(path: string, headers: Record<string, string>) {
  const response = await daymark.fetch(path, { headers });
  return {
    status: response.status,
    statements: Number(response.headers.get("x-test-statements")),
    text: await response.text(),
  };
}

test("while D1 is slow, 200 visitors cost at most one render a second, and all get the page", async () => {
  const { statements: statementsOfOne } = await read("/?days=30", {});
  const startedAtMs = performance.now();
  const responses = await Promise.all(
    Array.from({ length: 200 }, () => read("/", { "x-test-slow-d1": "1200" })),
  );
  const seconds = Math.ceil((performance.now() - startedAtMs) / 1000);
  expect(statementsOfOne).toBeGreaterThan(5);
  // Each second without a result, another request may start to render.
  expect(responses.reduce((sum, { statements }) => sum + statements, 0)).toBeLessThanOrEqual(
    seconds * statementsOfOne,
  );
  for (const { text } of responses) expect(text).toContain("The newest");
});

test("if D1 hangs after it returned the content version, the page is stale and the API gets 503", async () => {
  const headers = { "x-test-break-d1": "hang-batches", "x-test-now": "2096-01-04T00:00:00.000Z" };
  const page = await read("/", headers);
  expect([page.status, page.text]).toEqual([200, expect.stringContaining(staleNote)]);
  const json = await daymark.fetch("/api/v2/summary.json", { headers });
  expect([json.status, json.headers.get("Retry-After")]).toEqual([503, "5"]);
});

test("while D1 hangs, 200 visitors get the stale page, and at most one a second queries D1", async () => {
  const headers = { "x-test-break-d1": "hang-batches", "x-test-now": "2096-01-05T00:00:00.000Z" };
  const startedAtMs = performance.now();
  const responses = await Promise.all(Array.from({ length: 200 }, () => read("/", headers)));
  const seconds = Math.ceil((performance.now() - startedAtMs) / 1000);
  for (const { status, text } of responses) expect([status, text.includes(staleNote)]).toEqual([200, true]);
  expect(responses.filter(({ statements }) => statements > 0).length).toBeLessThanOrEqual(seconds);
});

test("50 concurrent requests for an unknown item cost less than half as much as one by one", async () => {
  // D1 is slow, so that all requests arrive before the first response.
  const headers = { "x-test-now": "2096-01-06T00:00:00.000Z", "x-test-slow-d1": "250" };
  const { statements: statementsOfOne } = await read("/api/incidents/nobody", headers);
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => read("/api/incidents/nobody", headers)),
  );
  // A request that comes after the first response queries D1 again.
  expect(responses.reduce((sum, { statements }) => sum + statements, 0)).toBeLessThan(25 * statementsOfOne);
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([404]));
});
