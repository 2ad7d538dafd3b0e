import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { makeMetric } from "../../support/factories/factories.ts";
import { type FakePrometheus, startFakePrometheus } from "../../support/fakes/prometheus.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";
import { simulateQueues } from "../../support/starters/queue-simulator.ts";

let prometheus: FakePrometheus;
let daymark: Daymark;
let queues: Awaited<ReturnType<typeof simulateQueues>>;
let metricID: string;
beforeAll(async () => {
  prometheus = await startFakePrometheus();
  daymark = await startDaymark({ vars: { ALLOW_PRIVATE_ADDRESSES: "true" } });
});
afterAll(() => Promise.all([daymark.stop(), prometheus.stop()]));
beforeEach(async () => {
  await daymark.reset({ laterMs: 2 * DAY_MS });
  ({ metricID } = await makeMetric(daymark, {
    type: "Prometheus",
    props: { URL: prometheus.url, Expression: "up" },
  }));
  await daymark.db.exec("DELETE FROM metric_backfills");
  queues = await simulateQueues(daymark);
});

/** Runs the cron each minute and delivers what it queues. Runs may fail, because the bindings can be broken. */
async function runMinutes(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await daymark.runCron(new Date(queues.clock()).toISOString()).catch(() => undefined);
    await queues.run(MINUTE_MS);
  }
}

async function storedPoints(): Promise<number> {
  const { objects } = await daymark.files.list({ prefix: `metrics/${metricID}/` });
  const files = await Promise.all(objects.map(({ key }) => daymark.files.get(key)));
  // The Worker stores days in this format.
  const days = await Promise.all(files.map((file) => file?.json() as Promise<{ points: unknown[] }>));
  return days.reduce((sum, { points }) => sum + points.length, 0);
}

test("while D1 rejects writes, a gap isn't fetched every minute, and afterwards it is filled", async () => {
  const since = new Date(queues.clock() - 20 * HOUR_MS).toISOString();
  await daymark.db.prepare("UPDATE metrics SET collected_until = ?").bind(since).run();
  await queues.breakBindings("d1-writes");
  await runMinutes(10);
  expect(queues.counts).toMatchObject({ sent: 0, points: 0 });
  await queues.repairBindings();
  await runMinutes(1);
  expect(await storedPoints()).toBeGreaterThanOrEqual(20 * 60);
});

test("while D1 rejects writes for an hour, collection pauses after 11 minutes, and no point is lost", async () => {
  await runMinutes(6);
  const { points } = queues.counts;
  await queues.breakBindings("d1-writes");
  await runMinutes(60);
  // Each run sends 15 points, until the age of the recorded progress shows that writes fail.
  expect(queues.counts.points - points).toBeLessThanOrEqual(11 * 15);
  await queues.repairBindings();
  await runMinutes(6);
  await queues.run(HOUR_MS);
  expect(await storedPoints()).toBeGreaterThanOrEqual(72);
  expect([queues.counts.dropped, queues.waiting()]).toEqual([0, 0]);
});

test("a day file is written only if its metric has new points, not in every run", async () => {
  prometheus.overrideResponses((response, { url }) => {
    const { start, end } = Object.fromEntries(new URL(url ?? "/", prometheus.url).searchParams);
    const values = [];
    for (let at = Math.ceil(Number(start) / 300) * 300; at <= Number(end); at += 300) values.push([at, "1"]);
    response.end(
      JSON.stringify({ status: "success", data: { resultType: "matrix", result: [{ metric: {}, values }] } }),
    );
  });
  await runMinutes(40);
  prometheus.reset();
  // There are eight new values in 40 minutes. A few more files are written if midnight is among them.
  expect(queues.counts.puts).toBeGreaterThanOrEqual(8);
  expect(queues.counts.puts).toBeLessThanOrEqual(11);
});
