import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeIncident } from "../../../support/factories/factories.ts";
import { enableMail, subscribers } from "../../../support/factories/make-subscribers.ts";
import { linkOf } from "../../../support/factories/subscription-links.ts";
import { type RecordedMail, startRecordedMail } from "../../../support/readers/mail.ts";
import { type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let mail: RecordedMail;
let daymark: Daymark;
beforeAll(async () => {
  mail = await startRecordedMail();
  daymark = await startDaymark({ vars: { ...mail.vars, STATUS_PAGE_URL: "https://status.example.org" } });
  await enableMail(daymark);
});
beforeEach(async () => {
  await daymark.db.exec("DELETE FROM subscribers");
  await mail.empty();
});
afterAll(async () => {
  await daymark?.stop();
  await mail?.stop();
});
const { requestSubscription, makeUnconfirmed, makeConfirmed, findByAddress, findByID } = subscribers(
  () => daymark,
);

const waitForRecipients = async (count: number) => {
  await expect.poll(mail.recipients).toHaveLength(count);
  return mail.recipients();
};
const linkURLOf = (subscriber: Parameters<typeof linkOf>[0]) =>
  `https://status.example.org${linkOf(subscriber)}`;
const backdateConfirmationMail = ({ subscriber_id }: { subscriber_id: string }) =>
  daymark.db
    .prepare("UPDATE subscribers SET confirmation_sent_at = '2001-01-01' WHERE subscriber_id = ?")
    .bind(subscriber_id)
    .run();

test.for(["plain@example.com", "o'hara+status@example.com", "somebody@xn--mnchen-3ya.example"])(
  "subscribing as %s sends one email with the link, to that address only",
  async (emailAddress) => {
    expect((await requestSubscription({ emailAddress })).status).toBe(200);
    expect(await waitForRecipients(1)).toEqual([emailAddress]);
    const [message] = await mail.mails();
    expect(message?.text).toContain(`<${linkURLOf(await findByAddress(emailAddress))}/confirm>`);
  },
);

test("a confirmed subscriber who subscribes again gets a manage link instead of a confirmation link", async () => {
  const subscriber = await makeConfirmed();
  await waitForRecipients(1);
  await mail.empty();
  await backdateConfirmationMail(subscriber);
  await requestSubscription({ emailAddress: subscriber.email_address });
  expect(await waitForRecipients(1)).toEqual([subscriber.email_address]);
  const [message] = await mail.mails();
  expect(message?.text).toContain(linkURLOf(subscriber));
  expect(message?.text).not.toContain("/confirm");
});

test("unconfirmed subscribers get no email except for the confirmation", async () => {
  const unconfirmed = await makeUnconfirmed();
  const resubscribed = await makeConfirmed();
  const confirmed = await makeConfirmed();
  await daymark.fetch(`${linkOf(resubscribed)}/unsubscribe`, { method: "POST" });
  await backdateConfirmationMail(resubscribed);
  await requestSubscription({ emailAddress: resubscribed.email_address });
  expect(await findByID(resubscribed)).toMatchObject({ state: "unconfirmed" });
  await waitForRecipients(4);
  await mail.empty();
  await makeIncident(daymark);
  expect(await waitForRecipients(1)).toEqual([confirmed.email_address]);
  expect(await findByID(unconfirmed)).toMatchObject({ state: "unconfirmed" });
});
