import { afterAll, beforeAll, expect, test } from "vitest";
import { MINUTE_MS } from "../../worker/time/domain.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeApiKey, makeComponent, makeMetric } from "../support/factories.ts";
import { grow } from "../support/grown.ts";
import { type Prometheus, startPrometheus } from "../support/prometheus.ts";
import type { Bill } from "../support/workers/counting-worker.ts";

// Cloudflare's free plan has 5 million rows a day that D1 reads. How many a busy day takes is worked out from what each
// part of it reads, by D1's own account.

const SECONDS_A_DAY = 86_400;
const MINUTES_A_DAY = 1440;

/** What this test calls a busy installation. */
const BUSY = {
  components: 50,
  incidents: 1000,
  /** Fetched from a monitoring service every minute. */
  collectedMetrics: 20,
  /** Sent by scripts every minute, in one request. */
  sentMetrics: 20,
  /** Running at the same time all day, each asked by visitors every second. */
  isolates: 20,
  /** Incidents, updates and the like, after each of which an isolate renders the main page anew. */
  changes: 20,
  consoles: 10,
  /** Of an open console, for eight hours every five seconds. */
  pollsOfConsole: 3 * 8 * 720,
};
const FREE_ROWS = 5_000_000;

let prometheus: Prometheus;
let daymark: Daymark;
let key: string;
const sent: string[] = [];
beforeAll(async () => {
  prometheus = await startPrometheus();
  daymark = await startDaymark({ build: "counting-worker", vars: { ALLOW_PRIVATE_ADDRESSES: "true" } });
  const { components, incidents, collectedMetrics, sentMetrics } = BUSY;
  await grow(daymark.db, { components, incidents, days: 365, now: new Date().toISOString() });
  key = await makeApiKey(daymark, { scopes: ["metrics"] });
  for (let at = 0; at < sentMetrics; at += 1)
    sent.push((await makeMetric(daymark, { status: "Visible" })).metricID);
  const props = { URL: prometheus.url, Expression: "up" };
  for (let at = 0; at < collectedMetrics; at += 1)
    await makeMetric(daymark, { type: "Prometheus", status: "Visible", props });
  await daymark.db.exec("DELETE FROM metric_backfills");
  // What has been there from before is rolled up by and by; here it is over.
  for (let run = 0; run < 8; run += 1) await tick(run);
});
afterAll(() => Promise.all([daymark?.stop(), prometheus?.stop()]));

const start = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
const tick = (minute: number) => daymark.tick(new Date(start + minute * MINUTE_MS).toISOString());
const rowsRead = async () => ((await (await daymark.fetch("/x-bill")).json()) as Bill).rowsRead;

/** Rows that D1 reads for it, also after its answer. */
async function rowsOf(act: () => Promise<unknown>): Promise<number> {
  const before = await rowsRead();
  await act();
  return (await rowsRead()) - before;
}

test("a busy day reads fewer rows than the free plan has", async () => {
  // Marks are written in one of five minutes.
  const fiveMinutes = await rowsOf(async () => {
    for (let minute = 8; minute < 13; minute += 1) await tick(minute);
  });
  const points = Object.fromEntries(sent.map((id) => [id, [{ timestamp: Date.now(), value: 1 }]]));
  const submission = await rowsOf(() =>
    daymark.fetch("/api/v0/metrics/data", {
      method: "POST",
      headers: { "x-api-key": key },
      body: JSON.stringify(points),
    }),
  );
  const page = await rowsOf(async () => {
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
    // The content version once a second, for pages, JSON and day files together.
    versions: BUSY.isolates * SECONDS_A_DAY,
    pages: BUSY.isolates * BUSY.changes * page,
    consoles: BUSY.consoles * BUSY.pollsOfConsole * poll,
  };
  const sum = Object.values(day).reduce((total, rows) => total + rows, 0);
  expect(sum, JSON.stringify(day)).toBeLessThan(FREE_ROWS);
  expect(poll).toBe(1);
  // Ten rows for each metric that is collected, and thirty for all else that a minute looks for.
  expect(fiveMinutes / 5).toBeLessThan(10 * BUSY.collectedMetrics + 2 * 40);
});

test("whether a metric is Visible costs one row a second, however many metrics there are", async () => {
  const file = () => daymark.fetch(`/metrics/${sent[0]}/2026/1/1.json`);
  await file();
  for (let second = 0; second < 3; second += 1) {
    const rows = await rowsOf(() => Promise.all(Array.from({ length: 20 }, file)));
    expect(rows).toBeLessThanOrEqual(1);
  }
});
