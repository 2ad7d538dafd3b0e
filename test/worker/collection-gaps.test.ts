import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../worker/time/domain.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeMetric } from "../support/factories.ts";
import { type Prometheus, startPrometheus } from "../support/prometheus.ts";

let prometheus: Prometheus;
let daymark: Daymark;
/** The minute in which a test's metrics are made. */
let start = 0;
/** What the Worker and the source take for now. */
let clock = 0;

beforeAll(async () => {
  prometheus = await startPrometheus();
});
afterAll(() => prometheus.stop());
beforeEach(async () => {
  daymark = await startDaymark({ build: "faulty-worker", vars: { ALLOW_PRIVATE_ADDRESSES: "true" } });
  start = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  come();
});
afterEach(() => daymark.stop());

/** The source answers each minute up to the present one: its value is the minute's number. */
function come() {
  prometheus.heal();
  prometheus.spoil((response, { url }) => {
    const query = new URL(url ?? "/", "http://prometheus").searchParams;
    const [from, end, step] = ["start", "end", "step"].map((name) => Number(query.get(name)) * 1000) as [
      number,
      number,
      number,
    ];
    const values = [];
    for (let at = from; at <= Math.min(end, clock); at += step)
      values.push([at / 1000, String(at / MINUTE_MS)]);
    response.end(
      JSON.stringify({ status: "success", data: { resultType: "matrix", result: [{ metric: {}, values }] } }),
    );
  });
}

function goAway() {
  prometheus.heal();
  prometheus.spoil((response) => response.writeHead(503).end('{"status":"error","error":"Away."}'));
}

/** The cron's run, so long after the start. */
async function run(after: number) {
  clock = start + after;
  await daymark.fetch("/api/health", { headers: { "x-test-ahead": String(clock - Date.now()) } });
  await daymark.tick(new Date(clock).toISOString());
}

/** A run that fetches the present minute of each metric. */
async function collect(after: number, metricIDs: string[]) {
  await run(after);
  for (const metricID of metricIDs) await expect.poll(() => isIn(metricID, start + after)).toBe(true);
}

/** A run that asks for as many metrics, of which it is not known yet what became. */
async function ask(after: number, metrics: number) {
  const before = prometheus.calls.length;
  await run(after);
  await expect.poll(() => prometheus.calls.length - before).toBe(metrics);
}

/** A run that asks for each metric, in vain. */
async function fail(after: number, metricIDs: string[]) {
  await ask(after, metricIDs.length);
  await expect.poll(failing).toBe(metricIDs.length);
}

const count = async (what: string) =>
  (await daymark.db.prepare(`SELECT count(*) AS count FROM ${what}`).first<{ count: number }>())?.count;
const failing = () => count("metrics WHERE collection_error <> ''");
const daysLeft = () => count("metric_backfills");

async function makeQuery(overrides: Parameters<typeof makeMetric>[1] = {}) {
  const { metricID } = await makeMetric(daymark, {
    type: "Prometheus",
    props: { URL: prometheus.url, Expression: "up" },
    ...overrides,
  });
  await daymark.db.exec("DELETE FROM metric_backfills");
  return metricID;
}

async function minutesOf(metricID: string, day: number): Promise<Set<number>> {
  const date = new Date(day);
  const path = `${date.getUTCFullYear()}/${date.getUTCMonth() + 1}/${date.getUTCDate()}`;
  const file = await daymark.files.get(`metrics/${metricID}/${path}.json`);
  // As the Worker keeps it: minute of the day, value, when it was accepted.
  const { points } = (file ? await file.json() : { points: [] }) as { points: [number, number, number][] };
  const midnight = Math.floor(day / DAY_MS) * DAY_MS;
  return new Set(points.map(([minute]) => midnight + minute * MINUTE_MS));
}

const isIn = async (metricID: string, minute: number) => (await minutesOf(metricID, minute)).has(minute);

/** How many minutes the day files lack of those from `from` up to and with `to`, both after the start. */
async function missing(metricID: string, from: number, to: number, step = MINUTE_MS) {
  let lacking = 0;
  let day: { at: number; minutes: Set<number> } | undefined;
  for (let at = start + from; at <= start + to; at += step) {
    const midnight = Math.floor(at / DAY_MS) * DAY_MS;
    if (day?.at !== midnight) day = { at: midnight, minutes: await minutesOf(metricID, at) };
    if (!day.minutes.has(at)) lacking += 1;
  }
  return lacking;
}

/** How many minutes each of the calls asked for. */
const spans = () =>
  prometheus.calls.map(({ query }) => (Number(query.end) - Number(query.start)) / Number(query.step) + 1);

