import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type FakePrometheus, startFakePrometheus } from "../../support/fakes/prometheus.ts";
import {
  deleteAllMetrics,
  makePrometheusMetric,
  readCollectionError,
} from "../../support/fakes/prometheus-metrics.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

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

const respondWithJSON = (body: unknown) => (response: ServerResponse) =>
  void response.end(JSON.stringify(body));

const series = { metric: {}, values: [[1, "1"]] };

const failures = {
  "rejects the expression": [
    (response: ServerResponse) =>
      void response.writeHead(400).end(
        JSON.stringify({
          status: "error",
          errorType: "bad_data",
          error: "1:3: parse error: unexpected end",
        }),
      ),
    "1:3: parse error: unexpected end",
  ],
  "sends an unreadable response": [
    (response: ServerResponse) => void response.writeHead(502).end("<html>Bad Gateway</html>"),
    "Prometheus answered with status 502 and a body that can't be read.",
  ],
  "isn't at this address": [
    (response: ServerResponse) => void response.writeHead(404).end("404 page not found"),
    "Prometheus answered with status 404. Is the address right? Daymark adds /api/v1/query_range.",
  ],
  "returns more than one series": [
    respondWithJSON({ status: "success", data: { resultType: "matrix", result: [series, series] } }),
    "The expression returns 2 series. It must return exactly one.",
  ],
  "returns more than 256 KiB": [
    (response: ServerResponse) => void response.end(" ".repeat(256 * 1024 + 1)),
    "The response is larger than 256 KiB.",
  ],
  "doesn't respond within 5 s": [() => undefined, /^127\.0\.0\.1:\d+ did not answer within 5 seconds\.$/],
  "doesn't finish its response within 5 s": [
    (response: ServerResponse) => void response.writeHead(200).write("{"),
    /^127\.0\.0\.1:\d+ did not answer within 5 seconds\.$/,
  ],
  "hangs up": [
    (response: ServerResponse) => void response.destroy(),
    /^127\.0\.0\.1:\d+ could not be reached\.$/,
  ],
} as const;

test.for(Object.keys(failures) as (keyof typeof failures)[])(
  "if Prometheus %s, the metric shows the error until collection succeeds again",
  async (failure) => {
    const [respond, message] = failures[failure];
    const metricID = await makePrometheusMetric(daymark, { URL: prometheus.url });
    prometheus.overrideResponses(respond);
    await daymark.runCron(new Date().toISOString());
    await expect
      .poll(() => readCollectionError(daymark, metricID))
      .toEqual(typeof message === "string" ? message : expect.stringMatching(message));
    prometheus.reset();
    await daymark.runCron(new Date().toISOString());
    await expect.poll(() => readCollectionError(daymark, metricID)).toBe("");
  },
);
