import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeApiKey } from "../support/factories.ts";

async function started(options: Parameters<typeof startDaymark>[0] = {}): Promise<Daymark> {
  const daymark = await startDaymark(options);
  onTestFinished(() => daymark.stop());
  return daymark;
}

/** All that an export of D1 holds. */
async function dump({ db }: Daymark): Promise<string> {
  const { results: tables } = await db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '_cf_%'")
    .all<{ name: string }>();
  const rows = await db.batch(tables.map(({ name }) => db.prepare(`SELECT * FROM "${name}"`)));
  return JSON.stringify(rows.map(({ results }) => results));
}

async function statusWith(daymark: Daymark, key: string): Promise<number> {
  return (await daymark.fetch("/api/v0/components", { headers: { "x-api-key": key } })).status;
}

const keysOf = async ({ administrator }: Daymark) => (await answer(administrator.settings.$get())).apiKeys;

/** Keys as a version before the secret key has stored them. */
const olderKeys = Array.from({ length: 3 }, (_, n) => `${n}`.repeat(40));
const leftBy = {
  migration: "0001_reach.sql",
  statements: olderKeys.map((value, n) => {
    const hash = createHash("sha256").update(value).digest("hex");
    return `INSERT INTO api_keys (id, value, hash, created_date)
      VALUES ('olderKey000${n}', '${value}', '${hash}', '2026-01-0${n + 1}T00:00:00.000Z')`;
  }),
};

test("an export of the database holds no API key, and administrators see each", async () => {
  const daymark = await started();
  const values = [await makeApiKey(daymark), await makeApiKey(daymark, { name: "Second" })];
  const exported = await dump(daymark);
  expect(exported).toContain("Second");
  for (const value of values) expect(exported).not.toContain(value);
  expect((await keysOf(daymark)).map(({ value }) => value)).toEqual(values);
});

test("two keys are never encrypted alike", async () => {
  const daymark = await started({ leftBy });
  await daymark.db.exec("UPDATE api_keys SET value = 'same'");
  await daymark.tick("2026-11-22T10:00:00.000Z");
  const { results } = await daymark.db.prepare("SELECT DISTINCT encrypted_value FROM api_keys").all();
  expect(results).toHaveLength(3);
});

test("the keys of an older version work before and after the cron encrypts them, and may do everything", async () => {
  const daymark = await started({ leftBy });
  const shown = olderKeys.map((value) => ({ name: "API key", value, scopes: ["all"], expiresAt: "" }));
  expect(await dump(daymark)).toContain(olderKeys[0]);
  for (const encrypted of ["before", "after", "after once more"]) {
    for (const key of olderKeys)
      expect([encrypted, await statusWith(daymark, key)]).toEqual([encrypted, 200]);
    expect(await keysOf(daymark)).toMatchObject(shown);
    await daymark.tick("2026-11-22T10:00:00.000Z");
    const exported = await dump(daymark);
    for (const key of olderKeys) expect(exported).not.toContain(key);
  }
});

test("a run of the cron that D1 cuts off loses no key, and the next one encrypts them all", async () => {
  const daymark = await started({ leftBy });
  await daymark.db.exec(
    "CREATE TRIGGER cut_off BEFORE UPDATE ON api_keys WHEN NEW.id = 'olderKey0001' BEGIN SELECT RAISE(ABORT, 'cut off'); END",
  );
  await expect(daymark.tick("2026-11-22T10:00:00.000Z")).rejects.toThrow("ended as exception");
  expect((await keysOf(daymark)).map(({ value }) => value)).toEqual(olderKeys);
  await daymark.db.exec("DROP TRIGGER cut_off");
  await daymark.tick("2026-11-22T10:01:00.000Z");
  expect((await keysOf(daymark)).map(({ value }) => value)).toEqual(olderKeys);
  const exported = await dump(daymark);
  for (const key of olderKeys) {
    expect(exported).not.toContain(key);
    expect(await statusWith(daymark, key)).toBe(200);
  }
});

test.for([["another secret key"], [""]])(
  "with %o in the place of the secret key, keys still work, only their values can not be shown",
  async ([SECRET_KEY = ""]) => {
    const stateDir = await mkdtemp(join(tmpdir(), "daymark-"));
    onTestFinished(() => rm(stateDir, { recursive: true }));
    const first = await startDaymark({ stateDir });
    const key = await makeApiKey(first, { name: "Deployments" });
    await first.stop();
    const daymark = await started({ stateDir, vars: { SECRET_KEY } });
    expect(await keysOf(daymark)).toMatchObject([{ name: "Deployments", value: "" }]);
    expect(await statusWith(daymark, key)).toBe(200);
  },
);

test("without SECRET_KEY no key can be created, and the response is a server error", async () => {
  const daymark = await started({ vars: { SECRET_KEY: "" } });
  const response = await daymark.fetch("/api/settings/apikeys", {
    method: "POST",
    headers: { Authorization: await daymark.token() },
  });
  expect(response.status).toBe(503);
  await expect.poll(() => daymark.logs.join()).toContain("The Worker has no SECRET_KEY");
  expect(await keysOf(daymark)).toEqual([]);
});
