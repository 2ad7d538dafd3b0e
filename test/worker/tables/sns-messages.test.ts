import { globalAgent, createServer as httpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import MessageValidator from "sns-validator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { enableMail, subscribers } from "../../support/factories/make-subscribers.ts";
import { bounce, type FakeSNS, postMessage, startFakeSNS, topicArn } from "../../support/fakes/fake-sns.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

// The bounce hook accepts only fresh messages that Amazon SNS has signed for the configured topic.

let daymark: Daymark;
let topic: FakeSNS;
beforeAll(async () => {
  topic = await startFakeSNS();
  daymark = await startDaymark({ vars: topic.vars });
  await enableMail(daymark);
});
afterAll(async () => {
  await daymark.stop();
  await topic.stop();
});

const { makeConfirmed, findByID } = subscribers(() => daymark);

test("a notification that is old, altered or not from the topic gets 403", async () => {
  const subscriber = await makeConfirmed();
  const forger = await startFakeSNS();
  const Message = JSON.stringify(bounce(subscriber.email_address));
  const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();
  const endpoint = topic.vars.SNS_ENDPOINT;
  const forgerCertificateURL = forger.vars.SNS_ENDPOINT + forger.certificatePath;
  const rejected = {
    old: topic.signedMessage({ Message, Timestamp: ago(61 * MINUTE_MS) }),
    future: topic.signedMessage({ Message, Timestamp: ago(-6 * MINUTE_MS) }),
    anotherTopic: topic.signedMessage({ Message, TopicArn: `${topicArn}-2` }),
    changed: { ...topic.signedMessage({ Message }), Message: Message.replace("General", "NoEmail") },
    subjectAdded: { ...topic.signedMessage({ Message }), Subject: "Hello" },
    anotherVersion: { ...topic.signedMessage({ Message }), SignatureVersion: "1" },
    unsigned: { ...topic.signedMessage({ Message }), Signature: "" },
    anotherKey: {
      ...forger.signedMessage({ Message }),
      SigningCertURL: topic.signedMessage().SigningCertURL,
    },
    certificateElsewhere: forger.signedMessage({ Message, SigningCertURL: forgerCertificateURL }),
    certificateWithUser: forger.signedMessage({
      Message,
      SigningCertURL: forgerCertificateURL.replace("//", `//${new URL(endpoint).host}@`),
    }),
    noCertificate: topic.signedMessage({ Message, SigningCertURL: `${endpoint}/another.pem` }),
    notACertificate: topic.signedMessage({
      Message,
      SigningCertURL: `${endpoint}/SimpleNotificationService-nothing.pem`,
    }),
    query: topic.signedMessage({ Message, SigningCertURL: `${endpoint}${topic.certificatePath}?Action=x` }),
  };
  for (const [name, message] of Object.entries(rejected))
    expect([name, await postMessage(daymark, message)]).toEqual([name, 403]);
  expect(forger.requests).toEqual([]);
  await forger.stop();
  expect(await findByID(subscriber)).toMatchObject({ state: "confirmed" });
});

test("a malformed notification gets 400", async () => {
  for (const message of [
    { TopicArn: topicArn },
    { TopicArn: topicArn, Type: "Notification" },
    topic.signedMessage({ SigningCertURL: "no address" }),
    topic.signedMessage({ SigningCertURL: `https://${"ü".repeat(60)}.example/x.pem` }),
    topic.signedMessage({ SigningCertURL: topic.signedMessage().SigningCertURL?.padEnd(2001, "x") }),
    topic.signedMessage({ Timestamp: new Date().toISOString().padEnd(41) }),
  ])
    expect(await postMessage(daymark, message)).toBe(400);
});

test("a body that doesn't contain the topic gets 403 before it is parsed", async () => {
  const send = async (body: BodyInit, headers = {}) =>
    (await daymark.fetch("/api/hooks/ses", { method: "POST", headers, body })).status;
  expect(await send("{}")).toBe(403);
  expect(await send("this isn't JSON")).toBe(403);
  expect(await send(`this isn't JSON, but names "${topicArn}"`)).toBe(400);
  const otherTopic = { "x-amz-sns-topic-arn": `${topicArn}-2` };
  expect(await send("x".repeat(256 * 1024 + 1), otherTopic)).toBe(403);
  expect(await send("x".repeat(256 * 1024 + 1), { "x-amz-sns-topic-arn": topicArn })).toBe(413);
  expect(await send(JSON.stringify(topic.signedMessage()), { "x-amz-sns-topic-arn": topicArn })).toBe(200);
});

test("a network above the rate limit gets 503, so that Amazon SNS retries", async () => {
  const limited = await startDaymark({ vars: topic.vars, rates: { HOOK_RATE: 3 } });
  const sendFrom = (address: string, headers = {}) =>
    limited.fetch("/api/hooks/ses", {
      method: "POST",
      headers: { "CF-Connecting-IP": address, ...headers },
      body: JSON.stringify(topic.signedMessage()),
    });
  try {
    // Messages of other topics come from Amazon's addresses, too, so they must not count toward the limit.
    for (let n = 0; n < 5; n++)
      expect((await sendFrom("203.0.113.50", { "x-amz-sns-topic-arn": `${topicArn}-2` })).status).toBe(403);
    for (let n = 0; n < 3; n++) expect((await sendFrom("203.0.113.50")).status).toBe(200);
    const limitedResponse = await sendFrom("203.0.113.50");
    expect([limitedResponse.status, limitedResponse.headers.get("Retry-After")]).toEqual([503, "60"]);
    expect((await sendFrom("203.0.113.51")).status).toBe(200);
  } finally {
    await limited.stop();
  }
});

test("the hook confirms a subscription only at Amazon SNS's host", async () => {
  const confirmation = topic.signedMessage({ Type: "SubscriptionConfirmation" });
  expect(await postMessage(daymark, confirmation)).toBe(200);
  const confirmations = () => topic.requests.filter((path) => path.includes("ConfirmSubscription"));
  expect(confirmations()).toEqual([`/?Action=ConfirmSubscription&TopicArn=${topicArn}&Token=a-token`]);

  const otherHost = await startFakeSNS();
  const SubscribeURL = `${otherHost.vars.SNS_ENDPOINT}/?Action=ConfirmSubscription`;
  expect(
    await postMessage(daymark, topic.signedMessage({ Type: "SubscriptionConfirmation", SubscribeURL })),
  ).toBe(403);
  expect(otherHost.requests).toEqual([]);
  await otherHost.stop();
  expect(await postMessage(daymark, topic.signedMessage({ Type: "UnsubscribeConfirmation" }))).toBe(200);
  expect(confirmations()).toHaveLength(1);
});

test("the certificate is fetched once, and fetched again after a failure", async () => {
  const other = await startFakeSNS();
  const fresh = await startDaymark({ vars: other.vars });
  try {
    other.respondWithStatus(503);
    expect(await postMessage(fresh, other.signedMessage())).toBe(503);
    other.respondWithStatus(200);
    for (let n = 0; n < 3; n++) expect(await postMessage(fresh, other.signedMessage())).toBe(200);
    expect(other.requests).toEqual([other.certificatePath, other.certificatePath]);
  } finally {
    await fresh.stop();
    await other.stop();
  }
});

test("without a configured topic every message gets 403", async () => {
  const withoutTopic = await startDaymark({ vars: { SNS_ENDPOINT: topic.vars.SNS_ENDPOINT } });
  try {
    expect(await postMessage(withoutTopic, topic.signedMessage({ TopicArn: "" }))).toBe(403);
    expect(await postMessage(withoutTopic, topic.signedMessage())).toBe(403);
  } finally {
    await withoutTopic.stop();
  }
});

test("a certificate outside of the topic's region gets 403", async () => {
  const fresh = await startDaymark({ vars: { MAIL_TOPIC_ARN: topicArn } });
  const { pathname } = new URL(topic.signedMessage().SigningCertURL ?? "");
  try {
    for (const origin of [
      "http://sns.us-east-1.amazonaws.com",
      "https://sns.us-east-1.amazonaws.com:8443",
      "https://sns.us-west-2.amazonaws.com",
      "https://sns.us-east-1.amazonaws.com.cn",
      "https://sns.us-east-1.amazonaws.com.example.com",
      "https://sns.us-east-1.amazonaws.com@example.com",
      "https://sns.s3-us-west-2.amazonaws.com",
      "https://sns.us-east-1.amazonaws.com/bucket",
      topic.vars.SNS_ENDPOINT,
    ])
      expect([
        origin,
        await postMessage(fresh, topic.signedMessage({ SigningCertURL: origin + pathname })),
      ]).toEqual([origin, 403]);
  } finally {
    await fresh.stop();
  }
});

test("Amazon's validator accepts the signatures of the tests' topic", async () => {
  const server = httpsServer({ key: topic.key, cert: topic.cert }, (_, response) => response.end(topic.cert));
  await new Promise<void>((resolve) => server.listen(0, resolve));
  globalAgent.options.ca = topic.cert;
  try {
    const { port } = server.address() as AddressInfo; // A string is the address of a Unix socket only.
    const SigningCertURL = `https://localhost:${port}/certificate.pem`;
    const validator = new MessageValidator(/^localhost:\d+$/);
    const validate = (message: object) =>
      new Promise<Error | null>((resolve) => validator.validate(message, (error) => resolve(error)));
    for (const Type of ["Notification", "SubscriptionConfirmation"])
      for (const SignatureVersion of ["1", "2"] as const) {
        const message = topic.signedMessage({ Type, SignatureVersion, SigningCertURL });
        expect(await validate(message)).toBeNull();
        expect(await validate({ ...message, Message: "Bye" })).toBeInstanceOf(Error);
      }
  } finally {
    globalAgent.options.ca = undefined;
    server.close();
  }
});
