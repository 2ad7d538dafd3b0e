import { afterAll, beforeEach, expect, test } from "vitest";
import type { DataPoint } from "../../worker/metrics/schema.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../worker/time/domain.ts";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { makeApiKey, makeMetric } from "../support/factories.ts";
import { simulateQueues } from "../support/queue-simulator.ts";

// Many days of one metric must not hold up the points of another.

let daymark: Daymark;
let queues: Awaited<ReturnType<typeof simulateQueues>>;
let key: string;
beforeEach(async () => {
  await daymark?.stop();
  daymark = await startDaymark({ build: "faulty-worker" });
  key = await makeApiKey(daymark, { scopes: ["metrics"] });
  queues = await simulateQueues(daymark);
});
afterAll(() => daymark.stop());

const makeSelfMetric = async () => (await makeMetric(daymark, { status: "Visible" })).metricID;

/** A point of each of the given days, counted back from now. */
async function submit(daysBack: Record<string, number[]>): Promise<void> {
  const now = queues.clock();
  const body = Object.entries(daysBack).map(([metricID, days]) => [
    metricID,
    days.map((back) => ({ timestamp: now - back * DAY_MS, value: back })),
  ]);
  const response = await daymark.fetch("/api/v0/metrics/data", {
    method: "POST",
    headers: { "x-api-key": key },
    body: JSON.stringify(Object.fromEntries(body)),
  });
  expect(response.status).toBe(200);
}

const daysFrom = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n);

async function pointsOf(metricID: string, daysBack = 0): Promise<DataPoint[]> {
  const date = new Date(queues.clock() - daysBack * DAY_MS);
  const path = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()].join("/");
  return (await daymark.fetch(`/metrics/${metricID}/${path}.json`)).json() as Promise<DataPoint[]>;
}

const storedDays = () => daymark.db.prepare("SELECT count(*) AS days FROM metric_days").first<number>("days");

test("a point of today is stored by the next delivery, however many days of other metrics wait", async () => {
  const [old, current] = [await makeSelfMetric(), await makeSelfMetric()];
  const all = { [old]: daysFrom(3, 390), [await makeSelfMetric()]: daysFrom(3, 390) };
  for (let request = 0; request < 3; request += 1) await submit(all);
  await submit({ [current]: [0] });
  // A second passes until the batch is delivered.
  await queues.run(0);
  expect(await pointsOf(current)).toHaveLength(1);
  await queues.run(10 * MINUTE_MS);
  expect(await storedDays()).toBe(2 * 390 + 1);
  expect([queues.waiting(), queues.counts.dropped, queues.counts.puts]).toEqual([0, 0, 2 * 390 + 1]);
});

test("the points of today in a request are stored before its many past days", async () => {
  const metricID = await makeSelfMetric();
  await submit({ [metricID]: daysFrom(0, 390) });
  await queues.setAway("r2");
  await queues.run(0);
  await queues.setAway();
  expect(queues.counts.sent).toBe(2);
  // The queue of recent points is tried again in 5 seconds, and so is the other.
  await queues.run(10 * SECOND_MS);
  expect([await pointsOf(metricID), await pointsOf(metricID, 389)].map(({ length }) => length)).toEqual([
    1, 1,
  ]);
});

test("few past days travel with the recent ones, in one message", async () => {
  const metricID = await makeSelfMetric();
  await submit({ [metricID]: daysFrom(0, 20) });
  await queues.run(0);
  expect([queues.counts.sent, queues.counts.runs, await storedDays()]).toEqual([1, 1, 20]);
});

test("a point of today is stored by the next delivery, however many requests bring few past days", async () => {
  const [one, two] = [await makeSelfMetric(), await makeSelfMetric()];
  const current = await makeSelfMetric();
  // As many days as one run stores, to the last, and then more than another does.
  for (let request = 0; request < 10; request += 1)
    for (const metricID of [one, two]) await submit({ [metricID]: [0, ...daysFrom(3 + 19 * request, 19)] });
  await submit({ [one]: [0, ...daysFrom(193, 18)] });
  for (let request = 0; request < 10; request += 1)
    await submit({ [two]: [0, ...daysFrom(193 + 20 * request, 20)] });
  await submit({ [current]: [0] });
  await queues.run(0);
  expect(await pointsOf(current)).toHaveLength(1);
  await queues.run(MINUTE_MS);
  expect(await storedDays()).toBe(1 + 190 + 18 + 1 + 190 + 200 + 1);
  expect([queues.waiting(), queues.counts.dropped]).toEqual([0, 0]);
});

test("a request of 1,200 days of several metrics is three messages, delivered at most twice each", async () => {
  const metricIDs = await Promise.all(Array.from({ length: 3 }, makeSelfMetric));
  await submit(Object.fromEntries(metricIDs.map((metricID) => [metricID, daysFrom(0, 400)])));
  await queues.run(10 * SECOND_MS);
  expect(await storedDays()).toBe(1200);
  expect(queues.counts).toMatchObject({ sent: 1 + 3, deliveries: 1 + 3 + 2, puts: 1200, dropped: 0 });
});

test("where a run can't store everything, the points of today come first", async () => {
  const [old, current] = [await makeSelfMetric(), await makeSelfMetric()];
  const now = queues.clock();
  const dayAt = (back: number) => new Date(now - back * DAY_MS).toISOString().slice(0, 10);
  queues.send(daysFrom(3, 380).map((back) => ({ metricID: old, day: dayAt(back), points: [[0, 1, 100]] })));
  queues.send([
    { metricID: current, day: dayAt(0), points: [[0, 1, 100]] },
    ...daysFrom(3, 30).map((back) => ({ metricID: current, day: dayAt(back), points: [[0, 1, 100]] })),
  ]);
  await queues.run(0);
  expect([await pointsOf(current), await pointsOf(old, 3)].map(({ length }) => length)).toEqual([1, 0]);
  await queues.run(10 * SECOND_MS);
  expect(await storedDays()).toBe(380 + 31);
});
