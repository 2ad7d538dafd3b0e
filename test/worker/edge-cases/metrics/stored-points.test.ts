import { afterAll, beforeAll, expect, test } from "vitest";
import type { Point } from "../../../../worker/metrics/points/day-files.ts";
import type { DatapointsMessage } from "../../../../worker/metrics/points/points-queue.ts";
import type { DataPoint, Series } from "../../../../worker/metrics/schema.ts";
import { DAY_MS } from "../../../../worker/shared/time/domain.ts";
import { dayFile, daysAgo } from "../../../support/factories/days.ts";
import { makeMetric } from "../../../support/factories/factories.ts";
import { type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const day = "2026-03-05";
const fileKey = (metricID: string, file = "2026/3/5") => `metrics/${metricID}/${file}.json`;

const deliver = (messages: DatapointsMessage[]) => daymark.deliver("daymark-datapoints", messages);

async function readValues(metricID: string, file = "2026/3/5"): Promise<Record<string, number>> {
  const points = (await (await daymark.fetch(`/${fileKey(metricID, file)}`)).json()) as DataPoint[];
  return Object.fromEntries(points.map(({ timestamp, value }) => [timestamp.slice(11, 16), value]));
}

test.for(['{"revision', "[]", '{"revision":3}', '{"revision":3,"points":[[5,2],[7,1,100],null]}'])(
  "a day file that was damaged to %s breaks nothing, and the next points are stored in it",
  async (damaged) => {
    const { metricID } = await makeMetric(daymark, { status: "Visible" });
    const today = daysAgo(0);
    const messageOf = (minute: number) => [
      { metricID, day: today, points: [[minute, 1, 100 + minute]] satisfies Point[] },
    ];
    for (const minute of [0, 1, 2, 3]) await deliver([messageOf(minute)]);
    await daymark.files.put(fileKey(metricID, dayFile(today)), damaged);
    daymark.logs.length = 0;
    const readable = damaged.includes("[7,1,100]") ? { "00:07": 1 } : {};
    expect(await readValues(metricID, dayFile(today))).toEqual(readable);
    for (const path of ["/", `/api/public-metrics/${metricID}/series?timeframe=day`])
      expect([path, (await daymark.fetch(path)).status]).toEqual([path, 200]);
    expect(daymark.logs.join("\n")).toContain(
      `"damaged value","place":"${fileKey(metricID, dayFile(today))}"`,
    );

    await deliver([messageOf(9)]);
    expect(await readValues(metricID, dayFile(today))).toEqual({ ...readable, "00:09": 1 });
    const sums = daymark.db.prepare("SELECT counts ->> 0 AS points FROM metric_days WHERE metric_id = ?");
    expect(await sums.bind(metricID).first("points")).toBe(Object.keys(readable).length + 1);
  },
);

test("a batch that the queue delivers twice changes nothing the second time", async () => {
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
  const written = await daymark.files.head(fileKey(metricID));
  await deliver([message, message]);
  expect((await daymark.files.head(fileKey(metricID)))?.version).toBe(written?.version);
  expect(await readValues(metricID)).toEqual({ "10:00": 1, "10:01": 2 });
});

test("the last accepted point of a minute is stored, in whichever order the points arrive", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const messageOf = (value: number, acceptedAt: number) => [
    { metricID, day, points: [[600, value, acceptedAt]] satisfies Point[] },
  ];
  await deliver([messageOf(2, 200)]);
  await deliver([messageOf(1, 100)]);
  expect(await readValues(metricID)).toEqual({ "10:00": 2 });
  await deliver([messageOf(4, 400), messageOf(3, 300)]);
  expect(await readValues(metricID)).toEqual({ "10:00": 4 });
});

test.for([
  [null],
  [{}],
  [[null]],
  [[{ metricID: "another-one", day }]],
  [[{ metricID: "another-one", day, points: [null] }]],
  [[{ metricID: "another-one", day, points: [[600, null, 100]] }]],
])("a message of an unknown format doesn't delay others, and is delivered again: %j", async ([body]) => {
  const metric = await makeMetric(daymark, { status: "Visible" });
  const validMessage = (minute: number) => [
    { metricID: metric.metricID, day, points: [[minute, 7, 100]] satisfies Point[] },
  ];
  // The message of another version is about the same metric.
  const unknownMessage = JSON.parse(JSON.stringify(body ?? null).replace("another-one", metric.metricID));
  const { outcome, explicitAcks, retryMessages } = await daymark.deliver("daymark-datapoints", [
    validMessage(600),
    unknownMessage,
    validMessage(601),
  ]);
  expect({ outcome, explicitAcks, retryMessages }).toEqual({
    outcome: "ok",
    explicitAcks: ["message-0", "message-2"],
    retryMessages: [{ msgId: "message-1", delaySeconds: 5 }],
  });
  expect(await readValues(metric.metricID)).toEqual({ "10:00": 7, "10:01": 7 });
});

test("concurrent consumers that write the same day file lose no points", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const now = new Date();
  const today = now.toISOString().slice(0, 10);
  const file = [now.getUTCFullYear(), now.getUTCMonth() + 1, now.getUTCDate()].join("/");
  const minutes = Array.from({ length: 40 }, (_, minute) => minute);
  let remaining: DatapointsMessage[] = [0, 1, 2, 3, 4, 5].map((consumer) =>
    minutes.map((minute) => ({ metricID, day: today, points: [[consumer * 200 + minute, minute, 100]] })),
  );
  while (remaining.length > 0) {
    const outcomes = await Promise.all(remaining.map((message) => deliver([message])));
    remaining = remaining.filter((_, index) => (outcomes[index]?.retryMessages.length ?? 0) > 0);
  }
  expect(Object.keys(await readValues(metricID, file))).toHaveLength(240);
  // The sums in D1 count the whole file, whichever consumer wrote last.
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

test("all days of a batch are stored, even if one run can't store them", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const days = Array.from({ length: 450 }, (_, n) =>
    new Date(Date.UTC(2020, 0, 1) + n * DAY_MS).toISOString().slice(0, 10),
  );
  await deliver([days.map((date) => ({ metricID, day: date, points: [[0, 1, 100]] }))]);
  const countDays = async () =>
    (
      await daymark.db
        .prepare("SELECT count(*) AS days FROM metric_days WHERE metric_id = ?")
        .bind(metricID)
        .first()
    )?.days;
  await expect.poll(countDays).toBe(450);
  expect(await readValues(metricID, "2021/3/25")).toEqual({ "00:00": 1 });
});

test("the variable QUEUES says which messages a queue has, and those of an unknown queue are retried", async () => {
  const renamed = await startDaymark({ vars: { QUEUES: { "points-of-acme": "DATAPOINTS" } } });
  try {
    const { metricID } = await makeMetric(renamed, { status: "Visible" });
    const body: DatapointsMessage = [{ metricID, day, points: [[600, 1, 100]] }];
    const messages = [{ id: "one", attempts: 1, body }];
    expect(await renamed.deliverMessages("daymark-datapoints", messages)).toMatchObject({
      outcome: "exception",
    });
    expect(await renamed.files.head(fileKey(metricID))).toBeNull();
    expect(await renamed.deliverMessages("points-of-acme", messages)).toMatchObject({ outcome: "ok" });
    expect(await renamed.files.head(fileKey(metricID))).not.toBeNull();
  } finally {
    await renamed.stop();
  }
});
