import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { type Collection, minuteOf, startCollection } from "../../support/factories/collection.ts";
import { metricDataRequests } from "../../support/fakes/cloudwatch.ts";

let collection: Collection;
beforeAll(async () => {
  collection = await startCollection();
});
beforeEach(() => collection.reset());
afterAll(() => collection?.stop());

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
