import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { makeMetric } from "../../support/factories/factories.ts";
import { type FakePrometheus, startFakePrometheus } from "../../support/fakes/prometheus.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let prometheus: FakePrometheus;
let daymark: Daymark;
/** The minute in which a test creates its metrics, in milliseconds. Times below are relative to it. */
let startMs = 0;
/** The time that the Worker and Prometheus use. */
let nowMs = 0;

beforeAll(async () => {
  prometheus = await startFakePrometheus();
  daymark = await startDaymark({
    vars: { ALLOW_PRIVATE_ADDRESSES: "true" },
  });
});
afterAll(() => Promise.all([daymark.stop(), prometheus.stop()]));
beforeEach(async () => {
  await daymark.reset({ laterMs: 2 * DAY_MS });
  startMs = Math.floor(daymark.now() / MINUTE_MS) * MINUTE_MS;
  startResponding();
});

/** Prometheus returns a value for each minute until now: the minute's number since the epoch. */
function startResponding() {
  prometheus.reset();
  prometheus.overrideResponses((response, { url }) => {
    const query = new URL(url ?? "/", "http://prometheus").searchParams;
    const [from, end, step] = ["start", "end", "step"].map((name) => Number(query.get(name)) * 1000) as [
      number,
      number,
      number,
    ];
    const values = [];
    for (let at = from; at <= Math.min(end, nowMs); at += step)
      values.push([at / 1000, String(at / MINUTE_MS)]);
    response.end(
      JSON.stringify({ status: "success", data: { resultType: "matrix", result: [{ metric: {}, values }] } }),
    );
  });
}

function startFailing() {
  prometheus.reset();
  prometheus.overrideResponses((response) =>
    response.writeHead(503).end('{"status":"error","error":"Down."}'),
  );
}

async function runCronAfter(after: number) {
  nowMs = startMs + after;
  await daymark.setClock(nowMs);
  await daymark.runCron(new Date(nowMs).toISOString());
}

/** Runs the cron and waits until each metric has a point for the current minute. */
async function runAndCollect(after: number, metricIDs: string[]) {
  await runCronAfter(after);
  for (const metricID of metricIDs) await expect.poll(() => hasPoint(metricID, startMs + after)).toBe(true);
}

/** Runs the cron and waits until it has queried Prometheus for each metric. The results may not be stored yet. */
async function runAndQuery(after: number, metricCount: number) {
  const before = prometheus.calls.length;
  await runCronAfter(after);
  await expect.poll(() => prometheus.calls.length - before).toBe(metricCount);
}

/** Runs the cron and waits until collecting each metric has failed. */
async function runAndFail(after: number, metricIDs: string[]) {
  await runAndQuery(after, metricIDs.length);
  await expect.poll(countFailing).toBe(metricIDs.length);
}

const countRows = async (from: string) =>
  (await daymark.db.prepare(`SELECT count(*) AS count FROM ${from}`).first<{ count: number }>())?.count;
const countFailing = () => countRows("metrics WHERE collection_error <> ''");
const countMissingDays = () => countRows("metric_backfills");

async function makePrometheusMetric(overrides: Parameters<typeof makeMetric>[1] = {}) {
  const { metricID } = await makeMetric(daymark, {
    type: "Prometheus",
    props: { URL: prometheus.url, Expression: "up" },
    ...overrides,
  });
  await daymark.db.exec("DELETE FROM metric_backfills");
  return metricID;
}

async function storedMinutesOf(metricID: string, dayMs: number): Promise<Set<number>> {
  const date = new Date(dayMs);
  const path = `${date.getUTCFullYear()}/${date.getUTCMonth() + 1}/${date.getUTCDate()}`;
  const file = await daymark.files.get(`metrics/${metricID}/${path}.json`);
  // The Worker stores points as minute of the day, value and time of acceptance.
  const { points } = (file ? await file.json() : { points: [] }) as { points: [number, number, number][] };
  const midnight = Math.floor(dayMs / DAY_MS) * DAY_MS;
  return new Set(points.map(([minute]) => midnight + minute * MINUTE_MS));
}

