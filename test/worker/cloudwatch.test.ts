import {
  CloudWatchClient,
  GetMetricDataCommand,
  ListMetricsCommand,
  type Metric,
} from "@aws-sdk/client-cloudwatch";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CloudWatch, localCredentials, startCloudWatch } from "../../tools/start/cloudwatch.ts";
import { DAY_MS } from "../../worker/time/domain.ts";

let cloudWatch: CloudWatch;
beforeAll(async () => {
  cloudWatch = await startCloudWatch();
});
afterAll(() => cloudWatch.stop());

/** AWS's own. */
function awsClient(overrides: { credentials?: typeof localCredentials; clockSkew?: number } = {}) {
  const { credentials = localCredentials, clockSkew = 0 } = overrides;
  return new CloudWatchClient({
    region: "eu-west-1",
    endpoint: cloudWatch.endpoint,
    credentials,
    systemClockOffset: clockSkew,
    maxAttempts: 1,
  });
}

const dayStart = Math.floor((Date.now() - 3 * DAY_MS) / DAY_MS) * DAY_MS;

function query(Metric: Metric, Id = "m0", Stat = "Average") {
  return { Id, MetricStat: { Metric, Period: 60, Stat } };
}

async function firstOf(namespace: string): Promise<Metric> {
  const { Metrics = [] } = await awsClient().send(new ListMetricsCommand({ Namespace: namespace }));
  return Metrics[0] ?? {};
}

test("AWS's own client lists the stand-in's metrics, page by page, each once", async () => {
  const seen = new Set<string>();
  let pages = 0;
  let NextToken: string | undefined;
  do {
    const page = await awsClient().send(new ListMetricsCommand({ NextToken }));
    for (const metric of page.Metrics ?? []) seen.add(JSON.stringify(metric));
    pages += 1;
    NextToken = page.NextToken;
  } while (NextToken);
  expect([pages, seen.size > 500]).toEqual([2, true]);
  const { Metrics = [] } = await awsClient().send(new ListMetricsCommand({ Namespace: "AWS/RDS" }));
  expect(new Set(Metrics.map(({ Namespace }) => Namespace))).toEqual(new Set(["AWS/RDS"]));
});

test("AWS's own client gets a day's values in pages, the same each time, percentiles between the extremes", async () => {
  const metric = await firstOf("AWS/EC2");
  const read = async (NextToken?: string) =>
    awsClient().send(
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

test("what was not signed with the key, or not just now, is refused in AWS's words", async () => {
  const list = new ListMetricsCommand({});
  const unknown = awsClient({ credentials: { ...localCredentials, accessKeyId: "somebody-else" } });
  await expect(unknown.send(list)).rejects.toMatchObject({
    name: "UnrecognizedClientException",
    message: "The security token included in the request is invalid.",
  });
  const guessing = awsClient({ credentials: { ...localCredentials, secretAccessKey: "guessed" } });
  await expect(guessing.send(list)).rejects.toMatchObject({
    name: "InvalidSignatureException",
    message: expect.stringMatching(/^The request signature we calculated does not match/),
  });
  await expect(awsClient({ clockSkew: -10 * 60_000 }).send(list)).rejects.toMatchObject({
    name: "InvalidSignatureException",
    message: expect.stringMatching(/^Signature expired/),
  });
  const unsigned = await fetch(cloudWatch.endpoint, { method: "POST", body: "{}" });
  expect([unsigned.status, await unsigned.json()]).toMatchObject([
    403,
    { message: "Missing Authentication Token" },
  ]);
});

test("another body than the signed one is refused", async () => {
  const client = awsClient();
  // After signing, which is the last thing that the client does to a request.
  client.middlewareStack.add(
    (next) => (args) => next({ ...args, request: { ...(args.request as object), body: "[]" } }),
    { step: "finalizeRequest", priority: "low" },
  );
  await expect(client.send(new ListMetricsCommand({}))).rejects.toMatchObject({
    name: "InvalidSignatureException",
  });
});

test("what makes no sense is refused with an error that AWS's own client knows", async () => {
  const metric = await firstOf("AWS/EC2");
  const times = { StartTime: new Date(dayStart), EndTime: new Date(dayStart + DAY_MS) };
  const many = Array.from({ length: 501 }, (_, n) => query(metric, `m${n}`));
  await expect(
    awsClient().send(new GetMetricDataCommand({ ...times, MetricDataQueries: many })),
  ).rejects.toMatchObject({ name: "InvalidParameterValueException" });
  await expect(awsClient().send(new ListMetricsCommand({ NextToken: "made up" }))).rejects.toMatchObject({
    message: "The next token specified is invalid.",
  });
});
