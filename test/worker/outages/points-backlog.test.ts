import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { DataPoint } from "../../../worker/metrics/schema.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { makeApiKey, makeMetric } from "../../support/factories/factories.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";
import { simulateQueues } from "../../support/starters/queue-simulator.ts";

// Many days of one metric must not hold up the points of another.

let daymark: Daymark;
let queues: Awaited<ReturnType<typeof simulateQueues>>;
let apiKey: string;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(async () => {
  await daymark.reset({ laterMs: 2 * DAY_MS });
  apiKey = await makeApiKey(daymark, { scopes: ["metrics"] });
  queues = await simulateQueues(daymark);
});
afterAll(() => daymark.stop());

const makeMetricID = async () => (await makeMetric(daymark, { status: "Visible" })).metricID;

/** Submits a point for each day of each metric. Days are counted back from now. */
async function submit(daysBackByMetric: Record<string, number[]>): Promise<void> {
  const now = queues.clock();
  const body = Object.entries(daysBackByMetric).map(([metricID, days]) => [
    metricID,
    days.map((daysBack) => ({ timestamp: now - daysBack * DAY_MS, value: daysBack })),
  ]);
  const response = await daymark.fetch("/api/v0/metrics/data", {
    method: "POST",
    headers: { "x-api-key": apiKey },
    body: JSON.stringify(Object.fromEntries(body)),
  });
  expect(response.status).toBe(200);
}

/** Almost as many days as one run stores, so that the days of two metrics need two runs. */
const MANY_DAYS = 390;

const daysBackFrom = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n);

async function pointsOf(metricID: string, daysBack = 0): Promise<DataPoint[]> {
  const date = new Date(queues.clock() - daysBack * DAY_MS);
  const path = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()].join("/");
  return (await daymark.fetch(`/metrics/${metricID}/${path}.json`)).json() as Promise<DataPoint[]>;
}

const countStoredDays = () =>
  daymark.db.prepare("SELECT count(*) AS days FROM metric_days").first<number>("days");

test("a point of today is stored by the next delivery, however many past days of other metrics wait", async () => {
  const [old, current] = [await makeMetricID(), await makeMetricID()];
  const backlog = { [old]: daysBackFrom(3, MANY_DAYS), [await makeMetricID()]: daysBackFrom(3, MANY_DAYS) };
  for (let request = 0; request < 2; request += 1) await submit(backlog);
  await submit({ [current]: [0] });
  // `run(0)` also waits for the batch timeout of a second.
  await queues.run(0);
  expect(await pointsOf(current)).toHaveLength(1);
  await queues.run(10 * MINUTE_MS);
  expect(await countStoredDays()).toBe(2 * MANY_DAYS + 1);
  expect([queues.waiting(), queues.counts.dropped, queues.counts.puts]).toEqual([0, 0, 2 * MANY_DAYS + 1]);
});

test("the points of today in a request are stored before its many past days", async () => {
  const metricID = await makeMetricID();
  await submit({ [metricID]: daysBackFrom(0, MANY_DAYS) });
  await queues.breakBindings("r2");
  await queues.run(0);
  await queues.repairBindings();
  expect(queues.counts.sent).toBe(2);
  // Both queues retry after 5 seconds.
  await queues.run(10 * SECOND_MS);
  expect([await pointsOf(metricID), await pointsOf(metricID, 389)].map(({ length }) => length)).toEqual([
    1, 1,
  ]);
});

test("a request with a few past days is sent as one message", async () => {
  const metricID = await makeMetricID();
  await submit({ [metricID]: daysBackFrom(0, 20) });
  await queues.run(0);
  expect([queues.counts.sent, queues.counts.runs, await countStoredDays()]).toEqual([1, 1, 20]);
});

test("a point of today is stored by the next delivery, however many requests with a few past days wait", async () => {
  const [one, two] = [await makeMetricID(), await makeMetricID()];
  const current = await makeMetricID();
  // First exactly as many days as one run stores, then more than a second run stores.
  for (let request = 0; request < 10; request += 1)
    for (const metricID of [one, two])
      await submit({ [metricID]: [0, ...daysBackFrom(3 + 19 * request, 19)] });
  await submit({ [one]: [0, ...daysBackFrom(3 + 10 * 19, 18)] });
  for (let request = 0; request < 10; request += 1)
    await submit({ [two]: [0, ...daysBackFrom(3 + 10 * 19 + 20 * request, 20)] });
  await submit({ [current]: [0] });
  await queues.run(0);
  expect(await pointsOf(current)).toHaveLength(1);
  await queues.run(MINUTE_MS);
  const [daysOfOne, daysOfTwo, daysOfCurrent] = [1 + 10 * 19 + 18, 1 + 10 * 19 + 10 * 20, 1];
  expect(await countStoredDays()).toBe(daysOfOne + daysOfTwo + daysOfCurrent);
  expect([queues.waiting(), queues.counts.dropped]).toEqual([0, 0]);
});

test("a request with 1,200 past days of several metrics is three messages, each delivered twice at most", async () => {
  const metricIDs = await Promise.all(Array.from({ length: 3 }, makeMetricID));
  await submit(Object.fromEntries(metricIDs.map((metricID) => [metricID, daysBackFrom(0, 400)])));
  await queues.run(10 * SECOND_MS);
  expect(await countStoredDays()).toBe(1200);
  expect(queues.counts).toMatchObject({ sent: 1 + 3, deliveries: 1 + 3 + 2, puts: 1200, dropped: 0 });
});

test("if a run can't store everything, it stores the points of today first", async () => {
  const [old, current] = [await makeMetricID(), await makeMetricID()];
  const now = queues.clock();
  const dateOf = (daysBack: number) => new Date(now - daysBack * DAY_MS).toISOString().slice(0, 10);
  queues.send(
    daysBackFrom(3, 380).map((daysBack) => ({ metricID: old, day: dateOf(daysBack), points: [[0, 1, 100]] })),
  );
  queues.send([
    { metricID: current, day: dateOf(0), points: [[0, 1, 100]] },
    ...daysBackFrom(3, 30).map((daysBack) => ({
      metricID: current,
      day: dateOf(daysBack),
      points: [[0, 1, 100]],
    })),
  ]);
  await queues.run(0);
  expect([await pointsOf(current), await pointsOf(old, 3)].map(({ length }) => length)).toEqual([1, 0]);
  await queues.run(10 * SECOND_MS);
  expect(await countStoredDays()).toBe(380 + 31);
});
