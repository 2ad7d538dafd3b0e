import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { makeIncident } from "../../support/factories/factories.ts";
import { addressesOf, addSubscribers, manySubscribers } from "../../support/factories/insert-subscribers.ts";
import { mailError, type RecordedMail, startRecordedMail } from "../../support/readers/mail.ts";
import {
  countSendCalls,
  countWaiting,
  readDeliveries,
  runCronAhead,
} from "../../support/readers/mail-deliveries.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let mail: RecordedMail;
let daymark: Daymark;
beforeAll(async () => {
  // At this rate mails are sent one after the other.
  mail = await startRecordedMail({ rate: 10, checksTime: false });
  daymark = await startDaymark({ vars: mail.vars });
});
beforeEach(async () => {
  mail.restoreResponses();
  await daymark.reset({ laterMs: 2 * DAY_MS });
  await enableMail();
});
afterAll(() => Promise.all([daymark.stop(), mail.stop()]));

/** Also deletes the test mail that this sends. */
async function enableMail() {
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.org" };
  await answer(daymark.administrator.settings.$patch({ json: { emailNotification } }));
  await mail.empty();
}

test("an email from before its readers confirmed goes to nobody, and doesn't hold up the next one", async () => {
  await addSubscribers(daymark, manySubscribers(1));
  await daymark.fetch("/api/health", { headers: { "x-test-hold-queues": "on" } });
  await makeIncident(daymark, { name: "Before" });
  await daymark.setClockAhead(1000);
  await makeIncident(daymark, { name: "After" });
  // As if the reader had left and come back.
  await daymark.db.exec("UPDATE subscribers SET confirmed_at = (SELECT max(created_at) FROM messages)");
  await daymark.fetch("/api/health", { headers: { "x-test-hold-queues": "off" } });
  await daymark.deliver("daymark-mail", [{ failures: 0 }]);
  const subjects = async () => (await mail.mails()).map(({ subject }) => subject);
  await expect.poll(subjects).toEqual([expect.stringContaining("After")]);
});

test("a rejected recipient is recorded with the service's message, and all others get the email", async () => {
  await addSubscribers(daymark, manySubscribers(5));
  mail.overrideResponses(({ input }, forward) =>
    input.Destination?.ToAddresses[0] === "reader-3@example.org"
      ? mailError(400, "MessageRejected", "Address is on the suppression list.")
      : forward(),
  );
  await makeIncident(daymark);
  await expect.poll(() => countWaiting(daymark)).toBe(0);
  expect((await readDeliveries(daymark))[2]).toEqual({
    state: "failed",
    error: "Address is on the suppression list.",
    attempts: 1,
    address: "reader-3@example.org",
  });
  expect(await mail.recipients()).toEqual(addressesOf(manySubscribers(5)).toSpliced(2, 1));
  await runCronAhead(daymark, HOUR_MS);
  expect(countSendCalls(mail)).toBe(5);
});

test("a single email that failed is retried within seconds, without the cron", async () => {
  await addSubscribers(daymark, manySubscribers(1));
  mail.overrideResponses(({ path }, forward) =>
    path.endsWith("account") || countSendCalls(mail) > 1 ? forward() : "hang up",
  );
  await makeIncident(daymark);
  await expect.poll(mail.recipients).toEqual(addressesOf(manySubscribers(1)));
});

const unverified = (identities: string) =>
  mailError(
    400,
    "MessageRejected",
    `Email address is not verified. The following identities failed the check in region US-WEST-2: ${identities}`,
  );

test("a recipient that the SES sandbox rejects counts as failed, and the stored error contains no address", async () => {
  await addSubscribers(daymark, manySubscribers(3));
  mail.overrideResponses(({ path, input }, forward) =>
    path.endsWith("account") || input.Destination?.ToAddresses[0] !== "reader-2@example.org"
      ? forward()
      : unverified("Reader-2@example.org"),
  );
  await makeIncident(daymark);
  await expect.poll(() => countWaiting(daymark)).toBe(0);
  expect((await readDeliveries(daymark)).map(({ state }) => state)).toEqual(["sent", "failed", "sent"]);
  expect((await readDeliveries(daymark))[1]?.error).toBe(
    "Email address is not verified. The following identities failed the check in region US-WEST-2: …",
  );
});

test("an email that can't be delivered in a day fails, with the service's last message", async () => {
  await addSubscribers(daymark, manySubscribers(2));
  mail.overrideResponses(() =>
    mailError(403, "AccessDeniedException", "Not authorized to perform ses:SendEmail."),
  );
  await makeIncident(daymark);
  await expect
    .poll(async () => (await readDeliveries(daymark)).some(({ attempts }) => attempts > 0))
    .toBe(true);
  await runCronAhead(daymark, 23 * HOUR_MS);
  expect(await countWaiting(daymark)).toBe(2);
  await runCronAhead(daymark, 25 * HOUR_MS);
  const outcomes = (await readDeliveries(daymark)).map(({ state, error }) => [state, error]);
  expect(outcomes[0]).toEqual(["failed", "Gave up after a day. Not authorized to perform ses:SendEmail."]);
  expect(outcomes.map(([state]) => state)).toEqual(["failed", "failed"]);
  mail.restoreResponses();
  await runCronAhead(daymark, 26 * HOUR_MS);
  expect(await mail.recipients()).toEqual([]);
});

test("recipients that no run claimed in a day fail, too", async () => {
  await addSubscribers(daymark, manySubscribers(30));
  mail.overrideResponses(() =>
    mailError(403, "AccessDeniedException", "Not authorized to perform ses:SendEmail."),
  );
  await makeIncident(daymark);
  await expect
    .poll(async () => (await readDeliveries(daymark)).some(({ attempts }) => attempts > 0))
    .toBe(true);
  await runCronAhead(daymark, 25 * HOUR_MS);
  mail.restoreResponses();
  await runCronAhead(daymark, 26 * HOUR_MS);
  expect(await mail.recipients()).toEqual([]);
  const { messages } = await answer(daymark.administrator.mail.messages.$get());
  expect(messages).toMatchObject([{ waiting: 0, failed: 30, sent: 0, withdrawn: 0 }]);
  expect(messages[0]?.problems[0]?.error).toBe("Gave up after a day.");
});

test("deliveries are deleted after 90 days", async () => {
  await addSubscribers(daymark, manySubscribers(3));
  await makeIncident(daymark);
  await expect.poll(() => countWaiting(daymark)).toBe(0);
  await runCronAhead(daymark, 89 * 24 * HOUR_MS);
  expect(await readDeliveries(daymark)).toHaveLength(3);
  await runCronAhead(daymark, 91 * 24 * HOUR_MS);
  expect(await readDeliveries(daymark)).toEqual([]);
});

test("an email that can't be rendered doesn't delay others", async () => {
  await addSubscribers(daymark, manySubscribers(3));
  mail.overrideResponses(() => "hang up");
  await makeIncident(daymark, { name: "Broken" });
  await makeIncident(daymark, { name: "Whole" });
  await expect
    .poll(async () => (await readDeliveries(daymark)).some(({ attempts }) => attempts > 0))
    .toBe(true);
  await daymark.db.prepare("UPDATE messages SET content = '{}' WHERE content ->> 'name' = 'Broken'").run();
  mail.restoreResponses();
  await runCronAhead(daymark, MINUTE_MS);
  await expect.poll(() => countWaiting(daymark)).toBe(0);
  expect((await readDeliveries(daymark)).map(({ state }) => state)).toEqual([
    ...["failed", "failed", "failed"],
    ...["sent", "sent", "sent"],
  ]);
});
