import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../../worker/time/domain.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeIncident } from "../support/factories.ts";
import { mailFailure, startWatchedMail, type WatchedMail } from "../support/mail.ts";
import { miscounted } from "../support/miscounted.ts";
import { addSubscribers, manySubscribers } from "../support/subscribers.ts";

let mail: WatchedMail;
let daymark: Daymark;
beforeAll(async () => {
  // At this rate mails go out one after the other.
  mail = await startWatchedMail({ rate: 10, checksTime: false });
});
beforeEach(async () => {
  mail.heal();
  daymark = await startDaymark({ build: "faulty-worker", vars: mail.vars });
  await enable();
});
afterEach(async () => {
  expect(await miscounted(daymark)).toEqual([]);
  await daymark.stop();
});
afterAll(() => mail?.stop());

/** And forgets the mail that this sends. */
async function enable() {
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.org" };
  await answer(daymark.administrator.settings.$patch({ json: { emailNotification } }));
  await mail.empty();
}

let ahead = 0;
/** The time to which the clock was last moved. */
let movedTo = 0;
beforeEach(() => {
  ahead = 0;
  movedTo = 0;
});

/** Moves the clock on, and lets the minute's run look. */
async function later(time: number) {
  ahead = time;
  movedTo = Date.now() + time;
  await daymark.fetch("/api/health", { headers: { "x-test-ahead": String(ahead) } });
  await daymark.tick(new Date(Date.now() + ahead).toISOString());
}

interface Row {
  state: string;
  error: string;
  attempts: number;
  address: string;
}

async function deliveries() {
  const rows = await daymark.db
    .prepare(
      "SELECT d.state, d.error, d.attempts, email_address AS address FROM mail_deliveries AS d LEFT JOIN subscribers USING (subscriber_id) ORDER BY delivery_id",
    )
    .all<Row>();
  return rows.results;
}

async function waiting() {
  return daymark.db.prepare("SELECT sum(waiting) AS n FROM mail_counts").first<number>("n");
}

/**
 * For `spoil`: what stands in the way of a mail. The Worker's clock stops there until `later` moves it on, so that the pause
 * after a failure does not end by itself, however slow the machine is.
 */
async function failing<Failure>(failure: Failure): Promise<Failure> {
  const headers = { "x-test-now": new Date(Date.now() + ahead).toISOString() };
  await daymark.fetch("/api/health", { headers });
  return failure;
}

/** A run has failed after the clock was last moved, and all of it is recorded. */
async function hasPaused() {
  const until = await daymark.db.prepare("SELECT until FROM mail_pause").first<string>("until");
  return Date.parse(until ?? "") > movedTo;
}

const sent = () => mail.calls.filter(({ path }) => path.endsWith("outbound-emails")).length;
const addresses = (count: number) => manySubscribers(count).map(({ emailAddress }) => emailAddress);

test("a refused recipient is recorded with the service's message, and all others get the mail", async () => {
  await addSubscribers(daymark, manySubscribers(5));
  mail.spoil(({ input }, usual) =>
    input.Destination?.ToAddresses[0] === "reader-3@example.org"
      ? mailFailure(400, "MessageRejected", "Address is on the suppression list.")
      : usual(),
  );
  await makeIncident(daymark);
  await expect.poll(waiting).toBe(0);
  expect((await deliveries())[2]).toEqual({
    state: "failed",
    error: "Address is on the suppression list.",
    attempts: 1,
    address: "reader-3@example.org",
  });
  expect(await mail.recipients()).toEqual(addresses(5).toSpliced(2, 1));
  await later(HOUR_MS);
  expect(sent()).toBe(5);
});

for (const { trouble, answerOf } of [
  {
    trouble: "throttles",
    answerOf: () => mailFailure(429, "TooManyRequestsException", "Maximum sending rate exceeded."),
  },
  { trouble: "fails", answerOf: () => mailFailure(500, "InternalServiceErrorException", "Try again.") },
  {
    trouble: "pauses the account",
    answerOf: () => mailFailure(400, "SendingPausedException", "Sending is paused."),
  },
  { trouble: "hangs up", answerOf: () => "hang up" as const },
]) {
  test(`a service that ${trouble} is left in peace for a while, and then everyone hears once`, async () => {
    await addSubscribers(daymark, manySubscribers(30));
    mail.spoil(({ path }, usual) =>
      path.endsWith("account") || sent() <= 3 ? usual() : failing(answerOf()),
    );
    await makeIncident(daymark);
    await expect.poll(async () => (await deliveries()).filter(({ attempts }) => attempts > 0).length).toBe(1);
    expect(sent()).toBe(4);
    expect(await waiting()).toBe(27);
    await expect.poll(hasPaused).toBe(true);
    mail.heal();
    await later(MINUTE_MS);
    await expect.poll(waiting).toBe(0);
    expect((await mail.recipients()).sort()).toEqual(addresses(30).sort());
  });
}

