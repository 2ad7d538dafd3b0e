import { globalAgent, createServer as httpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import MessageValidator from "sns-validator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { enableMail, subscribers } from "../support/subscriptions.ts";
import { bounce, complaint, startTopic, type Topic, topicArn } from "../support/topic.ts";

let daymark: Daymark;
let topic: Topic;
beforeAll(async () => {
  topic = await startTopic();
  daymark = await startDaymark({ vars: topic.vars });
  await enableMail(daymark);
});
afterAll(async () => {
  await daymark.stop();
  await topic.stop();
});

const post = async (message: object, to = daymark) => {
  const headers = { "Content-Type": "text/plain; charset=UTF-8" };
  const response = await to.fetch("/api/hooks/ses", {
    method: "POST",
    headers,
    body: JSON.stringify(message),
  });
  return response.status;
};
const tell = (notification: object, overrides: Parameters<Topic["message"]>[0] = {}) =>
  post(topic.message({ Message: JSON.stringify(notification), ...overrides }));

const { confirmed, byID } = subscribers(() => daymark);
/** Somebody who confirmed a minute ago. */
async function subscriber() {
  const subscriber = await confirmed();
  await daymark.db
    .prepare("UPDATE subscribers SET confirmed_at = ? WHERE subscriber_id = ?")
    .bind(new Date(Date.now() - 60_000).toISOString(), subscriber.subscriber_id)
    .run();
  return { ...subscriber, emailAddress: subscriber.email_address };
}
/** A mail that the service has taken and called so. */
async function deliver(subscriberID: string, serviceID: string) {
  await daymark.db.batch([
    daymark.db
      .prepare(
        "INSERT OR IGNORE INTO mail_messages (message_id, kind, created_at) VALUES ('a-message', 'confirmation', ?)",
      )
      .bind(new Date().toISOString()),
    daymark.db
      .prepare(
        `INSERT INTO mail_deliveries (message_id, subscriber_id, state, next_at, service_id)
        VALUES ('a-message', ?, 'sent', '', ?)`,
      )
      .bind(subscriberID, serviceID),
  ]);
}
const endedBy = (reason: string) => ({ state: "ended", ended_reason: reason, email_address: "" });

test.for(["1", "2"] as const)(
  "a permanent bounce ends the subscription, signed in version %s",
  async (version) => {
    const gone = await subscriber();
    expect(await tell(bounce(gone.emailAddress), { SignatureVersion: version })).toBe(200);
    expect(await byID(gone)).toMatchObject(endedBy("bounce"));
  },
);

test("a complaint ends a subscription, also as a published event and with an address in capitals", async () => {
  const annoyed = await subscriber();
  const { notificationType, ...rest } = complaint(annoyed.emailAddress.toUpperCase());
  expect(await tell({ eventType: notificationType, ...rest }, { Subject: "An event" })).toBe(200);
  expect(await byID(annoyed)).toMatchObject(endedBy("complaint"));
});

test("a bounce of a forwarded mail ends the original recipient's subscription", async () => {
  const forwards = await subscriber();
  const notification = bounce(forwards.emailAddress);
  notification.bounce.bouncedRecipients = [
    { emailAddress: "elsewhere@example.net", action: "failed", status: "5.1.1", diagnosticCode: "" },
  ];
  expect(await tell(notification)).toBe(200);
  expect(await byID(forwards)).toMatchObject(endedBy("bounce"));
});

test("an address that only another mail server names stays subscribed", async () => {
  const victim = await subscriber();
  const accomplice = await subscriber();
  const named = [
    { emailAddress: victim.emailAddress, action: "failed", status: "5.1.1", diagnosticCode: "" },
  ];
  for (const told of [bounce(accomplice.emailAddress), bounce("nobody@example.net")]) {
    told.bounce.bouncedRecipients = named;
    expect(await tell(told)).toBe(200);
  }
  const several = bounce(accomplice.emailAddress);
  several.mail.destination.push(victim.emailAddress);
  expect(await tell(several)).toBe(200);
  const told = complaint("nobody@example.net");
  told.complaint.complainedRecipients = named;
  expect(await tell(told)).toBe(200);
  expect(await byID(accomplice)).toMatchObject(endedBy("bounce"));
  expect(await byID(victim)).toMatchObject({ state: "confirmed", email_address: victim.emailAddress });
});

test("a known mail ends its recipient's subscription, whatever destination is reported", async () => {
  const reader = await subscriber();
  const other = await subscriber();
  const told = bounce(other.emailAddress);
  await deliver(reader.subscriber_id, told.mail.messageId);
  expect(await tell(told)).toBe(200);
  expect(await byID(reader)).toMatchObject(endedBy("bounce"));
  expect(await byID(other)).toMatchObject({ state: "confirmed" });
});

test("other time formats are parsed, and without a time the topic's timestamp counts", async () => {
  const now = new Date();
  const beforeConfirmed = new Date(now.getTime() - 3_600_000);
  const withoutColon = (time: Date) => time.toISOString().replace(/\.\d+Z$/, " +0000");
  for (const [timestamp, ends] of [
    [withoutColon(now), true],
    [withoutColon(beforeConfirmed), false],
    [beforeConfirmed.toUTCString(), false],
    ["some time ago", true],
    [undefined, true],
  ] as const) {
    const reader = await subscriber();
    const { mail, ...told } = bounce(reader.emailAddress);
    expect(await tell({ ...told, mail: { ...mail, timestamp } })).toBe(200);
    expect([timestamp, (await byID(reader)).state]).toEqual([timestamp, ends ? "ended" : "confirmed"]);
  }
});

test("a bounced mail is recorded as failed with the server's message, and an automatic reply is not", async () => {
  const { emailAddress, subscriber_id } = await subscriber();
  const full = bounce(emailAddress, { bounceType: "Transient", bounceSubType: "MailboxFull" });
  const [only] = full.bounce.bouncedRecipients;
  if (only) only.diagnosticCode = `smtp; 552 5.2.2 <${emailAddress}>: mailbox of ${emailAddress} is full`;
  const outOfOffice = bounce(emailAddress, { bounceType: "Transient", bounceSubType: "General" });
  for (const { mail } of [full, outOfOffice, bounce(emailAddress)])
    await deliver(subscriber_id, mail.messageId);
  expect(await tell(full)).toBe(200);
  expect(await tell(outOfOffice)).toBe(200);
  const { results } = await daymark.db
    .prepare("SELECT state, error FROM mail_deliveries WHERE subscriber_id = ? AND message_id = 'a-message'")
    .bind(subscriber_id)
    .all();
  expect(results).toEqual([
    // What is recorded outlives the subscription: an address does not.
    { state: "failed", error: "The email bounced (Transient). smtp; 552 5.2.2 <…>: mailbox of … is full" },
    { state: "sent", error: "" },
    { state: "sent", error: "" },
  ]);
});

test("temporary bounces, non-complaints and other notifications change nothing", async () => {
  const stays = await subscriber();
  const { emailAddress } = stays;
  const { notificationType: _, ...delivered } = bounce(emailAddress);
  for (const notification of [
    bounce(emailAddress, { bounceType: "Transient" }),
    bounce(emailAddress, { bounceType: "Undetermined" }),
    // of a mail from before the address was confirmed
    bounce(emailAddress, { sentAt: new Date(Date.now() - 3_600_000).toISOString() }),
    complaint(emailAddress, "not-spam"),
    complaint(emailAddress, "auth-failure"),
    { notificationType: "Delivery", ...delivered },
    { eventType: "Send", ...delivered },
    { notificationType: "AmazonSnsSubscriptionSucceeded", message: "Hello" },
  ])
    expect(await tell(notification)).toBe(200);
  for (const Message of ["Successfully validated SNS topic.", "null", "[]", '"Bounce"', '{"bounce": 1}'])
    expect(await post(topic.message({ Message }))).toBe(200);
  expect(await byID(stays)).toMatchObject({ state: "confirmed", email_address: emailAddress });
});

test("an unknown bounce format is logged without the address, and other kinds aren't logged", async () => {
  const { emailAddress } = await subscriber();
  const { bounce: _, ...without } = bounce(emailAddress);
  expect(await tell(without)).toBe(200);
  const { mail: _mail, ...event } = complaint(emailAddress);
  expect(await tell({ ...event, notificationType: undefined, eventType: "Complaint" })).toBe(200);
  const { bounce: _bounce, ...delivered } = bounce(emailAddress);
  expect(await tell({ ...delivered, notificationType: "Delivery" })).toBe(200);
  const logged = () => daymark.logs.filter((line) => line.includes("bounce not recognized"));
  await expect.poll(() => logged().length).toBe(2);
  expect(logged()[0]).toContain('["bounce"]');
  expect(logged()[1]).toContain('["mail"]');
  expect(logged().join()).not.toContain(emailAddress);
});

test("a repeated notification doesn't end a newer subscription", async () => {
  const back = await subscriber();
  const message = topic.message({ Message: JSON.stringify(complaint(back.emailAddress)) });
  expect(await post(message)).toBe(200);
  expect(await byID(back)).toMatchObject(endedBy("complaint"));
  await daymark.db
    .prepare("UPDATE subscribers SET state = 'confirmed', ended_reason = NULL WHERE subscriber_id = ?")
    .bind(back.subscriber_id)
    .run();
  expect(await post(message)).toBe(200);
  expect(await byID(back)).toMatchObject({ state: "confirmed" });
});

test("an old, altered or foreign notification is refused", async () => {
  const stays = await subscriber();
  const forger = await startTopic();
  const Message = JSON.stringify(bounce(stays.emailAddress));
  const ago = (time: number) => new Date(Date.now() - time).toISOString();
  const endpoint = topic.vars.SNS_ENDPOINT;
  const elsewhere = forger.vars.SNS_ENDPOINT + forger.certificatePath;
  const refused = {
    old: topic.message({ Message, Timestamp: ago(61 * 60_000) }),
    future: topic.message({ Message, Timestamp: ago(-6 * 60_000) }),
    anotherTopic: topic.message({ Message, TopicArn: `${topicArn}-2` }),
    changed: { ...topic.message({ Message }), Message: Message.replace("General", "NoEmail") },
    subjectAdded: { ...topic.message({ Message }), Subject: "Hello" },
    anotherVersion: { ...topic.message({ Message }), SignatureVersion: "1" },
    unsigned: { ...topic.message({ Message }), Signature: "" },
    anotherKey: { ...forger.message({ Message }), SigningCertURL: topic.message().SigningCertURL },
    certificateElsewhere: forger.message({ Message, SigningCertURL: elsewhere }),
    certificateWithUser: forger.message({
      Message,
      SigningCertURL: elsewhere.replace("//", `//${new URL(endpoint).host}@`),
    }),
    noCertificate: topic.message({ Message, SigningCertURL: `${endpoint}/another.pem` }),
    notACertificate: topic.message({
      Message,
      SigningCertURL: `${endpoint}/SimpleNotificationService-nothing.pem`,
    }),
    query: topic.message({ Message, SigningCertURL: `${endpoint}${topic.certificatePath}?Action=x` }),
  };
  for (const [name, message] of Object.entries(refused))
    expect([name, await post(message)]).toEqual([name, 403]);
  expect(forger.asked).toEqual([]);
  await forger.stop();
  expect(await byID(stays)).toMatchObject({ state: "confirmed" });
});

test("a malformed notification is refused with every reason", async () => {
  for (const message of [
    { TopicArn: topicArn },
    { TopicArn: topicArn, Type: "Notification" },
    topic.message({ SigningCertURL: "no address" }),
    topic.message({ SigningCertURL: `https://${"ü".repeat(60)}.example/x.pem` }),
    topic.message({ SigningCertURL: topic.message().SigningCertURL?.padEnd(2001, "x") }),
    topic.message({ Timestamp: new Date().toISOString().padEnd(41) }),
  ])
    expect(await post(message)).toBe(400);
});

test("a body without the topic is refused before it is parsed", async () => {
  const send = async (body: BodyInit, headers = {}) =>
    (await daymark.fetch("/api/hooks/ses", { method: "POST", headers, body })).status;
  expect(await send("{}")).toBe(403);
  expect(await send("this is no JSON")).toBe(403);
  expect(await send(`this is no JSON, but names "${topicArn}"`)).toBe(400);
  const elsewhere = { "x-amz-sns-topic-arn": `${topicArn}-2` };
  expect(await send("x".repeat(256 * 1024 + 1), elsewhere)).toBe(403);
  expect(await send("x".repeat(256 * 1024 + 1), { "x-amz-sns-topic-arn": topicArn })).toBe(413);
  expect(await send(JSON.stringify(topic.message()), { "x-amz-sns-topic-arn": topicArn })).toBe(200);
});

test("a network above the rate limit gets 503, so that the service retries", async () => {
  const limited = await startDaymark({ vars: topic.vars, rates: { HOOK_RATE: 3 } });
  const from = (address: string, headers = {}) =>
    limited.fetch("/api/hooks/ses", {
      method: "POST",
      headers: { "CF-Connecting-IP": address, ...headers },
      body: JSON.stringify(topic.message()),
    });
  try {
    // Whoever has a topic of their own can have Amazon post it from its addresses.
    for (let n = 0; n < 5; n++)
      expect((await from("203.0.113.50", { "x-amz-sns-topic-arn": `${topicArn}-2` })).status).toBe(403);
    for (let n = 0; n < 3; n++) expect((await from("203.0.113.50")).status).toBe(200);
    const over = await from("203.0.113.50");
    expect([over.status, over.headers.get("Retry-After")]).toEqual([503, "60"]);
    expect((await from("203.0.113.51")).status).toBe(200);
  } finally {
    await limited.stop();
  }
});

test("the topic's subscription is confirmed only at the service's host", async () => {
  const confirmation = topic.message({ Type: "SubscriptionConfirmation" });
  expect(await post(confirmation)).toBe(200);
  const asked = topic.asked.filter((path) => path.includes("ConfirmSubscription"));
  expect(asked).toEqual([`/?Action=ConfirmSubscription&TopicArn=${topicArn}&Token=a-token`]);

  const elsewhere = await startTopic();
  const SubscribeURL = `${elsewhere.vars.SNS_ENDPOINT}/?Action=ConfirmSubscription`;
  expect(await post(topic.message({ Type: "SubscriptionConfirmation", SubscribeURL }))).toBe(403);
  expect(elsewhere.asked).toEqual([]);
  await elsewhere.stop();
  expect(await post(topic.message({ Type: "UnsubscribeConfirmation" }))).toBe(200);
  expect(topic.asked.filter((path) => path.includes("ConfirmSubscription"))).toHaveLength(1);
});

test("the certificate is fetched once, and again after a failure", async () => {
  const other = await startTopic();
  const fresh = await startDaymark({ vars: other.vars });
  try {
    other.answerWith(503);
    expect(await post(other.message(), fresh)).toBe(503);
    other.answerWith(200);
    for (let n = 0; n < 3; n++) expect(await post(other.message(), fresh)).toBe(200);
    expect(other.asked).toEqual([other.certificatePath, other.certificatePath]);
  } finally {
    await fresh.stop();
    await other.stop();
  }
});

test("without a configured topic the hook refuses everything", async () => {
  const without = await startDaymark({ vars: { SNS_ENDPOINT: topic.vars.SNS_ENDPOINT } });
  try {
    expect(await post(topic.message({ TopicArn: "" }), without)).toBe(403);
    expect(await post(topic.message(), without)).toBe(403);
  } finally {
    await without.stop();
  }
});

test("certificates come only from the topic's region", async () => {
  const fresh = await startDaymark({ vars: { MAIL_TOPIC_ARN: topicArn } });
  const { pathname } = new URL(topic.message().SigningCertURL ?? "");
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
      expect([origin, await post(topic.message({ SigningCertURL: origin + pathname }), fresh)]).toEqual([
        origin,
        403,
      ]);
  } finally {
    await fresh.stop();
  }
});

test("Amazon's own validator accepts what the tests' topic signs", async () => {
  const server = httpsServer({ key: topic.key, cert: topic.cert }, (_, response) => response.end(topic.cert));
  await new Promise<void>((resolve) => server.listen(0, resolve));
  globalAgent.options.ca = topic.cert;
  try {
    const { port } = server.address() as AddressInfo; // listens on TCP: never a string
    const SigningCertURL = `https://localhost:${port}/certificate.pem`;
    const validator = new MessageValidator(/^localhost:\d+$/);
    const validate = (message: object) =>
      new Promise<Error | null>((resolve) => validator.validate(message, (error) => resolve(error)));
    for (const Type of ["Notification", "SubscriptionConfirmation"])
      for (const SignatureVersion of ["1", "2"] as const) {
        const message = topic.message({ Type, SignatureVersion, SigningCertURL });
        expect(await validate(message)).toBeNull();
        expect(await validate({ ...message, Message: "Bye" })).toBeInstanceOf(Error);
      }
  } finally {
    globalAgent.options.ca = undefined;
    server.close();
  }
});
