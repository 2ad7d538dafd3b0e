import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  type ServiceMetric,
  samples,
  serviceMetrics,
  statistic,
} from "../../tools/start/cloudwatch-metrics.ts";
import type { DataPoint, ExternalMetrics, NewMetric } from "../../worker/metrics/schema.ts";
import { DAY_MS, MINUTE_MS } from "../../worker/time/domain.ts";
import {
  changed,
  type DataAsked,
  dataAsked,
  failure,
  startWatchedCloudWatch,
  type WatchedCloudWatch,
} from "../support/cloudwatch.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeMetric } from "../support/factories.ts";

let cloudWatch: WatchedCloudWatch;
let daymark: Daymark;
beforeAll(async () => {
  cloudWatch = await startWatchedCloudWatch();
  daymark = await startDaymark({ vars: cloudWatch.vars });
});
afterAll(async () => {
  await daymark.stop();
  await cloudWatch.stop();
});
beforeEach(async () => {
  for (const { metricID } of await answer(daymark.administrator.metrics.$get())) {
    await daymark.administrator.metrics[":metricID"].$delete({ param: { metricID } });
  }
  cloudWatch.heal();
});

const [cpu, network] = serviceMetrics.filter(({ Namespace }) => Namespace === "AWS/EC2") as [
  ServiceMetric,
  ServiceMetric,
];

/** A CloudWatch metric; without its past unless that is what the test is about. */
async function makeCloudMetric(
  props: Partial<ServiceMetric> & { Region?: string; Statistics?: string } = {},
  { past = false, ...overrides }: Partial<NewMetric> & { past?: boolean } = {},
) {
  const all = { Region: "eu-west-1", Statistics: "Average", ...cpu, ...props };
  const metric = await makeMetric(daymark, {
    type: "CloudWatch",
    status: "Visible",
    props: all,
    ...overrides,
  });
  if (!past) await daymark.db.exec("DELETE FROM metric_backfills");
  return metric;
}

const minuteOf = (time: number) => Math.floor(time / MINUTE_MS) * MINUTE_MS;
const tick = (time: number) => daymark.tick(new Date(time).toISOString());

function path(metricID: string, time: number): string {
  const date = new Date(time);
  return `/metrics/${metricID}/${date.getUTCFullYear()}/${date.getUTCMonth() + 1}/${date.getUTCDate()}.json`;
}

async function file(metricID: string, time: number): Promise<DataPoint[]> {
  return (await daymark.fetch(path(metricID, time))).json() as Promise<DataPoint[]>;
}

/** Of today and of yesterday, so that a test may run over midnight. */
async function lately(metricID: string): Promise<DataPoint[]> {
  const now = Date.now();
  return [...(await file(metricID, now - DAY_MS)), ...(await file(metricID, now))];
}

function expected(from: number, to: number, metric = cpu, region = "eu-west-1"): DataPoint[] {
  const points = [];
  for (let time = from; time < to; time += MINUTE_MS) {
    const value = statistic("Average", samples(region, metric, time, 60)) ?? 0;
    points.push({ timestamp: new Date(time).toISOString(), value });
  }
  return points;
}

async function errorOf(metricID: string): Promise<string | undefined> {
  const metrics = await answer(daymark.administrator.metrics.$get());
  return metrics.find((metric) => metric.metricID === metricID)?.collectionError;
}

test("every minute the last 15 minutes of metrics are collected, Hidden ones too", async () => {
  const visible = await makeCloudMetric({}, { status: "Visible" });
  const hidden = await makeCloudMetric(network, { status: "Hidden" });
  const now = Date.now();
  await tick(now);
  const to = minuteOf(now) + MINUTE_MS;
  await expect.poll(() => lately(visible.metricID)).toEqual(expected(to - 15 * MINUTE_MS, to));
  expect(await lately(hidden.metricID)).toEqual([]);
  const param = { metricID: hidden.metricID };
  await answer(daymark.administrator.metrics[":metricID"].$patch({ param, json: { status: "Visible" } }));
  await expect.poll(() => lately(hidden.metricID)).toEqual(expected(to - 15 * MINUTE_MS, to, network));
  expect(dataAsked(cloudWatch)).toHaveLength(1);
});