const hasPoint = async (metricID: string, minute: number) =>
  (await storedMinutesOf(metricID, minute)).has(minute);

/** Counts minutes without a point from `from` to `to` inclusive, in milliseconds after the start. */
async function countMissing(metricID: string, from: number, to: number, step = MINUTE_MS) {
  let missingCount = 0;
  let day: { at: number; minutes: Set<number> } | undefined;
  for (let at = startMs + from; at <= startMs + to; at += step) {
    const midnight = Math.floor(at / DAY_MS) * DAY_MS;
    if (day?.at !== midnight) day = { at: midnight, minutes: await storedMinutesOf(metricID, at) };
    if (!day.minutes.has(at)) missingCount += 1;
  }
  return missingCount;
}

/** Returns how many minutes each request to Prometheus covered. */
const requestedMinutes = () =>
  prometheus.calls.map(({ query }) => (Number(query.end) - Number(query.start)) / Number(query.step) + 1);

test("after an hour's outage of the source the whole hour is fetched, for Hidden metrics too", async () => {
  const metricIDs = [
    await makePrometheusMetric({ status: "Visible" }),
    await makePrometheusMetric({ status: "Hidden" }),
  ];
  await runAndCollect(0, metricIDs);
  startFailing();
  for (let after = 5 * MINUTE_MS; after <= HOUR_MS; after += 5 * MINUTE_MS)
    await runAndFail(after, metricIDs);
  // During the outage each run queries only the last 15 minutes.
  expect(new Set(requestedMinutes())).toEqual(new Set([15]));
  expect(requestedMinutes()).toHaveLength(24);
  startResponding();
  await runAndCollect(HOUR_MS + MINUTE_MS, metricIDs);
  await expect.poll(countFailing).toBe(0);
  await runAndCollect(HOUR_MS + 2 * MINUTE_MS, metricIDs);
  for (const metricID of metricIDs) {
    await expect.poll(() => countMissing(metricID, -14 * MINUTE_MS, HOUR_MS + 2 * MINUTE_MS)).toBe(0);
  }
  await expect.poll(() => countRows("metrics WHERE collected_until IS NOT NULL")).toBe(2);
  await runAndCollect(HOUR_MS + 3 * MINUTE_MS, metricIDs);
  expect(requestedMinutes()).toEqual([15, 15, 240, 240, 15, 15]);
  expect(await countMissingDays()).toBe(0);
});

test("after two hours without a cron run, one query fetches both hours", async () => {
  const metricID = await makePrometheusMetric();
  await runAndCollect(0, [metricID]);
  await runAndCollect(MINUTE_MS, [metricID]);
  await runAndCollect(2 * HOUR_MS, [metricID]);
  await expect.poll(() => countMissing(metricID, -14 * MINUTE_MS, 2 * HOUR_MS)).toBe(0);
  await expect
    .poll(async () => (await daymark.db.prepare("SELECT collected_until AS at FROM metrics").first())?.at)
    .toBe(new Date(startMs + 2 * HOUR_MS + MINUTE_MS).toISOString());
  await runAndCollect(2 * HOUR_MS + MINUTE_MS, [metricID]);
  expect(requestedMinutes()).toEqual([15, 15, 240, 15]);
});

