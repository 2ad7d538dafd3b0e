import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { makeIncident } from "../../support/factories/factories.ts";
import { addressesOf, addSubscribers, manySubscribers } from "../../support/factories/insert-subscribers.ts";
import { type RecordedMail, startRecordedMail } from "../../support/readers/mail.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

const READERS = 300;
const MAX_CONCURRENT_MAILS = 6;
/** The lease of a run is 30 seconds. */
const AFTER_LEASE_MS = 31 * SECOND_MS;

let mail: RecordedMail;
let stateDir: string;
beforeAll(async () => {
  mail = await startRecordedMail({ rate: 10_000, checksTime: false });
});
beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), "daymark-"));
  mail.restoreResponses();
});
afterEach(() => rm(stateDir, { recursive: true }));
afterAll(() => mail?.stop());

/** Starts a Worker on the stored state of the previous one. */
async function start(clockAheadMs = 0): Promise<Daymark> {
  const daymark = await startDaymark({ vars: mail.vars, stateDir });
  await daymark.fetch("/api/health", { headers: { "x-test-ahead": String(clockAheadMs) } });
  return daymark;
}

async function startWithSubscribers(count: number): Promise<Daymark> {
  const daymark = await start();
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.org" };
  await answer(daymark.administrator.settings.$patch({ json: { emailNotification } }));
  await addSubscribers(daymark, manySubscribers(count));
  await mail.empty();
  return daymark;
}

async function expectAllSent(daymark: Daymark) {
  const readUnsent = async () => {
    const { messages } = await answer(daymark.administrator.mail.messages.$get());
    return messages.map(({ waiting, failed, withdrawn }) => [waiting, failed, withdrawn]);
  };
  await expect.poll(readUnsent).toEqual([[0, 0, 0]]);
}

/** Kills the Worker during a call of the mail service: before or after the service accepts the mail. */
function crashAt(daymark: Daymark, isCrashPoint: (calls: number) => boolean, step: "before" | "after") {
  return new Promise<void>((resolve, reject) => {
    let hasCrashed = false;
    mail.overrideResponses(async (_, forward) => {
      if (hasCrashed) return "hang up";
      if (!isCrashPoint(mail.calls.length)) return forward();
      hasCrashed = true;
      if (step === "after") await forward();
      daymark.stop().then(resolve, reject);
      return "hang up";
    });
  });
}

test("after crashes at any point 300 subscribers get the email, and only emails in flight are repeated", async () => {
  let daymark = await startWithSubscribers(READERS);
  let clockAheadMs = 0;
  // The crashes happen at the check of the account, the first mails, within a run, at the end of a run, and much later.
  const crashes = [
    { calls: 1, step: "before" },
    { calls: 3, step: "before" },
    { calls: 60, step: "after" },
    { calls: 101, step: "after" },
    { calls: 220, step: "after" },
  ] as const;
  for (const { calls, step } of crashes) {
    const crash = crashAt(daymark, (count) => count >= calls, step);
    if (clockAheadMs === 0) await makeIncident(daymark);
    else await daymark.runCron(new Date(Date.now() + clockAheadMs).toISOString());
    await crash;
    // The mails that the crashed run claimed are due again by then.
    clockAheadMs += AFTER_LEASE_MS;
    daymark = await start(clockAheadMs);
  }

  mail.restoreResponses();
  await daymark.runCron(new Date(Date.now() + clockAheadMs).toISOString());
  await expectAllSent(daymark);
  const recipients = await mail.recipients();
  expect(new Set(recipients)).toEqual(new Set(addressesOf(manySubscribers(READERS))));
  const repeats = recipients.length - READERS;
  expect(repeats).toBeGreaterThan(0);
  expect(repeats).toBeLessThanOrEqual(crashes.length * MAX_CONCURRENT_MAILS);
  await daymark.stop();
}, 300_000);

test("if emails are sent one at a time, a crash repeats only the one in flight", async () => {
  let daymark = await startWithSubscribers(30);
  const slowAccountResponse = { status: 200, body: JSON.stringify({ SendQuota: { MaxSendRate: 10 } }) };
  const countSent = () => mail.calls.filter(({ path }) => path.endsWith("outbound-emails")).length;
  const crash = Promise.withResolvers<void>();
  mail.overrideResponses(async ({ path }, forward) => {
    if (path.endsWith("account")) return slowAccountResponse;
    const answer = await forward();
    if (countSent() !== 7) return answer;
    daymark.stop().then(crash.resolve, crash.reject);
    return "hang up";
  });
  await makeIncident(daymark);
  await crash.promise;
  daymark = await start(AFTER_LEASE_MS);
  await daymark.runCron(new Date(Date.now() + AFTER_LEASE_MS).toISOString());
  await expectAllSent(daymark);
  const recipients = await mail.recipients();
  const addresses = addressesOf(manySubscribers(30));
  expect([...recipients].sort()).toEqual([...addresses, recipients[6]].sort());
  await daymark.stop();
});
