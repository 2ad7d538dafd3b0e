import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { PAGES_PER_MINUTE } from "../../../worker/backup/nightly/domain.ts";
import { emptyContent } from "../../support/factories/empty-content.ts";
import { makeApiKey, makeComponent, makeIncident, makeMetric } from "../../support/factories/factories.ts";
import { fillHistory } from "../../support/factories/fill-history.ts";
import { fillTables } from "../../support/factories/filled-tables.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

const now = Date.parse("2026-03-20T12:00:00.000Z");

let daymark: Daymark;
let key: string;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

beforeEach(async () => {
  await emptyContent(daymark);
  await daymark.db.exec("DELETE FROM nightly_exports; DELETE FROM api_keys");
  const { objects } = await daymark.files.list({ prefix: "exports/" });
  await daymark.files.delete(objects.map(({ key }) => key));
  key = await makeApiKey(daymark, { scopes: ["archive"] });
});

/** @param minutes how often the cron runs, once a minute from one o'clock on */
async function runNight(day: string, minutes = 3): Promise<void> {
  for (let minute = 0; minute < minutes; minute++)
    await daymark.runCron(new Date(Date.parse(`${day}T01:00:00.000Z`) + minute * 60_000).toISOString());
}

async function read<T>(path: string): Promise<{ status: number; body: T }> {
  const response = await daymark.fetch(`/api/v0${path}`, { headers: { "x-api-key": key } });
  return { status: response.status, body: (await response.json()) as T };
}

async function readPages(day: string) {
  const { body } = await read<Exports[number]>(`/nightly-exports/${day}`);
  return Promise.all(
    Array.from({ length: body.pages }, (_, index) => read(`/nightly-exports/${day}/pages/${index + 1}`)),
  );
}

type Exports = { day: string; pages: number; rows: number; finishedAt: string }[];
const listDays = async () => (await read<Exports>("/nightly-exports")).body.map(({ day }) => day);
const keep = (nightlyExportsKept: number) =>
  answer(daymark.administrator.settings.$patch({ json: { nightlyExportsKept } }));

test("each night everything is stored in R2, encrypted, and an archive key reads it", async () => {
  await fillTables(daymark.db, now);
  await daymark.db.exec("DELETE FROM endpoints");
  key = await makeApiKey(daymark, { scopes: ["archive"] });
  await runNight("2026-03-20");
  const { body: exports } = await read<Exports>("/nightly-exports");
  expect(exports).toEqual([
    {
      day: "2026-03-20",
      finishedAt: expect.stringMatching(/^2026-03-20T01:/),
      pages: expect.any(Number),
      rows: expect.any(Number),
    },
  ]);
  expect((await read("/nightly-exports/2026-03-20")).body).toEqual(exports[0]);
  const pages = await Promise.all(
    Array.from({ length: exports[0]?.pages ?? 0 }, (_, index) =>
      read<{ part: string; rows: object[] }>(`/nightly-exports/2026-03-20/pages/${index + 1}`),
    ),
  );
  const rows = pages.flatMap(({ body }) => body.rows.map((row) => ({ part: body.part, ...row })));
  expect(rows).toHaveLength(exports[0]?.rows ?? 0);
  const addresses = rows.flatMap((row) => ("address" in row && row.address !== "" ? [row.address] : []));
  expect(addresses).toContain("subscriberAA@example.com");
  const { objects } = await daymark.files.list({ prefix: "exports/" });
  for (const { key } of objects) {
    const text = await (await daymark.files.get(key))?.text();
    expect(text).not.toContain("@example.com");
  }
  for (const path of [
    "/2026-03-21",
    "/2026-03-20/pages/0",
    "/2026-03-20/pages/999",
    "/x/pages/1",
    "/../points",
  ])
    expect((await read(`/nightly-exports${path}`)).status).toBe(404);
});

test("nothing is stored by day, and at night only once", async () => {
  await makeComponent(daymark);
  await daymark.runCron("2026-03-20T00:59:00.000Z");
  await daymark.runCron("2026-03-20T06:00:00.000Z");
  expect(await listDays()).toEqual([]);
  await runNight("2026-03-20");
  const finishedAt = (await read<Exports>("/nightly-exports")).body[0]?.finishedAt;
  await daymark.runCron("2026-03-20T01:10:00.000Z");
  expect((await read<Exports>("/nightly-exports")).body[0]?.finishedAt).toBe(finishedAt);
});

test("as many exports are kept as the settings say", async () => {
  await makeComponent(daymark);
  await keep(2);
  for (const day of ["2026-03-20", "2026-03-21", "2026-03-22"]) await runNight(day);
  expect(await listDays()).toEqual(["2026-03-22", "2026-03-21"]);
  const { objects } = await daymark.files.list({ prefix: "exports/pages/2026-03-20/" });
  expect(objects).toEqual([]);
  await keep(0);
  await runNight("2026-03-23");
  expect((await daymark.files.list({ prefix: "exports/" })).objects).toEqual([]);
});

