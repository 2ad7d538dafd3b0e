import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { DatapointsMessage } from "../../../worker/metrics/points/points-queue.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { makeApiKey, makeMetric } from "../../support/factories/factories.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";
import { simulateQueues } from "../../support/starters/queue-simulator.ts";

const FIRST_DAY = Date.UTC(2026, 0, 1);

let daymark: Daymark;
let queues: Awaited<ReturnType<typeof simulateQueues>>;
let key: string;
beforeAll(async () => {
  daymark = await startDaymark();
  key = await makeApiKey(daymark, { scopes: ["metrics"] });
});
beforeEach(async () => {
  queues = await simulateQueues(daymark);
});
afterAll(() => daymark.stop());

const dateOf = (n: number) => new Date(FIRST_DAY + n * DAY_MS);
const dayOf = (n: number) => dateOf(n).toISOString().slice(0, 10);

const makeVisibleMetric = async () => (await makeMetric(daymark, { status: "Visible" })).metricID;

/** Submits a point in the same minute of each day. */
async function submit(metricID: string, { minute, days = 1 }: { minute: number; days?: number }) {
  const points = Array.from({ length: days }, (_, n) => ({
    timestamp: dateOf(n).getTime() + minute * MINUTE_MS,
    value: minute,
  }));
  const response = await daymark.fetch("/api/v0/metrics/data", {
    method: "POST",
    headers: { "x-api-key": key, "x-test-now": "2026-12-01T00:00:00Z" },
    body: JSON.stringify({ [metricID]: points }),
  });
  expect(response.status).toBe(200);
}

/** Counts the points in the day files and those in the sums in D1. */
async function countPoints(metricID: string) {
  const files = await daymark.files.readAll({ prefix: `metrics/${metricID}/` });
  const counts = files.map((text) => (JSON.parse(text) as { points: unknown[] }).points.length);
  const sums = await daymark.db
    .prepare("SELECT sum(value) AS points FROM metric_days, json_each(counts) WHERE metric_id = ?")
    .bind(metricID)
    .first<{ points: number | null }>();
  return { points: counts.reduce((sum, count) => sum + count, 0), summed: sums?.points ?? 0 };
}

/** An older version sent messages of more days than one run stores. */
const largeMessage = (metricID: string, days: number): DatapointsMessage =>
  Array.from({ length: days }, (_, n) => ({ metricID, day: dayOf(n), points: [[0, 1, 100]] }));

test.for(["d1", "d1-writes"] as const)(
  "points that were accepted before an outage of %s for a day are stored afterwards, without new messages",
  async (fault) => {
    const metricID = await makeVisibleMetric();
    // The queue for past days stores a backlog of this length. Each delivery reads the files of all its days.
    const days = 21;
    for (const minute of [0, 1, 2]) await submit(metricID, { minute, days });
    await queues.breakBindings(fault);
    await queues.run(DAY_MS);
    const { sent, deliveries } = queues.counts;
    expect((await countPoints(metricID)).summed).toBe(0);
    await queues.repairBindings();
    await queues.run(HOUR_MS);
    expect(await countPoints(metricID)).toEqual({ points: 3 * days, summed: 3 * days });
    expect([queues.counts.sent, queues.counts.dropped, queues.waiting()]).toEqual([sent, 0, 0]);
    // The first 90 minutes have ten deliveries, and each later hour one.
    expect(deliveries / sent).toBeLessThan(36);
    expect(queues.counts.puts).toBeLessThanOrEqual(3 * days);
  },
);

test("points that are accepted during an R2 outage of a day are stored afterwards", async () => {
  const metricID = await makeVisibleMetric();
  await queues.breakBindings("r2");
  for (let hour = 0; hour < 24; hour += 1) {
    await submit(metricID, { minute: hour });
    await queues.run(HOUR_MS);
  }
  const { deliveries } = queues.counts;
  expect([queues.counts.sent, queues.counts.puts]).toEqual([24, 0]);
  await queues.repairBindings();
  await queues.run(HOUR_MS);
  expect(await countPoints(metricID)).toEqual({ points: 24, summed: 24 });
  expect([queues.counts.sent, queues.counts.dropped, queues.waiting()]).toEqual([24, 0, 0]);
  expect(deliveries).toBeLessThan(24 * 24);
});

test("points whose message ran out of retries are stored from the dead-letter queue", async () => {
  const metricID = await makeVisibleMetric();
  await submit(metricID, { minute: 0, days: 3 });
  await queues.breakBindings("r2");
  await queues.run(8 * DAY_MS);
  expect(queues.counts).toMatchObject({ sent: 1, deadLetters: 1, dropped: 0 });
  await queues.repairBindings();
  await queues.run(6 * HOUR_MS);
  expect(await countPoints(metricID)).toEqual({ points: 3, summed: 3 });
  expect([queues.counts.sent, queues.counts.dropped, queues.waiting()]).toEqual([1, 0, 0]);
  expect(queues.counts.deliveries).toBeLessThan(150);
});

