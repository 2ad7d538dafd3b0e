import { afterAll, beforeAll, expect, test } from "vitest";
import { makeComponent } from "../../support/factories/factories.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

test("many changes write at most one snapshot a second, and the last change is in it", async () => {
  const { componentID } = await makeComponent(daymark, { name: "Name 0" });
  const startedAtMs = performance.now();
  for (let n = 1; n <= 20; n += 1) {
    const json = { name: `Name ${n}` };
    await answer(daymark.administrator.components[":componentID"].$patch({ param: { componentID }, json }));
    await (await daymark.fetch("/")).text();
  }
  await expect.poll(async () => (await daymark.files.get("snapshots/"))?.text()).toContain("Name 20");
  const writes = Number((await daymark.fetch("/api/health")).headers.get("x-test-snapshots"));
  expect(writes).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - startedAtMs) / 1000));
});

const resets = ["ECONNRESET", "UND_ERR_SOCKET"];

/** Retries, because on a busy machine workerd resets a connection that it hasn't read for 15 seconds. */
async function visit(headers: Record<string, string>): Promise<Response> {
  for (;;) {
    try {
      return await daymark.fetch("/", { headers });
    } catch (error) {
      const { cause } = error as Error; // fetch throws only errors.
      if (!(cause instanceof Error && "code" in cause && resets.includes(String(cause.code)))) throw error;
    }
  }
}

test("1,000 visitors right after a change cost one render", async () => {
  // Slow timers, because another request would start to render after a second of real time.
  const now = { "x-test-now": "2026-11-22T12:00:00.000Z", "x-test-slow-timers": "60" };
  await makeComponent(daymark);
  const statementsOfOne = Number(
    (await daymark.fetch("/", { headers: now })).headers.get("x-test-statements"),
  );
  await makeComponent(daymark, { name: "The newest" });
  const responses = await Promise.all(
    Array.from({ length: 1000 }, async () => {
      const response = await visit(now);
      return { statements: Number(response.headers.get("x-test-statements")), text: await response.text() };
    }),
  );
  expect(statementsOfOne).toBeGreaterThan(1);
  expect(responses.reduce((sum, { statements }) => sum + statements, 0)).toBe(statementsOfOne);
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  expect(responses[0]?.text).toContain("The newest");
});

test("during a D1 outage 1,000 concurrent visitors get the stale page from one read of R2", async () => {
  await daymark.fetch("/");
  const snapshotReads = async () =>
    Number((await daymark.fetch("/api/health")).headers.get("x-test-snapshot-reads"));
  const before = await snapshotReads();
  const headers = {
    "x-test-break-d1": "all",
    "x-test-now": "2096-01-03T00:00:00.000Z",
    "x-test-slow-timers": "60",
    "x-test-gather": "1000",
  };
  const statuses = await Promise.all(
    Array.from({ length: 1000 }, async () => {
      const response = await visit(headers);
      return `${response.status} ${(await response.text()).includes("be updated right now")}`;
    }),
  );
  expect(new Set(statuses)).toEqual(new Set(["200 true"]));
  expect((await snapshotReads()) - before).toBe(1);
});

test("if D1 hangs, the page is served stale", async () => {
  await daymark.fetch("/");
  const headers = { "x-test-break-d1": "hang", "x-test-now": "2096-01-01T00:00:00.000Z" };
  const page = await daymark.fetch("/", { headers });
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("be updated right now")]);
});

test("concurrent requests for an unknown page get 404 while D1 hangs", async () => {
  const headers = { "x-test-break-d1": "hang", "x-test-now": "2096-01-02T00:00:00.000Z" };
  const requests = Array.from({ length: 4 }, () => daymark.fetch("/nope", { headers }));
  expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});
