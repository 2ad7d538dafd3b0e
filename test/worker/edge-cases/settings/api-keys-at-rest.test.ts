import { expect, onTestFinished, test } from "vitest";
import { makeApiKey } from "../../../support/factories/factories.ts";
import { answer, type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

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

test("a database export contains no API key, and administrators see all keys", async () => {
  const daymark = await start();
  const values = [await makeApiKey(daymark), await makeApiKey(daymark, { name: "Second" })];
  const databaseExport = await exportDatabase(daymark);
  expect(databaseExport).toContain("Second");
  for (const value of values) expect(databaseExport).not.toContain(value);
  expect((await listKeys(daymark)).map(({ value }) => value)).toEqual(values);
});

test.for([["another secret key"], [""]])(
  "if SECRET_KEY changes to %o, keys still work but their values can't be shown",
  async ([SECRET_KEY = ""]) => {
    const daymark = await start();
    const key = await makeApiKey(daymark, { name: "Deployments" });
    await daymark.deploy({ SECRET_KEY });
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
