import { afterAll, beforeAll, expect, test } from "vitest";
import type { Series } from "../../worker/metrics/schema.ts";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { dayFile, daysAgo } from "../support/days.ts";
import { makeApiKey, makeMetric } from "../support/factories.ts";

let daymark: Daymark;
let key: string;
beforeAll(async () => {
  daymark = await startDaymark();
  key = await makeApiKey(daymark);
});
afterAll(() => daymark.stop());

const [day, nextDay] = [daysAgo(30), daysAgo(29)];
const path = (metricID: string, file = dayFile(day)) => `/metrics/${metricID}/${file}.json`;
const at = (time: string) => `${day}T${time}Z`;

async function submit(body: unknown, headers: Record<string, string> = { "x-api-key": key }) {
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

const file = async (metricID: string, which?: string) => (await daymark.fetch(path(metricID, which))).json();

test("points are answered and stored by the minute, ascending, the last of a minute winning", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const sent = await submit({
    [metricID]: [
      { timestamp: at("10:02:59.999"), value: 3 },
      { timestamp: Date.parse(at("10:00:30")), value: 1 },
      { timestamp: `${day}T11:01:00+01:00`, value: 2 },
      { timestamp: `${day}T10:00:31`, value: 1.5 },
    ],
  });
  const kept = [
    { timestamp: at("10:00:00.000"), value: 1.5 },
    { timestamp: at("10:01:00.000"), value: 2 },
    { timestamp: at("10:02:00.000"), value: 3 },
  ];
  expect([sent.status, sent.answer]).toEqual([200, { [metricID]: kept }]);
  await expect.poll(() => file(metricID)).toEqual(kept);
  expect((await submit({ [metricID]: [{ timestamp: at("10:01"), value: -7 }] })).status).toBe(200);
  await expect.poll(() => file(metricID)).toContainEqual({ timestamp: at("10:01:00.000"), value: -7 });
});

test("200 requests at once of one point each to the same metric lose none", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const minute = (n: number) => new Date(Date.parse(at("00:00")) + n * 60_000).toISOString();
  const sent = await Promise.all(
    Array.from({ length: 200 }, (_, n) => submit({ [metricID]: [{ timestamp: minute(n), value: n }] })),
  );
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
  const all = Array.from({ length: 200 }, (_, n) => ({ timestamp: minute(n), value: n }));
  await expect.poll(() => file(metricID)).toEqual(all);
});

test("one request can have points of several metrics and days, 3,000 in all", async () => {
  const [first, second] = [
    (await makeMetric(daymark, { status: "Visible" })).metricID,
    (await makeMetric(daymark, { status: "Visible" })).metricID,
  ];
  const points = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ timestamp: Date.parse(at("00:00")) + n * 60_000, value: n }));
  expect((await submit({ [first]: points(1500), [second]: points(1500) })).status).toBe(200);
  await expect.poll(async () => (await file(first)) as unknown[]).toHaveLength(1440);
  await expect.poll(async () => (await file(second, dayFile(nextDay))) as unknown[]).toHaveLength(60);
  const over = await submit({ [first]: points(1500), [second]: points(1501) });
  expect([over.status, over.answer]).toEqual([
    400,
    {
      errorMessage: "Nothing was stored. A request can have 3,000 points at most; this one has 3,001.",
      errors: [{ message: "A request can have 3,000 points at most; this one has 3,001." }],
    },
  ]);
});

test("one bad point refuses the whole request, with every reason, and nothing is stored", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const other = await makeMetric(daymark, {
    type: "Prometheus",
    props: { URL: "https://prometheus.example", Expression: "up" },
  });
  const good = { timestamp: at("10:00"), value: 1 };
  const { status, answer } = await submit({
    [metricID]: [
      good,
      { timestamp: "2026-02-30T10:00:00Z", value: 1 },
      { timestamp: at("10:01"), value: "5" },
      null,
    ],
    [other.metricID]: [good],
    nobody: [good],
    list: good,
  });
  expect(status).toBe(400);
  const date =
    "timestamp must be a date and time such as 2026-01-31T09:00:00Z, or milliseconds since the epoch.";
  expect(answer.errors).toEqual([
    { path: `${metricID}.1.timestamp`, message: date },
    { path: `${metricID}.2.value`, message: "value must be a finite number." },
    { path: `${metricID}.3`, message: "A point must be an object: {timestamp, value}." },
    {
      path: other.metricID,
      message: `Metric ${other.metricID} is not of type Self: its points come from its monitoring service.`,
    },
    { path: "nobody", message: "There is no metric nobody." },
    { path: "list", message: "There is no metric list." },
    { path: "list", message: "The points of a metric must be a list of {timestamp, value}." },
  ]);
  // Whatever comes behind it in the queue has been stored by then.
  await submit({ [metricID]: [{ timestamp: at("12:00"), value: 2 }] });
  await expect.poll(() => file(metricID)).toEqual([{ timestamp: at("12:00:00.000"), value: 2 }]);
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
] as const)("a timestamp of %s is refused", async ([timestamp, message]) => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const { status, answer } = await submit({ [metricID]: [{ timestamp, value: 1 }] });
  expect([status, answer.errors]).toEqual([400, [{ path: `${metricID}.0.timestamp`, message }]]);
});

test("a timestamp of 399 days ago is taken, and one 9 minutes ahead", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const ahead = new Date(Date.now() + 9 * 60_000).toISOString();
  const old = daysAgo(399);
  const { status } = await submit({
    [metricID]: [
      { timestamp: `${old}T12:00:00Z`, value: 1 },
      { timestamp: ahead, value: 2 },
    ],
  });
  expect(status).toBe(200);
  await expect
    .poll(() => file(metricID, dayFile(old)))
    .toEqual([{ timestamp: `${old}T12:00:00.000Z`, value: 1 }]);
});

