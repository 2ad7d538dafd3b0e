import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { serviceMetrics } from "../../tools/start/cloudwatch-metrics.ts";
import type { NewMetric } from "../../worker/metrics/schema.ts";
import { MINUTE_MS } from "../../worker/time/domain.ts";
import { startWatchedCloudWatch, type WatchedCloudWatch } from "../support/cloudwatch.ts";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeIncident, makeMaintenance, makeMetric } from "../support/factories.ts";
import { type Prometheus, startPrometheus } from "../support/prometheus.ts";
import { simulateQueues } from "../support/queue-simulator.ts";

// Cloudflare's free plan has 10,000 queue operations a day: writing, reading and deleting a message are one each.

const MINUTES_A_DAY = 1440;

let prometheus: Prometheus;
let cloudWatch: WatchedCloudWatch;
let daymark: Daymark;
let queues: Awaited<ReturnType<typeof simulateQueues>>;
beforeAll(async () => {
  prometheus = await startPrometheus();
  cloudWatch = await startWatchedCloudWatch();
});
afterAll(() => Promise.all([prometheus.stop(), cloudWatch.stop()]));
beforeEach(async () => {
  const vars = { ...cloudWatch.vars, ALLOW_PRIVATE_ADDRESSES: "true" };
  daymark = await startDaymark({ build: "faulty-worker", vars });
});
afterEach(() => daymark.stop());

/** Metrics without a past that would still be to be fetched. */
async function makePulled(count: number, given: (at: number) => NewMetric["props"]): Promise<string[]> {
  const metricIDs = [];
  for (let at = 0; at < count; at += 1) {
    const props = given(at);
    const type = props && "Expression" in props ? "Prometheus" : "CloudWatch";
    metricIDs.push((await makeMetric(daymark, { type, props })).metricID);
  }
  await daymark.db.exec("DELETE FROM metric_backfills");
  return metricIDs;
}

const inPrometheus = (at: number) => ({ URL: prometheus.url, Expression: `up${at}` });
const inCloudWatch = (at: number) => ({
  Region: ["eu-west-1", "us-east-1", "sa-east-1"][at % 3],
  Statistics: "Average",
  ...serviceMetrics[at],
});

async function pass(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await daymark.tick(new Date(queues.clock()).toISOString());
    await queues.run(MINUTE_MS);
  }
}

/** The metrics whose day files have the minute that the clock says. */
async function collected(metricIDs: string[], time: number): Promise<number> {
  const date = new Date(time);
  const day = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()].join("/");
  const wanted = date.getUTCHours() * 60 + date.getUTCMinutes();
  const files = await Promise.all(metricIDs.map((id) => daymark.files.get(`metrics/${id}/${day}.json`)));
  // As the Worker keeps it: minute of the day, value, when it was accepted.
  const days = await Promise.all(files.map((file) => file?.json() as Promise<{ points: number[][] }>));
  return days.filter((each) => each?.points.some(([minute]) => minute === wanted)).length;
}

test("an installation in which nothing happens sends no message", async () => {
  await makeComponent(daymark);
  await makeIncident(daymark);
  await makeMaintenance(daymark);
  await makeMetric(daymark);
  queues = await simulateQueues(daymark);
  await pass(30);
  expect(queues.counts.operations).toBe(0);
});

test("20 metrics of two services and three regions are collected and stored without a message", async () => {
  const metricIDs = [...(await makePulled(12, inCloudWatch)), ...(await makePulled(8, inPrometheus))];
  queues = await simulateQueues(daymark);
  const startedAt = queues.clock();
  await pass(20);
  // The stand-in of CloudWatch has values up to the real clock's present.
  expect(await collected(metricIDs, startedAt - 2 * MINUTE_MS)).toBe(20);
  expect((queues.counts.operations / 20) * MINUTES_A_DAY).toBeLessThan(6000);
  expect(queues.counts.operations).toBe(0);
  // A file a metric and minute, and another should midnight be among them.
  expect(queues.counts.puts).toBeLessThanOrEqual(20 * 21);
});

test("what one invocation has no calls for is one message a minute", async () => {
  const metricIDs = await makePulled(40, inPrometheus);
  queues = await simulateQueues(daymark);
  await pass(3);
  expect(await collected(metricIDs, queues.clock() - MINUTE_MS)).toBe(40);
  expect(queues.counts.operations).toBe(3 * 3);
});

test("a new metric's 30 days are few messages", async () => {
  const { metricID } = await makeMetric(daymark, { type: "CloudWatch", props: inCloudWatch(0) });
  queues = await simulateQueues(daymark);
  await pass(1);
  const left = "SELECT count(*) AS days FROM metric_backfills";
  expect(await daymark.db.prepare(left).first<number>("days")).toBe(0);
  expect(await collected([metricID], queues.clock() - 30 * MINUTES_A_DAY * MINUTE_MS)).toBeLessThanOrEqual(1);
  expect(queues.counts.operations).toBeLessThanOrEqual(3 * 3);
});

test("while R2 is away, collected points wait in the queue, and none is lost", async () => {
  const metricIDs = await makePulled(3, inPrometheus);
  queues = await simulateQueues(daymark);
  await queues.setAway("r2");
  await pass(10);
  expect([queues.counts.sent, queues.counts.puts]).toEqual([10, 0]);
  await queues.setAway();
  const before = queues.clock();
  await queues.run(60 * MINUTE_MS);
  for (let ago = 1; ago <= 20; ago += 1) expect(await collected(metricIDs, before - ago * MINUTE_MS)).toBe(3);
  expect([queues.counts.dropped, queues.waiting()]).toEqual([0, 0]);
});

test("points that neither R2 nor the queue takes are asked for again", async () => {
  const metricIDs = await makePulled(3, inPrometheus);
  queues = await simulateQueues(daymark);
  await pass(6);
  await queues.setAway("r2", "queues");
  await pass(60);
  await queues.setAway();
  await pass(1);
  for (let ago = 1; ago <= 66; ago += 5)
    expect([ago, await collected(metricIDs, queues.clock() - ago * MINUTE_MS)]).toEqual([ago, 3]);
});

test("a message of the version before, with one task, is collected", async () => {
  const metricIDs = await makePulled(1, inPrometheus);
  queues = await simulateQueues(daymark);
  const to = Math.floor(queues.clock() / MINUTE_MS) * MINUTE_MS;
  const range = { from: to - 15 * MINUTE_MS, to, periodSeconds: 60 };
  await daymark.deliver("daymark-collection", [
    { type: "Prometheus", key: "", metricIDs, task: "recent", range },
  ]);
  expect(await collected(metricIDs, to - MINUTE_MS)).toBe(1);
});
