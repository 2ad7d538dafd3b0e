import { afterAll, beforeAll, expect, test } from "vitest";
import { makeComponent } from "../../support/factories/factories.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";
import { withoutIndexing } from "../../support/starters/without-indexing.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

/** The Worker's clock is stopped at `now`, and D1 has time on a busy machine. */
const at = (now: string) => ({ "x-test-now": now, "x-test-slow-timers": "60" });

/** Requests `path` without its body, which the Worker keeps in memory like that of a GET. @returns the D1 statements that it took */
async function statementsAt(now: string, path: string): Promise<number> {
  const response = await daymark.fetch(path, { method: "HEAD", headers: at(now) });
  return Number(response.headers.get("x-test-statements"));
}

test("searches for made-up words don't evict other responses from the memory cache", async () => {
  const cachedBytes = async () =>
    Number((await daymark.fetch("/api/public-settings")).headers.get("x-test-held-bytes"));
  const searchMany = async (word: string) => {
    for (let index = 100; index < 160; index += 1) await daymark.fetch(`/history?q=${word}${index}`);
  };
  await searchMany("first");
  const before = await cachedBytes();
  await searchMany("other");
  expect(Math.abs((await cachedBytes()) - before)).toBeLessThan(before / 100);
});

/** Writes `count` incidents to the database, with `updates` updates each. @returns their paths */
async function addIncidents(
  prefix: string,
  count: number,
  updates: number,
  message: string,
): Promise<string[]> {
  await withoutIndexing(daymark.db, async () => {
    await daymark.db
      .prepare(
        `INSERT INTO notices (notice_id, kind, name, status, message, created_at, updated_at)
        WITH RECURSIVE some(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM some WHERE n < ?2)
        SELECT ?1 || n, 'incident', 'Added', 'Resolved', ?3, '2000-01-01T00:00:00.000Z', '2000-01-01T00:00:00.000Z'
        FROM some`,
      )
      .bind(prefix, count, message)
      .run();
    await daymark.db
      .prepare(
        `INSERT INTO notice_updates (notice_update_id, notice_id, status, message, created_at, updated_at)
        WITH RECURSIVE some(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM some WHERE n < ?2)
        SELECT 'update-' || n || '-of-' || notice_id, notice_id, status, message, created_at, updated_at
        FROM notices, some WHERE notice_id LIKE ?1 || '%'`,
      )
      .bind(prefix, updates)
      .run();
  });
  await makeComponent(daymark);
  return Array.from({ length: count }, (_, n) => `/api/incidents/${prefix}${n + 1}`);
}

test("hundreds of small responses stay in memory", async () => {
  const now = "2001-04-01T12:00:00.000Z";
  const paths = await addIncidents("small-", 200, 1, "Short");
  for (const path of paths) await statementsAt(now, path);
  for (const path of paths) expect([path, await statementsAt(now, path)]).toEqual([path, 0]);
});

test("at least 16 MiB of responses stay in memory, and the least recently used are dropped first", async () => {
  const now = "2001-05-01T12:00:00.000Z";
  // JSON writes each of these characters with six.
  const [first = "", second = "", ...others] = await addIncidents("long-", 25, 34, "\u0001".repeat(10_000));
  const { length } = await (await fetch(new URL(first, daymark.url), { headers: at(now) })).text();
  expect(length).toBeGreaterThan(2_000_000);
  await statementsAt(now, second);
  for (const path of others.slice(0, 5)) await statementsAt(now, path);
  for (const path of [first, second, ...others.slice(0, 5)])
    expect([path, await statementsAt(now, path)]).toEqual([path, 0]);
  for (const path of others.slice(5)) {
    await statementsAt(now, path);
    expect([path, await statementsAt(now, first)]).toEqual([path, 0]);
  }
  expect(await statementsAt(now, second)).toBeGreaterThan(0);
});
