import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient, type DaymarkClient, type Schemas } from "../../../web/client/client.ts";
import { MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { makeApiKey, makeMetric } from "../../support/factories/factories.ts";
import { type RecordedCloudWatch, startRecordedCloudWatch } from "../../support/fakes/cloudwatch.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let cloudWatchService: RecordedCloudWatch;
let daymark: Daymark;
/** Sends both an API key and an administrator's token. */
let client: DaymarkClient;
beforeAll(async () => {
  cloudWatchService = await startRecordedCloudWatch();
  daymark = await startDaymark({ vars: cloudWatchService.vars });
  const apiKey = await makeApiKey(daymark);
  client = createClient({ url: daymark.url, apiKey, headers: { Authorization: await daymark.token() } });
});
afterAll(async () => {
  await daymark.stop();
  await cloudWatchService.stop();
});

// Each @ts-expect-error is an assertion about the types: `npm run check` fails if the line compiles.

const timestamp = new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS).toISOString();

test("a point with an invalid field doesn't compile and gets 400", async () => {
  const { metricID } = await makeMetric(daymark, { title: "Response time" });
  const submit = (points: Schemas["NewMetricData"]) => client.POST("/api/v0/metrics/data", { body: points });
  const valid = await submit({
    [metricID]: [
      { timestamp, value: 1 },
      { timestamp: Date.now(), value: 2 },
    ],
  });
  const storedPoints: Schemas["DataPoint"][] | undefined = valid.data?.[metricID];
  expect(storedPoints?.at(-1)?.value).toBe(2);
  const invalid = [
    // @ts-expect-error the field is named timestamp
    await submit({ [metricID]: [{ time: timestamp, value: 1 }] }),
    // @ts-expect-error a value must be a number
    await submit({ [metricID]: [{ timestamp, value: "1" }] }),
    // @ts-expect-error a value is required
    await submit({ [metricID]: [{ timestamp }] }),
    // @ts-expect-error the points must be an array
    await submit({ [metricID]: { timestamp, value: 1 } }),
    // NaN makes the request fail, because a Date is serialized as a valid timestamp.
    // @ts-expect-error a timestamp must be a string or a number
    await submit({ [metricID]: [{ timestamp: new Date(), value: Number.NaN }] }),
  ];
  expect(invalid.map(({ response }) => response.status)).toEqual([400, 400, 400, 400, 400]);
});

const cloudWatch: Schemas["CloudWatchProps"] = {
  Region: "eu-west-1",
  Namespace: "AWS/RDS",
  MetricName: "CPUUtilization",
  Dimensions: [{ Name: "DBInstanceIdentifier", Value: "accounts" }],
  Statistics: "Average",
};

test("a metric with props of another type doesn't compile and gets 400", async () => {
  const create = (body: Schemas["NewMetric"]) => client.POST("/api/metrics", { body });
  const title = "Load";
  const valid = [
    await create({ type: "CloudWatch", title, props: cloudWatch }),
    await create({
      type: "Prometheus",
      title,
      props: { URL: "https://metrics.example.com", Expression: "up" },
    }),
    await create({ type: "Self", title }),
  ];
  expect(valid.map(({ response }) => response.status)).toEqual([201, 201, 201]);
  const [first, second] = valid.map(({ data }) => data);
  // Checking `type` narrows the type of `props`.
  expect(first?.type === "CloudWatch" && first.props.Statistics).toBe("Average");
  expect(second?.type === "Prometheus" && second.props.Expression).toBe("up");
  const invalid = [
    // @ts-expect-error CloudWatch metrics require props
    await create({ type: "CloudWatch", title }),
    // @ts-expect-error these are props of Prometheus
    await create({ type: "CloudWatch", title, props: { URL: "https://a.example", Expression: "up" } }),
    // @ts-expect-error there is no such region
    await create({ type: "CloudWatch", title, props: { ...cloudWatch, Region: "eu-west-9" } }),
    // @ts-expect-error there is no such statistic
    await create({ type: "CloudWatch", title, props: { ...cloudWatch, Statistics: "Median" } }),
    // @ts-expect-error a dimension must be {Name, Value}
    await create({ type: "CloudWatch", title, props: { ...cloudWatch, Dimensions: [{ name: "a" }] } }),
    // @ts-expect-error an expression is required
    await create({ type: "Prometheus", title, props: { URL: "https://metrics.example.com" } }),
    // @ts-expect-error there is no such type
    await create({ type: "Datadog", title }),
  ];
  expect(invalid.map(({ response }) => response.status)).toEqual(invalid.map(() => 400));
  const { response } = await create({
    type: "Prometheus",
    title,
    // @ts-expect-error the API ignores an unknown field, but it doesn't compile
    props: { URL: "https://metrics.example.com", Expression: "up", Interval: 60 },
  });
  expect(response.status).toBe(201);
});

test("a metric's PATCH body is typed by the metric's type, too", async () => {
  const { metricID } = await makeMetric(daymark, { title: "Sign-ins" });
  const change = (body: Schemas["MetricChange"]) =>
    client.PATCH("/api/metrics/{metricID}", { params: { path: { metricID } }, body });
  expect((await change({ title: "Sign-ins a minute" })).data?.title).toBe("Sign-ins a minute");
  expect((await change({ type: "CloudWatch", props: cloudWatch })).data?.props).toEqual(cloudWatch);
  // @ts-expect-error these are props of Prometheus
  const other = await change({ type: "CloudWatch", props: { Expression: "up" } });
  expect(other.response.status).toBe(400);
});

test("the client encodes the filters of external metrics as JSON", async () => {
  const list = (filters: Schemas["ExternalMetricFilters"]) =>
    client.GET("/api/external-metrics", { params: { query: { type: "CloudWatch", filters } } });
  const valid = await list({ Region: "eu-west-1", Namespace: "AWS/RDS" });
  expect(valid.data?.metrics.map(({ MetricName }) => MetricName)).toContain("CPUUtilization");
  // @ts-expect-error a region is required
  const missing = await list({ Namespace: "AWS/RDS" });
  // @ts-expect-error there is no such region
  const unknown = await list({ Region: "moon-1" });
  expect([missing, unknown].map(({ response }) => response.status)).toEqual([400, 400]);
});
