import { afterEach, expect, test } from "vitest";
import { SECOND_MS } from "../../worker/time/domain.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeIncident } from "../support/factories.ts";
import { startWatchedMail, type WatchedMail } from "../support/mail.ts";
import { addSubscribers, addWaiting, manySubscribers } from "../support/subscribers.ts";
import { enableMail, subscribers } from "../support/subscriptions.ts";

let mail: WatchedMail;
let daymark: Daymark;
/** A page on an account that may send so many mails a second. */
async function start(rate: number) {
  mail = await startWatchedMail({ rate, checksTime: false });
  daymark = await startDaymark({ build: "faulty-worker", vars: mail.vars });
  await enableMail(daymark);
  await mail.empty();
}
afterEach(async () => {
  await daymark.stop();
  await mail.stop();
});
const { ask } = subscribers(() => daymark);

const wake = () => daymark.deliver("daymark-mail", [{ failures: 0 }]);
const isConfirmation = (address: string) => address.startsWith("asker-");
const addresses = (count: number) => manySubscribers(count).map(({ emailAddress }) => emailAddress);

const warnings = async () =>
  (await answer(daymark.administrator.mail.messages.$get())).confirmations.warnings;

/** Stops the Worker's clock so many milliseconds after a time when all is due. */
const began = Date.now() + 3_600_000;
const stopClock = (after: number) =>
  daymark.fetch("/api/health", { headers: { "x-test-now": new Date(began + after).toISOString() } });

test("while 1,000 confirmations wait, all mails of an incident are sent before any further confirmation", async () => {
  await start(50);
  await addWaiting(daymark, 1000);
  await addSubscribers(daymark, manySubscribers(60));
  await wake();
  await expect.poll(mail.recipients).not.toEqual([]);
  await makeIncident(daymark);
  const sentBefore = (await mail.recipients()).filter(isConfirmation).length;
  await expect.poll(async () => (await mail.recipients()).at(-1)).toMatch(/^reader-/);
  await expect.poll(async () => (await mail.recipients()).at(-1)).toMatch(/^asker-/);
  const order = (await mail.recipients()).map(isConfirmation);
  const first = order.indexOf(false);
  expect(order.slice(first, first + 60)).toEqual(Array.from({ length: 60 }, () => false));
  // One may be on its way already.
  expect(first).toBeLessThanOrEqual(sentBefore + 1);
});

for (const [rate, perSecond] of [
  [5, 1],
  [15, 3],
  [25, 5],
] as const) {
  test(`an account of ${rate} mails a second sends ${perSecond} confirmations in one, however often it is asked to`, async () => {
    await start(rate);
    await addWaiting(daymark, 100);
    for (const second of [1, 2, 3]) {
      await stopClock(second * SECOND_MS);
      for (let n = 0; n < 5; n++) await wake();
      expect(await mail.recipients()).toHaveLength(second * perSecond);
    }
  });
}

test("an account of one mail a second sends a confirmation every five", async () => {
  await start(1);
  await addWaiting(daymark, 10);
  for (const [second, sent] of [0, 1, 2, 3, 5, 6, 10].map((at) => [at, 1 + Math.floor(at / 5)] as const)) {
    await stopClock(second * SECOND_MS);
    await wake();
    await wake();
    expect([second, (await mail.recipients()).length]).toEqual([second, sent]);
  }
});

test("a delayed confirmation is sent without the cron", async () => {
  await start(1);
  for (const emailAddress of ["asker-1@example.org", "asker-2@example.org"]) await ask({ emailAddress });
  await expect.poll(mail.recipients).toEqual(["asker-1@example.org", "asker-2@example.org"]);
});

test("a notice that is posted while confirmations wait is sent at the account's rate", async () => {
  await start(20);
  await addWaiting(daymark, 100);
  await addSubscribers(daymark, manySubscribers(30));
  await makeIncident(daymark);
  await expect.poll(async () => (await mail.recipients()).length).toBeGreaterThanOrEqual(31);
  expect((await mail.recipients()).slice(0, 30).sort()).toEqual(addresses(30).sort());
});

test("confirmations stop while more than 5 % of the last 200 have bounced, notices do not, and they resume a day later", async () => {
  await start(5);
  await addWaiting(daymark, 210);
  const settle = (bounced: number) =>
    daymark.db
      .prepare(
        `UPDATE mail_deliveries SET service_id = 'mail-' || delivery_id, state = iif(delivery_id <= ?, 'failed', 'sent')
        WHERE delivery_id <= 200`,
      )
      .bind(bounced)
      .run();
  expect(await warnings()).toEqual([]);
  await stopClock(0);
  await settle(11);
  expect(await warnings()).toEqual([
    expect.stringMatching(/^Confirmation emails are stopped: 11 of the last 200 bounced\./),
  ]);
  await stopClock(0);
  for (let n = 0; n < 3; n++) await wake();
  expect(await mail.recipients()).toEqual([]);
  await addSubscribers(daymark, manySubscribers(2));
  await makeIncident(daymark);
  await expect.poll(async () => (await mail.recipients()).sort()).toEqual(addresses(2));

  await mail.empty();
  await stopClock(SECOND_MS);
  await settle(10);
  await wake();
  expect(await mail.recipients()).toEqual(["asker-201@example.org"]);

  await mail.empty();
  await stopClock(2 * SECOND_MS);
  await settle(12);
  await wake();
  expect(await mail.recipients()).toEqual([]);
  await stopClock(25 * 60 * 60 * SECOND_MS);
  await wake();
  expect(await mail.recipients()).toEqual(["asker-202@example.org"]);
});
