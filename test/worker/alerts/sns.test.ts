import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ReceivedAlerts } from "../../../worker/alerts/received/schema.ts";
import { MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { makeApiKey } from "../../support/factories/factories.ts";
import { type FakeSNS, startFakeSNS, topicArn } from "../../support/fakes/fake-sns.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
let sns: FakeSNS;
let key: string;
beforeAll(async () => {
  sns = await startFakeSNS();
  // No topic of bounces is configured.
  daymark = await startDaymark({ vars: { SNS_ENDPOINT: sns.vars.SNS_ENDPOINT } });
  key = await makeApiKey(daymark, { name: "CloudWatch", scopes: ["alerts"] });
});
beforeEach(async () => {
  sns.requests.length = 0;
  sns.respondWithStatus(200);
  await daymark.db.exec("DELETE FROM received_alerts");
});
afterAll(async () => {
  await daymark.stop();
  await sns.stop();
});

/** Posts as Amazon SNS does. */
async function post(message: object, { topic = topicArn as string | null, sentKey = key } = {}) {
  const query = topic === null ? "" : `?topic=${topic}`;
  const response = await daymark.fetch(`/api/v0/alerts/sns/${sentKey}${query}`, {
    method: "POST",
    headers: { "Content-Type": "text/plain; charset=UTF-8" },
    body: JSON.stringify(message),
  });
  return response.status;
}

async function received(): Promise<ReceivedAlerts[]> {
  const headers = { Authorization: await daymark.token() };
  return (await daymark.fetch("/api/received-alerts", { headers })).json();
}

/** @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Notify_Users_Alarm_Changes.html */
const alarm = (overrides: object = {}) =>
  JSON.stringify({
    AlarmName: "API errors",
    AlarmDescription: "More than 5 a minute",
    AWSAccountId: "123456789012",
    NewStateValue: "ALARM",
    NewStateReason: "Threshold Crossed: 1 datapoint [9.0] was greater than the threshold (5.0).",
    StateChangeTime: "2026-01-31T09:00:00.000+0000",
    Region: "EU (Ireland)",
    AlarmArn: "arn:aws:cloudwatch:eu-west-1:123456789012:alarm:API errors",
    OldStateValue: "OK",
    Trigger: {
      MetricName: "5XXError",
      Namespace: "AWS/ApiGateway",
      Dimensions: [{ value: "shop", name: "ApiName" }],
    },
    ...overrides,
  });

test("an alarm fires, OK ends it, and too little data changes nothing", async () => {
  for (const SignatureVersion of ["1", "2"] as const)
    expect(await post(sns.signedMessage({ Message: alarm(), SignatureVersion }))).toBe(202);
  const ok = alarm({ NewStateValue: "OK", StateChangeTime: "2026-01-31T09:10:00.000+0000" });
  expect(await post(sns.signedMessage({ Message: ok, Subject: "OK: API errors" }))).toBe(202);
  const unknown = alarm({ AlarmDescription: "long ".repeat(100), NewStateValue: "INSUFFICIENT_DATA" });
  expect(await post(sns.signedMessage({ Message: unknown }))).toBe(202);
  expect(await post(sns.signedMessage({ Message: " not an alarm " }))).toBe(202);
  const rows = await received();
  expect(rows.map(({ source, alerts: [alert] }) => [source, alert?.state, alert?.at])).toEqual([
    ["sns", undefined, undefined],
    ["sns", undefined, undefined],
    ["sns", "resolved", "2026-01-31T09:10:00.000Z"],
    ["sns", "firing", "2026-01-31T09:00:00.000Z"],
    ["sns", "firing", "2026-01-31T09:00:00.000Z"],
  ]);
  expect(rows[1]?.body).toContain('"NewStateValue":"INSUFFICIENT_DATA"');
  expect(rows.at(-1)?.alerts[0]).toMatchObject({
    title: "API errors",
    labels: {
      alarm: "API errors",
      account: "123456789012",
      region: "eu-west-1",
      namespace: "AWS/ApiGateway",
      metric: "5XXError",
      ApiName: "shop",
    },
    link: "https://eu-west-1.console.aws.amazon.com/cloudwatch/home?region=eu-west-1#alarmsV2:alarm/API%20errors",
  });
  expect(new Set(rows.flatMap(({ alerts }) => alerts.map((alert) => alert.key))).size).toBe(1);
});

test("a subscription of the topic that the address names is confirmed, and no other", async () => {
  const confirmation = { Type: "SubscriptionConfirmation" };
  const another = `${topicArn}-2`;
  expect(await post(sns.signedMessage({ ...confirmation, TopicArn: another }))).toBe(403);
  expect(await post(sns.signedMessage(confirmation), { topic: another })).toBe(403);
  expect(await post(sns.signedMessage(confirmation), { topic: null })).toBe(400);
  expect(await post(sns.signedMessage(confirmation), { sentKey: "K".repeat(40) })).toBe(401);
  expect(sns.requests).toEqual([]);
  expect(await post(sns.signedMessage(confirmation))).toBe(202);
  expect(sns.requests.at(-1)).toMatch(/^\/\?Action=ConfirmSubscription&/);
  expect(await post(sns.signedMessage({ Type: "UnsubscribeConfirmation" }))).toBe(202);
  expect(sns.requests.filter((path) => path.includes("Action="))).toHaveLength(1);
  // The addresses that confirm or end the subscription are not shown.
  expect(JSON.stringify(await received())).not.toContain("a-token");
  sns.respondWithStatus(500);
  expect(await post(sns.signedMessage(confirmation))).toBe(503); // which Amazon SNS sends again
});

test("a message that is old, altered, of another topic or another host is refused, and no other host is called", async () => {
  const forger = await startFakeSNS();
  const Message = alarm();
  const elsewhere = forger.vars.SNS_ENDPOINT;
  const refused = {
    old: sns.signedMessage({ Message, Timestamp: new Date(Date.now() - 61 * MINUTE_MS).toISOString() }),
    future: sns.signedMessage({ Message, Timestamp: new Date(Date.now() + 6 * MINUTE_MS).toISOString() }),
    anotherTopic: sns.signedMessage({ Message, TopicArn: `${topicArn}-2` }),
    changed: { ...sns.signedMessage({ Message }), Message: alarm({ NewStateValue: "OK" }) },
    spaceAdded: { ...sns.signedMessage({ Message }), Message: `${Message} ` },
    anotherKey: { ...forger.signedMessage({ Message }), SigningCertURL: sns.signedMessage().SigningCertURL },
    forged: forger.signedMessage({ Message }),
    certificateWithUser: forger.signedMessage({
      Message,
      SigningCertURL: `${elsewhere}${forger.certificatePath}`.replace(
        "//",
        `//${new URL(sns.vars.SNS_ENDPOINT).host}@`,
      ),
    }),
    certificateOfBucket: sns.signedMessage({
      Message,
      SigningCertURL: `${sns.vars.SNS_ENDPOINT}/bucket/a.pem`,
    }),
    confirmedElsewhere: sns.signedMessage({
      Type: "SubscriptionConfirmation",
      SubscribeURL: `${elsewhere}/?Action=ConfirmSubscription`,
    }),
    confirmedWithPrefix: sns.signedMessage({
      Type: "SubscriptionConfirmation",
      SubscribeURL: `${sns.vars.SNS_ENDPOINT}.example.com/?Action=ConfirmSubscription`,
    }),
  };
  for (const [name, message] of Object.entries(refused))
    expect([name, await post(message)]).toEqual([name, 403]);
  expect(forger.requests).toEqual([]);
  expect(sns.requests.filter((path) => path !== sns.certificatePath)).toEqual([]);
  expect(await received()).toEqual([]);
  await forger.stop();
});

test("a topic that is none, and a body that is none of Amazon SNS, are refused before anything is fetched", async () => {
  const topics = [
    "",
    "x",
    "arn:aws:sqs:us-east-1:123456789012:daymark",
    "arn:aws:sns:evil.example.com/:123456789012:a",
  ];
  for (const topic of [...topics, `arn:aws:sns:us-east-1:123456789012:${"a".repeat(300)}`])
    expect([topic, await post(sns.signedMessage({ TopicArn: topic }), { topic })]).toEqual([topic, 400]);
  for (const body of [{}, { Type: "Notification" }, { ...sns.signedMessage(), SignatureVersion: "3" }])
    expect(await post(body)).toBe(400);
  expect(sns.requests).toEqual([]);
});

test("a repeated or late message changes nothing that a newer one has said", async () => {
  await daymark.db.exec("DELETE FROM alert_progress; DELETE FROM alert_rules");
  const request = async (method: string, path: string, body?: object) => {
    const headers = { Authorization: await daymark.token() };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await daymark.fetch(path, init);
    return (await response.json()) as { firing: number }[];
  };
  await request("POST", "/api/alert-rules", { name: "Alarms", source: "sns", holdMinutes: 0 });
  const firing = sns.signedMessage({ Message: alarm() });
  const firingCount = async (minutes: number) => {
    await daymark.runCron(new Date(Date.now() + minutes * MINUTE_MS).toISOString());
    return (await request("GET", "/api/alert-rules"))[0]?.firing;
  };
  await post(firing);
  expect(await firingCount(1)).toBe(1);
  const ok = alarm({ NewStateValue: "OK", StateChangeTime: "2026-01-31T09:10:00.000+0000" });
  await post(sns.signedMessage({ Message: ok }));
  await post(firing); // which is a replay
  expect(await firingCount(2)).toBe(0);
});
