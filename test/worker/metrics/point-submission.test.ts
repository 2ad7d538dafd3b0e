import { afterAll, beforeAll, expect, test } from "vitest";
import type { Point } from "../../../worker/metrics/points/day-files.ts";
import type { Series } from "../../../worker/metrics/schema.ts";
import { DAY_MS, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { dayFile, daysAgo } from "../../support/factories/days.ts";
import { makeApiKey, makeMetric } from "../../support/factories/factories.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
let apiKey: string;
beforeAll(async () => {
  daymark = await startDaymark();
  apiKey = await makeApiKey(daymark);
});
afterAll(() => daymark.stop());

const [day, nextDay] = [daysAgo(30), daysAgo(29)];
const dayPath = (metricID: string, file = dayFile(day)) => `/metrics/${metricID}/${file}.json`;
const timeOnDay = (time: string) => `${day}T${time}Z`;

async function submit(body: unknown, headers: Record<string, string> = { "x-api-key": apiKey }) {
  const response = await daymark.fetch("/api/v0/metrics/data", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return {
    status: response.status,
    answer: (await response.json()) as { errors?: unknown[]; errorMessage?: string },
  };
}

const readDay = async (metricID: string, file?: string) =>
  (await daymark.fetch(dayPath(metricID, file))).json();

test("points are stored by minute in ascending order, and the last point of a minute wins", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const response = await submit({
    [metricID]: [
      { timestamp: timeOnDay("10:02:59.999"), value: 3 },
      { timestamp: Date.parse(timeOnDay("10:00:30")), value: 1 },
      { timestamp: `${day}T11:01:00+01:00`, value: 2 },
      { timestamp: `${day}T10:00:31`, value: 1.5 },
    ],
  });
  const storedPoints = [
    { timestamp: timeOnDay("10:00:00.000"), value: 1.5 },
    { timestamp: timeOnDay("10:01:00.000"), value: 2 },
    { timestamp: timeOnDay("10:02:00.000"), value: 3 },
  ];
  expect([response.status, response.answer]).toEqual([200, { [metricID]: storedPoints }]);
  await expect.poll(() => readDay(metricID)).toEqual(storedPoints);
  expect((await submit({ [metricID]: [{ timestamp: timeOnDay("10:01"), value: -7 }] })).status).toBe(200);
  await expect
    .poll(() => readDay(metricID))
    .toContainEqual({ timestamp: timeOnDay("10:01:00.000"), value: -7 });
});

test("200 simultaneous requests of one point each lose none", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const minute = (n: number) => new Date(Date.parse(timeOnDay("00:00")) + n * MINUTE_MS).toISOString();
  const responses = await Promise.all(
    Array.from({ length: 200 }, (_, n) => submit({ [metricID]: [{ timestamp: minute(n), value: n }] })),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  const points = Array.from({ length: 200 }, (_, n) => ({ timestamp: minute(n), value: n }));
  await expect.poll(() => readDay(metricID)).toEqual(points);
});

test("a request can have points of several metrics and days, but 3,000 at most", async () => {
  const [first, second] = [
    (await makeMetric(daymark, { status: "Visible" })).metricID,
    (await makeMetric(daymark, { status: "Visible" })).metricID,
  ];
  const points = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      timestamp: Date.parse(timeOnDay("00:00")) + n * MINUTE_MS,
      value: n,
    }));
  expect((await submit({ [first]: points(1500), [second]: points(1500) })).status).toBe(200);
  await expect.poll(async () => (await readDay(first)) as unknown[]).toHaveLength(1440);
  await expect.poll(async () => (await readDay(second, dayFile(nextDay))) as unknown[]).toHaveLength(60);
  const overLimit = await submit({ [first]: points(1500), [second]: points(1501) });
  expect([overLimit.status, overLimit.answer]).toEqual([
    400,
    {
      errorMessage: "Nothing was stored. A request can have 3,000 points at most; this one has 3,001.",
      errors: [{ message: "A request can have 3,000 points at most; this one has 3,001." }],
    },
  ]);
});

