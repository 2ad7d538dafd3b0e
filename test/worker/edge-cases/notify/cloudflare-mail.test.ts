import { readFile } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS } from "../../../../worker/shared/time/domain.ts";
import { makeApiKey, makeIncident, makeMaintenance } from "../../../support/factories/factories.ts";
import {
  addressesOf,
  addSubscribers,
  addWaitingSubscribers,
  manySubscribers,
} from "../../../support/factories/insert-subscribers.ts";
import { subscribers } from "../../../support/factories/make-subscribers.ts";
import { linkOf, unsubscribeLinkOf } from "../../../support/factories/subscription-links.ts";
import { type RecordedMail, startRecordedMail } from "../../../support/readers/mail.ts";
import { countWaiting, readDeliveries, runCronAhead } from "../../../support/readers/mail-deliveries.ts";
import { answer, type Daymark, startDaymark } from "../../../support/starters/daymark.ts";
import type { SentEmail } from "../../../support/starters/email-service.ts";

let ses: RecordedMail;
let daymark: Daymark;
let withoutBinding: Daymark;
beforeAll(async () => {
  ses = await startRecordedMail();
  const vars = { ...ses.vars, STATUS_PAGE_URL: "https://status.example.org" };
  daymark = await startDaymark({ emailBinding: "recorded", vars });
  withoutBinding = await startDaymark({ emailBinding: "none" });
});
beforeEach(async () => {
  await daymark.setClockAhead(0);
  await daymark.emailService.failFor({});
  await daymark.emailService.empty();
  await ses.empty();
  await withoutBinding.db.exec("DELETE FROM settings");
  await daymark.db.exec("DELETE FROM settings");
  await daymark.db.exec(
    "INSERT INTO settings (id, service_name, email_enabled, mail_provider, source_email_address) VALUES (1, 'Acme', 1, 'cloudflare', 'status@example.org')",
  );
});
afterEach(async () => {
  // Amazon SES isn't even asked for its rate.
  expect(ses.calls).toEqual([]);
  for (const table of ["lanes", "messages", "notices", "subscribers"])
    await daymark.db.exec(`DELETE FROM ${table}`);
});
afterAll(async () => {
  await daymark?.stop();
  await withoutBinding?.stop();
  await ses?.stop();
});
const { requestSubscription, findSubscribers, makeUnconfirmed, makeConfirmed, findByID } = subscribers(
  () => daymark,
);

function turnOn({ administrator }: Daymark) {
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.org" };
  const json = { serviceName: "Acme", mailProvider: "cloudflare" as const, emailNotification };
  return answer(administrator.settings.$patch({ json }));
}

const readSettings = () => answer(daymark.administrator.settings.$get());
const updateIncident = (incidentID: string, message: string) =>
  answer(daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json: { message } }));
const waitUntilNoneWaits = () => expect.poll(() => countWaiting(daymark), { timeout: 20_000 }).toBe(0);
const readStates = async () => (await readDeliveries(daymark)).map(({ state }) => state);
const linkIn = (email: SentEmail | undefined) => email?.headers["List-Unsubscribe"]?.slice(1, -1);

test("Amazon SES is the service until another one is chosen", async () => {
  expect(await answer(withoutBinding.administrator.settings.$get())).toMatchObject({ mailProvider: "ses" });
});

test("turning email on with Cloudflare sends the test email to the sender through the binding", async () => {
  await turnOff();
  await turnOn(daymark);
  const [email, ...others] = await daymark.emailService.mails();
  expect(others).toEqual([]);
  expect(email).toMatchObject({
    from: { name: "Acme", email: "status@example.org" },
    to: "status@example.org",
    subject: "[Acme] Test email",
    headers: { "Auto-Submitted": "auto-generated" },
  });
  expect(email?.html).toContain("This is a test email from the status page of Acme.");
  expect(email?.text).toContain("This is a test email from the status page of Acme.");
});

function turnOff() {
  return answer(daymark.administrator.settings.$patch({ json: { emailNotification: { enable: false } } }));
}

test("a new region sends no test email while Cloudflare sends, and another service does", async () => {
  const change = (json: object) => answer(daymark.administrator.settings.$patch({ json }));
  await change({ emailNotification: { sourceRegion: "eu-west-1" } });
  expect(await daymark.emailService.calls()).toEqual([]);
  await change({ mailProvider: "ses" });
  expect(ses.calls.map(({ region, path }) => [region, path])).toEqual([
    ["eu-west-1", "/v2/email/outbound-emails"],
  ]);
  await ses.empty();
  expect((await change({ mailProvider: "cloudflare" })).mailProvider).toBe("cloudflare");
  expect(await daymark.emailService.mails()).toHaveLength(1);
});

