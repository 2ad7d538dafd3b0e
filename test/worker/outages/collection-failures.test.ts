import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { type Collection, cpu, network, startCollection } from "../../support/factories/collection.ts";
import { makeMetric } from "../../support/factories/factories.ts";
import { awsError, metricDataRequests } from "../../support/fakes/cloudwatch.ts";
import { answer, startDaymark } from "../../support/starters/daymark.ts";

let collection: Collection;
beforeAll(async () => {
  collection = await startCollection();
});
beforeEach(() => collection.reset());
afterAll(() => collection?.stop());

test("a metric that CloudWatch rejects shows the error and doesn't delay others", async () => {
  const names = Array.from({ length: 9 }, (_, n) => (n === 4 ? "Refused" : cpu.MetricName));
  const metrics = [];
  for (const MetricName of names) metrics.push(await collection.makeCloudMetric({ MetricName }));
  const rejectedID = metrics[4]?.metricID ?? "";
  const message = "The value Refused for parameter MetricName is not valid.";
  collection.cloudWatch.overrideResponses((call, usual) =>
    JSON.stringify(call.input).includes('"Refused"')
      ? awsError(400, "InvalidParameterValueException", message)
      : usual(),
  );
  await collection.runCronAt(Date.now());
  await expect.poll(() => collection.readCollectionError(rejectedID)).toBe(message);
  for (const { metricID } of metrics) {
    if (metricID === rejectedID) continue;
    await expect.poll(() => collection.readRecentPoints(metricID)).toHaveLength(15);
    expect(await collection.readCollectionError(metricID)).toBe("");
  }
  expect(await collection.readRecentPoints(rejectedID)).toEqual([]);
  // From now on it is requested separately.
  collection.cloudWatch.calls.length = 0;
  await collection.runCronAt(Date.now() + MINUTE_MS);
  await expect
    .poll(() =>
      metricDataRequests(collection.cloudWatch)
        .map(({ MetricDataQueries }) => MetricDataQueries.length)
        .sort(),
    )
    .toEqual([1, 8]);
});

const failures = {
  throttles: [() => awsError(400, "ThrottlingException", "Rate exceeded"), "Rate exceeded"],
  "is down": [
    () => awsError(500, "InternalServiceFault", "The request processing has failed due to an unknown error."),
    "The request processing has failed due to an unknown error.",
  ],
  "rejects with an HTML page": [
    () => ({ status: 403, body: "<html>Forbidden</html>" }),
    "CloudWatch answered with status 403.",
  ],
  "responds with HTML": [
    () => ({ status: 200, body: "<html>Hello</html>" }),
    "CloudWatch sent an answer that can't be read.",
  ],
  "responds with other JSON": [
    () => ({ status: 200, body: '{"Metrics":[]}' }),
    "CloudWatch sent an answer that can't be read.",
  ],
  "omits the metric": [
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
  "always has another page": [
    () => ({
      status: 200,
      body: '{"MetricDataResults":[{"Id":"m0","StatusCode":"PartialData"}],"NextToken":"x"}',
    }),
    "CloudWatch answered with PartialData.",
  ],
  "does not respond": [
    () => new Promise<never>(() => undefined),
    "CloudWatch did not answer within 10 seconds.",
  ],
} as const;

test.for(Object.keys(failures) as (keyof typeof failures)[])(
  "if CloudWatch %s, the metric shows the error until collection succeeds again",
  async (failure) => {
    const [respond, message] = failures[failure];
    const { metricID, updatedAt } = await collection.makeCloudMetric();
    collection.cloudWatch.overrideResponses(respond);
    await collection.runCronAt(Date.now());
    await expect.poll(() => collection.readCollectionError(metricID)).toBe(message);
    collection.cloudWatch.reset();
    await collection.runCronAt(Date.now());
    await expect.poll(() => collection.readCollectionError(metricID)).toBe("");
    await expect.poll(() => collection.readRecentPoints(metricID)).toHaveLength(15);
    // updatedAt stays, because an administrator who edits the metric must not get a conflict.
    expect(await answer(collection.daymark.administrator.metrics.$get())).toMatchObject([
      { metricID, updatedAt },
    ]);
  },
);

test("if a later page fails, points of earlier pages are stored and the metric shows the error", async () => {
  const metrics = [await collection.makeCloudMetric(), await collection.makeCloudMetric(network)];
  collection.cloudWatch.overrideResponses((call, usual) => {
    if (call.input.NextToken) return awsError(400, "ThrottlingException", "Rate exceeded");
    call.input.MaxDatapoints = 20;
    return usual();
  });
  await collection.runCronAt(Date.now());
  const outcomes = async () => {
    const all = metrics.map(async ({ metricID }) => {
      const { length } = await collection.readRecentPoints(metricID);
      return `${length} points ${await collection.readCollectionError(metricID)}`;
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
  "with the credentials '%s' and '%s' the metric and the list show AWS's error",
  async ([AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, message]) => {
    const ownDaymark = await startDaymark({
      vars: { ...collection.cloudWatch.vars, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY },
    });
    try {
      const props = { Region: "eu-west-1", Statistics: "Average", ...cpu };
      await makeMetric(ownDaymark, { type: "CloudWatch", props });
      await ownDaymark.runCron(new Date().toISOString());
      await expect
        .poll(async () => (await answer(ownDaymark.administrator.metrics.$get()))[0]?.collectionError)
        .toBe(message);
      const list = await ownDaymark.fetch(
        '/api/external-metrics?type=CloudWatch&filters={"Region":"eu-west-1"}',
        {
          headers: { Authorization: await ownDaymark.token() },
        },
      );
      expect([list.status, await list.json()]).toEqual([502, { errorMessage: message }]);
    } finally {
      await ownDaymark.stop();
    }
  },
);
