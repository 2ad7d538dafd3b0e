import { gzipSync } from "node:zlib";
import { answer } from "../../tools/demo/client.ts";
import { serviceMetrics } from "../../tools/start/cloudwatch-metrics.ts";
import { mergePoints, type Point } from "../../worker/metrics/points/day-files.ts";
import { DAY_MS, MINUTE_MS } from "../../worker/shared/time/domain.ts";
import { type MetricsSubject, startMetricsSubject } from "./metrics-subject.ts";
import { median } from "./rates.ts";
import { atLeast, atMost, type Figure } from "./table.ts";

const MAX_POINTS_PER_REQUEST = 3000;
const CLOUDWATCH_ID_PREFIX = "cloud";
const MERGE_METRIC_ID = "metric000000";
/** Marks metrics in `collection_error` until the next collection overwrites it. */
const NOT_COLLECTED = "not collected";
const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;

export async function measureMetrics(): Promise<Figure[]> {
  const subject = await startMetricsSubject();
  try {
    return [
      ...(await measureMonth(subject)),
      ...(await measureRequests(subject)),
      ...(await measureConcurrentRequests(subject)),
      ...(await measureCollection(subject)),
      ...(await measureMerge()),
      ...(await measureSustainedLoad(subject)),
    ];
  } finally {
    await subject.stop();
  }
}

async function makeMetric({ api }: MetricsSubject): Promise<string> {
  const json = {
    type: "Self",
    title: "Response time",
    status: "Visible",
    unit: "ms",
    decimalPlaces: 1,
  } as const;
  return (await answer(api.metrics.$post({ json }))).metricID;
}

function pointsFrom(start: number, count: number) {
  return Array.from({ length: count }, (_, n) => ({
    timestamp: start + n * MINUTE_MS,
    value: 120.5 + Math.round(700 * Math.sin(n / 200) + 200 * Math.sin(n * 12.9898)) / 10,
  }));
}

