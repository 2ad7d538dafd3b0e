import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../../../worker/shared/time/domain.ts";
import { makeIncident } from "../../../support/factories/factories.ts";
import {
  addressesOf,
  addSubscribers,
  addWaitingSubscribers,
  manySubscribers,
} from "../../../support/factories/insert-subscribers.ts";
import { enableMail, subscribers } from "../../../support/factories/make-subscribers.ts";
import { type RecordedMail, startRecordedMail } from "../../../support/readers/mail.ts";
import { type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let mail: RecordedMail;
let daymark: Daymark;
beforeAll(async () => {
  mail = await startRecordedMail({ checksTime: false });
  daymark = await startDaymark({ vars: mail.vars });
});
afterAll(() => Promise.all([daymark.stop(), mail.stop()]));

async function start(mailsPerSecond: number) {
  mail.overrideResponses(({ path }, forward) =>
    path.endsWith("account")
      ? { status: 200, body: JSON.stringify({ SendQuota: { MaxSendRate: mailsPerSecond } }) }
      : forward(),
  );
  await daymark.reset({ laterMs: 2 * DAY_MS });
  startMs = daymark.now() + HOUR_MS;
  await enableMail(daymark);
  await mail.empty();
}
const { requestSubscription } = subscribers(() => daymark);

const startDelivery = () => daymark.deliver("daymark-mail", [{ failures: 0 }]);
const isConfirmation = (address: string) => address.startsWith("asker-");

/** An hour ahead, when all mail is due. */
let startMs = 0;
const stopClockAt = (delayMs: number) =>
  daymark.fetch("/api/health", { headers: { "x-test-now": new Date(startMs + delayMs).toISOString() } });

test("while 1,000 confirmations wait, all emails of an incident are sent before any more confirmations", async () => {
  await start(50);
  await addWaitingSubscribers(daymark, 1000);
  await addSubscribers(daymark, manySubscribers(60));
  await startDelivery();
  await expect.poll(mail.recipients).not.toEqual([]);
  await makeIncident(daymark);
  const sentBefore = (await mail.recipients()).filter(isConfirmation).length;
  await expect.poll(async () => (await mail.recipients()).at(-1)).toMatch(/^reader-/);
  await expect.poll(async () => (await mail.recipients()).at(-1)).toMatch(/^asker-/);
  const areConfirmations = (await mail.recipients()).map(isConfirmation);
  const firstNotice = areConfirmations.indexOf(false);
  expect(areConfirmations.slice(firstNotice, firstNotice + 60)).toEqual(
    Array.from({ length: 60 }, () => false),
  );
  // Another confirmation can be in flight.
  expect(firstNotice).toBeLessThanOrEqual(sentBefore + 1);
});

test.each([
  { rate: 5, confirmations: 1 },
  { rate: 15, confirmations: 3 },
  { rate: 25, confirmations: 5 },
])(
  "an account with $rate emails per second sends $confirmations confirmations per second, however many runs start",
  async ({ rate, confirmations }) => {
    await start(rate);
    await addWaitingSubscribers(daymark, 100);
    for (const second of [1, 2, 3]) {
      await stopClockAt(second * SECOND_MS);
      for (let n = 0; n < 5; n++) await startDelivery();
      // A run that the queue started can still be sending.
      await expect.poll(mail.recipients).toHaveLength(second * confirmations);
      await startDelivery();
      expect(await mail.recipients()).toHaveLength(second * confirmations);
    }
  },
);

test("an account with one email per second sends a confirmation every five seconds", async () => {
  await start(1);
  await addWaitingSubscribers(daymark, 10);
  for (const second of [0, 1, 2, 3, 5, 6, 10]) {
    await stopClockAt(second * SECOND_MS);
    const count = 1 + Math.floor(second / 5);
    await startDelivery();
    await expect.poll(mail.recipients).toHaveLength(count);
    await startDelivery();
    expect([second, (await mail.recipients()).length]).toEqual([second, count]);
  }
});

test("a delayed confirmation is sent without the cron", async () => {
  await start(1);
  for (const emailAddress of ["asker-1@example.org", "asker-2@example.org"])
    await requestSubscription({ emailAddress });
  await expect.poll(mail.recipients).toEqual(["asker-1@example.org", "asker-2@example.org"]);
});

test("a notice posted while confirmations wait is sent at the account's rate", async () => {
  await start(20);
  await addWaitingSubscribers(daymark, 100);
  await addSubscribers(daymark, manySubscribers(30));
  await makeIncident(daymark);
  await expect.poll(async () => (await mail.recipients()).length).toBeGreaterThanOrEqual(31);
  expect((await mail.recipients()).slice(0, 30).sort()).toEqual(addressesOf(manySubscribers(30)).sort());
});