test("points that come late, or change, settle; a missed run heals by itself", async () => {
  const { metricID } = await makeCloudMetric();
  const now = Date.now();
  const to = minuteOf(now) + MINUTE_MS;
  cloudWatch.spoil((_, usual) =>
    changed(usual, (answer) => {
      for (const result of answer.MetricDataResults) {
        result.Timestamps.splice(-2, 1);
        result.Values.splice(-2, 2, -1);
      }
      return answer;
    }),
  );
  await tick(now - 5 * MINUTE_MS);
  const settled = expected(to - 20 * MINUTE_MS, to - 5 * MINUTE_MS);
  await expect
    .poll(() => lately(metricID))
    .toEqual([...settled.slice(0, -2), { timestamp: settled.at(-1)?.timestamp, value: -1 }]);
  cloudWatch.heal();
  // The four runs between the two have been missed.
  await tick(now);
  await expect.poll(() => lately(metricID)).toEqual(expected(to - 20 * MINUTE_MS, to));
});

test("a region is one call, of 500 metrics at most", async () => {
  const template = await makeCloudMetric();
  const insert = `
    WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?3)
    INSERT INTO metrics (metric_id, type, props, title, status, unit, description, decimal_places, "order", collection_error,
      created_at, updated_at)
    SELECT replace(?1, '-', '') || printf('%05d', value), type, json_set(props, '$.Region', ?1), title, status, unit,
      description, decimal_places, "order" + ?2 + value, collection_error, created_at, updated_at
    FROM metrics, n WHERE metric_id = ?4`;
  await daymark.db.prepare(insert).bind("us-east-1", 1000, 501, template.metricID).run();
  await daymark.db.prepare(insert).bind("sa-east-1", 2000, 3, template.metricID).run();
  await tick(Date.now());
  const asked = () =>
    dataAsked(cloudWatch)
      .map(({ region, MetricDataQueries }) => `${region} ${MetricDataQueries.length}`)
      .sort();
  await expect.poll(asked).toEqual(["eu-west-1 1", "sa-east-1 3", "us-east-1 1", "us-east-1 500"]);
  await expect.poll(() => lately("useast100501")).toHaveLength(15);
  await expect.poll(() => lately("useast100001")).toHaveLength(15);
  await expect.poll(() => lately("useast100500")).toHaveLength(15);
});

test("of metrics that lack most of a day, so many are asked for together as one invocation can hand on", async () => {
  const template = await makeCloudMetric({ MetricName: "NeverThere" });
  await daymark.db
    .prepare(
      `WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 44)
      INSERT INTO metrics (metric_id, type, props, title, status, unit, description, decimal_places, "order", created_at, updated_at)
      SELECT 'away' || printf('%08d', value), type, props, title, status, unit, description, decimal_places, "order" + value,
        created_at, updated_at FROM metrics, n WHERE metric_id = ?`,
    )
    .bind(template.metricID)
    .run();
  const now = Date.now();
  await daymark.db
    .prepare("UPDATE metrics SET collected_until = ?")
    .bind(new Date(now - 20 * 60 * MINUTE_MS).toISOString())
    .run();
  await tick(now);
  const asked = () =>
    dataAsked(cloudWatch)
      .map((call) => `${call.MetricDataQueries.length} ${(call.EndTime - call.StartTime) / 60}`)
      .sort();
  await expect.poll(asked).toEqual(["20 1440", "20 1440", "5 1440"]);
  const marks = () => daymark.db.prepare("SELECT DISTINCT collected_until AS at FROM metrics").all();
  const at = new Date(minuteOf(now) + MINUTE_MS).toISOString();
  await expect.poll(async () => (await marks()).results).toEqual([{ at }]);
});

const daysLeft = async () => {
  const { results } = await daymark.db
    .prepare("SELECT day, attempts FROM metric_backfills ORDER BY day DESC")
    .all<{ day: string; attempts: number }>();
  return results;
};

const isDay = ({ StartTime, EndTime }: DataAsked) => EndTime - StartTime === DAY_MS / 1000;

test("a new metric gets its last 30 days, day by day, in 5-minute steps beyond the 15th", async () => {
  const { metricID } = await makeCloudMetric({}, { past: true });
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  expect(await daysLeft()).toHaveLength(31);
  await tick(Date.now());
  await expect.poll(daysLeft).toEqual([]);
  const days = dataAsked(cloudWatch).filter(isDay);
  const asked = days
    .map(({ StartTime, MetricDataQueries }) => ({
      ago: (today / 1000 - StartTime) / 86_400,
      period: MetricDataQueries[0]?.MetricStat.Period,
    }))
    .sort((one, other) => one.ago - other.ago);
  expect(asked).toEqual(Array.from({ length: 31 }, (_, ago) => ({ ago, period: ago >= 15 ? 300 : 60 })));
  await expect.poll(async () => (await file(metricID, today - 30 * DAY_MS)).length).toBe(288);
  await expect.poll(async () => (await file(metricID, today - 15 * DAY_MS)).length).toBe(288);
  await expect.poll(async () => (await file(metricID, today - 14 * DAY_MS)).length).toBe(1440);
  await expect.poll(() => file(metricID, today - DAY_MS)).toEqual(expected(today - DAY_MS, today));
});

