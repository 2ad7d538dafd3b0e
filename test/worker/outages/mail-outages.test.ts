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
    await addSubscribers(daymark, manySubscribers(12));
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
    expect(await countWaiting(daymark)).toBe(9);
    await expect.poll(hasPaused).toBe(true);
    mail.restoreResponses();
    await runCronAfter(MINUTE_MS);
    await expect.poll(() => countWaiting(daymark)).toBe(0);
    expect((await mail.recipients()).sort()).toEqual(addressesOf(manySubscribers(12)).sort());
  },
);

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
  await addSubscribers(daymark, manySubscribers(12));
  mail.overrideResponses(() => "hang up");
  await makeIncident(daymark);
  const readPause = () => daymark.db.prepare("SELECT 1 FROM lanes WHERE paused_until <> ''").first();
  await expect.poll(readPause).not.toBeNull();
  // Stops the clock, because on a slow machine the pause would end during the test.
  await daymark.fetch("/api/health", { headers: { "x-test-now": new Date(daymark.now()).toISOString() } });
  const callsBefore = mail.calls.length;
  for (let n = 0; n < 10; n++) await daymark.deliver("daymark-mail", [{ failures: 0 }]);
  expect(mail.calls.length).toBe(callsBefore);
  expect(await countWaiting(daymark)).toBe(12);
});

test("a service that is down for an hour gets a few calls a minute, and then everyone gets the email once", async () => {
  await addSubscribers(daymark, manySubscribers(12));
  mail.overrideResponses(() => failWithClockStopped("hang up"));
  await makeIncident(daymark);
  for (let minute = 1; minute <= 60; minute += 20) {
    await expect.poll(hasPaused).toBe(true);
    await runCronAfter(minute * MINUTE_MS);
  }
  await expect.poll(hasPaused).toBe(true);
  expect(await countWaiting(daymark)).toBe(12);
  expect(countSendCalls(mail)).toBeLessThan(20);
  mail.restoreResponses();
  await runCronAfter(HOUR_MS + 15 * MINUTE_MS);
  await expect.poll(() => countWaiting(daymark)).toBe(0);
  expect((await mail.recipients()).sort()).toEqual(addressesOf(manySubscribers(12)).sort());
});
