import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { makeIncident } from "../support/factories.ts";
import { startWatchedMail, type WatchedMail } from "../support/mail.ts";
import { linkOf } from "../support/subscription-links.ts";
import { enableMail, subscribers } from "../support/subscriptions.ts";

let mail: WatchedMail;
let daymark: Daymark;
beforeAll(async () => {
  mail = await startWatchedMail();
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
const { ask, asked, confirmed, byAddress, byID } = subscribers(() => daymark);

const recipients = async (count: number) => {
  await expect.poll(mail.recipients).toHaveLength(count);
  return mail.recipients();
};
const addressOf = (subscriber: Parameters<typeof linkOf>[0]) =>
  `https://status.example.org${linkOf(subscriber)}`;
const longAgo = ({ subscriber_id }: { subscriber_id: string }) =>
  daymark.db
    .prepare("UPDATE subscribers SET confirmation_sent_at = '2001-01-01' WHERE subscriber_id = ?")
    .bind(subscriber_id)
    .run();

test.for(["plain@example.com", "o'hara+status@example.com", "somebody@xn--mnchen-3ya.example"])(
  "whoever subscribes as %s gets one mail with the link, and nobody else does",
  async (emailAddress) => {
    expect((await ask({ emailAddress })).status).toBe(200);
    expect(await recipients(1)).toEqual([emailAddress]);
    const [letter] = await mail.mails();
    expect(letter?.text).toContain(`<${addressOf(await byAddress(emailAddress))}/confirm>`);
  },
);

test("a confirmed subscriber who subscribes again gets the manage link, and no confirmation link", async () => {
  const subscriber = await confirmed();
  await recipients(1);
  await mail.empty();
  await longAgo(subscriber);
  await ask({ emailAddress: subscriber.email_address });
  expect(await recipients(1)).toEqual([subscriber.email_address]);
  const [letter] = await mail.mails();
  expect(letter?.text).toContain(addressOf(subscriber));
  expect(letter?.text).not.toContain("/confirm");
});

test("unconfirmed subscribers get only the confirmation mail", async () => {
  const unconfirmed = await asked();
  const again = await confirmed();
  const hears = await confirmed();
  await daymark.fetch(`${linkOf(again)}/unsubscribe`, { method: "POST" });
  await longAgo(again);
  await ask({ emailAddress: again.email_address });
  expect(await byID(again)).toMatchObject({ state: "unconfirmed" });
  await recipients(4);
  await mail.empty();
  await makeIncident(daymark);
  expect(await recipients(1)).toEqual([hears.email_address]);
  expect(await byID(unconfirmed)).toMatchObject({ state: "unconfirmed" });
});