test("a day of the past is tried again, less and less often, until it is in", async () => {
  const { metricID } = await makeCloudMetric({}, { past: true });
  const now = Date.now();
  const hard = Math.floor(now / DAY_MS) * DAY_MS - 3 * DAY_MS;
  const ofHardDay = (asked: DataAsked) => isDay(asked) && asked.StartTime === hard / 1000;
  cloudWatch.spoil((call, usual) =>
    ofHardDay(call.input as unknown as DataAsked)
      ? failure(400, "ThrottlingException", "Rate exceeded")
      : usual(),
  );
  const tried = () => dataAsked(cloudWatch).filter(ofHardDay).length;
  await tick(now);
  const day = new Date(hard).toISOString().slice(0, 10);
  await expect.poll(daysLeft).toEqual([{ day, attempts: 1 }]);
  await tick(now + 4 * MINUTE_MS);
  await tick(now + 6 * MINUTE_MS);
  await expect.poll(tried).toBe(2);
  await tick(now + 15 * MINUTE_MS);
  await tick(now + 17 * MINUTE_MS);
  await expect.poll(tried).toBe(3);
  expect(await daysLeft()).toEqual([{ day, attempts: 3 }]);
  cloudWatch.heal();
  await tick(now + 40 * MINUTE_MS);
  await expect.poll(daysLeft).toEqual([]);
  await expect.poll(async () => (await file(metricID, hard)).length).toBe(1440);
});

test("a day of which only a part comes is kept as far as it goes, and asked for again", async () => {
  const { metricID } = await makeCloudMetric({}, { past: true });
  const now = Date.now();
  const half = Math.floor(now / DAY_MS) * DAY_MS - 2 * DAY_MS;
  cloudWatch.spoil((call, usual) =>
    changed(usual, (answer) => {
      const { StartTime } = call.input as unknown as DataAsked;
      const [result] = answer.MetricDataResults;
      if (StartTime !== half / 1000 || !result) return answer;
      result.Timestamps.splice(700);
      result.Values.splice(700);
      return { ...answer, MetricDataResults: [{ ...result, StatusCode: "PartialData" }] };
    }),
  );
  await tick(now);
  await expect.poll(async () => (await file(metricID, half)).length).toBe(700);
  await expect.poll(async () => (await daysLeft()).length).toBe(1);
  cloudWatch.heal();
  await tick(now + 6 * MINUTE_MS);
  await expect.poll(async () => (await file(metricID, half)).length).toBe(1440);
  await expect.poll(daysLeft).toEqual([]);
});

test("an answer of several pages is read to its end", async () => {
  const { metricID } = await makeCloudMetric();
  const other = await makeCloudMetric(network);
  cloudWatch.spoil((call, usual) => {
    call.input.MaxDatapoints = 7;
    return usual();
  });
  const now = Date.now();
  await tick(now);
  const to = minuteOf(now) + MINUTE_MS;
  await expect.poll(() => lately(other.metricID)).toEqual(expected(to - 15 * MINUTE_MS, to, network));
  await expect.poll(() => lately(metricID)).toEqual(expected(to - 15 * MINUTE_MS, to));
  expect(dataAsked(cloudWatch)).toHaveLength(5);
  expect(await errorOf(metricID)).toBe("");
});

test("a metric that the service refuses holds up no other, and says why", async () => {
  const names = Array.from({ length: 9 }, (_, n) => (n === 4 ? "Refused" : cpu.MetricName));
  const metrics = [];
  for (const MetricName of names) metrics.push(await makeCloudMetric({ MetricName }));
  const bad = metrics[4]?.metricID ?? "";
  const words = "The value Refused for parameter MetricName is not valid.";
  cloudWatch.spoil((call, usual) =>
    JSON.stringify(call.input).includes('"Refused"')
      ? failure(400, "InvalidParameterValueException", words)
      : usual(),
  );
  await tick(Date.now());
  await expect.poll(() => errorOf(bad)).toBe(words);
  for (const { metricID } of metrics) {
    if (metricID === bad) continue;
    await expect.poll(() => lately(metricID)).toHaveLength(15);
    expect(await errorOf(metricID)).toBe("");
  }
  expect(await lately(bad)).toEqual([]);
  // From now on it is asked for apart.
  cloudWatch.calls.length = 0;
  await tick(Date.now() + MINUTE_MS);
  await expect
    .poll(() =>
      dataAsked(cloudWatch)
        .map(({ MetricDataQueries }) => MetricDataQueries.length)
        .sort(),
    )
    .toEqual([1, 8]);
});