test("after a two-day outage of the source the days are fetched one by one", async () => {
  const metricIDs = [await makePrometheusMetric(), await makePrometheusMetric()];
  await runAndCollect(0, metricIDs);
  startFailing();
  for (const after of [MINUTE_MS, HOUR_MS, DAY_MS, DAY_MS + HOUR_MS, 2 * DAY_MS])
    await runAndFail(after, metricIDs);
  expect(new Set(requestedMinutes())).toEqual(new Set([15]));
  startResponding();
  await runAndCollect(2 * DAY_MS + MINUTE_MS, metricIDs);
  await expect.poll(countFailing).toBe(0);
  await runAndCollect(2 * DAY_MS + 2 * MINUTE_MS, metricIDs);
  await expect.poll(countMissingDays).toBe(0);
  for (const metricID of metricIDs) {
    await expect.poll(() => countMissing(metricID, -14 * MINUTE_MS, 2 * DAY_MS + 2 * MINUTE_MS)).toBe(0);
  }
  // Each metric has a probe, a normal run, and three or four whole days.
  const days =
    Math.floor((startMs + 2 * DAY_MS) / DAY_MS) - Math.floor((startMs - 15 * MINUTE_MS) / DAY_MS) + 1;
  expect(requestedMinutes().filter((span) => span === 15)).toHaveLength(4);
  expect(requestedMinutes().filter((span) => span === 1440)).toHaveLength(2 * days);
  expect(requestedMinutes()).toHaveLength(4 + 2 * days);
  prometheus.calls.length = 0;
  await runAndCollect(2 * DAY_MS + 3 * MINUTE_MS, metricIDs);
  expect(requestedMinutes()).toEqual([15, 15]);
});

test("after a 40-day outage of the source the last 30 days are fetched", async () => {
  const metricID = await makePrometheusMetric();
  await runAndCollect(0, [metricID]);
  startFailing();
  for (const after of [MINUTE_MS, 40 * DAY_MS]) await runAndFail(after, [metricID]);
  startResponding();
  await runAndCollect(40 * DAY_MS + MINUTE_MS, [metricID]);
  await expect.poll(countFailing).toBe(0);
  await runAndCollect(40 * DAY_MS + 2 * MINUTE_MS, [metricID]);
  await expect.poll(countMissingDays).toBe(0);
  const end = 40 * DAY_MS + 2 * MINUTE_MS;
  await expect.poll(() => countMissing(metricID, end - 14 * DAY_MS, end)).toBe(0);
  const fiveMinutes = Math.ceil((startMs + end - 30 * DAY_MS) / (5 * MINUTE_MS)) * 5 * MINUTE_MS - startMs;
  await expect.poll(() => countMissing(metricID, fiveMinutes, end, 5 * MINUTE_MS)).toBe(0);
  expect(await storedMinutesOf(metricID, startMs + end - 32 * DAY_MS)).toEqual(new Set());
  // A probe, a normal run, and 31 days, because 30 times 24 hours touch 31 calendar days.
  expect(requestedMinutes()).toHaveLength(2 + 31);
});

test("collection writes one row per metric every five minutes, not every minute", async () => {
  const metricIDs = [];
  for (let at = 0; at < 6; at += 1) metricIDs.push(await makePrometheusMetric());
  const countCollectedUntil = (after: number) =>
    countRows(`metrics WHERE collected_until = '${new Date(startMs + after).toISOString()}'`);
  await runAndQuery(9 * MINUTE_MS, 6);
  await expect.poll(() => countCollectedUntil(10 * MINUTE_MS)).toBe(6);
  await daymark.db.exec("CREATE TABLE metric_writes (metric_id TEXT)");
  await daymark.db.exec(
    "CREATE TRIGGER count_writes AFTER UPDATE ON metrics BEGIN INSERT INTO metric_writes VALUES (new.metric_id); END",
  );
  for (let after = 10 * MINUTE_MS; after < 40 * MINUTE_MS; after += MINUTE_MS) await runAndQuery(after, 6);
  await expect.poll(() => countCollectedUntil(40 * MINUTE_MS)).toBe(6);
  expect(await countRows("metric_writes")).toBe(36);
  expect(new Set(requestedMinutes())).toEqual(new Set([15]));
});

