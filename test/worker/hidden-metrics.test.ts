import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeMetric } from "../support/factories.ts";

let daymark: Daymark;
let metricID: string;
beforeAll(async () => {
  daymark = await startDaymark({ build: "faulty-worker" });
  ({ metricID } = await makeMetric(daymark));
  await daymark.files.put(`metrics/${metricID}/${date}.json`, '{"revision":1,"points":[[0,7,1]]}');
});
afterAll(() => daymark.stop());

const today = new Date();
const date = [today.getUTCFullYear(), today.getUTCMonth() + 1, today.getUTCDate()].join("/");
const point = { timestamp: `${today.toISOString().slice(0, 10)}T00:00:00.000Z`, value: 7 };

async function read(headers: Record<string, string> = {}, id = metricID) {
  const response = await daymark.fetch(`/metrics/${id}/${date}.json`, { headers });
  const statements = Number(response.headers.get("x-test-statements"));
  return { status: response.status, statements, points: await response.json() };
}

const change = (status: "Visible" | "Hidden") =>
  answer(daymark.administrator.metrics[":metricID"].$patch({ param: { metricID }, json: { status } }));

/** As another isolate does it: this one hears of it from D1 alone. */
const changeElsewhere = (status: "Visible" | "Hidden") =>
  daymark.db.batch([
    daymark.db.prepare("UPDATE metrics SET status = ? WHERE metric_id = ?").bind(status, metricID),
    daymark.db.prepare("UPDATE content_version SET version = version + 1"),
  ]);

test("a day's points are for visitors as long as their metric is Visible", async () => {
  expect((await read()).points).toEqual([]);
  await change("Visible");
  expect((await read()).points).toEqual([point]);
  await change("Hidden");
  expect((await read()).points).toEqual([]);
});

test("an administrator reads a Hidden metric's points past every cache, and nobody else does", async () => {
  await change("Hidden");
  const path = `/metrics/${metricID}/${date}.json?fresh=1`;
  const response = await daymark.fetch(path, { headers: { Authorization: await daymark.token() } });
  expect(await response.json()).toEqual([point]);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  expect((await daymark.fetch(path)).status).toBe(401);
  expect((await daymark.fetch(path, { headers: { Authorization: "Bearer forged" } })).status).toBe(401);
  expect((await read()).points).toEqual([]);
});

test("an id that no metric has is answered like a Hidden metric's", async () => {
  const headersOf = async (id: string) => {
    const { status, headers } = await daymark.fetch(`/metrics/${id}/2026/1/1.json`);
    return [status, headers.get("Cloudflare-CDN-Cache-Control"), headers.get("Content-Length")];
  };
  for (const id of ["000000000000", "w", metricID.slice(1), `${metricID}0`]) {
    expect((await read({}, id)).points).toEqual([]);
    expect(await headersOf(id)).toEqual(await headersOf(metricID));
  }
});

test("D1 is asked once a second, and what other isolates change is seen then", async () => {
  await change("Visible");
  const at = (time: string) => read({ "x-test-now": `2040-01-01T12:00:${time}Z` });
  expect(await at("00.000")).toEqual({ status: 200, statements: 1, points: [point] });
  await changeElsewhere("Hidden");
  expect(await at("00.999")).toEqual({ status: 200, statements: 0, points: [point] });
  expect(await at("01.000")).toEqual({ status: 200, statements: 1, points: [] });
  await changeElsewhere("Visible");
  const many = await Promise.all(Array.from({ length: 50 }, () => at("02.000")));
  expect(many.map(({ points }) => points)).toEqual(many.map(() => [point]));
  expect(many.reduce((sum, { statements }) => sum + statements, 0)).toBe(1);
});

test("without D1 what was last known is what counts", async () => {
  const broken = { "x-test-break-d1": "all" };
  await change("Visible");
  await read();
  expect(await read({ ...broken, "x-test-now": "2041-01-01T12:00:00.000Z" })).toMatchObject({
    status: 200,
    points: [point],
  });
  const fresh = await startDaymark({ build: "faulty-worker" });
  const response = await fresh.fetch(`/metrics/${metricID}/${date}.json`, { headers: broken });
  expect(response.status).toBe(503);
  await fresh.stop();
});

test("graphs and their series are gone with their metric", async () => {
  await change("Visible");
  const paths = ["day", "week", "month"].flatMap((timeframe) => [
    `/metrics/${metricID}/${timeframe}.svg`,
    `/api/public-metrics/${metricID}/series?timeframe=${timeframe}`,
  ]);
  const statuses = () => Promise.all(paths.map(async (path) => (await daymark.fetch(path)).status));
  expect(new Set(await statuses())).toEqual(new Set([200]));
  await change("Hidden");
  expect(new Set(await statuses())).toEqual(new Set([404]));
});

test("a deleted metric's points are gone", async () => {
  await change("Visible");
  expect((await read()).points).toEqual([point]);
  expect((await daymark.administrator.metrics[":metricID"].$delete({ param: { metricID } })).status).toBe(
    204,
  );
  expect((await read()).points).toEqual([]);
  expect(await daymark.files.head(`metrics/${metricID}/${date}.json`)).toBeNull();
});
