import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { serviceMetrics } from "../../../../tools/start/cloudwatch-metrics.ts";
import type { ExternalMetrics } from "../../../../worker/metrics/schema.ts";
import { type RecordedCloudWatch, startRecordedCloudWatch } from "../../../support/fakes/cloudwatch.ts";
import { type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let cloudWatch: RecordedCloudWatch;
let daymark: Daymark;
beforeAll(async () => {
  cloudWatch = await startRecordedCloudWatch();
  daymark = await startDaymark({ vars: cloudWatch.vars });
});
afterAll(async () => {
  await daymark.stop();
  await cloudWatch.stop();
});
beforeEach(() => cloudWatch.reset());

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

test("CloudWatch's metrics are listed page by page, of all namespaces or of one", async () => {
  const metrics: unknown[] = [];
  let cursor: string | undefined;
  do {
    const { status, body } = await listExternal({ Region: "us-west-2" }, cursor);
    expect(status).toBe(200);
    metrics.push(...body.metrics);
    cursor = body.nextCursor;
  } while (cursor);
  expect(metrics).toEqual(serviceMetrics);
  expect(cloudWatch.calls.map(({ region }) => region)).toEqual(["us-west-2", "us-west-2"]);
  const ofOneNamespace = await listExternal({ Region: "us-west-2", Namespace: "AWS/RDS" });
  expect(ofOneNamespace.body).toEqual({
    metrics: serviceMetrics.filter(({ Namespace }) => Namespace === "AWS/RDS"),
  });
});

test("a CloudWatch response of more than 8 MiB is aborted and gets 502", async () => {
  cloudWatch.overrideResponses((_, usual) => ({
    ...usual(),
    body: `{"Metrics":[],"Padding":"${"x".repeat(9 * 2 ** 20)}"}`,
  }));
  const { status, body } = await listExternal({ Region: "us-west-2" });
  expect([status, body]).toEqual([502, { errorMessage: "CloudWatch sent an answer that can't be read." }]);
});

test("invalid filters and cursors get 400, and CloudWatch's errors get 502", async () => {
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
  const { body: invalidNamespace } = await listExternal({ Region: " us-east-1 ", Namespace: 5 });
  expect(invalidNamespace.errors).toEqual([
    { path: "filters.Namespace", message: "Namespace must be a string." },
  ]);
  const invalidCursor = await listExternal({ Region: "us-east-1" }, "made up");
  const message =
    "CloudWatch refuses this cursor: The next token specified is invalid. Ask for the first page again, without a cursor.";
  expect([invalidCursor.status, invalidCursor.body]).toEqual([
    400,
    { errorMessage: message, errors: [{ path: "cursor", message }] },
  ]);
  for (const cursor of ["a\u0000", "\u0085"])
    expect((await listExternal({ Region: "us-east-1" }, cursor)).body.errors).toEqual([
      {
        path: "cursor",
        message: "cursor contains a control character, or bytes that are not valid UTF-8.",
      },
    ]);
  cloudWatch.overrideResponses(() => ({ status: 200, body: '{"Metrics":7}' }));
  const otherJSON = await listExternal({ Region: "us-east-1" });
  expect([otherJSON.status, otherJSON.body.errorMessage]).toEqual([
    502,
    "CloudWatch sent an answer that can't be read.",
  ]);
  cloudWatch.overrideResponses(() => ({
    status: 400,
    body: JSON.stringify({ message: "x".repeat(100_000) }),
  }));
  const longMessage = await listExternal({ Region: "us-east-1" });
  expect([longMessage.status, longMessage.body.errorMessage]).toEqual([502, `${"x".repeat(999)}…`]);
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
