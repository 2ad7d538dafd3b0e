import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MINUTE_MS } from "../../worker/time/domain.ts";
import { changeBody, metricDataRequests } from "../support/cloudwatch.ts";
import {
  type Collection,
  expectedPoints,
  minuteOf,
  network,
  startCollection,
} from "../support/collection.ts";
import { answer } from "../support/daymark.ts";

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

test("each region takes one request for up to 500 metrics", async () => {
  const template = await collection.makeCloudMetric();
  const insert = `
    WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?3)
    INSERT INTO metrics (metric_id, type, props, title, status, unit, description, decimal_places, "order", collection_error,
      created_at, updated_at)
    SELECT replace(?1, '-', '') || printf('%05d', value), type, json_set(props, '$.Region', ?1), title, status, unit,
      description, decimal_places, "order" + ?2 + value, collection_error, created_at, updated_at
    FROM metrics, n WHERE metric_id = ?4`;
  await collection.daymark.db.prepare(insert).bind("us-east-1", 1000, 501, template.metricID).run();
  await collection.daymark.db.prepare(insert).bind("sa-east-1", 2000, 3, template.metricID).run();
  await collection.runCronAt(Date.now());
  const requests = () =>
    metricDataRequests(collection.cloudWatch)
      .map(({ region, MetricDataQueries }) => `${region} ${MetricDataQueries.length}`)
      .sort();
  await expect.poll(requests).toEqual(["eu-west-1 1", "sa-east-1 3", "us-east-1 1", "us-east-1 500"]);
  await expect.poll(() => collection.readRecentPoints("useast100501")).toHaveLength(15);
  await expect.poll(() => collection.readRecentPoints("useast100001")).toHaveLength(15);
  await expect.poll(() => collection.readRecentPoints("useast100500")).toHaveLength(15);
});

test("metrics that lack most of a day are requested in groups of 20", async () => {
  const template = await collection.makeCloudMetric({ MetricName: "NeverThere" });
  await collection.daymark.db
    .prepare(
      `WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 44)
      INSERT INTO metrics (metric_id, type, props, title, status, unit, description, decimal_places, "order", created_at, updated_at)
      SELECT 'away' || printf('%08d', value), type, props, title, status, unit, description, decimal_places, "order" + value,
        created_at, updated_at FROM metrics, n WHERE metric_id = ?`,
    )
    .bind(template.metricID)
    .run();
  const now = Date.now();
  await collection.daymark.db
    .prepare("UPDATE metrics SET collected_until = ?")
    .bind(new Date(now - 20 * 60 * MINUTE_MS).toISOString())
    .run();
  await collection.runCronAt(now);
  const requests = () =>
    metricDataRequests(collection.cloudWatch)
      .map((call) => `${call.MetricDataQueries.length} ${(call.EndTime - call.StartTime) / 60}`)
      .sort();
  await expect.poll(requests).toEqual(["20 1440", "20 1440", "5 1440"]);
  const marks = () =>
    collection.daymark.db.prepare("SELECT DISTINCT collected_until AS at FROM metrics").all();
  const at = new Date(minuteOf(now) + MINUTE_MS).toISOString();
  await expect.poll(async () => (await marks()).results).toEqual([{ at }]);
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
