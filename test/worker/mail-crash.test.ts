import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { MINUTE_MS } from "../../worker/time/domain.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeIncident } from "../support/factories.ts";
import { startWatchedMail, type WatchedMail } from "../support/mail.ts";
import { miscounted } from "../support/miscounted.ts";
import { addSubscribers, manySubscribers } from "../support/subscribers.ts";

const READERS = 1000;
/** What a run sends at the same moment, at most. */
const AT_ONCE = 6;

let mail: WatchedMail;
let stateDir: string;
beforeAll(async () => {
  mail = await startWatchedMail({ rate: 10_000, checksTime: false });
});
beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), "daymark-"));
  mail.heal();
});
afterEach(() => rm(stateDir, { recursive: true }));
afterAll(() => mail?.stop());

/** The Worker on what the one before it has left, with its clock so far ahead. */
async function start(ahead = 0): Promise<Daymark> {
  const daymark = await startDaymark({ build: "faulty-worker", vars: mail.vars, stateDir });
  await daymark.fetch("/api/health", { headers: { "x-test-ahead": String(ahead) } });
  return daymark;
}

/** A page with so many subscribers, before anything is told. */
async function startWith(readers: number): Promise<Daymark> {
  const daymark = await start();
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.org" };
  await answer(daymark.administrator.settings.$patch({ json: { emailNotification } }));
  await addSubscribers(daymark, manySubscribers(readers));
  await mail.empty();
  return daymark;
}

async function allTold(daymark: Daymark) {
  const left = async () => {
    const { messages } = await answer(daymark.administrator.mail.messages.$get());
    return messages.map(({ waiting, failed, withdrawn }) => [waiting, failed, withdrawn]);
  };
  await expect.poll(left).toEqual([[0, 0, 0]]);
  expect(await miscounted(daymark)).toEqual([]);
}

/** Kills the Worker at the next call that `when` holds for: before the mail is there, or when it is. */
function crashAt(daymark: Daymark, when: (calls: number) => boolean, step: "before" | "after") {
  return new Promise<void>((resolve, reject) => {
    let crashed = false;
    mail.spoil(async (_, usual) => {
      if (crashed) return "hang up";
      if (!when(mail.calls.length)) return usual();
      crashed = true;
      if (step === "after") await usual();
      daymark.stop().then(resolve, reject);
      return "hang up";
    });
  });
}

test("after a crash at any point, 1,000 subscribers get the mail, and only mails in flight are repeated", async () => {
  let daymark = await startWith(READERS);
  let ahead = 0;
  // At the look at the account, at the first mails, within a run, at another's end, and far into it all.
  const crashes = [
    { calls: 1, step: "before" },
    { calls: 3, step: "before" },
    { calls: 60, step: "after" },
    { calls: 101, step: "after" },
    { calls: 500, step: "after" },
  ] as const;
  for (const { calls, step } of crashes) {
    const crash = crashAt(daymark, (made) => made >= calls, step);
    if (ahead === 0) await makeIncident(daymark);
    else await daymark.tick(new Date(Date.now() + ahead).toISOString());
    await crash;
    // What the run had taken is due again by then.
    ahead += 3 * MINUTE_MS;
    daymark = await start(ahead);
  }

  mail.heal();
  await daymark.tick(new Date(Date.now() + ahead).toISOString());
  await allTold(daymark);
  const told = await mail.recipients();
  expect(new Set(told)).toEqual(new Set(manySubscribers(READERS).map(({ emailAddress }) => emailAddress)));
  const twice = told.length - READERS;
  expect(twice).toBeGreaterThan(0);
  expect(twice).toBeLessThanOrEqual(crashes.length * AT_ONCE);
  await daymark.stop();
}, 300_000);

test("if mails are sent one at a time, a crash repeats only the one in flight", async () => {
  let daymark = await startWith(30);
  const slowAccount = { status: 200, body: JSON.stringify({ SendQuota: { MaxSendRate: 10 } }) };
  const sent = () => mail.calls.filter(({ path }) => path.endsWith("outbound-emails")).length;
  const crash = Promise.withResolvers<void>();
  mail.spoil(async ({ path }, usual) => {
    if (path.endsWith("account")) return slowAccount;
    const answered = await usual();
    if (sent() !== 7) return answered;
    daymark.stop().then(crash.resolve, crash.reject);
    return "hang up";
  });
  await makeIncident(daymark);
  await crash.promise;
  daymark = await start(3 * MINUTE_MS);
  await daymark.tick(new Date(Date.now() + 3 * MINUTE_MS).toISOString());
  await allTold(daymark);
  const told = (await mail.recipients()).sort();
  const once = manySubscribers(30).map(({ emailAddress }) => emailAddress);
  expect(told).toEqual([...once, "reader-7@example.org"].sort());
  await daymark.stop();
});