test("a source that was away for an hour is asked for the whole hour, of Hidden metrics too", async () => {
  const metricIDs = [await makeQuery({ status: "Visible" }), await makeQuery({ status: "Hidden" })];
  await collect(0, metricIDs);
  goAway();
  for (let after = MINUTE_MS; after <= HOUR_MS; after += MINUTE_MS) await fail(after, metricIDs);
  // While it is away, each run is a small probe.
  expect(new Set(spans())).toEqual(new Set([15]));
  expect(spans()).toHaveLength(120);
  come();
  await collect(HOUR_MS + MINUTE_MS, metricIDs);
  await expect.poll(failing).toBe(0);
  await collect(HOUR_MS + 2 * MINUTE_MS, metricIDs);
  for (const metricID of metricIDs) {
    await expect.poll(() => missing(metricID, -14 * MINUTE_MS, HOUR_MS + 2 * MINUTE_MS)).toBe(0);
  }
  await expect.poll(() => count("metrics WHERE collected_until IS NOT NULL")).toBe(2);
  await collect(HOUR_MS + 3 * MINUTE_MS, metricIDs);
  expect(spans()).toEqual([15, 15, 240, 240, 15, 15]);
  expect(await daysLeft()).toBe(0);
});

test("a cron that was away for two hours asks for both at once", async () => {
  const metricID = await makeQuery();
  await collect(0, [metricID]);
  await collect(MINUTE_MS, [metricID]);
  await collect(2 * HOUR_MS, [metricID]);
  await expect.poll(() => missing(metricID, -14 * MINUTE_MS, 2 * HOUR_MS)).toBe(0);
  await expect
    .poll(async () => (await daymark.db.prepare("SELECT collected_until AS at FROM metrics").first())?.at)
    .toBe(new Date(start + 2 * HOUR_MS + MINUTE_MS).toISOString());
  await collect(2 * HOUR_MS + MINUTE_MS, [metricID]);
  expect(spans()).toEqual([15, 15, 240, 15]);
});

test("a source that was away for two days has them fetched day by day", async () => {
  const metricIDs = [await makeQuery(), await makeQuery()];
  await collect(0, metricIDs);
  goAway();
  for (const after of [MINUTE_MS, HOUR_MS, DAY_MS, DAY_MS + HOUR_MS, 2 * DAY_MS])
    await fail(after, metricIDs);
  expect(new Set(spans())).toEqual(new Set([15]));
  come();
  await collect(2 * DAY_MS + MINUTE_MS, metricIDs);
  await expect.poll(failing).toBe(0);
  await collect(2 * DAY_MS + 2 * MINUTE_MS, metricIDs);
  await expect.poll(daysLeft).toBe(0);
  for (const metricID of metricIDs) {
    await expect.poll(() => missing(metricID, -14 * MINUTE_MS, 2 * DAY_MS + 2 * MINUTE_MS)).toBe(0);
  }
  // A probe and a run for each metric, and its three or four days.
  const days = Math.floor((start + 2 * DAY_MS) / DAY_MS) - Math.floor((start - 15 * MINUTE_MS) / DAY_MS) + 1;
  expect(spans().filter((span) => span === 15)).toHaveLength(4);
  expect(spans().filter((span) => span === 1440)).toHaveLength(2 * days);
  expect(spans()).toHaveLength(4 + 2 * days);
  prometheus.calls.length = 0;
  await collect(2 * DAY_MS + 3 * MINUTE_MS, metricIDs);
  expect(spans()).toEqual([15, 15]);
});

test("of a source that was away for 40 days the last 30 are fetched", async () => {
  const metricID = await makeQuery();
  await collect(0, [metricID]);
  goAway();
  for (const after of [MINUTE_MS, 40 * DAY_MS]) await fail(after, [metricID]);
  come();
  await collect(40 * DAY_MS + MINUTE_MS, [metricID]);
  await expect.poll(failing).toBe(0);
  await collect(40 * DAY_MS + 2 * MINUTE_MS, [metricID]);
  await expect.poll(daysLeft).toBe(0);
  const end = 40 * DAY_MS + 2 * MINUTE_MS;
  await expect.poll(() => missing(metricID, end - 14 * DAY_MS, end)).toBe(0);
  const fiveMinutes = Math.ceil((start + end - 30 * DAY_MS) / (5 * MINUTE_MS)) * 5 * MINUTE_MS - start;
  await expect.poll(() => missing(metricID, fiveMinutes, end, 5 * MINUTE_MS)).toBe(0);
  expect(await minutesOf(metricID, start + end - 32 * DAY_MS)).toEqual(new Set());
  // A probe, a run, and 31 days of which one is only begun.
  expect(spans()).toHaveLength(2 + 31);
});

