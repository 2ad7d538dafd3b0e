import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../../support/daymark.ts";
import { makeApiKey } from "../../support/factories.ts";

async function start(options: Parameters<typeof startDaymark>[0] = {}): Promise<Daymark> {
  const daymark = await startDaymark(options);
  onTestFinished(() => daymark.stop());
  return daymark;
}

/** Returns every row of every table, as an export of D1 would. */
async function exportDatabase({ db }: Daymark): Promise<string> {
  const { results: tables } = await db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '_cf_%'")
    .all<{ name: string }>();
  const rows = await db.batch(tables.map(({ name }) => db.prepare(`SELECT * FROM "${name}"`)));
  return JSON.stringify(rows.map(({ results }) => results));
}

async function statusWith(daymark: Daymark, key: string): Promise<number> {
  return (await daymark.fetch("/api/v0/components", { headers: { "x-api-key": key } })).status;
}

const listKeys = async ({ administrator }: Daymark) => (await answer(administrator.settings.$get())).apiKeys;

/** Keys in plain text, as versions without SECRET_KEY stored them. */
const olderKeys = Array.from({ length: 3 }, (_, n) => `${n}`.repeat(40));
const upgradeFrom = {
  migration: "0001_reach.sql",
  statements: olderKeys.map((value, n) => {
    const hash = createHash("sha256").update(value).digest("hex");
    return `INSERT INTO api_keys (id, value, hash, created_date)
      VALUES ('olderKey000${n}', '${value}', '${hash}', '2026-01-0${n + 1}T00:00:00.000Z')`;
  }),
};

test("a database export contains no API key, and administrators see all keys", async () => {
  const daymark = await start();
  const values = [await makeApiKey(daymark), await makeApiKey(daymark, { name: "Second" })];
  const databaseExport = await exportDatabase(daymark);
  expect(databaseExport).toContain("Second");
  for (const value of values) expect(databaseExport).not.toContain(value);
  expect((await listKeys(daymark)).map(({ value }) => value)).toEqual(values);
});

test("equal key values have different ciphertexts", async () => {
  const daymark = await start({ upgradeFrom });
  await daymark.db.exec("UPDATE api_keys SET value = 'same'");
  await daymark.runCron("2026-11-22T10:00:00.000Z");
  const { results } = await daymark.db.prepare("SELECT DISTINCT encrypted_value FROM api_keys").all();
  expect(results).toHaveLength(3);
});

test("keys of an older version have full access before and after the cron encrypts them", async () => {
  const daymark = await start({ upgradeFrom });
  const expectedKeys = olderKeys.map((value) => ({ name: "API key", value, scopes: ["all"], expiresAt: "" }));
  expect(await exportDatabase(daymark)).toContain(olderKeys[0]);
  for (const moment of ["before encryption", "after it", "after another run"]) {
    for (const key of olderKeys) expect([moment, await statusWith(daymark, key)]).toEqual([moment, 200]);
    expect(await listKeys(daymark)).toMatchObject(expectedKeys);
    await daymark.runCron("2026-11-22T10:00:00.000Z");
    const databaseExport = await exportDatabase(daymark);
    for (const key of olderKeys) expect(databaseExport).not.toContain(key);
  }
});

test("if a cron run fails during encryption, no key is lost and the next run encrypts all", async () => {
  const daymark = await start({ upgradeFrom });
  await daymark.db.exec(
    "CREATE TRIGGER cut_off BEFORE UPDATE ON api_keys WHEN NEW.id = 'olderKey0001' BEGIN SELECT RAISE(ABORT, 'cut off'); END",
  );
  await expect(daymark.runCron("2026-11-22T10:00:00.000Z")).rejects.toThrow("ended with exception");
  expect((await listKeys(daymark)).map(({ value }) => value)).toEqual(olderKeys);
  await daymark.db.exec("DROP TRIGGER cut_off");
  await daymark.runCron("2026-11-22T10:01:00.000Z");
  expect((await listKeys(daymark)).map(({ value }) => value)).toEqual(olderKeys);
  const databaseExport = await exportDatabase(daymark);
  for (const key of olderKeys) {
    expect(databaseExport).not.toContain(key);
    expect(await statusWith(daymark, key)).toBe(200);
  }
});

test.for([["another secret key"], [""]])(
  "if SECRET_KEY changes to %o, keys still work but their values can't be shown",
  async ([SECRET_KEY = ""]) => {
    const stateDir = await mkdtemp(join(tmpdir(), "daymark-"));
    onTestFinished(() => rm(stateDir, { recursive: true }));
    const first = await startDaymark({ stateDir });
    const key = await makeApiKey(first, { name: "Deployments" });
    await first.stop();
    const daymark = await start({ stateDir, vars: { SECRET_KEY } });
    expect(await listKeys(daymark)).toMatchObject([{ name: "Deployments", value: "" }]);
    expect(await statusWith(daymark, key)).toBe(200);
  },
);

test("without SECRET_KEY, creating a key gets 503", async () => {
  const daymark = await start({ vars: { SECRET_KEY: "" } });
  const response = await daymark.fetch("/api/settings/apikeys", {
    method: "POST",
    headers: { Authorization: await daymark.token() },
  });
  expect(response.status).toBe(503);
  await expect.poll(() => daymark.logs.join()).toContain("The Worker has no SECRET_KEY");
  expect(await listKeys(daymark)).toEqual([]);
});