const service = {
  throttles: [() => failure(400, "ThrottlingException", "Rate exceeded"), "Rate exceeded"],
  "is down": [
    () => failure(500, "InternalServiceFault", "The request processing has failed due to an unknown error."),
    "The request processing has failed due to an unknown error.",
  ],
  "refuses with a page of HTML": [
    () => ({ status: 403, body: "<html>Forbidden</html>" }),
    "CloudWatch answered with status 403.",
  ],
  "answers garbage": [
    () => ({ status: 200, body: "<html>Hello</html>" }),
    "CloudWatch sent an answer that can't be read.",
  ],
  "answers another shape": [
    () => ({ status: 200, body: '{"Metrics":[]}' }),
    "CloudWatch sent an answer that can't be read.",
  ],
  "leaves the metric out": [
    () => ({ status: 200, body: '{"MetricDataResults":[]}' }),
    "CloudWatch's answer doesn't include this metric.",
  ],
  "does not allow this metric": [
    () => ({
      status: 200,
      body: JSON.stringify({
        MetricDataResults: [
          {
            Id: "m0",
            StatusCode: "Forbidden",
            Messages: [{ Code: "Forbidden", Value: "Not authorized to read this metric." }],
          },
        ],
      }),
    }),
    "Not authorized to read this metric.",
  ],
  "goes on for ever": [
    () => ({
      status: 200,
      body: '{"MetricDataResults":[{"Id":"m0","StatusCode":"PartialData"}],"NextToken":"x"}',
    }),
    "CloudWatch answered with PartialData.",
  ],
  "does not answer": [
    () => new Promise<never>(() => undefined),
    "CloudWatch did not answer within 10 seconds.",
  ],
} as const;

test.for(Object.keys(service) as (keyof typeof service)[])(
  "a service that %s is quoted on the metric, until it succeeds again",
  async (what) => {
    const [respond, words] = service[what];
    const { metricID, updatedAt } = await makeCloudMetric();
    cloudWatch.spoil(respond);
    await tick(Date.now());
    await expect.poll(() => errorOf(metricID)).toBe(words);
    cloudWatch.heal();
    await tick(Date.now());
    await expect.poll(() => errorOf(metricID)).toBe("");
    await expect.poll(() => lately(metricID)).toHaveLength(15);
    // Whoever is editing it is not told that somebody else has changed it.
    expect(await answer(daymark.administrator.metrics.$get())).toMatchObject([{ metricID, updatedAt }]);
  },
);

test("a page that fails after another keeps what has come, and says why", async () => {
  const metrics = [await makeCloudMetric(), await makeCloudMetric(network)];
  cloudWatch.spoil((call, usual) => {
    if (call.input.NextToken) return failure(400, "ThrottlingException", "Rate exceeded");
    call.input.MaxDatapoints = 20;
    return usual();
  });
  await tick(Date.now());
  const outcomes = async () => {
    const all = metrics.map(async ({ metricID }) => {
      const { length } = await lately(metricID);
      return `${length} points ${await errorOf(metricID)}`;
    });
    return (await Promise.all(all)).sort();
  };
  await expect.poll(outcomes).toEqual(["15 points ", "5 points Rate exceeded"]);
});

test.for([
  ["", "", "The Worker has no AWS credentials: set the secrets AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY."],
  ["nobody", "x", "The security token included in the request is invalid."],
  [
    "local-daymark",
    "wrong",
    "The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.",
  ],
] as const)(
  "with the credentials '%s' and '%s' the metric and the list say why there is nothing",
  async (how) => {
    const [AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, words] = how;
    const refused = await startDaymark({
      vars: { ...cloudWatch.vars, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY },
    });
    try {
      const props = { Region: "eu-west-1", Statistics: "Average", ...cpu };
      await makeMetric(refused, { type: "CloudWatch", props });
      await refused.tick(new Date().toISOString());
      await expect
        .poll(async () => (await answer(refused.administrator.metrics.$get()))[0]?.collectionError)
        .toBe(words);
      const listed = await refused.fetch(
        '/api/external-metrics?type=CloudWatch&filters={"Region":"eu-west-1"}',
        {
          headers: { Authorization: await refused.token() },
        },
      );
      expect([listed.status, await listed.json()]).toEqual([502, { errorMessage: words }]);
    } finally {
      await refused.stop();
    }
  },
);