test("a single mail that failed is sent within seconds, without the cron", async () => {
  await addSubscribers(daymark, manySubscribers(1));
  mail.spoil(({ path }, usual) => (path.endsWith("account") || sent() > 1 ? usual() : "hang up"));
  await makeIncident(daymark);
  await expect.poll(mail.recipients).toEqual(addresses(1));
});

const unverified = (identities: string) =>
  mailFailure(
    400,
    "MessageRejected",
    `Email address is not verified. The following identities failed the check in region US-WEST-2: ${identities}`,
  );

for (const identities of [
  "status@example.org",
  "Acme <Status@example.org>",
  "example.org",
  "reader-1@example.org, status@example.org",
]) {
  test(`as long as the sender is refused (${identities}) every mail waits, and then everyone hears once`, async () => {
    await addSubscribers(daymark, manySubscribers(5));
    mail.spoil(({ path }, usual) => (path.endsWith("account") ? usual() : failing(unverified(identities))));
    await makeIncident(daymark);
    await expect.poll(hasPaused).toBe(true);
    expect(await waiting()).toBe(5);
    mail.heal();
    await later(MINUTE_MS);
    await expect.poll(waiting).toBe(0);
    expect((await mail.recipients()).sort()).toEqual(addresses(5));
  });
}

test("a recipient that the sandbox refuses counts as failed, and the stored error has no address", async () => {
  await addSubscribers(daymark, manySubscribers(3));
  mail.spoil(({ path, input }, usual) =>
    path.endsWith("account") || input.Destination?.ToAddresses[0] !== "reader-2@example.org"
      ? usual()
      : unverified("Reader-2@example.org"),
  );
  await makeIncident(daymark);
  await expect.poll(waiting).toBe(0);
  expect((await deliveries()).map(({ state }) => state)).toEqual(["sent", "failed", "sent"]);
  expect((await deliveries())[1]?.error).toBe(
    "Email address is not verified. The following identities failed the check in region US-WEST-2: …",
  );
});

const breakRecords = (times: number) =>
  daymark.fetch("/api/health", { headers: { "x-test-break-records": String(times) } });

test("if D1 fails once to record a mail, everyone gets it once, without a pause", async () => {
  await addSubscribers(daymark, manySubscribers(12));
  await breakRecords(1);
  await makeIncident(daymark);
  await expect.poll(waiting).toBe(0);
  expect(await mail.recipients()).toEqual(addresses(12));
});

test("if D1 fails for longer, only the mail that could not be recorded waits", async () => {
  await addSubscribers(daymark, manySubscribers(5));
  await breakRecords(8);
  await makeIncident(daymark);
  await expect.poll(waiting).toBe(1);
  expect((await mail.recipients()).sort()).toEqual(addresses(5));
  await later(3 * MINUTE_MS);
  await expect.poll(waiting).toBe(0);
  expect((await mail.recipients()).sort()).toEqual(["reader-1@example.org", ...addresses(5)]);
});

test("during the pause after a failure, no other message makes a run retry", async () => {
  await addSubscribers(daymark, manySubscribers(30));
  mail.spoil(() => "hang up");
  await makeIncident(daymark);
  const paused = () => daymark.db.prepare("SELECT 1 FROM mail_pause").first();
  await expect.poll(paused).not.toBeNull();
  // The clock stands, so that however slow this is the pause does not end.
  await daymark.fetch("/api/health", { headers: { "x-test-now": new Date().toISOString() } });
  const asked = mail.calls.length;
  for (let n = 0; n < 10; n++) await daymark.deliver("daymark-mail", [{ failures: 0 }]);
  expect(mail.calls.length).toBe(asked);
  expect(await waiting()).toBe(30);
});

test("a service that is down for an hour gets a few calls a minute, and then everyone gets the mail once", async () => {
  await addSubscribers(daymark, manySubscribers(30));
  mail.spoil(() => failing("hang up"));
  await makeIncident(daymark);
  for (let minute = 1; minute <= 60; minute += 20) {
    await expect.poll(hasPaused).toBe(true);
    await later(minute * MINUTE_MS);
  }
  await expect.poll(hasPaused).toBe(true);
  expect(await waiting()).toBe(30);
  expect(sent()).toBeLessThan(20);
  mail.heal();
  await later(HOUR_MS + 15 * MINUTE_MS);
  await expect.poll(waiting).toBe(0);
  expect((await mail.recipients()).sort()).toEqual(addresses(30).sort());
});

