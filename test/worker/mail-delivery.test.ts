import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../worker/time/domain.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeIncident } from "../support/factories.ts";
import { addressesOf, addSubscribers, manySubscribers } from "../support/insert-subscribers.ts";
import { mailError, type RecordedMail, startRecordedMail } from "../support/mail.ts";
import { countSendCalls, countWaiting, readDeliveries, runCronAhead } from "../support/mail-deliveries.ts";

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

/** The time to which the clock was last moved. */
let clockMs = 0;
beforeEach(() => {
  clockMs = 0;
});

/** Moves the clock ahead and runs the cron. */
async function runCronAfter(delayMs: number) {
  clockMs = await runCronAhead(daymark, delayMs);
}

/**
 * Stops the Worker's clock until `runCronAfter` moves it, because on a slow machine the pause after a failure would
 * end during the test.
 */
async function failWithClockStopped<Failure>(failure: Failure): Promise<Failure> {
  const headers = { "x-test-now": new Date(daymark.now()).toISOString() };
  await daymark.fetch("/api/health", { headers });
  return failure;
}

/** Returns whether a run failed after the clock was last moved, and its failure is recorded. */
async function hasPaused() {
  const until = await daymark.db
    .prepare("SELECT paused_until AS until FROM lanes WHERE lane = 'MAIL'")
    .first<string>("until");
  return Date.parse(until ?? "") > clockMs;
}

test("an email that has lost its recipients doesn't hold up the next one", async () => {
  await addSubscribers(daymark, manySubscribers(1));
  await daymark.fetch("/api/health", { headers: { "x-test-hold-queues": "on" } });
  await makeIncident(daymark);
  await daymark.setClockAhead(1000);
  await makeIncident(daymark);
  // As if the reader had left and come back.
  await daymark.db.exec("UPDATE subscribers SET confirmed_at = (SELECT max(created_at) FROM messages)");
  await daymark.fetch("/api/health", { headers: { "x-test-hold-queues": "off" } });
  await daymark.deliver("daymark-mail", [{ failures: 0 }]);
  await expect.poll(() => mail.recipients()).toHaveLength(1);
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
  await runCronAfter(HOUR_MS);
  expect(countSendCalls(mail)).toBe(5);
});

test.each([
  {
    failure: "throttles",
    makeResponse: () => mailError(429, "TooManyRequestsException", "Maximum sending rate exceeded."),
  },
  { failure: "fails", makeResponse: () => mailError(500, "InternalServiceErrorException", "Try again.") },
  {
    failure: "pauses the account",
    makeResponse: () => mailError(400, "SendingPausedException", "Sending is paused."),
  },
  { failure: "hangs up", makeResponse: () => "hang up" as const },
])(
  "if the service $failure, mail pauses for a while, and then everyone gets the email once",
  async ({ makeResponse }) => {
    await addSubscribers(daymark, manySubscribers(30));
    mail.overrideResponses(({ path }, forward) =>
      path.endsWith("account") || countSendCalls(mail) <= 3
        ? forward()
        : failWithClockStopped(makeResponse()),
    );
    await makeIncident(daymark);
    await expect
      .poll(async () => (await readDeliveries(daymark)).filter(({ attempts }) => attempts > 0).length)
      .toBe(1);
    expect(countSendCalls(mail)).toBe(4);
    expect(await countWaiting(daymark)).toBe(27);
    await expect.poll(hasPaused).toBe(true);
    mail.restoreResponses();
    await runCronAfter(MINUTE_MS);
    await expect.poll(() => countWaiting(daymark)).toBe(0);
    expect((await mail.recipients()).sort()).toEqual(addressesOf(manySubscribers(30)).sort());
  },
);

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

