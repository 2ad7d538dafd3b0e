import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient, type DaymarkClient, type Schemas } from "../../web/client/client.ts";
import { startWatchedCloudWatch, type WatchedCloudWatch } from "../support/cloudwatch.ts";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { makeApiKey, makeMetric } from "../support/factories.ts";

let cloudWatchService: WatchedCloudWatch;
let daymark: Daymark;
/** Sends an API key and an administrator's token. */
let client: DaymarkClient;
beforeAll(async () => {
  cloudWatchService = await startWatchedCloudWatch();
  daymark = await startDaymark({ vars: cloudWatchService.vars });
  const apiKey = await makeApiKey(daymark);
  client = createClient({ url: daymark.url, apiKey, headers: { Authorization: await daymark.token() } });
});
afterAll(async () => {
  await daymark.stop();
  await cloudWatchService.stop();
});

// Each @ts-expect-error is a promise of the types: `npm run check` fails where such a mistake compiles.

const timestamp = new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString();

test("points have a timestamp and a value: a wrong field does not compile, and is refused", async () => {
  const { metricID } = await makeMetric(daymark, { title: "Response time" });
  const submit = (points: Schemas["NewMetricData"]) => client.POST("/api/v0/metrics/data", { body: points });
  const right = await submit({
    [metricID]: [
      { timestamp, value: 1 },
      { timestamp: Date.now(), value: 2 },
    ],
  });
  const kept: Schemas["DataPoint"][] | undefined = right.data?.[metricID];
  expect(kept?.at(-1)?.value).toBe(2);
  const wrong = [
    // @ts-expect-error the field is named timestamp
    await submit({ [metricID]: [{ time: timestamp, value: 1 }] }),
    // @ts-expect-error a value is a number
    await submit({ [metricID]: [{ timestamp, value: "1" }] }),
    // @ts-expect-error a value is needed
    await submit({ [metricID]: [{ timestamp }] }),
    // @ts-expect-error the points are a list
    await submit({ [metricID]: { timestamp, value: 1 } }),
    // @ts-expect-error a timestamp is a text or a number
    await submit({ [metricID]: [{ timestamp: new Date(), value: Number.NaN }] }),
  ];
  expect(wrong.map(({ response }) => response.status)).toEqual([400, 400, 400, 400, 400]);
});

const cloudWatch: Schemas["CloudWatchProps"] = {
  Region: "eu-west-1",
  Namespace: "AWS/RDS",
  MetricName: "CPUUtilization",
  Dimensions: [{ Name: "DBInstanceIdentifier", Value: "accounts" }],
  Statistics: "Average",
};

test("the props of a metric are those of its type: others do not compile, and are refused", async () => {
  const create = (body: Schemas["NewMetric"]) => client.POST("/api/metrics", { body });
  const title = "Load";
  const right = [
    await create({ type: "CloudWatch", title, props: cloudWatch }),
    await create({
      type: "Prometheus",
      title,
      props: { URL: "https://metrics.example.com", Expression: "up" },
    }),
    await create({ type: "Self", title }),
  ];
  expect(right.map(({ response }) => response.status)).toEqual([201, 201, 201]);
  const [first, second] = right.map(({ data }) => data);
  // The type tells which props an answer has.
  expect(first?.type === "CloudWatch" && first.props.Statistics).toBe("Average");
  expect(second?.type === "Prometheus" && second.props.Expression).toBe("up");
  const wrong = [
    // @ts-expect-error the props of CloudWatch are needed
    await create({ type: "CloudWatch", title }),
    // @ts-expect-error these are no props of CloudWatch
    await create({ type: "CloudWatch", title, props: { URL: "https://a.example", Expression: "up" } }),
    // @ts-expect-error there is no such region
    await create({ type: "CloudWatch", title, props: { ...cloudWatch, Region: "eu-west-9" } }),
    // @ts-expect-error a statistic is one of ten
    await create({ type: "CloudWatch", title, props: { ...cloudWatch, Statistics: "Median" } }),
    // @ts-expect-error a dimension is {Name, Value}
    await create({ type: "CloudWatch", title, props: { ...cloudWatch, Dimensions: [{ name: "a" }] } }),
    // @ts-expect-error an expression is needed
    await create({ type: "Prometheus", title, props: { URL: "https://metrics.example.com" } }),
    // @ts-expect-error there is no such type
    await create({ type: "Datadog", title }),
  ];
  expect(wrong.map(({ response }) => response.status)).toEqual(wrong.map(() => 400));
  const { response } = await create({
    type: "Prometheus",
    title,
    // @ts-expect-error a field that no type has is ignored, and does not compile
    props: { URL: "https://metrics.example.com", Expression: "up", Interval: 60 },
  });
  expect(response.status).toBe(201);
});

test("a change of a metric is typed the same", async () => {
  const { metricID } = await makeMetric(daymark, { title: "Sign-ins" });
  const change = (body: Schemas["MetricChange"]) =>
    client.PATCH("/api/metrics/{metricID}", { params: { path: { metricID } }, body });
  expect((await change({ title: "Sign-ins a minute" })).data?.title).toBe("Sign-ins a minute");
  expect((await change({ type: "CloudWatch", props: cloudWatch })).data?.props).toEqual(cloudWatch);
  // @ts-expect-error these are no props of CloudWatch
  const other = await change({ type: "CloudWatch", props: { Expression: "up" } });
  expect(other.response.status).toBe(400);
});

test("the filters of external metrics are an object, which the client writes as JSON", async () => {
  const list = (filters: Schemas["ExternalMetricFilters"]) =>
    client.GET("/api/external-metrics", { params: { query: { type: "CloudWatch", filters } } });
  const right = await list({ Region: "eu-west-1", Namespace: "AWS/RDS" });
  expect(right.data?.metrics.map(({ MetricName }) => MetricName)).toContain("CPUUtilization");
  // @ts-expect-error a region is needed
  const none = await list({ Namespace: "AWS/RDS" });
  // @ts-expect-error there is no such region
  const unknown = await list({ Region: "moon-1" });
  expect([none, unknown].map(({ response }) => response.status)).toEqual([400, 400]);
});