test("an installation that has lost everything exports nothing and deletes nothing", async () => {
  const { componentID } = await makeComponent(daymark);
  await keep(1);
  await runNight("2026-03-20");
  await daymark.administrator.components[":componentID"].$delete({ param: { componentID } });
  await runNight("2026-03-21");
  expect(await listDays()).toEqual(["2026-03-20"]);
});

test("if the page changes in between, all of it is read again", async () => {
  await fillHistory(daymark.db, {
    components: 20,
    incidents: 1500,
    days: 365,
    now: new Date(now).toISOString(),
  });
  await runNight("2026-03-20", 1);
  const progress = () =>
    daymark.db.prepare("SELECT part, pages, content_version FROM nightly_exports").first<{
      pages: number;
      content_version: string;
    }>();
  const begun = await progress();
  expect(begun?.pages).toBeGreaterThan(PAGES_PER_MINUTE - 8);
  expect(await listDays()).toEqual([]);
  await makeIncident(daymark, { name: "Written in between" });
  await daymark.runCron("2026-03-20T01:01:00.000Z");
  expect(await progress()).toEqual({ part: "componentGroups", pages: 0, content_version: "" });
  for (let minute = 2; minute < 10; minute++) await daymark.runCron(`2026-03-20T01:0${minute}:00.000Z`);
  const [made] = (await read<Exports>("/nightly-exports")).body;
  expect(made?.rows).toBeGreaterThan(5000);
  expect(JSON.stringify(await readPages("2026-03-20"))).toContain("Written in between");
});

test("an export has one state of the page when a run takes longer than a minute", async () => {
  const { componentID } = await makeComponent(daymark, { name: "Before" });
  await daymark.fetch("/", { headers: { "x-test-hold-exports": "on" } });
  const slowRun = daymark.runCron("2026-03-20T01:00:00.000Z");
  await expect.poll(async () => (await daymark.fetch("/")).headers.get("x-test-held-exports")).toBe("1");
  await answer(
    daymark.administrator.components[":componentID"].$patch({
      param: { componentID },
      json: { name: "After" },
    }),
  );
  await daymark.runCron("2026-03-20T01:01:00.000Z");
  await daymark.fetch("/", { headers: { "x-test-hold-exports": "off" } });
  await slowRun;
  for (const minute of [2, 3, 4]) await daymark.runCron(`2026-03-20T01:0${minute}:00.000Z`);
  const text = JSON.stringify(await readPages("2026-03-20"));
  expect(text).toContain("After");
  expect(text).not.toContain("Before");
});

test("a run that never ended holds up the export for 20 minutes", async () => {
  await makeComponent(daymark);
  await daymark.db
    .prepare("INSERT INTO nightly_exports (id, day, lease_until) VALUES (1, '2026-03-20', ?)")
    .bind("2026-03-20T01:20:00.000Z")
    .run();
  await daymark.runCron("2026-03-20T01:19:00.000Z");
  expect(await listDays()).toEqual([]);
  // It has more pages than a minute takes.
  await daymark.runCron("2026-03-20T01:20:00.000Z");
  await daymark.runCron("2026-03-20T01:21:00.000Z");
  expect(await listDays()).toEqual(["2026-03-20"]);
});

test("an export that is complete stays as it is, also after its database was lost", async () => {
  await makeComponent(daymark, { name: "Before" });
  await runNight("2026-03-20");
  await daymark.db.exec("DELETE FROM nightly_exports");
  await makeComponent(daymark, { name: "After" });
  await daymark.runCron("2026-03-20T01:10:00.000Z");
  expect(JSON.stringify(await readPages("2026-03-20"))).not.toContain("After");
});

test("a page of rows that are read after a change has the version after it", async () => {
  const { metricID } = await makeMetric(daymark);
  await daymark.files.put(`metrics/${metricID}/2026/3/19.json`, '{"revision":1,"points":[[0,1,1]]}');
  const readPage = async (headers = {}) => {
    const response = await daymark.fetch("/api/v0/export/metricDays", {
      headers: { "x-api-key": key, ...headers },
    });
    return (await response.json()) as { contentVersion: string; rows: object[] };
  };
  const before = await readPage();
  expect(before.rows).toHaveLength(1);
  const meanwhile = readPage({ "x-test-slow-r2": "1000" });
  await daymark.administrator.metrics[":metricID"].$delete({ param: { metricID } });
  const { rows, contentVersion } = await meanwhile;
  expect(rows).toEqual([]);
  expect(contentVersion).toBe((await readPage()).contentVersion);
});

test("a page that was encrypted with another SECRET_KEY gets a 409", async () => {
  await makeComponent(daymark);
  await runNight("2026-03-20");
  await daymark.files.put("exports/pages/2026-03-20/1", btoa("encrypted with another key"));
  expect(await read("/nightly-exports/2026-03-20/pages/1")).toMatchObject({
    status: 409,
    body: { errorMessage: "This export was encrypted with another SECRET_KEY. Set that one, and try again." },
  });
});