test.each([
  "status@example.org",
  "Acme <Status@example.org>",
  "example.org",
  "reader-1@example.org, status@example.org",
])(
  "while the sender is rejected (%s) every email waits, and then everyone gets it once",
  async (identities) => {
    await addSubscribers(daymark, manySubscribers(5));
    mail.overrideResponses(({ path }, forward) =>
      path.endsWith("account") ? forward() : failWithClockStopped(unverified(identities)),
    );
    await makeIncident(daymark);
    await expect.poll(hasPaused).toBe(true);
    expect(await countWaiting(daymark)).toBe(5);
    mail.restoreResponses();
    await runCronAfter(MINUTE_MS);
    await expect.poll(() => countWaiting(daymark)).toBe(0);
    expect((await mail.recipients()).sort()).toEqual(addressesOf(manySubscribers(5)));
  },
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

const failNextRecords = (times: number) =>
  daymark.fetch("/api/health", { headers: { "x-test-break-records": String(times) } });

test("if D1 fails once to record a sent email, everyone gets it once, without a pause", async () => {
  await addSubscribers(daymark, manySubscribers(12));
  await failNextRecords(1);
  await makeIncident(daymark);
  await expect.poll(() => countWaiting(daymark)).toBe(0);
  expect(await mail.recipients()).toEqual(addressesOf(manySubscribers(12)).sort());
});

test("if D1 fails for longer, only the unrecorded email is sent again", async () => {
  await addSubscribers(daymark, manySubscribers(5));
  await failNextRecords(8);
  await makeIncident(daymark);
  await expect.poll(() => countWaiting(daymark)).toBe(1);
  expect((await mail.recipients()).sort()).toEqual(addressesOf(manySubscribers(5)));
  await runCronAfter(3 * MINUTE_MS);
  await expect.poll(() => countWaiting(daymark)).toBe(0);
  expect((await mail.recipients()).sort()).toEqual([
    "reader-1@example.org",
    ...addressesOf(manySubscribers(5)),
  ]);
});

test("during the pause after a failure, no other message makes a run retry", async () => {
  await addSubscribers(daymark, manySubscribers(30));
  mail.overrideResponses(() => "hang up");
  await makeIncident(daymark);
  const readPause = () => daymark.db.prepare("SELECT 1 FROM lanes WHERE paused_until <> ''").first();
  await expect.poll(readPause).not.toBeNull();
  // Stops the clock, because on a slow machine the pause would end during the test.
  await daymark.fetch("/api/health", { headers: { "x-test-now": new Date(daymark.now()).toISOString() } });
  const callsBefore = mail.calls.length;
  for (let n = 0; n < 10; n++) await daymark.deliver("daymark-mail", [{ failures: 0 }]);
  expect(mail.calls.length).toBe(callsBefore);
  expect(await countWaiting(daymark)).toBe(30);
});

test("a service that is down for an hour gets a few calls a minute, and then everyone gets the email once", async () => {
  await addSubscribers(daymark, manySubscribers(30));
  mail.overrideResponses(() => failWithClockStopped("hang up"));
  await makeIncident(daymark);
  for (let minute = 1; minute <= 60; minute += 20) {
    await expect.poll(hasPaused).toBe(true);
    await runCronAfter(minute * MINUTE_MS);
  }
  await expect.poll(hasPaused).toBe(true);
  expect(await countWaiting(daymark)).toBe(30);
  expect(countSendCalls(mail)).toBeLessThan(20);
  mail.restoreResponses();
  await runCronAfter(HOUR_MS + 15 * MINUTE_MS);
  await expect.poll(() => countWaiting(daymark)).toBe(0);
  expect((await mail.recipients()).sort()).toEqual(addressesOf(manySubscribers(30)).sort());
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
  await runCronAfter(23 * HOUR_MS);
  expect(await countWaiting(daymark)).toBe(2);
  await runCronAfter(25 * HOUR_MS);
  const outcomes = (await readDeliveries(daymark)).map(({ state, error }) => [state, error]);
  expect(outcomes[0]).toEqual(["failed", "Gave up after a day. Not authorized to perform ses:SendEmail."]);
  expect(outcomes.map(([state]) => state)).toEqual(["failed", "failed"]);
  mail.restoreResponses();
  await runCronAfter(26 * HOUR_MS);
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
  await runCronAfter(25 * HOUR_MS);
  mail.restoreResponses();
  await runCronAfter(26 * HOUR_MS);
  expect(await mail.recipients()).toEqual([]);
  const { messages } = await answer(daymark.administrator.mail.messages.$get());
  expect(messages).toMatchObject([{ waiting: 0, failed: 30, sent: 0, withdrawn: 0 }]);
  expect(messages[0]?.problems[0]?.words).toBe("Gave up after a day.");
});

test("deliveries are deleted after 90 days", async () => {
  await addSubscribers(daymark, manySubscribers(3));
  await makeIncident(daymark);
  await expect.poll(() => countWaiting(daymark)).toBe(0);
  await runCronAfter(89 * 24 * HOUR_MS);
  expect(await readDeliveries(daymark)).toHaveLength(3);
  await runCronAfter(91 * 24 * HOUR_MS);
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
  await runCronAfter(MINUTE_MS);
  await expect.poll(() => countWaiting(daymark)).toBe(0);
  expect((await readDeliveries(daymark)).map(({ state }) => state)).toEqual([
    ...["failed", "failed", "failed"],
    ...["sent", "sent", "sent"],
  ]);
});