test("one invalid point rejects the whole request with all errors, and nothing is stored", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const prometheusMetric = await makeMetric(daymark, {
    type: "Prometheus",
    props: { URL: "https://prometheus.example", Expression: "up" },
  });
  const validPoint = { timestamp: timeOnDay("10:00"), value: 1 };
  const { status, answer } = await submit({
    [metricID]: [
      validPoint,
      { timestamp: "2026-02-30T10:00:00Z", value: 1 },
      { timestamp: timeOnDay("10:01"), value: "5" },
      null,
    ],
    [prometheusMetric.metricID]: [validPoint],
    nobody: [validPoint],
    list: validPoint,
  });
  expect(status).toBe(400);
  const dateError =
    "timestamp must be a date and time such as 2026-01-31T09:00:00Z, or milliseconds since the epoch.";
  expect(answer.errors).toEqual([
    { path: `${metricID}.1.timestamp`, message: dateError },
    { path: `${metricID}.2.value`, message: "value must be a finite number." },
    { path: `${metricID}.3`, message: "A point must be an object: {timestamp, value}." },
    {
      path: prometheusMetric.metricID,
      message: `Metric ${prometheusMetric.metricID} is not of type Self: its points come from its monitoring service.`,
    },
    { path: "nobody", message: "There is no metric nobody." },
    { path: "list", message: "There is no metric list." },
    { path: "list", message: "The points of a metric must be a list of {timestamp, value}." },
  ]);
  // The queue is in order, so the rejected points would be stored by the time this one is.
  await submit({ [metricID]: [{ timestamp: timeOnDay("12:00"), value: 2 }] });
  await expect.poll(() => readDay(metricID)).toEqual([{ timestamp: timeOnDay("12:00:00.000"), value: 2 }]);
});

test.for([
  [1_772_000_000, "timestamp looks like seconds since the epoch: send milliseconds."],
  [0, "timestamp looks like seconds since the epoch: send milliseconds."],
  ["2999-01-01T00:00:00Z", "timestamp is more than 10 minutes in the future."],
  ["1970-01-01T00:00:00Z", "timestamp is more than 400 days in the past."],
  [`${daysAgo(401)}T23:59:59Z`, "timestamp is more than 400 days in the past."],
  [
    `${daysAgo(1)}T10:00:00.${"0".repeat(30)}Z`,
    "timestamp must be a date and time such as 2026-01-31T09:00:00Z, or milliseconds since the epoch.",
  ],
  ...["+24:00", "-99:99", "+00:60", "+0560", "[Europe/Madrid]", "Z+01:00"].map(
    (offset) =>
      [
        `${daysAgo(1)}T10:00:00${offset}`,
        "timestamp must be a date and time such as 2026-01-31T09:00:00Z, or milliseconds since the epoch.",
      ] as const,
  ),
  [
    `${daysAgo(1)}T10:60:00Z`,
    "timestamp must be a date and time such as 2026-01-31T09:00:00Z, or milliseconds since the epoch.",
  ],
  [9e15, "timestamp must be a date and time such as 2026-01-31T09:00:00Z, or milliseconds since the epoch."],
  [
    "1772000000000",
    "timestamp must be a date and time such as 2026-01-31T09:00:00Z, or milliseconds since the epoch.",
  ],
  [null, "timestamp must be a date and time such as 2026-01-31T09:00:00Z, or milliseconds since the epoch."],
] as const)("a timestamp of %s gets 400", async ([timestamp, message]) => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const { status, answer } = await submit({ [metricID]: [{ timestamp, value: 1 }] });
  expect([status, answer.errors]).toEqual([400, [{ path: `${metricID}.0.timestamp`, message }]]);
});

