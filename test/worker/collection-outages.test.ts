import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../../worker/time/domain.ts";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { makeMetric } from "../support/factories.ts";
import { type Prometheus, startPrometheus } from "../support/prometheus.ts";
import { simulateQueues } from "../support/queue-simulator.ts";

let prometheus: Prometheus;
let daymark: Daymark;
let queues: Awaited<ReturnType<typeof simulateQueues>>;
let metricID: string;
beforeAll(async () => {
  prometheus = await startPrometheus();
});
afterAll(() => prometheus.stop());
beforeEach(async () => {
  daymark = await startDaymark({ build: "faulty-worker", vars: { ALLOW_PRIVATE_ADDRESSES: "true" } });
  ({ metricID } = await makeMetric(daymark, {
    type: "Prometheus",
    props: { URL: prometheus.url, Expression: "up" },
  }));
  await daymark.db.exec("DELETE FROM metric_backfills");
  queues = await simulateQueues(daymark);
});
afterEach(() => daymark.stop());

/** The cron's runs of so many minutes, each of which may fail, and what they have sent. */
async function pass(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await daymark.tick(new Date(queues.clock()).toISOString()).catch(() => undefined);
    await queues.run(MINUTE_MS);
  }
}

async function storedPoints(): Promise<number> {
  const { objects } = await daymark.files.list({ prefix: `metrics/${metricID}/` });
  const files = await Promise.all(objects.map(({ key }) => daymark.files.get(key)));
  // As the Worker keeps it.
  const days = await Promise.all(files.map((file) => file?.json() as Promise<{ points: unknown[] }>));
  return days.reduce((sum, { points }) => sum + points.length, 0);
}

test("while D1 takes no writes, a gap is not fetched every minute, and afterwards it is filled", async () => {
  const since = new Date(queues.clock() - 20 * HOUR_MS).toISOString();
  await daymark.db.prepare("UPDATE metrics SET collected_until = ?").bind(since).run();
  await queues.setAway("d1-writes");
  await pass(10);
  expect(queues.counts).toMatchObject({ sent: 0, points: 0 });
  await queues.setAway();
  await pass(1);
  expect(await storedPoints()).toBeGreaterThanOrEqual(20 * 60);
});

test("an hour in which D1 takes no writes sends the points of ten minutes, each once a minute, and misses none", async () => {
  await pass(6);
  const { points } = queues.counts;
  await queues.setAway("d1-writes");
  await pass(60);
  // Fifteen at a time, until the time since the last mark shows that nothing is recorded.
  expect(queues.counts.points - points).toBeLessThanOrEqual(11 * 15);
  await queues.setAway();
  await pass(6);
  await queues.run(HOUR_MS);
  expect(await storedPoints()).toBeGreaterThanOrEqual(72);
  expect([queues.counts.dropped, queues.waiting()]).toEqual([0, 0]);
});

test("a day file is written when its metric has something new, and not each time that it is asked for", async () => {
  prometheus.spoil((response, { url }) => {
    const { start, end } = Object.fromEntries(new URL(url ?? "/", prometheus.url).searchParams);
    const values = [];
    for (let at = Math.ceil(Number(start) / 300) * 300; at <= Number(end); at += 300) values.push([at, "1"]);
    response.end(
      JSON.stringify({ status: "success", data: { resultType: "matrix", result: [{ metric: {}, values }] } }),
    );
  });
  await pass(40);
  prometheus.heal();
  // Eight values in 40 minutes, and a second file should midnight be among them.
  expect(queues.counts.puts).toBeGreaterThanOrEqual(8);
  expect(queues.counts.puts).toBeLessThanOrEqual(11);
});