test("without the binding Cloudflare can't be chosen, and nothing is stored", async () => {
  const before = await answer(withoutBinding.administrator.settings.$get());
  const json = { serviceName: "Acme", mailProvider: "cloudflare" as const };
  const response = await withoutBinding.administrator.settings.$patch({ json });
  const message =
    "This installation has no binding for Cloudflare's Email Service. docs/email.md says how to add it.";
  expect([response.status, await response.json()]).toEqual([
    400,
    { errorMessage: message, errors: [{ path: "mailProvider", message }] },
  ]);
  expect(await answer(withoutBinding.administrator.settings.$get())).toEqual(before);
});

test("if the binding is gone later, emails wait and say why", async () => {
  await withoutBinding.db.exec(
    "INSERT INTO settings (id, email_enabled, mail_provider, source_email_address) VALUES (1, 1, 'cloudflare', 'status@example.org')",
  );
  await addSubscribers(withoutBinding, manySubscribers(1));
  await makeIncident(withoutBinding);
  await expect
    .poll(async () => (await readDeliveries(withoutBinding))[0])
    .toMatchObject({ state: "waiting", error: expect.stringContaining("no binding for Cloudflare") });
});

test("a subscriber confirms, gets updates in one thread, and leaves with one click", async () => {
  const reader = await makeUnconfirmed();
  const [confirmation] = await daymark.emailService.waitForMails(1);
  expect(confirmation).toMatchObject({ to: reader.email_address, from: { name: "Acme" } });
  expect(confirmation?.text).toContain(`<https://status.example.org${linkOf(reader)}/confirm>`);
  expect(confirmation?.html).toContain(`https://status.example.org${linkOf(reader)}/confirm`);
  await daymark.fetch(`${linkOf(reader)}/confirm`, { method: "POST" });

  const { incidentID } = await makeIncident(daymark, { name: "API is down", message: "A **disk** is full." });
  const [, first] = await daymark.emailService.waitForMails(2);
  await updateIncident(incidentID, "It is replaced.");
  const [, , second] = await daymark.emailService.waitForMails(3);
  const root = `<incident.${incidentID}@status.example.org>`;
  expect(first).toMatchObject({
    from: { name: "Acme", email: "status@example.org" },
    to: reader.email_address,
    subject: "[Acme] Investigating: API is down",
    headers: {
      "List-Unsubscribe": `<https://status.example.org${unsubscribeLinkOf(reader)}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "Auto-Submitted": "auto-generated",
      References: root,
      "In-Reply-To": root,
    },
  });
  expect(first?.html).toContain("<strong>disk</strong>");
  expect(first?.text).toContain("disk is full");
  expect(first?.messageId).toMatch(/^<.+@example\.org>$/);
  expect(second?.headers).toMatchObject({
    References: `${root} ${first?.messageId}`,
    "In-Reply-To": first?.messageId,
  });

  const response = await daymark.fetch(new URL(linkIn(second) ?? "").pathname, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });
  expect(response.status).toBe(200);
  expect(await findByID(reader)).toMatchObject({ state: "ended", email_address: "" });
});

test("a thread that Amazon SES began goes on", async () => {
  await makeConfirmed();
  await daymark.emailService.waitForMails(1);
  await answer(daymark.administrator.settings.$patch({ json: { mailProvider: "ses" } }));
  const { incidentID } = await makeIncident(daymark);
  const first = (await ses.waitForMails(2))[1];
  await answer(daymark.administrator.settings.$patch({ json: { mailProvider: "cloudflare" } }));
  await ses.empty();
  await daymark.emailService.empty();
  await updateIncident(incidentID, "It is replaced.");
  const [second] = await daymark.emailService.waitForMails(1);
  expect(second?.headers["In-Reply-To"]).toBe(`<${first?.serviceID}@us-west-2.amazonses.com>`);
});

test("a reminder and a test email to an address go through the binding", async () => {
  await makeConfirmed({ reminders: ["day"] });
  await daymark.emailService.waitForMails(1);
  const start = Date.parse("2030-03-15T20:00:00.000Z");
  await makeMaintenance(daymark, {
    name: "New database",
    startAt: isoTime(start),
    endAt: isoTime(start + HOUR_MS),
    notifySubscribers: false,
  });
  await daymark.runCron(isoTime(start - DAY_MS + MINUTE_MS));
  const [, reminder] = await daymark.emailService.waitForMails(2);
  expect(reminder?.subject).toContain("New database");
  expect(linkIn(reminder)).toContain("/unsubscribe");
  await answer(daymark.administrator.mail.test.$post({ json: { emailAddress: "me@example.org" } }));
  expect((await daymark.emailService.mails()).at(-1)).toMatchObject({ to: "me@example.org" });
});

test.each([
  { name: 'Acme "Cloud" <x@y.example>, & \\ =?UTF-8?Q?x?=' },
  { name: "Ж".repeat(200) },
  { name: "Acme 🔥" },
])("the service's name $name is given to the binding as it is", async ({ name }) => {
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: name } }));
  await answer(daymark.administrator.mail.test.$post({ json: { emailAddress: "me@example.org" } }));
  expect((await daymark.emailService.mails())[0]).toMatchObject({
    from: { name, email: "status@example.org" },
    subject: `[${name}] Test email`,
  });
});

test("without a service's name, the sender is the address alone", async () => {
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: "" } }));
  await answer(daymark.administrator.mail.test.$post({ json: { emailAddress: "me@example.org" } }));
  expect((await daymark.emailService.mails())[0]?.from).toBe("status@example.org");
});

const suppressed = {
  code: "E_RECIPIENT_SUPPRESSED",
  message: "Recipient reader-1@example.org is suppressed.",
};

/** Makes an incident some hours from now, when no token is valid, and waits until its email is sent or refused. */
async function makeIncidentAhead(hours: number) {
  await daymark.setClockAhead(0);
  const key = await makeApiKey(daymark, { scopes: ["notices"] });
  await daymark.setClockAhead(hours * HOUR_MS);
  const body = JSON.stringify({ name: "API is down", status: "Investigating" });
  await daymark.fetch("/api/v0/incidents", { method: "POST", body, headers: { "x-api-key": key } });
  await waitUntilNoneWaits();
}

const readReader = () => findByID({ subscriber_id: "to-reader-1@example.org" });

test("a suppressed reader stays subscribed until no full mailbox explains it", async () => {
  await addSubscribers(daymark, manySubscribers(1));
  await daymark.emailService.failFor({ "*": suppressed });
  await makeIncidentAhead(0);
  await makeIncidentAhead(47);
  expect(await readStates()).toEqual(["failed", "failed"]);
  expect(await readReader()).toMatchObject({ state: "confirmed", email_address: "reader-1@example.org" });
  await makeIncidentAhead(49);
  expect(await readReader()).toMatchObject({ state: "ended", ended_reason: "bounce", email_address: "" });
});

test("a reader whose mailbox was full twice, and took email in between, stays subscribed", async () => {
  await addSubscribers(daymark, manySubscribers(1));
  await daymark.emailService.failFor({ "*": suppressed });
  await makeIncidentAhead(0);
  await daymark.emailService.failFor({});
  await makeIncidentAhead(30);
  await daymark.emailService.failFor({ "*": suppressed });
  await makeIncidentAhead(60);
  expect(await readStates()).toEqual(["failed", "sent", "failed"]);
  expect(await readReader()).toMatchObject({ state: "confirmed" });
});

test("an invalid recipient's subscription ends as after a bounce", async () => {
  const code = "E_VALIDATION_ERROR";
  const message = "Invalid recipient: reader-2@example.org";
  await addSubscribers(daymark, manySubscribers(3));
  await daymark.emailService.failFor({ "reader-2@example.org": { code, message } });
  const { incidentID } = await makeIncident(daymark);
  await waitUntilNoneWaits();
  expect(await readStates()).toEqual(["sent", "failed", "sent"]);
  expect((await readDeliveries(daymark))[1]).toEqual({
    state: "failed",
    error: message.replace("reader-2@example.org", "…"),
    attempts: 1,
    address: "",
  });
  const ended = await findByID({ subscriber_id: "to-reader-2@example.org" });
  expect(ended).toMatchObject({ state: "ended", ended_reason: "bounce", email_address: "" });
  await updateIncident(incidentID, "It is replaced.");
  await daymark.emailService.waitForMails(4);
  expect((await daymark.emailService.calls()).filter(({ to }) => to.startsWith("reader-2"))).toHaveLength(1);
});

test("a confirmation to a suppressed address isn't retried, and the subscription ends", async () => {
  await daymark.emailService.failFor({ "*": { code: "E_RECIPIENT_SUPPRESSED", message: "Suppressed." } });
  await requestSubscription({ emailAddress: "reader@example.org" });
  await expect.poll(readStates).toEqual(["failed"]);
  expect(await findSubscribers("")).toMatchObject([{ state: "ended", ended_reason: "bounce" }]);
});

test.each([
  { code: "E_CONTENT_TOO_LARGE", message: "Email content exceeds size limit." },
  { code: "E_HEADER_VALUE_INVALID", message: "Header 'References' is invalid." },
  { code: "E_VALIDATION_ERROR", message: "The subject is invalid." },
])(
  "with $code the email fails, others are sent, and nobody's subscription ends",
  async ({ code, message }) => {
    await addSubscribers(daymark, manySubscribers(3));
    await daymark.emailService.failFor({ "reader-2@example.org": { code, message } });
    await makeIncident(daymark);
    await waitUntilNoneWaits();
    expect(await readStates()).toEqual(["sent", "failed", "sent"]);
    expect((await readDeliveries(daymark))[1]).toMatchObject({ error: message, attempts: 1 });
    const reader = await findByID({ subscriber_id: "to-reader-2@example.org" });
    expect(reader).toMatchObject({ state: "confirmed", email_address: "reader-2@example.org" });
  },
);

test("a refusal that names another address, which ends with the recipient's, ends no subscription", async () => {
  await addSubscribers(daymark, manySubscribers(1));
  const message = "Invalid sender: status-reader-1@example.org";
  await daymark.emailService.failFor({ "*": { code: "E_VALIDATION_ERROR", message } });
  await makeIncident(daymark);
  await waitUntilNoneWaits();
  const reader = await findByID({ subscriber_id: "to-reader-1@example.org" });
  expect(reader).toMatchObject({ state: "confirmed", email_address: "reader-1@example.org" });
});

test("while one recipient's server refuses, the others get the email, and it is tried again", async () => {
  await addSubscribers(daymark, manySubscribers(3));
  const failure = { code: "E_DELIVERY_FAILED", message: "Could not deliver to reader-2@example.org." };
  await daymark.emailService.failFor({ "reader-2@example.org": failure });
  await makeIncident(daymark);
  await daymark.emailService.waitForMails(2);
  await expect.poll(readStates).toEqual(["sent", "waiting", "sent"]);
  expect((await readDeliveries(daymark))[1]).toMatchObject({ attempts: 1, error: "" });
  expect(
    await daymark.db.prepare("SELECT count(*) AS n FROM lanes WHERE paused_until <> ''").first("n"),
  ).toBe(0);
  await daymark.emailService.failFor({});
  await runCronAhead(daymark, MINUTE_MS);
  await waitUntilNoneWaits();
  expect(await readStates()).toEqual(["sent", "sent", "sent"]);
});

test("a recipient's server that refuses for ten minutes doesn't get the email, and its reader stays subscribed", async () => {
  await addSubscribers(daymark, manySubscribers(1));
  await daymark.emailService.failFor({ "*": { code: "E_DELIVERY_FAILED", message: "Could not deliver." } });
  await makeIncident(daymark);
  for (let attempts = 1; attempts < 8; attempts++) {
    await expect.poll(async () => (await readDeliveries(daymark))[0]?.attempts).toBe(attempts);
    await runCronAhead(daymark, attempts * 10 * MINUTE_MS);
  }
  await expect.poll(readStates).toEqual(["failed"]);
  expect((await readDeliveries(daymark))[0]).toMatchObject({ attempts: 8, error: "Could not deliver." });
  const reader = await findByID({ subscriber_id: "to-reader-1@example.org" });
  expect(reader).toMatchObject({ state: "confirmed" });
});

test.each([
  { code: "E_RATE_LIMIT_EXCEEDED", message: "Rate limit exceeded." },
  { code: "E_DAILY_LIMIT_EXCEEDED", message: "Daily limit exceeded." },
  { code: "E_INTERNAL_SERVER_ERROR", message: "Try again." },
  { code: "E_RECIPIENT_NOT_ALLOWED", message: "The recipient isn't verified." },
  { code: "E_SENDER_NOT_VERIFIED", message: "The sender's domain isn't verified." },
  { code: "E_SENDER_DOMAIN_NOT_AVAILABLE", message: "The domain isn't onboarded." },
  { code: "E_VALIDATION_ERROR", message: "Invalid sender: status@example.org" },
  { code: "E_SOMETHING_NEW", message: "Something new." },
  { code: "constructor", message: "Unknown." },
])("with $code all emails pause, and then everyone gets the email once", async ({ code, message }) => {
  await addSubscribers(daymark, manySubscribers(3));
  await daymark.emailService.failFor({ "*": { code, message } });
  await stopClock();
  await makeIncident(daymark);
  await expect
    .poll(async () => (await readDeliveries(daymark))[0])
    .toMatchObject({ state: "waiting", attempts: 1, error: message });
  await expect
    .poll(() =>
      daymark.db.prepare("SELECT paused_until AS until FROM lanes WHERE lane = 'MAIL'").first("until"),
    )
    .not.toBeNull();
  expect(await daymark.emailService.calls()).toHaveLength(1);
  await daymark.emailService.failFor({});
  await runCronAhead(daymark, MINUTE_MS);
  await waitUntilNoneWaits();
  const mails = await daymark.emailService.mails();
  expect(mails.map(({ to }) => to).sort()).toEqual(addressesOf(manySubscribers(3)));
});

/** On a slow machine, the pause after a failure would end during the test. */
const stopClock = () => daymark.fetch("/api/health", { headers: { "x-test-now": new Date().toISOString() } });

test.each([
  { code: "E_SENDER_NOT_VERIFIED", status: 400 },
  { code: "E_RECIPIENT_SUPPRESSED", status: 400 },
  { code: "E_DAILY_LIMIT_EXCEEDED", status: 502 },
])(
  "a test email that fails with $code is answered with $status and Cloudflare's words",
  async ({ code, status }) => {
    const before = await readSettings();
    await daymark.emailService.failFor({ "*": { code, message: `Words about ${code}` } });
    const response = await daymark.administrator.settings.$patch({
      json: { emailNotification: { sourceEmailAddress: "news@example.org" } },
    });
    expect([response.status, await response.json()]).toEqual([
      status,
      { errorMessage: `Words about ${code}` },
    ]);
    expect(await readSettings()).toEqual(before);
  },
);

test("a service that doesn't respond holds up a request for ten seconds, and then says so", async () => {
  await daymark.emailService.failFor({ "*": { code: "hang", message: "Too late." } });
  const json = { emailAddress: "me@example.org" };
  const response = await daymark.administrator.mail.test.$post({ json });
  expect([response.status, await response.json()]).toEqual([
    502,
    { errorMessage: "Cloudflare's Email Service has not responded in 10 seconds." },
  ]);
});

test("no more than four emails leave in a second", async () => {
  // A run sends twelve.
  await addSubscribers(daymark, manySubscribers(14));
  const startedAt = Date.now();
  await makeIncident(daymark);
  await waitUntilNoneWaits();
  const times = (await daymark.emailService.calls()).map(({ at }) => at);
  expect(times).toHaveLength(14);
  expectPace(times, startedAt, 250);
});

/** However late a slow machine lets calls arrive, none arrives before its time. */
function expectPace(times: number[], startedAt: number, gapMs: number) {
  for (const [index, at] of times.entries()) expect(at - startedAt).toBeGreaterThan(index * gapMs - 100);
}

test("confirmations get a fifth of that", async () => {
  await addWaitingSubscribers(daymark, 3);
  const startedAt = Date.now();
  await daymark.deliver("daymark-mail", [{ failures: 0 }]);
  await expect.poll(async () => (await daymark.emailService.calls()).length, { timeout: 20_000 }).toBe(3);
  expectPace(
    (await daymark.emailService.calls()).map(({ at }) => at),
    startedAt,
    1250,
  );
});

test("the health report names the service, and asks Amazon for nothing", async () => {
  const readChecks = async (of: Daymark) => (await answer(of.administrator.health.deep.$get())).checks;
  const checks = await readChecks(daymark);
  expect(checks.find(({ name }) => name === "emails")).toMatchObject({
    status: "ok",
    message: "Email is on, with Cloudflare Email Service, and none wait.",
  });
  expect(checks.find(({ name }) => name === "configuration")).toMatchObject({ status: "ok" });
  await withoutBinding.db.exec(
    "INSERT INTO settings (id, email_enabled, mail_provider) VALUES (1, 1, 'cloudflare')",
  );
  expect((await readChecks(withoutBinding)).find(({ name }) => name === "configuration")).toMatchObject({
    status: "error",
    message: "Emails are sent with Cloudflare's Email Service, but the binding EMAIL is missing.",
    fix: expect.stringContaining("DAYMARK_EMAIL_SERVICE"),
  });
});

test("Miniflare's own simulator takes the emails of the built Worker", async () => {
  const other = await startDaymark();
  onTestFinished(() => other.stop());
  await turnOn(other);
  const line = () => other.logs.find((log) => log.includes("send_email binding called"));
  await expect.poll(line).toBeDefined();
  const log = line() ?? "";
  expect(log).toContain('From: "Acme" <status@example.org>');
  expect(log).toContain("To: status@example.org");
  expect(log).toContain("Subject: [Acme] Test email");
  for (const part of ["Text", "HTML"]) {
    const file = new RegExp(`^${part}: (.+)$`, "m").exec(log)?.[1] ?? "";
    expect(await readFile(file, "utf8")).toContain("This is a test email from the status page of Acme.");
  }
});