async function listExternal(filters: unknown, cursor?: string) {
  const query = new URLSearchParams({
    type: "CloudWatch",
    filters: typeof filters === "string" ? filters : JSON.stringify(filters),
    ...(cursor !== undefined && { cursor }),
  });
  const response = await daymark.fetch(`/api/external-metrics?${query}`, {
    headers: { Authorization: await daymark.token() },
  });
  return {
    status: response.status,
    body: (await response.json()) as ExternalMetrics & Record<string, unknown>,
  };
}

test("what CloudWatch has to offer is listed page by page, to its end, of all namespaces or of one", async () => {
  const all: unknown[] = [];
  let cursor: string | undefined;
  do {
    const { status, body } = await listExternal({ Region: "us-west-2" }, cursor);
    expect(status).toBe(200);
    all.push(...body.metrics);
    cursor = body.nextCursor;
  } while (cursor);
  expect(all).toEqual(serviceMetrics);
  expect(cloudWatch.calls.map(({ region }) => region)).toEqual(["us-west-2", "us-west-2"]);
  const ofOne = await listExternal({ Region: "us-west-2", Namespace: "AWS/RDS" });
  expect(ofOne.body).toEqual({ metrics: serviceMetrics.filter(({ Namespace }) => Namespace === "AWS/RDS") });
});

test("an answer of CloudWatch that is longer than 8 MiB is not read to its end", async () => {
  cloudWatch.spoil((_, usual) => ({
    ...usual(),
    body: `{"Metrics":[],"Padding":"${"x".repeat(9 * 2 ** 20)}"}`,
  }));
  const { status, body } = await listExternal({ Region: "us-west-2" });
  expect([status, body]).toEqual([502, { errorMessage: "CloudWatch sent an answer that can't be read." }]);
});

test("a list that can not be had says why", async () => {
  const regions = /^Region must be one of: us-east-1, /;
  for (const filters of [{}, { Region: "mars-1" }]) {
    const { status, body } = await listExternal(filters);
    expect([status, body]).toMatchObject([400, { errors: [{ message: expect.stringMatching(regions) }] }]);
  }
  for (const filters of ["[", "7", "null", "[]", '["Region"]', "Region=us-east-1", ""]) {
    const { status, body } = await listExternal(filters);
    const message = 'filters must be a JSON object such as {"Region":"us-east-1"}.';
    expect([filters, status, body]).toEqual([
      filters,
      400,
      { errorMessage: message, errors: [{ path: "filters", message }] },
    ]);
  }
  const { body: wrong } = await listExternal({ Region: " us-east-1 ", Namespace: 5 });
  expect(wrong.errors).toEqual([{ path: "filters.Namespace", message: "Namespace must be a string." }]);
  const lost = await listExternal({ Region: "us-east-1" }, "made up");
  const message =
    "CloudWatch refuses this cursor: The next token specified is invalid. Ask for the first page again, without a cursor.";
  expect([lost.status, lost.body]).toEqual([
    400,
    { errorMessage: message, errors: [{ path: "cursor", message }] },
  ]);
  for (const cursor of ["a\u0000", "\u0085"])
    expect((await listExternal({ Region: "us-east-1" }, cursor)).body.errors).toEqual([
      { path: "cursor", message: "cursor contains a control character, or bytes that are not valid UTF-8." },
    ]);
  cloudWatch.spoil(() => ({ status: 200, body: '{"Metrics":7}' }));
  const garbage = await listExternal({ Region: "us-east-1" });
  expect([garbage.status, garbage.body.errorMessage]).toEqual([
    502,
    "CloudWatch sent an answer that can't be read.",
  ]);
  cloudWatch.spoil(() => ({ status: 400, body: JSON.stringify({ message: "x".repeat(100_000) }) }));
  const long = await listExternal({ Region: "us-east-1" });
  expect([long.status, long.body.errorMessage]).toEqual([502, `${"x".repeat(999)}…`]);
  for (const [filters, cursor] of [
    [{ Region: "us-east-1", Namespace: "x".repeat(256) }, undefined],
    [{ Region: "us-east-1", Namespace: "x".repeat(2000) }, undefined],
    [{ Region: "us-east-1" }, "x".repeat(8193)],
  ] as const)
    expect((await listExternal(filters, cursor)).status).toBe(400);
  const visitor = await daymark.fetch("/api/external-metrics?type=CloudWatch");
  expect(visitor.status).toBe(401);
  for (const type of ["Self", "Prometheus", "other"]) {
    const response = await daymark.fetch(`/api/external-metrics?type=${type}`, {
      headers: { Authorization: await daymark.token() },
    });
    expect([type, response.status]).toEqual([type, 400]);
  }
});
