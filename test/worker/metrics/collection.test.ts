import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import {
  type Collection,
  expectedPoints,
  minuteOf,
  network,
  startCollection,
} from "../../support/factories/collection.ts";
import { changeBody, metricDataRequests } from "../../support/fakes/cloudwatch.ts";
import { answer } from "../../support/starters/daymark.ts";

let collection: Collection;
beforeAll(async () => {
  collection = await startCollection();
});
beforeEach(() => collection.reset());
afterAll(() => collection?.stop());

test("each cron run collects the last 15 minutes of all metrics, Hidden ones too", async () => {
  const visible = await collection.makeCloudMetric({}, { status: "Visible" });
  const hidden = await collection.makeCloudMetric(network, { status: "Hidden" });
  const now = Date.now();
  await collection.runCronAt(now);
  const to = minuteOf(now) + MINUTE_MS;
  await expect
    .poll(() => collection.readRecentPoints(visible.metricID))
    .toEqual(expectedPoints(to - 15 * MINUTE_MS, to));
  expect(await collection.readRecentPoints(hidden.metricID)).toEqual([]);
  const param = { metricID: hidden.metricID };
  await answer(
    collection.daymark.administrator.metrics[":metricID"].$patch({ param, json: { status: "Visible" } }),
  );
  await expect
    .poll(() => collection.readRecentPoints(hidden.metricID))
    .toEqual(expectedPoints(to - 15 * MINUTE_MS, to, network));
  expect(metricDataRequests(collection.cloudWatch)).toHaveLength(1);
});

test("later runs add late points, update changed ones and cover missed runs", async () => {
  const { metricID } = await collection.makeCloudMetric();
  const now = Date.now();
  const to = minuteOf(now) + MINUTE_MS;
  collection.cloudWatch.overrideResponses((_, usual) =>
    changeBody(usual, (answer) => {
      for (const result of answer.MetricDataResults) {
        result.Timestamps.splice(-2, 1);
        result.Values.splice(-2, 2, -1);
      }
      return answer;
    }),
  );
  await collection.runCronAt(now - 5 * MINUTE_MS);
  const earlierPoints = expectedPoints(to - 20 * MINUTE_MS, to - 5 * MINUTE_MS);
  await expect
    .poll(() => collection.readRecentPoints(metricID))
    .toEqual([...earlierPoints.slice(0, -2), { timestamp: earlierPoints.at(-1)?.timestamp, value: -1 }]);
  collection.cloudWatch.reset();
  // The four runs in between were missed.
  await collection.runCronAt(now);
  await expect
    .poll(() => collection.readRecentPoints(metricID))
    .toEqual(expectedPoints(to - 20 * MINUTE_MS, to));
});

test("all pages of a response are read", async () => {
  const { metricID } = await collection.makeCloudMetric();
  const other = await collection.makeCloudMetric(network);
  collection.cloudWatch.overrideResponses((call, usual) => {
    call.input.MaxDatapoints = 7;
    return usual();
  });
  const now = Date.now();
  await collection.runCronAt(now);
  const to = minuteOf(now) + MINUTE_MS;
  await expect
    .poll(() => collection.readRecentPoints(other.metricID))
    .toEqual(expectedPoints(to - 15 * MINUTE_MS, to, network));
  await expect
    .poll(() => collection.readRecentPoints(metricID))
    .toEqual(expectedPoints(to - 15 * MINUTE_MS, to));
  expect(metricDataRequests(collection.cloudWatch)).toHaveLength(5);
  expect(await collection.readCollectionError(metricID)).toBe("");
});
