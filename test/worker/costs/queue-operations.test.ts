import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { serviceMetrics } from "../../../tools/start/cloudwatch-metrics.ts";
import type { NewMetric } from "../../../worker/metrics/schema.ts";
import { DAY_MS, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import {
  makeComponent,
  makeIncident,
  makeMaintenance,
  makeMetric,
} from "../../support/factories/factories.ts";
import { type RecordedCloudWatch, startRecordedCloudWatch } from "../../support/fakes/cloudwatch.ts";
import { type FakePrometheus, startFakePrometheus } from "../../support/fakes/prometheus.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";
import { simulateQueues } from "../../support/starters/queue-simulator.ts";

// Cloudflare's free plan has 10,000 queue operations a day: writing, reading and deleting a message count as one each.

const MINUTES_A_DAY = 1440;

let prometheus: FakePrometheus;
let cloudWatch: RecordedCloudWatch;
let daymark: Daymark;
let queues: Awaited<ReturnType<typeof simulateQueues>>;
beforeAll(async () => {
  prometheus = await startFakePrometheus();
  cloudWatch = await startRecordedCloudWatch();
  const vars = { ...cloudWatch.vars, ALLOW_PRIVATE_ADDRESSES: "true" };
  daymark = await startDaymark({ vars });
});
afterAll(() => Promise.all([daymark.stop(), prometheus.stop(), cloudWatch.stop()]));
// The fake CloudWatch has values up to the present of the real clock.
beforeEach(() => daymark.reset());

/** At noon no nightly export runs, which would fail without R2. */
const setClockToNoon = () => daymark.setClock((Math.floor(Date.now() / DAY_MS) + 1.5) * DAY_MS);

/** Creates metrics and deletes their pending backfills, so that only new points are collected. */
async function makeCollectedMetrics(
  count: number,
  propsAt: (at: number) => NewMetric["props"],
): Promise<string[]> {
  const metricIDs = [];
  for (let at = 0; at < count; at += 1) {
    const props = propsAt(at);
    const type = props && "Expression" in props ? "Prometheus" : "CloudWatch";
    metricIDs.push((await makeMetric(daymark, { type, props })).metricID);
  }
  await daymark.db.exec("DELETE FROM metric_backfills");
  return metricIDs;
}

const prometheusProps = (at: number) => ({ URL: prometheus.url, Expression: `up${at}` });
const cloudWatchProps = (at: number) => ({
  Region: ["eu-west-1", "us-east-1", "sa-east-1"][at % 3],
  Statistics: "Average",
  ...serviceMetrics[at],
});

async function runMinutes(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await daymark.runCron(new Date(queues.clock()).toISOString());
    await queues.run(MINUTE_MS);
  }
}

/** Counts the metrics whose day files have a point at `time`. */
async function countCollected(metricIDs: string[], time: number): Promise<number> {
  const date = new Date(time);
  const day = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()].join("/");
  const minuteOfDay = date.getUTCHours() * 60 + date.getUTCMinutes();
  const files = await Promise.all(metricIDs.map((id) => daymark.files.get(`metrics/${id}/${day}.json`)));
  // A stored point is [minute of the day, value, time of acceptance].
  const days = await Promise.all(files.map((file) => file?.json() as Promise<{ points: number[][] }>));
  return days.filter((each) => each?.points.some(([minute]) => minute === minuteOfDay)).length;
}

test("an idle installation sends no queue message", async () => {
  await makeComponent(daymark);
  await makeIncident(daymark);
  await makeMaintenance(daymark);
  await makeMetric(daymark);
  queues = await simulateQueues(daymark);
  await runMinutes(10);
  expect(queues.counts.operations).toBe(0);
});

test("20 metrics of two services and three regions are collected and stored without a queue message", async () => {
  const metricIDs = [
    ...(await makeCollectedMetrics(12, cloudWatchProps)),
    ...(await makeCollectedMetrics(8, prometheusProps)),
  ];
  queues = await simulateQueues(daymark);
  const startedAt = queues.clock();
  await runMinutes(10);
  expect(await countCollected(metricIDs, startedAt - 2 * MINUTE_MS)).toBe(20);
  expect(queues.counts.operations).toBe(0);
  // Each metric's file is written once a minute, and a second file if the minutes include midnight.
  expect(queues.counts.puts).toBeLessThanOrEqual(20 * 11);
});

test("metrics beyond one invocation's subrequests are collected through one message a minute", async () => {
  const metricIDs = await makeCollectedMetrics(40, prometheusProps);
  queues = await simulateQueues(daymark);
  await runMinutes(3);
  expect(await countCollected(metricIDs, queues.clock() - MINUTE_MS)).toBe(40);
  expect(queues.counts.operations).toBe(3 * 3);
});

test("the backfill of a new metric's 30 days takes few queue operations", async () => {
  const { metricID } = await makeMetric(daymark, { type: "CloudWatch", props: cloudWatchProps(0) });
  queues = await simulateQueues(daymark);
  await runMinutes(1);
  const countBackfills = "SELECT count(*) AS days FROM metric_backfills";
  expect(await daymark.db.prepare(countBackfills).first<number>("days")).toBe(0);
  expect(
    await countCollected([metricID], queues.clock() - 30 * MINUTES_A_DAY * MINUTE_MS),
  ).toBeLessThanOrEqual(1);
  expect(queues.counts.operations).toBeLessThanOrEqual(3 * 3);
});

test("during an R2 outage, collected points wait in the queue, and none is lost", async () => {
  await setClockToNoon();
  const metricIDs = await makeCollectedMetrics(3, prometheusProps);
  queues = await simulateQueues(daymark);
  await queues.breakBindings("r2");
  await runMinutes(10);
  expect([queues.counts.sent, queues.counts.puts]).toEqual([10, 0]);
  await queues.repairBindings();
  const before = queues.clock();
  await queues.run(60 * MINUTE_MS);
  for (let ago = 1; ago <= 20; ago += 1)
    expect(await countCollected(metricIDs, before - ago * MINUTE_MS)).toBe(3);
  expect([queues.counts.dropped, queues.waiting()]).toEqual([0, 0]);
});

test("points that could be neither stored nor queued are collected again", async () => {
  await setClockToNoon();
  const metricIDs = await makeCollectedMetrics(3, prometheusProps);
  queues = await simulateQueues(daymark);
  await runMinutes(6);
  await queues.breakBindings("r2", "queues");
  await runMinutes(20);
  await queues.repairBindings();
  await runMinutes(1);
  for (let ago = 1; ago <= 26; ago += 5)
    expect([ago, await countCollected(metricIDs, queues.clock() - ago * MINUTE_MS)]).toEqual([ago, 3]);
});

test("a message with one task, as the previous version sent it, is collected", async () => {
  const metricIDs = await makeCollectedMetrics(1, prometheusProps);
  queues = await simulateQueues(daymark);
  const to = Math.floor(queues.clock() / MINUTE_MS) * MINUTE_MS;
  const range = { from: to - 15 * MINUTE_MS, to, periodSeconds: 60 };
  await daymark.deliver("daymark-collection", [
    [{ type: "Prometheus", key: "", metricIDs, task: "recent", range }],
  ]);
  expect(await countCollected(metricIDs, to - MINUTE_MS)).toBe(1);
});
