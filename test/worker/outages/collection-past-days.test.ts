import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { type Collection, expectedPoints, startCollection } from "../../support/factories/collection.ts";
import {
  awsError,
  changeBody,
  type MetricDataRequest,
  metricDataRequests,
} from "../../support/fakes/cloudwatch.ts";

let collection: Collection;
beforeAll(async () => {
  collection = await startCollection();
});
beforeEach(() => collection.reset());
afterAll(() => collection?.stop());

const listMissingDays = async () => {
  const { results } = await collection.daymark.db
    .prepare("SELECT day, attempts FROM metric_backfills ORDER BY day DESC")
    .all<{ day: string; attempts: number }>();
  return results;
};

const isWholeDay = ({ StartTime, EndTime }: MetricDataRequest) => EndTime - StartTime === DAY_MS / 1000;

test("a new metric's last 30 days are collected one by one, in 5-minute steps from the 15th on", async () => {
  const { metricID } = await collection.makeCloudMetric({}, { past: true });
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  expect(await listMissingDays()).toHaveLength(31);
  await collection.runCronAt(Date.now());
  await expect.poll(listMissingDays).toEqual([]);
  const days = metricDataRequests(collection.cloudWatch).filter(isWholeDay);
  const requests = days
    .map(({ StartTime, MetricDataQueries }) => ({
      ago: (today / 1000 - StartTime) / 86_400,
      period: MetricDataQueries[0]?.MetricStat.Period,
    }))
    .sort((one, other) => one.ago - other.ago);
  expect(requests).toEqual(Array.from({ length: 31 }, (_, ago) => ({ ago, period: ago >= 15 ? 300 : 60 })));
  await expect
    .poll(async () => (await collection.readDayFile(metricID, today - 30 * DAY_MS)).length)
    .toBe(288);
  await expect
    .poll(async () => (await collection.readDayFile(metricID, today - 15 * DAY_MS)).length)
    .toBe(288);
  await expect
    .poll(async () => (await collection.readDayFile(metricID, today - 14 * DAY_MS)).length)
    .toBe(1440);
  await expect
    .poll(() => collection.readDayFile(metricID, today - DAY_MS))
    .toEqual(expectedPoints(today - DAY_MS, today));
});

test("a past day that fails is retried with growing delays until it succeeds", async () => {
  const { metricID } = await collection.makeCloudMetric({}, { past: true });
  const now = Date.now();
  const failingDay = Math.floor(now / DAY_MS) * DAY_MS - 3 * DAY_MS;
  const isForFailingDay = (request: MetricDataRequest) =>
    isWholeDay(request) && request.StartTime === failingDay / 1000;
  collection.cloudWatch.overrideResponses((call, usual) =>
    isForFailingDay(call.input as unknown as MetricDataRequest)
      ? awsError(400, "ThrottlingException", "Rate exceeded")
      : usual(),
  );
  const countAttempts = () => metricDataRequests(collection.cloudWatch).filter(isForFailingDay).length;
  await collection.runCronAt(now);
  const day = new Date(failingDay).toISOString().slice(0, 10);
  await expect.poll(listMissingDays).toEqual([{ day, attempts: 1 }]);
  await collection.runCronAt(now + 4 * MINUTE_MS);
  await collection.runCronAt(now + 6 * MINUTE_MS);
  await expect.poll(countAttempts).toBe(2);
  await collection.runCronAt(now + 15 * MINUTE_MS);
  await collection.runCronAt(now + 17 * MINUTE_MS);
  await expect.poll(countAttempts).toBe(3);
  expect(await listMissingDays()).toEqual([{ day, attempts: 3 }]);
  collection.cloudWatch.reset();
  await collection.runCronAt(now + 40 * MINUTE_MS);
  await expect.poll(listMissingDays).toEqual([]);
  await expect.poll(async () => (await collection.readDayFile(metricID, failingDay)).length).toBe(1440);
});

test("a day of which only a part arrives is stored so far and requested again", async () => {
  const { metricID } = await collection.makeCloudMetric({}, { past: true });
  const now = Date.now();
  const partialDay = Math.floor(now / DAY_MS) * DAY_MS - 2 * DAY_MS;
  collection.cloudWatch.overrideResponses((call, usual) =>
    changeBody(usual, (answer) => {
      const { StartTime } = call.input as unknown as MetricDataRequest;
      const [result] = answer.MetricDataResults;
      if (StartTime !== partialDay / 1000 || !result) return answer;
      result.Timestamps.splice(700);
      result.Values.splice(700);
      return { ...answer, MetricDataResults: [{ ...result, StatusCode: "PartialData" }] };
    }),
  );
  await collection.runCronAt(now);
  await expect.poll(async () => (await collection.readDayFile(metricID, partialDay)).length).toBe(700);
  await expect.poll(async () => (await listMissingDays()).length).toBe(1);
  collection.cloudWatch.reset();
  await collection.runCronAt(now + 6 * MINUTE_MS);
  await expect.poll(async () => (await collection.readDayFile(metricID, partialDay)).length).toBe(1440);
  await expect.poll(listMissingDays).toEqual([]);
});
