import {
  CloudWatchClient,
  GetMetricDataCommand,
  ListMetricsCommand,
  type Metric,
} from "@aws-sdk/client-cloudwatch";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CloudWatch, localCredentials } from "../../../../tools/start/cloudwatch.ts";
import { DAY_MS } from "../../../../worker/shared/time/domain.ts";
import { startRecordedCloudWatch } from "../../../support/fakes/cloudwatch.ts";

let cloudWatch: CloudWatch;
beforeAll(async () => {
  cloudWatch = await startRecordedCloudWatch();
});
afterAll(() => cloudWatch.stop());

/** Creates the AWS SDK's client. */
function makeClient(overrides: { credentials?: typeof localCredentials; clockSkewMs?: number } = {}) {
  const { credentials = localCredentials, clockSkewMs = 0 } = overrides;
  return new CloudWatchClient({
    region: "eu-west-1",
    endpoint: cloudWatch.endpoint,
    credentials,
    systemClockOffset: clockSkewMs,
    maxAttempts: 1,
  });
}

const dayStart = Math.floor((Date.now() - 3 * DAY_MS) / DAY_MS) * DAY_MS;

function query(Metric: Metric, Id = "m0", Stat = "Average") {
  return { Id, MetricStat: { Metric, Period: 60, Stat } };
}

async function firstMetricOf(namespace: string): Promise<Metric> {
  const { Metrics = [] } = await makeClient().send(new ListMetricsCommand({ Namespace: namespace }));
  return Metrics[0] ?? {};
}

test("the AWS SDK lists the local CloudWatch's metrics in pages, each once", async () => {
  const seen = new Set<string>();
  let pages = 0;
  let NextToken: string | undefined;
  do {
    const page = await makeClient().send(new ListMetricsCommand({ NextToken }));
    for (const metric of page.Metrics ?? []) seen.add(JSON.stringify(metric));
    pages += 1;
    NextToken = page.NextToken;
  } while (NextToken);
  expect([pages, seen.size > 500]).toEqual([2, true]);
  const { Metrics = [] } = await makeClient().send(new ListMetricsCommand({ Namespace: "AWS/RDS" }));
  expect(new Set(Metrics.map(({ Namespace }) => Namespace))).toEqual(new Set(["AWS/RDS"]));
});

test("the AWS SDK reads a day's values in pages, and percentiles lie between minimum and maximum", async () => {
  const metric = await firstMetricOf("AWS/EC2");
  const read = async (NextToken?: string) =>
    makeClient().send(
      new GetMetricDataCommand({
        StartTime: new Date(dayStart),
        EndTime: new Date(dayStart + DAY_MS),
        ScanBy: "TimestampAscending",
        MaxDatapoints: 2000,
        MetricDataQueries: [
          query(metric, "low", "Minimum"),
          query(metric, "p50", "p50"),
          query(metric, "high", "Maximum"),
        ],
        NextToken,
      }),
    );
  const values = new Map<string, number[]>();
  const states: string[] = [];
  let token: string | undefined;
  do {
    const page = await read(token);
    for (const { Id = "", Values = [], StatusCode = "", Timestamps = [] } of page.MetricDataResults ?? []) {
      if (!values.has(Id)) expect(Timestamps[0]?.getTime()).toBe(dayStart);
      values.set(Id, [...(values.get(Id) ?? []), ...Values]);
      states.push(`${Id} ${StatusCode}`);
    }
    token = page.NextToken;
  } while (token);
  expect(states).toEqual([
    "low Complete",
    "p50 PartialData",
    "p50 Complete",
    "high PartialData",
    "high Complete",
  ]);
  const [low = [], p50 = [], high = []] = ["low", "p50", "high"].map((id) => values.get(id));
  expect([low.length, p50.length, high.length]).toEqual([1440, 1440, 1440]);
  for (const [at, middle] of p50.entries()) {
    expect(low[at]).toBeLessThanOrEqual(middle);
    expect(high[at]).toBeGreaterThanOrEqual(middle);
  }
  expect(new Set(p50).size).toBeGreaterThan(100);
  expect((await read()).MetricDataResults?.[0]?.Values).toEqual(low);
});

test("a request with a wrong, expired or missing signature gets AWS's error", async () => {
  const list = new ListMetricsCommand({});
  const unknownKeyClient = makeClient({ credentials: { ...localCredentials, accessKeyId: "unknown-key" } });
  await expect(unknownKeyClient.send(list)).rejects.toMatchObject({
    name: "UnrecognizedClientException",
    message: "The security token included in the request is invalid.",
  });
  const wrongSecretClient = makeClient({ credentials: { ...localCredentials, secretAccessKey: "wrong" } });
  await expect(wrongSecretClient.send(list)).rejects.toMatchObject({
    name: "InvalidSignatureException",
    message: expect.stringMatching(/^The request signature we calculated does not match/),
  });
  await expect(makeClient({ clockSkewMs: -10 * 60_000 }).send(list)).rejects.toMatchObject({
    name: "InvalidSignatureException",
    message: expect.stringMatching(/^Signature expired/),
  });
  const unsigned = await fetch(cloudWatch.endpoint, { method: "POST", body: "{}" });
  expect([unsigned.status, await unsigned.json()]).toMatchObject([
    403,
    { message: "Missing Authentication Token" },
  ]);
});

test("a body that differs from the signed one is rejected", async () => {
  const client = makeClient();
  // This changes the body after signing, which is the client's last step.
  client.middlewareStack.add(
    (next) => (args) => next({ ...args, request: { ...(args.request as object), body: "[]" } }),
    { step: "finalizeRequest", priority: "low" },
  );
  await expect(client.send(new ListMetricsCommand({}))).rejects.toMatchObject({
    name: "InvalidSignatureException",
  });
});

test("invalid parameters get an error that the AWS SDK recognizes", async () => {
  const metric = await firstMetricOf("AWS/EC2");
  const times = { StartTime: new Date(dayStart), EndTime: new Date(dayStart + DAY_MS) };
  const tooManyQueries = Array.from({ length: 501 }, (_, n) => query(metric, `m${n}`));
  await expect(
    makeClient().send(new GetMetricDataCommand({ ...times, MetricDataQueries: tooManyQueries })),
  ).rejects.toMatchObject({ name: "InvalidParameterValueException" });
  await expect(makeClient().send(new ListMetricsCommand({ NextToken: "made up" }))).rejects.toMatchObject({
    message: "The next token specified is invalid.",
  });
});