test("messages of more days than a run stores don't multiply while writes to D1 or to the queue fail", async () => {
  const metricID = await makeVisibleMetric();
  for (let count = 0; count < 3; count += 1) queues.send(largeMessage(metricID, 410));
  await queues.breakBindings("d1-writes");
  await queues.run(HOUR_MS);
  // The rest of a message is sent on only after a part of it was stored.
  expect(queues.counts.sent).toBe(3);
  await queues.breakBindings("queues");
  await queues.run(HOUR_MS);
  expect(queues.counts.sent).toBe(3);
  await queues.repairBindings();
  await queues.run(HOUR_MS);
  expect(await countPoints(metricID)).toEqual({ points: 410, summed: 410 });
  expect([queues.counts.dropped, queues.waiting()]).toEqual([0, 0]);
  expect(queues.counts.sent).toBeLessThanOrEqual(3 + 3 * 3);
  expect(queues.counts.deliveries).toBeLessThan(60);
  expect(queues.counts.puts).toBe(410);
});

test("after an R2 outage, five messages of 100 days each take few deliveries", async () => {
  const metricIDs = await Promise.all(Array.from({ length: 5 }, makeVisibleMetric));
  // Together they are more days than a run stores.
  for (const metricID of metricIDs) await submit(metricID, { minute: 0, days: 100 });
  await queues.breakBindings("r2");
  await queues.run(HOUR_MS);
  const { sent, deliveries } = queues.counts;
  // Retries come after 5, 10, 20 seconds and so on.
  expect([sent, deliveries / sent <= 11]).toEqual([5, true]);
  await queues.repairBindings();
  await queues.run(HOUR_MS);
  const [first = "", last = ""] = [metricIDs.at(0), metricIDs.at(-1)];
  expect([await countPoints(first), await countPoints(last)]).toEqual([
    { points: 100, summed: 100 },
    { points: 100, summed: 100 },
  ]);
  expect([queues.counts.dropped, queues.waiting(), queues.counts.puts]).toEqual([0, 0, 500]);
  expect([queues.counts.sent, (queues.counts.deliveries - deliveries) / sent <= 2]).toEqual([5, true]);
});

test("a message that is delivered again writes no file and no row", async () => {
  const metricID = await makeVisibleMetric();
  const message = largeMessage(metricID, 30);
  queues.send(message);
  await queues.run(HOUR_MS);
  const { puts, rowsWritten } = queues.counts;
  expect([puts, rowsWritten > 0]).toEqual([30, true]);
  queues.send(message);
  queues.send(message);
  await queues.run(HOUR_MS);
  expect([queues.counts.puts, queues.counts.rowsWritten]).toEqual([puts, rowsWritten]);
});

test("if D1 missed the sums, the next delivery stores them without writing the file again", async () => {
  const metricID = await makeVisibleMetric();
  await submit(metricID, { minute: 0 });
  await queues.breakBindings("d1-writes");
  await queues.run(1000);
  expect(await countPoints(metricID)).toEqual({ points: 1, summed: 0 });
  await queues.repairBindings();
  await queues.run(HOUR_MS);
  expect(await countPoints(metricID)).toEqual({ points: 1, summed: 1 });
  expect(queues.counts.puts).toBe(1);
});

test("a metric that is deleted while its points are stored leaves no file, even during a D1 outage", async () => {
  const [first, second] = [await makeVisibleMetric(), await makeVisibleMetric()];
  const deletion = (metricID: string) => `DELETE FROM metrics WHERE metric_id = '${metricID}'`;
  const file = (metricID: string) => daymark.files.head(`metrics/${metricID}/2026/1/1.json`);
  await submit(first, { minute: 0 });
  await daymark.fetch("/x-test-routes", { headers: { "x-test-before-put": deletion(first) } });
  await queues.run(HOUR_MS);
  expect([queues.counts.puts, await file(first)]).toEqual([1, null]);
  await submit(second, { minute: 0 });
  await queues.breakBindings("d1-writes");
  await queues.run(1000);
  expect(await file(second)).not.toBe(null);
  await daymark.db.exec(deletion(second));
  await queues.repairBindings();
  await queues.run(HOUR_MS);
  expect([await file(second), queues.waiting()]).toEqual([null, 0]);
});

test("a metric whose files can't be deleted isn't deleted, so that the deletion can be repeated", async () => {
  const metricID = await makeVisibleMetric();
  await submit(metricID, { minute: 0 });
  await queues.run(HOUR_MS);
  const remove = async (headers: Record<string, string> = {}) =>
    daymark.fetch(`/api/metrics/${metricID}`, {
      method: "DELETE",
      headers: { Authorization: await daymark.token(), ...headers },
    });
  expect((await remove({ "x-test-break-r2": "all" })).status).toBe(503);
  expect(await countPoints(metricID)).toEqual({ points: 1, summed: 1 });
  expect((await remove()).status).toBe(204);
  expect(await daymark.files.head(`metrics/${metricID}/2026/1/1.json`)).toBe(null);
});

test("a day file of a deleted metric can't be read, by administrators either", async () => {
  const metricID = await makeVisibleMetric();
  const file = `metrics/${metricID}/2026/1/1.json`;
  await submit(metricID, { minute: 0 });
  await queues.run(HOUR_MS);
  const read = async () => {
    const headers = { Authorization: await daymark.token() };
    return (await daymark.fetch(`/${file}?fresh=1`, { headers })).json();
  };
  expect(await read()).toHaveLength(1);
  await daymark.db.exec(`DELETE FROM metrics WHERE metric_id = '${metricID}'`);
  expect(await read()).toEqual([]);
});

test("the messages of an unknown queue stay in it", async () => {
  const { outcome } = await daymark.deliverMessages("daymark-unknown", [
    { id: "message-1", attempts: 1, body: [] },
  ]);
  expect(outcome).toBe("exception");
});
