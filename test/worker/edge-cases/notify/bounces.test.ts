import { afterAll, beforeAll, expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../../../../worker/shared/time/domain.ts";
import { enableMail, subscribers } from "../../../support/factories/make-subscribers.ts";
import {
  bounce,
  complaint,
  type FakeSNS,
  postMessage,
  startFakeSNS,
} from "../../../support/fakes/fake-sns.ts";
import { type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

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

const notify = (notification: object, overrides: Parameters<FakeSNS["signedMessage"]>[0] = {}) =>
  postMessage(daymark, topic.signedMessage({ Message: JSON.stringify(notification), ...overrides }));

const { makeConfirmed, findByID } = subscribers(() => daymark);
/** Creates a subscriber who confirmed a minute ago, because bounces of earlier mail are ignored. */
async function makeSubscriber() {
  const subscriber = await makeConfirmed();
  await daymark.db
    .prepare("UPDATE subscribers SET confirmed_at = ? WHERE subscriber_id = ?")
    .bind(new Date(Date.now() - MINUTE_MS).toISOString(), subscriber.subscriber_id)
    .run();
  return { ...subscriber, emailAddress: subscriber.email_address };
}
/** Stores a sent email with the ID that the mail service gave it. */
async function storeDelivery(subscriberID: string, serviceID: string) {
  await daymark.db.batch([
    daymark.db
      .prepare(
        "INSERT OR IGNORE INTO messages (message_id, kind, created_at) VALUES ('a-message', 'confirmation', ?)",
      )
      .bind(new Date().toISOString()),
    daymark.db
      .prepare(
        `INSERT INTO deliveries (message_id, subscriber_id, state, next_at, service_id)
        VALUES ('a-message', ?, 'sent', '', ?)`,
      )
      .bind(subscriberID, serviceID),
  ]);
}
const endedBy = (reason: string) => ({ state: "ended", ended_reason: reason, email_address: "" });

test.for(["1", "2"] as const)(
  "a permanent bounce in a message with signature version %s ends the subscription",
  async (version) => {
    const subscriber = await makeSubscriber();
    expect(await notify(bounce(subscriber.emailAddress), { SignatureVersion: version })).toBe(200);
    expect(await findByID(subscriber)).toMatchObject(endedBy("bounce"));
  },
);

test("a complaint ends the subscription, in the event format and with an upper-case address, too", async () => {
  const subscriber = await makeSubscriber();
  const { notificationType, ...rest } = complaint(subscriber.emailAddress.toUpperCase());
  expect(await notify({ eventType: notificationType, ...rest }, { Subject: "An event" })).toBe(200);
  expect(await findByID(subscriber)).toMatchObject(endedBy("complaint"));
});

test("a bounce of a forwarded email ends the original recipient's subscription", async () => {
  const subscriber = await makeSubscriber();
  const notification = bounce(subscriber.emailAddress);
  notification.bounce.bouncedRecipients = [
    { emailAddress: "elsewhere@example.net", action: "failed", status: "5.1.1", diagnosticCode: "" },
  ];
  expect(await notify(notification)).toBe(200);
  expect(await findByID(subscriber)).toMatchObject(endedBy("bounce"));
});

test("an address that was not the email's only recipient stays subscribed", async () => {
  const victim = await makeSubscriber();
  const accomplice = await makeSubscriber();
  const recipients = [
    { emailAddress: victim.emailAddress, action: "failed", status: "5.1.1", diagnosticCode: "" },
  ];
  for (const notification of [bounce(accomplice.emailAddress), bounce("nobody@example.net")]) {
    notification.bounce.bouncedRecipients = recipients;
    expect(await notify(notification)).toBe(200);
  }
  const withTwoDestinations = bounce(accomplice.emailAddress);
  withTwoDestinations.mail.destination.push(victim.emailAddress);
  expect(await notify(withTwoDestinations)).toBe(200);
  const forgedComplaint = complaint("nobody@example.net");
  forgedComplaint.complaint.complainedRecipients = recipients;
  expect(await notify(forgedComplaint)).toBe(200);
  expect(await findByID(accomplice)).toMatchObject(endedBy("bounce"));
  expect(await findByID(victim)).toMatchObject({ state: "confirmed", email_address: victim.emailAddress });
});

test("a bounce of a stored email ends its recipient's subscription, whatever destination it reports", async () => {
  const reader = await makeSubscriber();
  const other = await makeSubscriber();
  const notification = bounce(other.emailAddress);
  await storeDelivery(reader.subscriber_id, notification.mail.messageId);
  expect(await notify(notification)).toBe(200);
  expect(await findByID(reader)).toMatchObject(endedBy("bounce"));
  expect(await findByID(other)).toMatchObject({ state: "confirmed" });
});

test("the email's timestamp is parsed in other formats, and without one the message's timestamp counts", async () => {
  const now = new Date();
  const beforeConfirmation = new Date(now.getTime() - HOUR_MS);
  const withoutColon = (time: Date) => time.toISOString().replace(/\.\d+Z$/, " +0000");
  for (const [timestamp, endsSubscription] of [
    [withoutColon(now), true],
    [withoutColon(beforeConfirmation), false],
    [beforeConfirmation.toUTCString(), false],
    ["some time ago", true],
    [undefined, true],
  ] as const) {
    const reader = await makeSubscriber();
    const { mail, ...notification } = bounce(reader.emailAddress);
    expect(await notify({ ...notification, mail: { ...mail, timestamp } })).toBe(200);
    expect([timestamp, (await findByID(reader)).state]).toEqual([
      timestamp,
      endsSubscription ? "ended" : "confirmed",
    ]);
  }
});

test("a bounced email is recorded as failed with the server's message, and an automatic reply is ignored", async () => {
  const { emailAddress, subscriber_id } = await makeSubscriber();
  const mailboxFull = bounce(emailAddress, { bounceType: "Transient", bounceSubType: "MailboxFull" });
  const [recipient] = mailboxFull.bounce.bouncedRecipients;
  if (recipient)
    recipient.diagnosticCode = `smtp; 552 5.2.2 <${emailAddress}>: mailbox of ${emailAddress} is full`;
  const outOfOffice = bounce(emailAddress, { bounceType: "Transient", bounceSubType: "General" });
  for (const { mail } of [mailboxFull, outOfOffice, bounce(emailAddress)])
    await storeDelivery(subscriber_id, mail.messageId);
  expect(await notify(mailboxFull)).toBe(200);
  expect(await notify(outOfOffice)).toBe(200);
  const { results } = await daymark.db
    .prepare("SELECT state, error FROM deliveries WHERE subscriber_id = ? AND message_id = 'a-message'")
    .bind(subscriber_id)
    .all();
  expect(results).toEqual([
    // The error is kept longer than the subscription, so it must not contain the address.
    { state: "failed", error: "The email bounced (Transient). smtp; 552 5.2.2 <…>: mailbox of … is full" },
    { state: "sent", error: "" },
    { state: "sent", error: "" },
  ]);
});

test("temporary bounces, reports that aren't spam complaints, and other notifications change nothing", async () => {
  const subscriber = await makeSubscriber();
  const { emailAddress } = subscriber;
  const { notificationType: _, ...withoutType } = bounce(emailAddress);
  for (const notification of [
    bounce(emailAddress, { bounceType: "Transient" }),
    bounce(emailAddress, { bounceType: "Undetermined" }),
    // This email was sent before the address was confirmed.
    bounce(emailAddress, { sentAt: new Date(Date.now() - HOUR_MS).toISOString() }),
    complaint(emailAddress, "not-spam"),
    complaint(emailAddress, "auth-failure"),
    { notificationType: "Delivery", ...withoutType },
    { eventType: "Send", ...withoutType },
    { notificationType: "AmazonSnsSubscriptionSucceeded", message: "Hello" },
  ])
    expect(await notify(notification)).toBe(200);
  for (const Message of ["Successfully validated SNS topic.", "null", "[]", '"Bounce"', '{"bounce": 1}'])
    expect(await postMessage(daymark, topic.signedMessage({ Message }))).toBe(200);
  expect(await findByID(subscriber)).toMatchObject({ state: "confirmed", email_address: emailAddress });
});

test("a bounce in an unknown format is logged without the address, and other notifications aren't logged", async () => {
  const { emailAddress } = await makeSubscriber();
  const { bounce: _, ...withoutBounce } = bounce(emailAddress);
  expect(await notify(withoutBounce)).toBe(200);
  const { mail: _mail, ...event } = complaint(emailAddress);
  expect(await notify({ ...event, notificationType: undefined, eventType: "Complaint" })).toBe(200);
  const { bounce: _bounce, ...delivery } = bounce(emailAddress);
  expect(await notify({ ...delivery, notificationType: "Delivery" })).toBe(200);
  const logLines = () => daymark.logs.filter((line) => line.includes("bounce not recognized"));
  await expect.poll(() => logLines().length).toBe(2);
  expect(logLines()[0]).toContain('["bounce"]');
  expect(logLines()[1]).toContain('["mail"]');
  expect(logLines().join()).not.toContain(emailAddress);
});

test("a repeated notification doesn't end a newer subscription", async () => {
  const subscriber = await makeSubscriber();
  const message = topic.signedMessage({ Message: JSON.stringify(complaint(subscriber.emailAddress)) });
  expect(await postMessage(daymark, message)).toBe(200);
  expect(await findByID(subscriber)).toMatchObject(endedBy("complaint"));
  await daymark.db
    .prepare("UPDATE subscribers SET state = 'confirmed', ended_reason = NULL WHERE subscriber_id = ?")
    .bind(subscriber.subscriber_id)
    .run();
  expect(await postMessage(daymark, message)).toBe(200);
  expect(await findByID(subscriber)).toMatchObject({ state: "confirmed" });
});
