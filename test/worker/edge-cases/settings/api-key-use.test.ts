import { afterAll, beforeAll, expect, test } from "vitest";
import { HOUR_MS } from "../../../../worker/shared/time/domain.ts";
import { makeApiKey } from "../../../support/factories/factories.ts";
import { answer, type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

/** Requests the components with the Worker's clock `aheadMs` ahead, which lasts until another request changes it. */
function readWith(key: string, aheadMs = 0): Promise<Response> {
  return daymark.fetch("/api/v0/components", { headers: { "x-api-key": key, "x-test-ahead": `${aheadMs}` } });
}

test("the last use of a key is recorded once an hour, not with each request", async () => {
  const key = await makeApiKey(daymark);
  await daymark.db.exec(
    "CREATE TABLE recorded_uses (at text); CREATE TRIGGER record_use AFTER UPDATE ON api_keys BEGIN INSERT INTO recorded_uses VALUES (NEW.last_used_at); END",
  );
  const recordedUses = async () => {
    const { results } = await daymark.db
      .prepare("SELECT at FROM recorded_uses ORDER BY rowid")
      .all<{ at: string }>();
    return results.map(({ at }) => Date.parse(at));
  };
  const start = Date.now();
  await Promise.all(Array.from({ length: 30 }, () => readWith(key)));
  await expect.poll(recordedUses).toHaveLength(1);
  await Promise.all(Array.from({ length: 30 }, () => readWith(key, 0.9 * HOUR_MS)));
  await Promise.all(Array.from({ length: 30 }, () => readWith(key, 1.1 * HOUR_MS)));
  await expect.poll(recordedUses).toHaveLength(2);
  const [first = 0, second = 0] = await recordedUses();
  expect(first).toBeGreaterThanOrEqual(start);
  expect(second - first).toBeGreaterThanOrEqual(1.1 * HOUR_MS - 1);
  await readWith(key);
  const { apiKeys } = await answer(daymark.administrator.settings.$get());
  expect(apiKeys.find(({ value }) => value === key)?.lastUsedAt).toBe(new Date(second).toISOString());
});
