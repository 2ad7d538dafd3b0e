import { afterAll, beforeAll, expect, test } from "vitest";
import { makeMetric } from "../../../support/factories/factories.ts";
import { answer, type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let daymark: Daymark;
let metricID: string;
beforeAll(async () => {
  daymark = await startDaymark();
  ({ metricID } = await makeMetric(daymark));
  await daymark.files.put(`metrics/${metricID}/${date}.json`, '{"revision":1,"points":[[0,7,1]]}');
});
afterAll(() => daymark.stop());

const today = new Date();
const date = [today.getUTCFullYear(), today.getUTCMonth() + 1, today.getUTCDate()].join("/");
const point = { timestamp: `${today.toISOString().slice(0, 10)}T00:00:00.000Z`, value: 7 };

async function readPoints(headers: Record<string, string> = {}, id = metricID) {
  const response = await daymark.fetch(`/metrics/${id}/${date}.json`, { headers });
  const statements = Number(response.headers.get("x-test-statements"));
  return { status: response.status, statements, points: await response.json() };
}

const setStatus = (status: "Visible" | "Hidden") =>
  answer(daymark.administrator.metrics[":metricID"].$patch({ param: { metricID }, json: { status } }));

/** Changes the status as another isolate would, so that this isolate can notice it only through D1. */
const setStatusInD1 = (status: "Visible" | "Hidden") =>
  daymark.db.batch([
    daymark.db.prepare("UPDATE metrics SET status = ? WHERE metric_id = ?").bind(status, metricID),
    daymark.db.prepare("UPDATE content_version SET version = version + 1"),
  ]);

test("visitors get a day's points only while the metric is Visible", async () => {
  expect((await readPoints()).points).toEqual([]);
  await setStatus("Visible");
  expect((await readPoints()).points).toEqual([point]);
  await setStatus("Hidden");
  expect((await readPoints()).points).toEqual([]);
});

test("only administrators get a Hidden metric's points, with fresh=1 and uncached", async () => {
  await setStatus("Hidden");
  const path = `/metrics/${metricID}/${date}.json?fresh=1`;
  const response = await daymark.fetch(path, { headers: { Authorization: await daymark.token() } });
  expect(await response.json()).toEqual([point]);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  expect((await daymark.fetch(path)).status).toBe(401);
  expect((await daymark.fetch(path, { headers: { Authorization: "Bearer forged" } })).status).toBe(401);
  expect((await readPoints()).points).toEqual([]);
});

test("the response for an unknown metric equals that for a Hidden metric", async () => {
  const headersOf = async (id: string) => {
    const { status, headers } = await daymark.fetch(`/metrics/${id}/2026/1/1.json`);
    return [status, headers.get("Cloudflare-CDN-Cache-Control"), headers.get("Content-Length")];
  };
  for (const id of ["000000000000", "w", metricID.slice(1), `${metricID}0`]) {
    expect((await readPoints({}, id)).points).toEqual([]);
    expect(await headersOf(id)).toEqual(await headersOf(metricID));
  }
});

test("each isolate checks D1 once a second for changes by other isolates", async () => {
  await setStatus("Visible");
  const readPointsAt = (time: string) =>
    readPoints({ "x-test-now": `2040-01-01T12:00:${time}Z`, "x-test-slow-timers": "60" });
  expect(await readPointsAt("00.000")).toEqual({ status: 200, statements: 1, points: [point] });
  await setStatusInD1("Hidden");
  expect(await readPointsAt("00.999")).toEqual({ status: 200, statements: 0, points: [point] });
  expect(await readPointsAt("01.000")).toEqual({ status: 200, statements: 1, points: [] });
  await setStatusInD1("Visible");
  const responses = await Promise.all(Array.from({ length: 50 }, () => readPointsAt("02.000")));
  expect(responses.map(({ points }) => points)).toEqual(responses.map(() => [point]));
  expect(responses.reduce((sum, { statements }) => sum + statements, 0)).toBe(1);
});

test("while D1 is down, the last known status applies, and without one the response is 503", async () => {
  const broken = { "x-test-break-d1": "all" };
  await setStatus("Visible");
  await readPoints();
  expect(await readPoints({ ...broken, "x-test-now": "2041-01-01T12:00:00.000Z" })).toMatchObject({
    status: 200,
    points: [point],
  });
  const fresh = await startDaymark();
  const response = await fresh.fetch(`/metrics/${metricID}/${date}.json`, { headers: broken });
  expect(response.status).toBe(503);
  await fresh.stop();
});

test("graphs and series of a Hidden metric are 404", async () => {
  await setStatus("Visible");
  const paths = ["day", "week", "month"].flatMap((timeframe) => [
    `/metrics/${metricID}/${timeframe}.svg`,
    `/api/public-metrics/${metricID}/series?timeframe=${timeframe}`,
  ]);
  const statuses = () => Promise.all(paths.map(async (path) => (await daymark.fetch(path)).status));
  expect(new Set(await statuses())).toEqual(new Set([200]));
  await setStatus("Hidden");
  expect(new Set(await statuses())).toEqual(new Set([404]));
});

test("deleting a metric deletes its points", async () => {
  await setStatus("Visible");
  expect((await readPoints()).points).toEqual([point]);
  expect((await daymark.administrator.metrics[":metricID"].$delete({ param: { metricID } })).status).toBe(
    204,
  );
  expect((await readPoints()).points).toEqual([]);
  expect(await daymark.files.head(`metrics/${metricID}/${date}.json`)).toBeNull();
});
