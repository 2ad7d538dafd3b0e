import { afterAll, beforeAll, expect, test } from "vitest";
import type { Point } from "../../worker/metrics/day-files.ts";
import type { DatapointsMessage } from "../../worker/metrics/points-queue.ts";
import type { DataPoint, Series } from "../../worker/metrics/schema.ts";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { makeMetric } from "../support/factories.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const day = "2026-03-05";
const key = (metricID: string, file = "2026/3/5") => `metrics/${metricID}/${file}.json`;

const deliver = (messages: DatapointsMessage[]) => daymark.deliver("daymark-datapoints", messages);

async function values(metricID: string, file = "2026/3/5"): Promise<Record<string, number>> {
  const points = (await (await daymark.fetch(`/${key(metricID, file)}`)).json()) as DataPoint[];
  return Object.fromEntries(points.map(({ timestamp, value }) => [timestamp.slice(11, 16), value]));
}

test("a batch that the queue delivers twice changes nothing", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const message = [
    {
      metricID,
      day,
      points: [
        [600, 1, 100],
        [601, 2, 100],
      ] satisfies Point[],
    },
  ];
  await deliver([message]);
  const written = await daymark.files.head(key(metricID));
  await deliver([message, message]);
  expect((await daymark.files.head(key(metricID)))?.version).toBe(written?.version);
  expect(await values(metricID)).toEqual({ "10:00": 1, "10:01": 2 });
});

test("of two points of a minute the one accepted last stays, in whichever order they come", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const accepted = (value: number, at: number) => [
    { metricID, day, points: [[600, value, at]] satisfies Point[] },
  ];
  await deliver([accepted(2, 200)]);
  await deliver([accepted(1, 100)]);
  expect(await values(metricID)).toEqual({ "10:00": 2 });
  await deliver([accepted(4, 400), accepted(3, 300)]);
  expect(await values(metricID)).toEqual({ "10:00": 4 });
});

test("a failure in the middle of a batch has what failed come again, and only that", async () => {
  const [broken, whole] = [
    await makeMetric(daymark, { status: "Visible" }),
    await makeMetric(daymark, { status: "Visible" }),
  ];
  await daymark.files.put(key(broken.metricID), "not JSON");
  const message = ({ metricID }: { metricID: string }) => [
    { metricID, day, points: [[600, 7, 100]] satisfies Point[] },
  ];
  const batch = [message(whole), message(broken)];
  const first = await deliver(batch);
  expect(first.retryMessages).toEqual([{ msgId: "message-1", delaySeconds: 5 }]);
  expect(first.explicitAcks).toEqual(["message-0"]);
  expect(await values(whole.metricID)).toEqual({ "10:00": 7 });
  await daymark.files.delete(key(broken.metricID));
  expect((await deliver(batch)).retryMessages).toEqual([]);
  expect([await values(broken.metricID), await values(whole.metricID)]).toEqual([
    { "10:00": 7 },
    { "10:00": 7 },
  ]);
});

test.for([
  [null],
  [{}],
  [[null]],
  [[{ metricID: "another-one", day }]],
  [[{ metricID: "another-one", day, points: [null] }]],
  [[{ metricID: "another-one", day, points: [[600, null, 100]] }]],
])("a message that is none of this version's holds no other up, and comes again: %j", async ([body]) => {
  const metric = await makeMetric(daymark, { status: "Visible" });
  const good = (minute: number) => [
    { metricID: metric.metricID, day, points: [[minute, 7, 100]] satisfies Point[] },
  ];
  // One of another version that has the same metric's points.
  const strange = JSON.parse(JSON.stringify(body ?? null).replace("another-one", metric.metricID));
  const { outcome, explicitAcks, retryMessages } = await daymark.deliver("daymark-datapoints", [
    good(600),
    strange,
    good(601),
  ]);
  expect({ outcome, explicitAcks, retryMessages }).toEqual({
    outcome: "ok",
    explicitAcks: ["message-0", "message-2"],
    retryMessages: [{ msgId: "message-1", delaySeconds: 5 }],
  });
  expect(await values(metric.metricID)).toEqual({ "10:00": 7, "10:01": 7 });
});

test("consumers that write one day file at the same time lose nothing of each other's", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const now = new Date();
  const today = now.toISOString().slice(0, 10);
  const file = [now.getUTCFullYear(), now.getUTCMonth() + 1, now.getUTCDate()].join("/");
  const minutes = Array.from({ length: 40 }, (_, minute) => minute);
  let left: DatapointsMessage[] = [0, 1, 2, 3, 4, 5].map((consumer) =>
    minutes.map((minute) => ({ metricID, day: today, points: [[consumer * 200 + minute, minute, 100]] })),
  );
  while (left.length > 0) {
    const outcomes = await Promise.all(left.map((message) => deliver([message])));
    left = left.filter((_, at) => (outcomes[at]?.retryMessages.length ?? 0) > 0);
  }
  expect(Object.keys(await values(metricID, file))).toHaveLength(240);
  // The sums in D1 are those of the whole file, whoever wrote last.
  const month = await daymark.db
    .prepare("SELECT counts FROM metric_days WHERE metric_id = ?")
    .bind(metricID)
    .first<{ counts: string }>();
  const counts: number[] = JSON.parse(month?.counts ?? "[]");
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(240);
  const series = await daymark.fetch(`/api/public-metrics/${metricID}/series?timeframe=month`);
  expect(((await series.json()) as Series).values.filter((value) => value !== null).length).toBeGreaterThan(
    0,
  );
});

test("a batch of more days than one run stores is stored to the last", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const days = Array.from({ length: 450 }, (_, n) =>
    new Date(Date.UTC(2020, 0, 1) + n * 86_400_000).toISOString().slice(0, 10),
  );
  await deliver([days.map((each) => ({ metricID, day: each, points: [[0, 1, 100]] }))]);
  const stored = async () =>
    (
      await daymark.db
        .prepare("SELECT count(*) AS days FROM metric_days WHERE metric_id = ?")
        .bind(metricID)
        .first()
    )?.days;
  await expect.poll(stored).toBe(450);
  expect(await values(metricID, "2021/3/25")).toEqual({ "00:00": 1 });
});

test("a queue's messages are known by configuration, and those of an unknown queue come again", async () => {
  const renamed = await startDaymark({ vars: { QUEUES: { "points-of-acme": "DATAPOINTS" } } });
  try {
    const { metricID } = await makeMetric(renamed, { status: "Visible" });
    const body: DatapointsMessage = [{ metricID, day, points: [[600, 1, 100]] }];
    const messages = [{ id: "one", attempts: 1, body }];
    expect(await renamed.deliverMessages("daymark-datapoints", messages)).toMatchObject({
      outcome: "exception",
    });
    expect(await renamed.files.head(key(metricID))).toBeNull();
    expect(await renamed.deliverMessages("points-of-acme", messages)).toMatchObject({ outcome: "ok" });
    expect(await renamed.files.head(key(metricID))).not.toBeNull();
  } finally {
    await renamed.stop();
  }
});