test("if one of several metrics fails, the others are collected, and its gap is filled later", async () => {
  const good = await makePrometheusMetric();
  const bad = await makePrometheusMetric({ props: { URL: prometheus.url, Expression: "bad" } });
  await runAndCollect(0, [good, bad]);
  prometheus.overrideResponses((response, { url }) => {
    const query = new URL(url ?? "/", "http://prometheus").searchParams;
    if (query.get("query") === "bad")
      return void response.writeHead(400).end('{"status":"error","error":"Bad."}');
    const values = [];
    for (let at = Number(query.get("start")); at * 1000 <= nowMs; at += 60) values.push([at, "1"]);
    response.end(JSON.stringify({ status: "success", data: { resultType: "matrix", result: [{ values }] } }));
  });
  for (let after = 5 * MINUTE_MS; after <= 40 * MINUTE_MS; after += 5 * MINUTE_MS)
    await runAndQuery(after, 2);
  await expect.poll(countFailing).toBe(1);
  await expect.poll(() => countMissing(good, 0, 40 * MINUTE_MS)).toBe(0);
  startResponding();
  await runAndCollect(41 * MINUTE_MS, [good, bad]);
  await expect.poll(countFailing).toBe(0);
  await runAndCollect(42 * MINUTE_MS, [good, bad]);
  await expect.poll(() => countMissing(bad, -14 * MINUTE_MS, 42 * MINUTE_MS)).toBe(0);
  expect(requestedMinutes().sort((one, other) => one - other)).toEqual([15, 15, 15, 60]);
});

test("a metric whose query changes during an outage has no gap afterwards", async () => {
  const metricID = await makePrometheusMetric();
  await runAndCollect(0, [metricID]);
  startFailing();
  for (let after = 5 * MINUTE_MS; after <= 20 * MINUTE_MS; after += 5 * MINUTE_MS)
    await runAndFail(after, [metricID]);
  const param = { metricID };
  const props = { URL: prometheus.url, Expression: "another" };
  await daymark.setClock(nowMs);
  await answer(daymark.administrator.metrics[":metricID"].$patch({ param, json: { props } }));
  for (let after = 25 * MINUTE_MS; after <= 50 * MINUTE_MS; after += 5 * MINUTE_MS) await runCronAfter(after);
  await expect.poll(countFailing).toBe(1);
  startResponding();
  await runAndCollect(51 * MINUTE_MS, [metricID]);
  await expect.poll(countFailing).toBe(0);
  await runAndCollect(52 * MINUTE_MS, [metricID]);
  await runCronAfter(14 * HOUR_MS);
  await expect.poll(countMissingDays).toBe(0);
  await expect.poll(() => countMissing(metricID, -5 * DAY_MS, 52 * MINUTE_MS)).toBe(0);
});

test("a clock that was days ahead for a while leaves no gap", async () => {
  const metricID = await makePrometheusMetric();
  await runAndCollect(0, [metricID]);
  await runCronAfter(5 * DAY_MS);
  await expect.poll(countMissingDays).toBe(0);
  await runAndCollect(5 * DAY_MS, [metricID]);
  // The clock is corrected after an hour, in which nothing was collected.
  for (const after of [HOUR_MS, HOUR_MS + MINUTE_MS]) await runAndCollect(after, [metricID]);
  await expect.poll(countMissingDays).toBe(0);
  await expect.poll(() => countMissing(metricID, -14 * MINUTE_MS, HOUR_MS + MINUTE_MS)).toBe(0);
  prometheus.calls.length = 0;
  await runAndCollect(HOUR_MS + 2 * MINUTE_MS, [metricID]);
  expect(requestedMinutes()).toEqual([15]);
});

test("a collection message that is an hour old is skipped, because later runs cover its range", async () => {
  const metricID = await makePrometheusMetric();
  await runAndCollect(0, [metricID]);
  const to = startMs - HOUR_MS;
  const range = { from: to - 15 * MINUTE_MS, to, periodSeconds: 60 };
  const late = { type: "Prometheus", key: "", metricIDs: [metricID], task: "recent", range };
  const before = prometheus.calls.length;
  await daymark.deliver("daymark-collection", [[late]]);
  expect(prometheus.calls).toHaveLength(before);
});
