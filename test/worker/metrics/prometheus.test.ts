import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { type FakePrometheus, startFakePrometheus } from "../../support/fakes/prometheus.ts";
import {
  deleteAllMetrics,
  makePrometheusMetric,
  readCollectionError,
  readPoints,
  readRecentPoints,
} from "../../support/fakes/prometheus-metrics.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let prometheus: FakePrometheus;
let daymark: Daymark;
beforeAll(async () => {
  prometheus = await startFakePrometheus();
  daymark = await startDaymark({ vars: { ALLOW_PRIVATE_ADDRESSES: "true" } });
});
afterAll(() => Promise.all([daymark?.stop(), prometheus?.stop()]));
beforeEach(async () => {
  await deleteAllMetrics(daymark);
  prometheus.reset();
});

test("a Prometheus expression is collected every minute, and backfilled day by day", async () => {
  const metricID = await makePrometheusMetric(
    daymark,
    { URL: `${prometheus.url}/prefix/`, Expression: "rate(a[5m])" },
    { backfill: true },
  );
  const now = Date.now();
  await daymark.runCron(new Date(now).toISOString());
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  await expect.poll(async () => (await readPoints(daymark, metricID, today - 3 * DAY_MS)).length).toBe(1440);
  await expect.poll(async () => (await readPoints(daymark, metricID, today - 20 * DAY_MS)).length).toBe(288);
  const to = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  await expect
    .poll(() => readRecentPoints(daymark, metricID))
    .toContainEqual({ timestamp: new Date(to).toISOString(), value: to / MINUTE_MS });
  const recentCalls = prometheus.calls.filter(({ query }) => Number(query.end) - Number(query.start) < 3600);
  expect(recentCalls).toEqual([
    {
      path: "/prefix/api/v1/query_range",
      query: {
        query: "rate(a[5m])",
        start: String(to / 1000 - 14 * 60),
        end: String(to / 1000),
        step: "60",
      },
      authorization: undefined,
    },
  ]);
});

const respondWithJSON = (body: unknown) => (response: ServerResponse) =>
  void response.end(JSON.stringify(body));
test("an error of Prometheus is stored up to 1,000 characters", async () => {
  const metricID = await makePrometheusMetric(daymark, { URL: prometheus.url });
  prometheus.overrideResponses(respondWithJSON({ status: "error", error: "é".repeat(100_000) }));
  await daymark.runCron(new Date().toISOString());
  await expect.poll(() => readCollectionError(daymark, metricID)).toBe(`${"é".repeat(999)}…`);
});

test.for([
  [[], "The query returned no data."],
  [[{ metric: {}, values: [] }], "The query returned no data."],
  [
    [
      {
        metric: {},
        values: [
          [1, "NaN"],
          [2, "+Inf"],
          [3, "-Inf"],
        ],
      },
    ],
    "The query returned only NaN or infinite values.",
  ],
  [
    [{ metric: {}, histograms: [[1, { count: "1", sum: "1", buckets: [] }]] }],
    "The query returned a native histogram. histogram_avg() makes a number of it.",
  ],
])(
  "for the result %o the metric says why it has no points, until it has some, and nobody is alerted",
  async ([result, note]) => {
    const metricID = await makePrometheusMetric(daymark, { URL: prometheus.url });
    const read = async () => {
      const param = { metricID };
      const { collectionError, collectionNote } = await answer(
        daymark.administrator.metrics[":metricID"].$get({ param }),
      );
      return { collectionError, collectionNote };
    };
    expect(await read()).toEqual({ collectionError: "", collectionNote: "" });
    prometheus.overrideResponses(
      respondWithJSON({ status: "success", data: { resultType: "matrix", result } }),
    );
    await daymark.runCron(new Date().toISOString());
    await expect.poll(read).toEqual({ collectionError: "", collectionNote: note });
    const { failingMetrics } = await answer(daymark.administrator.overview.$get());
    expect(failingMetrics).toEqual([]);
    prometheus.reset();
    await daymark.runCron(new Date().toISOString());
    await expect.poll(read).toEqual({ collectionError: "", collectionNote: "" });
  },
);

test("NaN and infinite values are skipped, and a result without series is no error", async () => {
  const metricID = await makePrometheusMetric(daymark, { URL: prometheus.url });
  const now = Math.floor(Date.now() / MINUTE_MS) * 60;
  const values = [
    [now - 180, "NaN"],
    [now - 120, "+Inf"],
    [now - 60, "7.5"],
  ];
  prometheus.overrideResponses(
    respondWithJSON({ status: "success", data: { resultType: "matrix", result: [{ metric: {}, values }] } }),
  );
  await daymark.runCron(new Date().toISOString());
  const point = { timestamp: new Date((now - 60) * 1000).toISOString(), value: 7.5 };
  await expect.poll(() => readRecentPoints(daymark, metricID)).toEqual([point]);
  prometheus.overrideResponses(
    respondWithJSON({ status: "success", data: { resultType: "matrix", result: [] } }),
  );
  await daymark.runCron(new Date().toISOString());
  await expect.poll(() => prometheus.calls.length).toBe(2);
  expect([await readCollectionError(daymark, metricID), await readRecentPoints(daymark, metricID)]).toEqual([
    "",
    [point],
  ]);
});