test("metrics that are collected write a row each in five minutes, and not in each", async () => {
  const metricIDs = [];
  for (let at = 0; at < 20; at += 1) metricIDs.push(await makeQuery());
  const marked = (after: number) =>
    count(`metrics WHERE collected_until = '${new Date(start + after).toISOString()}'`);
  await ask(9 * MINUTE_MS, 20);
  await expect.poll(() => marked(10 * MINUTE_MS)).toBe(20);
  await daymark.db.exec("CREATE TABLE written (metric_id TEXT)");
  await daymark.db.exec(
    "CREATE TRIGGER count_writes AFTER UPDATE ON metrics BEGIN INSERT INTO written VALUES (new.metric_id); END",
  );
  for (let after = 10 * MINUTE_MS; after < 40 * MINUTE_MS; after += MINUTE_MS) await ask(after, 20);
  await expect.poll(() => marked(40 * MINUTE_MS)).toBe(20);
  expect(await count("written")).toBe(120);
  expect(new Set(spans())).toEqual(new Set([15]));
});

test("of metrics that are asked together, one that fails keeps its mark and the others go on", async () => {
  const good = await makeQuery();
  const bad = await makeQuery({ props: { URL: prometheus.url, Expression: "bad" } });
  await collect(0, [good, bad]);
  prometheus.spoil((response, { url }) => {
    const query = new URL(url ?? "/", "http://prometheus").searchParams;
    if (query.get("query") === "bad")
      return void response.writeHead(400).end('{"status":"error","error":"Bad."}');
    const values = [];
    for (let at = Number(query.get("start")); at * 1000 <= clock; at += 60) values.push([at, "1"]);
    response.end(JSON.stringify({ status: "success", data: { resultType: "matrix", result: [{ values }] } }));
  });
  for (let after = MINUTE_MS; after <= 40 * MINUTE_MS; after += MINUTE_MS) await ask(after, 2);
  await expect.poll(failing).toBe(1);
  await expect.poll(() => missing(good, 0, 40 * MINUTE_MS)).toBe(0);
  come();
  await collect(41 * MINUTE_MS, [good, bad]);
  await expect.poll(failing).toBe(0);
  await collect(42 * MINUTE_MS, [good, bad]);
  await expect.poll(() => missing(bad, -14 * MINUTE_MS, 42 * MINUTE_MS)).toBe(0);
  expect(spans().sort((one, other) => one - other)).toEqual([15, 15, 15, 60]);
});

test("a metric that is pointed elsewhere while its source is away lacks nothing either", async () => {
  const metricID = await makeQuery();
  await collect(0, [metricID]);
  goAway();
  for (let after = MINUTE_MS; after <= 20 * MINUTE_MS; after += MINUTE_MS) await fail(after, [metricID]);
  const param = { metricID };
  const props = { URL: prometheus.url, Expression: "another" };
  await daymark.fetch("/api/health", { headers: { "x-test-ahead": String(clock - Date.now()) } });
  await answer(daymark.administrator.metrics[":metricID"].$patch({ param, json: { props } }));
  for (let after = 21 * MINUTE_MS; after <= 50 * MINUTE_MS; after += MINUTE_MS) await run(after);
  await expect.poll(failing).toBe(1);
  come();
  await collect(51 * MINUTE_MS, [metricID]);
  await expect.poll(failing).toBe(0);
  await collect(52 * MINUTE_MS, [metricID]);
  await run(14 * HOUR_MS);
  await expect.poll(daysLeft).toBe(0);
  await expect.poll(() => missing(metricID, -5 * DAY_MS, 52 * MINUTE_MS)).toBe(0);
});

test("a clock that was ahead for a while leaves no gap behind", async () => {
  const metricID = await makeQuery();
  await collect(0, [metricID]);
  await run(5 * DAY_MS);
  await expect.poll(daysLeft).toBe(0);
  await collect(5 * DAY_MS, [metricID]);
  // It is set right after an hour, of which nothing has been collected.
  for (const after of [HOUR_MS, HOUR_MS + MINUTE_MS]) await collect(after, [metricID]);
  await expect.poll(daysLeft).toBe(0);
  await expect.poll(() => missing(metricID, -14 * MINUTE_MS, HOUR_MS + MINUTE_MS)).toBe(0);
  prometheus.calls.length = 0;
  await collect(HOUR_MS + 2 * MINUTE_MS, [metricID]);
  expect(spans()).toEqual([15]);
});

test("a run that comes out of the queue late is left to those after it", async () => {
  const metricID = await makeQuery();
  await collect(0, [metricID]);
  const to = start - HOUR_MS;
  const range = { from: to - 15 * MINUTE_MS, to, periodSeconds: 60 };
  const late = { type: "Prometheus", key: "", metricIDs: [metricID], task: "recent", range };
  const before = prometheus.calls.length;
  await daymark.deliver("daymark-collection", [late]);
  expect(prometheus.calls).toHaveLength(before);
});