test("a timestamp can be 399 days old or 9 minutes ahead", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const ahead = new Date(Date.now() + 9 * MINUTE_MS).toISOString();
  const old = daysAgo(399);
  const { status } = await submit({
    [metricID]: [
      { timestamp: `${old}T12:00:00Z`, value: 1 },
      { timestamp: ahead, value: 2 },
    ],
  });
  expect(status).toBe(200);
  await expect
    .poll(() => readDay(metricID, dayFile(old)))
    .toEqual([{ timestamp: `${old}T12:00:00.000Z`, value: 1 }]);
  const tooFarAhead = new Date(Date.now() + 11 * MINUTE_MS).toISOString();
  expect((await submit({ [metricID]: [{ timestamp: tooFarAhead, value: 3 }] })).status).toBe(400);
});

test("only the message that can't be stored is delivered again", async () => {
  const intact = await makeMetric(daymark, { status: "Visible" });
  // A file can't have this name.
  const broken = { metricID: "../broken" };
  const batch = [intact, broken].map(({ metricID }) => [
    { metricID, day, points: [[600, 7, 100]] satisfies Point[] },
  ]);
  for (const _ of ["first delivery", "second delivery"]) {
    const result = await daymark.deliver("daymark-datapoints", batch);
    expect(result.retryMessages).toEqual([{ msgId: "message-1", delaySeconds: 5 }]);
    expect(result.explicitAcks).toEqual(["message-0"]);
    expect(await readDay(intact.metricID)).toEqual([{ timestamp: timeOnDay("10:00:00.000"), value: 7 }]);
  }
});

test("a point whose offset crosses midnight is stored on its day in UTC", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const [before, old, after] = [daysAgo(391), daysAgo(390), daysAgo(389)];
  const { status, answer } = await submit({
    [metricID]: [
      { timestamp: `${old}T00:30:00+23:59`, value: 1 },
      { timestamp: ` ${old}T12:00:00+05:30 `, value: 2 },
      { timestamp: `${old}T23:30:00-23:59`, value: 3 },
    ],
  });
  const storedPoints = [
    { timestamp: `${before}T00:31:00.000Z`, value: 1 },
    { timestamp: `${old}T06:30:00.000Z`, value: 2 },
    { timestamp: `${after}T23:29:00.000Z`, value: 3 },
  ];
  expect([status, answer]).toEqual([200, { [metricID]: storedPoints }]);
  for (const [index, day] of [before, old, after].entries())
    await expect.poll(() => readDay(metricID, dayFile(day))).toEqual([storedPoints[index]]);
});

test("a response lists the first 100 errors and says how many there are", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const points = Array.from({ length: 3000 }, () => ({ timestamp: timeOnDay("10:00"), value: "none" }));
  const { status, answer } = await submit({ [metricID]: points });
  expect(status).toBe(400);
  expect(answer.errors).toHaveLength(100);
  expect(answer.errorMessage).toBe(
    "Nothing was stored. value must be a finite number. (and 2999 more) Only the first 100 of 3,000 reasons are listed.",
  );
});

test.for(["NaN", "Infinity", "1e999", '"5"', "null", "[]", "{}"])("a value of %s gets 400", async (value) => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const { status, answer } = await submit(
    `{"${metricID}":[{"timestamp":"${timeOnDay("10:00")}","value":${value}}]}`,
  );
  expect(status).toBe(400);
  if (!["NaN", "Infinity"].includes(value)) {
    expect(answer.errors).toEqual([
      { path: `${metricID}.0.value`, message: "value must be a finite number." },
    ]);
  }
});

test("submitting needs an API key; an administrator's token gets 401", async () => {
  expect((await submit({}, {})).status).toBe(401);
  expect((await submit({}, { Authorization: await daymark.token() })).status).toBe(401);
  expect((await submit({})).status).toBe(200);
});

