import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeMetric } from "../../support/factories/factories.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());
beforeEach(async () => {
  for (const { metricID } of await answer(daymark.administrator.metrics.$get())) {
    await daymark.administrator.metrics[":metricID"].$delete({ param: { metricID } });
  }
});

const props = {
  Region: "eu-west-1",
  Namespace: "AWS/EC2",
  MetricName: "CPUUtilization",
  Dimensions: [{ Name: "InstanceId", Value: "i-1" }],
  Statistics: "Average",
};

async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await daymark.fetch(path, {
    method,
    headers: { Authorization: await daymark.token(), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, answer: text === "" ? undefined : JSON.parse(text) };
}

test("a new metric is Hidden, has no unit or decimal places, and is the last one", async () => {
  const first = await makeMetric(daymark, { title: " First " });
  const second = await makeMetric(daymark, { title: "Second" });
  expect(first).toMatchObject({
    type: "Self",
    props: {},
    title: "First",
    status: "Hidden",
    unit: "",
    description: "",
    decimalPlaces: 0,
    collectionError: "",
    collectionNote: "",
  });
  expect(second.order).toBeGreaterThan(first.order);
  expect((await answer(daymark.administrator.metrics.$get())).map(({ title }) => title)).toEqual([
    "First",
    "Second",
  ]);
});

test("visitors see only Visible metrics, without their props", async () => {
  const visible = await makeMetric(daymark, { type: "CloudWatch", props, status: "Visible", unit: "%" });
  await makeMetric(daymark, { title: "Hidden" });
  const { props: _, collectionError: __, collectionNote: ___, ...publicFields } = visible;
  expect(await answer(daymark.visitor["public-metrics"].$get())).toEqual([publicFields]);
  expect((await daymark.fetch("/api/metrics")).status).toBe(401);
});

test("a PATCH changes only the fields that it has", async () => {
  const metric = await makeMetric(daymark, { type: "CloudWatch", props, unit: "%", decimalPlaces: 2 });
  const path = `/api/metrics/${metric.metricID}`;
  const { status, answer: changed } = await send("PATCH", path, { title: "Load", status: "Visible" });
  expect([status, changed]).toEqual([
    200,
    { ...metric, title: "Load", status: "Visible", updatedAt: changed.updatedAt },
  ]);
  expect((await send("PATCH", path, { description: "Of all cores" })).answer).toMatchObject({
    title: "Load",
    unit: "%",
    decimalPlaces: 2,
    props,
  });
  const statistics = await send("PATCH", path, { props: { ...props, Statistics: "p99" } });
  expect(statistics.answer.props).toEqual({ ...props, Statistics: "p99" });
});

test("a change to an order that is in use takes the next free one", async () => {
  const [first, second] = [await makeMetric(daymark), await makeMetric(daymark)];
  await send("PATCH", `/api/metrics/${second.metricID}`, { order: first.order });
  const orders = (await answer(daymark.administrator.metrics.$get())).map(({ order }) => order);
  expect(new Set(orders).size).toBe(2);
});

test("changing the type to CloudWatch needs its props and queues a backfill; Self has no props", async () => {
  const { metricID } = await makeMetric(daymark);
  const path = `/api/metrics/${metricID}`;
  const pathsOfErrors = async (change: object) => {
    const { status, answer } = await send("PATCH", path, change);
    return [status, answer.errors.map(({ path }: { path: string }) => path)];
  };
  expect(await pathsOfErrors({ type: "CloudWatch", props: {} })).toEqual([
    400,
    ["props.Region", "props.Namespace", "props.MetricName", "props.Dimensions", "props.Statistics"],
  ]);
  expect(await pathsOfErrors({ type: "CloudWatch" })).toEqual([400, Array(5).fill("props")]);
  const countBackfillDays = async () =>
    (await daymark.db.prepare("SELECT count(*) AS days FROM metric_backfills").first<{ days: number }>())
      ?.days;
  expect(await countBackfillDays()).toBe(0);
  expect((await send("PATCH", path, { type: "CloudWatch", props })).status).toBe(200);
  expect(await countBackfillDays()).toBe(31);
  expect((await send("PATCH", path, { type: "Self" })).answer).toMatchObject({ type: "Self", props: {} });
});

test.for([
  [{ Region: "mars-1" }, "props.Region", /^Region must be one of: us-east-1, .*, sa-east-1\.$/],
  [{ Namespace: "" }, "props.Namespace", "Namespace is required."],
  [{ MetricName: undefined }, "props.MetricName", "MetricName is required."],
  [{ MetricName: "x".repeat(256) }, "props.MetricName", "MetricName can be 255 characters at most."],
  [{ Dimensions: {} }, "props.Dimensions", "Dimensions must be a list of {Name, Value}."],
  [{ Dimensions: [{ Name: "a" }] }, "props.Dimensions.0.Value", "Dimension value is required."],
  [
    { Dimensions: Array.from({ length: 31 }, () => ({ Name: "a", Value: "b" })) },
    "props.Dimensions",
    "Dimensions can be 30 at most.",
  ],
  [
    { Statistics: "p42" },
    "props.Statistics",
    "Statistics must be one of: Average, Minimum, Maximum, Sum, SampleCount, p99, p95, p90, p50, p10.",
  ],
] as const)("CloudWatch props with %o get 400 with an error for %s", async ([invalid, path, message]) => {
  const body = { type: "CloudWatch", title: "Load", props: { ...props, ...invalid } };
  const { status, answer: error } = await send("POST", "/api/metrics", body);
  const expected = typeof message === "string" ? message : expect.stringMatching(message);
  expect([status, error]).toEqual([400, { errorMessage: expected, errors: [{ path, message: expected }] }]);
});

test.for([
  [{ type: "Nagios" }, "type", "Type must be one of: CloudWatch, Prometheus, Self."],
  [{ title: "" }, "title", "Title is required."],
  [{ title: "x".repeat(201) }, "title", "Title can be 200 characters at most."],
  [{ status: "Shown" }, "status", "Status must be one of: Hidden, Visible."],
  [{ unit: "x".repeat(21) }, "unit", "Unit can be 20 characters at most."],
  [{ description: "x".repeat(1001) }, "description", "Description can be 1,000 characters at most."],
  [{ decimalPlaces: 5 }, "decimalPlaces", "Decimal places must be from 0 to 4."],
  [{ decimalPlaces: -1 }, "decimalPlaces", "Decimal places must be from 0 to 4."],
  [{ decimalPlaces: 1.5 }, "decimalPlaces", "Decimal places must be a whole number."],
  [{ props: [] }, "props", "props must be an object."],
] as const)("a metric with %o gets 400 with an error for %s", async ([invalid, path, message]) => {
  const { metricID } = await makeMetric(daymark);
  const expected = [400, { errorMessage: message, errors: [{ path, message }] }];
  const created = await send("POST", "/api/metrics", { type: "Self", title: "Load", ...invalid });
  expect([created.status, created.answer]).toEqual(expected);
  const changed = await send("PATCH", `/api/metrics/${metricID}`, invalid);
  expect([changed.status, changed.answer]).toEqual(expected);
});

test("an unknown metric gets 404, an empty PATCH 400, and a repeated DELETE 204", async () => {
  expect((await send("PATCH", "/api/metrics/nobody", { title: "x" })).status).toBe(404);
  const { metricID } = await makeMetric(daymark);
  expect((await send("PATCH", `/api/metrics/${metricID}`, {})).status).toBe(400);
  expect((await send("DELETE", `/api/metrics/${metricID}`)).status).toBe(204);
  expect((await send("DELETE", `/api/metrics/${metricID}`)).status).toBe(204);
  expect(await answer(daymark.administrator.metrics.$get())).toEqual([]);
});

test("a stale If-Match gets 409 with the current metric", async () => {
  const metric = await makeMetric(daymark);
  const path = `/api/metrics/${metric.metricID}`;
  const ifMatch = { "If-Match": `"${metric.updatedAt}"` };
  expect((await send("PATCH", path, { title: "Mine" }, ifMatch)).status).toBe(200);
  const conflict = await send("PATCH", path, { title: "Theirs" }, ifMatch);
  expect([conflict.status, conflict.answer.current.title]).toEqual([409, "Mine"]);
});