test("a mail that can't be delivered in a day is given up, with the service's last message", async () => {
  await addSubscribers(daymark, manySubscribers(2));
  mail.spoil(() => mailFailure(403, "AccessDeniedException", "Not authorized to perform ses:SendEmail."));
  await makeIncident(daymark);
  await expect.poll(async () => (await deliveries()).some(({ attempts }) => attempts > 0)).toBe(true);
  await later(23 * HOUR_MS);
  expect(await waiting()).toBe(2);
  await later(25 * HOUR_MS);
  const words = (await deliveries()).map(({ state, error }) => [state, error]);
  expect(words[0]).toEqual(["failed", "Gave up after a day. Not authorized to perform ses:SendEmail."]);
  expect(words.map(([state]) => state)).toEqual(["failed", "failed"]);
  mail.heal();
  await later(26 * HOUR_MS);
  expect(await mail.recipients()).toEqual([]);
});

test("recipients that no run claimed in a day are given up, too", async () => {
  await addSubscribers(daymark, manySubscribers(30));
  mail.spoil(() => mailFailure(403, "AccessDeniedException", "Not authorized to perform ses:SendEmail."));
  await makeIncident(daymark);
  await expect.poll(async () => (await deliveries()).some(({ attempts }) => attempts > 0)).toBe(true);
  await later(25 * HOUR_MS);
  mail.heal();
  await later(26 * HOUR_MS);
  expect(await mail.recipients()).toEqual([]);
  // The administrator's session does not last for so long.
  await later(0);
  const { messages } = await answer(daymark.administrator.mail.messages.$get());
  expect(messages).toMatchObject([{ waiting: 0, failed: 30, sent: 0, withdrawn: 0 }]);
  expect(messages[0]?.problems[0]?.words).toBe("Gave up after a day.");
});

test("deleting an incident withdraws its waiting mails", async () => {
  await addSubscribers(daymark, manySubscribers(30));
  let incidentID = "";
  mail.spoil(async (_, usual) => {
    if (sent() === 5) await daymark.administrator.incidents[":incidentID"].$delete({ param: { incidentID } });
    return usual();
  });
  ({ incidentID } = await makeIncident(daymark));
  await expect.poll(waiting).toBe(0);
  expect(await mail.recipients()).toEqual(addresses(5));
  expect((await deliveries()).at(-1)).toMatchObject({
    state: "withdrawn",
    error: "The incident was deleted.",
  });
});

test("a subscriber who leaves while mails are sent gets no more", async () => {
  await addSubscribers(daymark, manySubscribers(25));
  mail.spoil(async (_, usual) => {
    if (sent() === 5)
      await daymark.db
        .prepare(
          "UPDATE subscribers SET state = 'ended' WHERE email_address IN ('reader-6@example.org', 'reader-22@example.org')",
        )
        .run();
    return usual();
  });
  await makeIncident(daymark);
  await expect.poll(waiting).toBe(0);
  expect(await mail.recipients()).toEqual(addresses(25).filter((address) => !/-(6|22)@/.test(address)));
});

test("turning mail off withdraws all waiting mails", async () => {
  await addSubscribers(daymark, manySubscribers(30));
  mail.spoil(async (_, usual) => {
    if (sent() === 5)
      await daymark.administrator.settings.$patch({ json: { emailNotification: { enable: false } } });
    return usual();
  });
  await makeIncident(daymark);
  await expect.poll(waiting).toBe(0);
  expect(await mail.recipients()).toEqual(addresses(5));
  await enable();
  await later(MINUTE_MS);
  expect(sent()).toBe(0);
});

test("deliveries are deleted after 90 days", async () => {
  await addSubscribers(daymark, manySubscribers(3));
  await makeIncident(daymark);
  await expect.poll(waiting).toBe(0);
  await later(89 * 24 * HOUR_MS);
  expect(await deliveries()).toHaveLength(3);
  await later(91 * 24 * HOUR_MS);
  expect(await deliveries()).toEqual([]);
});

test("a mail that can't be rendered doesn't delay others", async () => {
  await addSubscribers(daymark, manySubscribers(3));
  mail.spoil(() => "hang up");
  await makeIncident(daymark, { name: "Broken" });
  await makeIncident(daymark, { name: "Whole" });
  await expect.poll(async () => (await deliveries()).some(({ attempts }) => attempts > 0)).toBe(true);
  await daymark.db
    .prepare("UPDATE mail_messages SET content = '{}' WHERE content ->> 'name' = 'Broken'")
    .run();
  mail.heal();
  await later(MINUTE_MS);
  await expect.poll(waiting).toBe(0);
  expect((await deliveries()).map(({ state }) => state)).toEqual([
    ...["failed", "failed", "failed"],
    ...["sent", "sent", "sent"],
  ]);
});