test("a day file without data is an empty array, cached for 10 seconds today and for an hour afterwards", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const past = await daymark.fetch(dayPath(metricID));
  expect([await past.json(), past.headers.get("Cloudflare-CDN-Cache-Control")]).toEqual([
    [],
    expect.stringMatching(/^max-age=3600,/),
  ]);
  const [year, month, date] = new Date().toISOString().slice(0, 10).split("-").map(Number);
  const today = await daymark.fetch(dayPath("nobody", `${year}/${month}/${date}`));
  expect([await today.json(), today.headers.get("Cloudflare-CDN-Cache-Control")]).toEqual([
    [],
    expect.stringMatching(/^max-age=10,/),
  ]);
  expect(today.headers.get("Access-Control-Allow-Origin")).toBe("*");
  for (const invalidDay of ["2026/02/3", "2026/2/30", "2026/13/1", "0/1/1", "x/1/1"]) {
    expect([invalidDay, (await daymark.fetch(dayPath(metricID, invalidDay))).status]).toEqual([
      invalidDay,
      404,
    ]);
  }
});

test("points of a metric that was deleted before they were stored don't block others, and its files are deleted", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const otherMetric = await makeMetric(daymark, { status: "Visible" });
  await submit({ [metricID]: [{ timestamp: timeOnDay("09:00"), value: 1 }] });
  await expect.poll(() => readDay(metricID)).toHaveLength(1);
  const point = [{ timestamp: timeOnDay("10:00"), value: 1 }];
  await submit({ [metricID]: point, [otherMetric.metricID]: point });
  await daymark.administrator.metrics[":metricID"].$delete({ param: { metricID } });
  await expect.poll(() => readDay(otherMetric.metricID)).toHaveLength(1);
  await expect.poll(() => readDay(metricID)).toEqual([]);
});

test("a series has the average of each step and null for gaps, and exists for Visible metrics only", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const now = Date.now();
  const stepMs = 5 * MINUTE_MS;
  const lastStep = Math.ceil(now / stepMs) * stepMs - stepMs;
  const points = [
    { timestamp: lastStep - stepMs, value: 10 },
    { timestamp: lastStep - stepMs + MINUTE_MS, value: 20 },
    { timestamp: lastStep - DAY_MS + MINUTE_MS, value: 5 },
    { timestamp: lastStep - 3 * DAY_MS, value: 45 },
  ];
  await submit({ [metricID]: points });
  const series = async (timeframe: string) =>
    (await (
      await daymark.fetch(`/api/public-metrics/${metricID}/series?timeframe=${timeframe}`)
    ).json()) as Series;
  // Found by time, because a new step can begin during the test.
  const valueOfStep = ({ values, start }: Series) => values[(lastStep - stepMs - Date.parse(start)) / stepMs];
  await expect.poll(async () => valueOfStep(await series("day"))).toBe(15);
  const daySeries = await series("day");
  expect(daySeries).toMatchObject({ timeframe: "day", stepSeconds: 300, average: 15 });
  expect(daySeries.values).toHaveLength(288);
  expect(daySeries.values.filter((value) => value !== null)).toEqual([15]);
  const steps = (Date.parse(daySeries.start) + DAY_MS - lastStep) / stepMs;
  expect([1, Math.ceil((Date.now() - lastStep) / stepMs)]).toContain(steps);
  await expect.poll(async () => (await series("week")).average).toBe(20);
  expect((await series("week")).values).toHaveLength(168);
  const month = await series("month");
  expect(month.values).toHaveLength(240);
  expect(
    month.values.filter((value) => value !== null).reduce((sum, value) => sum + value, 0),
  ).toBeGreaterThan(0);
  const hidden = await makeMetric(daymark);
  expect((await daymark.fetch(`/api/public-metrics/${hidden.metricID}/series`)).status).toBe(404);
  expect((await daymark.fetch(`/api/public-metrics/${metricID}/series?timeframe=year`)).status).toBe(400);
});