test("a point of 390 days ago whose offset crosses midnight is found in its day in UTC", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const [before, old, after] = [daysAgo(391), daysAgo(390), daysAgo(389)];
  const { status, answer } = await submit({
    [metricID]: [
      { timestamp: `${old}T00:30:00+23:59`, value: 1 },
      { timestamp: ` ${old}T12:00:00+05:30 `, value: 2 },
      { timestamp: `${old}T23:30:00-23:59`, value: 3 },
    ],
  });
  const kept = [
    { timestamp: `${before}T00:31:00.000Z`, value: 1 },
    { timestamp: `${old}T06:30:00.000Z`, value: 2 },
    { timestamp: `${after}T23:29:00.000Z`, value: 3 },
  ];
  expect([status, answer]).toEqual([200, { [metricID]: kept }]);
  for (const [at, day] of [before, old, after].entries())
    await expect.poll(() => file(metricID, dayFile(day))).toEqual([kept[at]]);
});

test("of more than 100 reasons the first 100 are answered, and how many there are", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const points = Array.from({ length: 3000 }, () => ({ timestamp: at("10:00"), value: "none" }));
  const { status, answer } = await submit({ [metricID]: points });
  expect(status).toBe(400);
  expect(answer.errors).toHaveLength(100);
  expect(answer.errorMessage).toBe(
    "Nothing was stored. value must be a finite number. (and 2999 more) Only the first 100 of 3,000 reasons are listed.",
  );
});

test.for(["NaN", "Infinity", "1e999", '"5"', "null", "[]", "{}"])(
  "a value of %s is refused",
  async (value) => {
    const { metricID } = await makeMetric(daymark, { status: "Visible" });
    const { status, answer } = await submit(
      `{"${metricID}":[{"timestamp":"${at("10:00")}","value":${value}}]}`,
    );
    expect(status).toBe(400);
    if (!["NaN", "Infinity"].includes(value)) {
      expect(answer.errors).toEqual([
        { path: `${metricID}.0.value`, message: "value must be a finite number." },
      ]);
    }
  },
);

test("submitting wants an API key, and no administrator's token will do", async () => {
  expect((await submit({}, {})).status).toBe(401);
  expect((await submit({}, { Authorization: await daymark.token() })).status).toBe(401);
  expect((await submit({})).status).toBe(200);
});

test("a day file is an array even for what is not there, kept for an hour once its day is over", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const past = await daymark.fetch(path(metricID));
  expect([await past.json(), past.headers.get("Cloudflare-CDN-Cache-Control")]).toEqual([
    [],
    expect.stringMatching(/^max-age=3600,/),
  ]);
  const [year, month, date] = new Date().toISOString().slice(0, 10).split("-").map(Number);
  const today = await daymark.fetch(path("nobody", `${year}/${month}/${date}`));
  expect([await today.json(), today.headers.get("Cloudflare-CDN-Cache-Control")]).toEqual([
    [],
    expect.stringMatching(/^max-age=10,/),
  ]);
  expect(today.headers.get("Access-Control-Allow-Origin")).toBe("*");
  for (const none of ["2026/02/3", "2026/2/30", "2026/13/1", "0/1/1", "x/1/1"]) {
    expect([none, (await daymark.fetch(path(metricID, none))).status]).toEqual([none, 404]);
  }
});

test("a metric that is deleted between accept and store brings nothing down, and its files go", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const stays = await makeMetric(daymark, { status: "Visible" });
  await submit({ [metricID]: [{ timestamp: at("09:00"), value: 1 }] });
  await expect.poll(() => file(metricID)).toHaveLength(1);
  const point = [{ timestamp: at("10:00"), value: 1 }];
  await submit({ [metricID]: point, [stays.metricID]: point });
  await daymark.administrator.metrics[":metricID"].$delete({ param: { metricID } });
  await expect.poll(() => file(stays.metricID)).toHaveLength(1);
  await expect.poll(() => file(metricID)).toEqual([]);
});

test("a series averages points by step, leaves gaps null, and is there for Visible metrics only", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const now = Date.now();
  const step = 300_000;
  const lastStep = Math.ceil(now / step) * step - step;
  const points = [
    { timestamp: lastStep - step, value: 10 },
    { timestamp: lastStep - step + 60_000, value: 20 },
    { timestamp: lastStep - 86_400_000 + 60_000, value: 5 },
    { timestamp: lastStep - 3 * 86_400_000, value: 45 },
  ];
  await submit({ [metricID]: points });
  const series = async (timeframe: string) =>
    (await (
      await daymark.fetch(`/api/public-metrics/${metricID}/series?timeframe=${timeframe}`)
    ).json()) as Series;
  // The step before the last, unless another has begun meanwhile.
  const averaged = ({ values, start }: Series) => values[(lastStep - step - Date.parse(start)) / step];
  await expect.poll(async () => averaged(await series("day"))).toBe(15);
  const ofDay = await series("day");
  expect(ofDay).toMatchObject({ timeframe: "day", stepSeconds: 300, average: 15 });
  expect(ofDay.values).toHaveLength(288);
  expect(ofDay.values.filter((value) => value !== null)).toEqual([15]);
  const steps = (Date.parse(ofDay.start) + 86_400_000 - lastStep) / step;
  expect([1, Math.ceil((Date.now() - lastStep) / step)]).toContain(steps);
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
