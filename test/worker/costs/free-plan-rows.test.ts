import { afterAll, beforeAll, expect, test } from "vitest";
import { MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { makeApiKey, makeComponent, makeMetric } from "../../support/factories/factories.ts";
import { fillHistory } from "../../support/factories/fill-history.ts";
import { type FakePrometheus, startFakePrometheus } from "../../support/fakes/prometheus.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";
import type { Bill } from "../../support/workers/bill.ts";

// Cloudflare's free plan allows D1 to read 5 million rows a day. A busy day's total is computed from the rows that D1
// reports for each kind of request.

const SECONDS_A_DAY = 86_400;
const MINUTES_A_DAY = 1440;

/** The load of a busy installation. */
const BUSY = {
  components: 50,
  incidents: 1000,
  /** Fetched from a monitoring service every minute. */
  collectedMetrics: 20,
  /** Submitted by scripts every minute, in one request. */
  submittedMetrics: 20,
  /** Isolates that run all day, each with at least one visitor a second. */
  isolates: 20,
  /** Writes such as incidents and updates, after each of which every isolate renders the main page again. */
  changes: 20,
  consoles: 10,
  /** Three polled lists, every five seconds for eight hours. */
  pollsPerConsole: 3 * 8 * 720,
};
const FREE_ROWS_A_DAY = 5_000_000;

let prometheus: FakePrometheus;
let daymark: Daymark;
let key: string;
const submittedMetricIDs: string[] = [];
beforeAll(async () => {
  prometheus = await startFakePrometheus();
  daymark = await startDaymark({ vars: { ALLOW_PRIVATE_ADDRESSES: "true" } });
  const { components, incidents, collectedMetrics, submittedMetrics } = BUSY;
  await fillHistory(daymark.db, { components, incidents, days: 365, now: new Date().toISOString() });
  key = await makeApiKey(daymark, { scopes: ["metrics"] });
  for (let at = 0; at < submittedMetrics; at += 1)
    submittedMetricIDs.push((await makeMetric(daymark, { status: "Visible" })).metricID);
  const props = { URL: prometheus.url, Expression: "up" };
  for (let at = 0; at < collectedMetrics; at += 1)
    await makeMetric(daymark, { type: "Prometheus", status: "Visible", props });
  await daymark.db.exec("DELETE FROM metric_backfills");
  // The first runs collect more than later ones.
  for (let run = 0; run < 8; run += 1) await runCron(run);
});
afterAll(() => Promise.all([daymark?.stop(), prometheus?.stop()]));

const start = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
const runCron = (minute: number) => daymark.runCron(new Date(start + minute * MINUTE_MS).toISOString());
const rowsRead = async () => ((await (await daymark.fetch("/x-bill")).json()) as Bill).rowsRead;

/** Returns how many rows D1 reads during `act`, including work after the response. */
async function rowsOf(act: () => Promise<unknown>): Promise<number> {
  const before = await rowsRead();
  await act();
  return (await rowsRead()) - before;
}

test("a busy day reads fewer rows than the free plan has", async () => {
  // Collection progress is written once in five minutes.
  const fiveMinutes = await rowsOf(async () => {
    for (let minute = 8; minute < 13; minute += 1) await runCron(minute);
  });
  const points = Object.fromEntries(
    submittedMetricIDs.map((id) => [id, [{ timestamp: Date.now(), value: 1 }]]),
  );
  const submission = await rowsOf(() =>
    daymark.fetch("/api/v0/metrics/data", {
      method: "POST",
      headers: { "x-api-key": key },
      body: JSON.stringify(points),
    }),
  );
  const mainPage = await rowsOf(async () => {
    await makeComponent(daymark);
    await daymark.fetch("/");
  });
  const list = await daymark.administrator.metrics.$get();
  const headers = { Authorization: await daymark.token(), "If-None-Match": list.headers.get("ETag") ?? "" };
  await answer(Promise.resolve(list));
  const poll = await rowsOf(() => daymark.fetch("/api/metrics", { headers }));
  const day = {
    cron: (fiveMinutes / 5) * MINUTES_A_DAY,
    submissions: submission * MINUTES_A_DAY,
    // Each isolate reads the content version once a second for all responses together.
    versions: BUSY.isolates * SECONDS_A_DAY,
    pages: BUSY.isolates * BUSY.changes * mainPage,
    consoles: BUSY.consoles * BUSY.pollsPerConsole * poll,
  };
  const rowsADay = Object.values(day).reduce((total, rows) => total + rows, 0);
  expect(rowsADay, JSON.stringify(day)).toBeLessThan(FREE_ROWS_A_DAY);
  expect(poll).toBe(1);
  // Allows 10 rows for each collected metric and 80 for everything else in a minute.
  expect(fiveMinutes / 5).toBeLessThan(10 * BUSY.collectedMetrics + 80);
});

test("checking whether a metric is Visible reads at most one row a second for all requests together", async () => {
  const readDayFile = () => daymark.fetch(`/metrics/${submittedMetricIDs[0]}/2026/1/1.json`);
  await readDayFile();
  for (let second = 0; second < 3; second += 1) {
    const rows = await rowsOf(() => Promise.all(Array.from({ length: 20 }, readDayFile)));
    expect(rows).toBeLessThanOrEqual(1);
  }
});