async function waitUntil(isDone: () => Promise<boolean>, timeoutSeconds = 120): Promise<void> {
  const deadline = Date.now() + timeoutSeconds * 1000;
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error(`Timed out after ${timeoutSeconds} s.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function measureMonth(subject: MetricsSubject): Promise<Figure[]> {
  const metricID = await makeMetric(subject);
  const points = pointsFrom(today - 30 * DAY_MS, 30 * 1440);
  for (let at = 0; at < points.length; at += MAX_POINTS_PER_REQUEST) {
    await subject.submit(metricID, points.slice(at, at + MAX_POINTS_PER_REQUEST));
  }
  await waitUntil(async () => (await subject.countStoredPoints([metricID])) === points.length);
  const sizes = [];
  for (const path of [
    `/metrics/${metricID}/month.svg`,
    `/api/public-metrics/${metricID}/series?timeframe=month`,
  ]) {
    // Graphs must not read from R2, so they are fetched while R2 is broken.
    const response = await fetch(subject.url + path, { headers: { "x-test-break-r2": "all" } });
    if (!response.ok) throw new Error(`${path} failed while R2 is broken: ${response.status}`);
    sizes.push(gzipSync(await response.text()).length / 1000);
  }
  const [graph = 0, series = 0] = sizes;
  return [
    { name: "a month's graph, one request, gz", ...atMost(6, graph, "kB") },
    { name: "a month's values, one request, gz", ...atMost(6, series, "kB") },
  ];
}

async function measureRequests(subject: MetricsSubject): Promise<Figure[]> {
  const metricID = await makeMetric(subject);
  const times = [];
  for (let n = 0; n < 60; n += 1) {
    const points = pointsFrom(today - (n + 3) * 3 * DAY_MS, MAX_POINTS_PER_REQUEST);
    const start = performance.now();
    await subject.submit(metricID, points);
    times.push(performance.now() - start);
  }
  return [{ name: "3,000 points in one request, p50", ...atMost(50, median(times.slice(10)), "ms") }];
}

async function measureConcurrentRequests(subject: MetricsSubject): Promise<Figure[]> {
  const metricID = await makeMetric(subject);
  const points = pointsFrom(today - DAY_MS, 200);
  await Promise.all(points.map((point) => subject.submit(metricID, [point])));
  await waitUntil(async () => (await subject.countStoredPoints([metricID])) >= points.length, 20).catch(
    () => undefined,
  );
  const lost = points.length - (await subject.countStoredPoints([metricID]));
  return [{ name: "points lost in 200 concurrent requests to one metric", ...atMost(0, lost, "points") }];
}

async function measureCollection(subject: MetricsSubject): Promise<Figure[]> {
  const metricIDs = Array.from(
    { length: 500 },
    (_, n) => `${CLOUDWATCH_ID_PREFIX}${`${n}`.padStart(12 - CLOUDWATCH_ID_PREFIX.length, "0")}`,
  );
  const rows = metricIDs.map((metricID, n) => ({
    metricID,
    props: JSON.stringify({ Region: "eu-west-1", Statistics: "Average", ...serviceMetrics[n] }),
  }));
  await subject.sql(
    `INSERT INTO metrics (metric_id, type, props, title, status, unit, description, decimal_places, "order", created_at, updated_at)
       SELECT value ->> 'metricID', 'CloudWatch', value ->> 'props', 'Load', 'Hidden', '', '', 0, 10000000000 + key, '', ''
       FROM json_each(?)`,
    JSON.stringify(rows),
  );
  const [collectMs, storeMs] = [[] as number[], [] as number[]];
  for (let round = 0; round < 4; round += 1) {
    await subject.sql(`DELETE FROM metric_days WHERE metric_id LIKE '${CLOUDWATCH_ID_PREFIX}%'`);
    await subject.sql("UPDATE metrics SET collection_error = ? WHERE type = 'CloudWatch'", NOT_COLLECTED);
    const requestsBefore = subject.cloudWatchRequests();
    const start = performance.now();
    await subject.runCron();
    const countNotCollected = "SELECT count(*) AS metrics FROM metrics WHERE collection_error = ?";
    await waitUntil(async () => (await subject.sql(countNotCollected, NOT_COLLECTED))?.metrics === 0);
    collectMs.push(performance.now() - start);
    await waitUntil(async () => (await subject.countStoredPoints(metricIDs)) >= 500 * 14);
    storeMs.push(performance.now() - start);
    if (subject.cloudWatchRequests() - requestsBefore !== 1)
      throw new Error("One region took more than one CloudWatch request.");
  }
  // 500 metrics are the maximum, and the next measurement adds more.
  await subject.sql(`DELETE FROM metrics WHERE metric_id LIKE '${CLOUDWATCH_ID_PREFIX}%'`);
  return [
    {
      name: "a minute's collection of 500 metrics, one request",
      ...atMost(2, median(collectMs.slice(1)) / 1000, "s"),
    },
    { name: "… until all are in R2", result: `${(median(storeMs.slice(1)) / 1000).toFixed(1)} s` },
  ];
}

/** Measures the merge with JSON parsing. An object in memory takes the place of R2. */
async function measureMerge(): Promise<Figure[]> {
  let file = { text: "", version: 0 };
  const files = {
    get: async () => file.text && { httpEtag: String(file.version), json: async () => JSON.parse(file.text) },
    put: async (_: string, text: string) => {
      file = { text, version: file.version + 1 };
      return file;
    },
  } as unknown as Parameters<typeof mergePoints>[0]; // mergePoints calls only get and put.
  const points = pointsFrom(0, 1440).map(
    ({ timestamp, value }): Point => [timestamp / MINUTE_MS, value, Date.now()],
  );
  await mergePoints(files, { metricID: MERGE_METRIC_ID, day: "2026-01-31", points });
  const times = [];
  for (let n = 0; n < 200; n += 1) {
    const changedPoints = points.map(([minute, value]): Point => [minute, value + n, Date.now() + n]);
    const start = performance.now();
    await mergePoints(files, { metricID: MERGE_METRIC_ID, day: "2026-01-31", points: changedPoints });
    times.push(performance.now() - start);
  }
  return [
    {
      name: "merge of 1,440 points into a day file of 1,440, p50",
      ...atMost(5, median(times.slice(20)), "ms"),
    },
  ];
}

async function measureSustainedLoad(subject: MetricsSubject): Promise<Figure[]> {
  const [metricCount, requests] = [20, 667];
  const metricIDs = await Promise.all(Array.from({ length: metricCount }, () => makeMetric(subject)));
  const heapMB: number[] = [];
  const start = performance.now();
  let next = 0;
  const send = async () => {
    while (next < requests) {
      const n = next++;
      const metricID = metricIDs[n % metricCount] ?? "";
      const from = today - (Math.floor(n / metricCount) + 1) * MAX_POINTS_PER_REQUEST * MINUTE_MS;
      // Miniflare's queues hold points in memory, so senders wait for the consumer.
      await waitUntil(
        async () => n * MAX_POINTS_PER_REQUEST - (await subject.countStoredPoints(metricIDs)) < 150_000,
      );
      await subject.submit(metricID, pointsFrom(from, MAX_POINTS_PER_REQUEST));
      if (n % Math.ceil(requests / 32) === 0) heapMB.push(await subject.heapMB());
    }
  };
  await Promise.all([send(), send()]);
  const points = requests * MAX_POINTS_PER_REQUEST;
  await waitUntil(async () => (await subject.countStoredPoints(metricIDs)) === points);
  const seconds = (performance.now() - start) / 1000;
  const half = heapMB.length / 2;
  const [first, second] = [Math.max(...heapMB.slice(0, half)), Math.max(...heapMB.slice(half))];
  return [
    {
      name: "2,001,000 points from requests through to R2",
      figure: `${seconds.toFixed(0)} s`,
      ...atLeast(20_000, points / seconds, "points/s"),
    },
    {
      name: "peak heap, second half ÷ first half",
      figure: `${first.toFixed(0)} MB, ${second.toFixed(0)} MB`,
      ...atMost(1.25, second / first, "of the first half"),
    },
  ];
}
