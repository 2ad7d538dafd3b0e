import { randomBytes } from "node:crypto";
import { Resend } from "resend";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { makeIncident } from "../../support/factories/factories.ts";
import { addSubscribers, manySubscribers } from "../../support/factories/insert-subscribers.ts";
import { type MailServices, serviceID, startMailServices } from "../../support/fakes/mail/mail-services.ts";
import { readDeliveries } from "../../support/readers/mail-deliveries.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

// Bounces and complaints that Resend and Postmark report.

let services: MailServices;
let daymark: Daymark;
beforeAll(async () => {
  services = await startMailServices();
  daymark = await startDaymark({ vars: services.vars });
});
beforeEach(async () => {
  services.answerWith(undefined);
  await daymark.reset();
});
afterAll(async () => {
  await daymark.stop();
  await services.stop();
});

const signingSecret = `whsec_${randomBytes(24).toString("base64")}`;
const password = "a-password:that-nobody-guesses";
const untrusted = { status: 403, body: { errorMessage: "Untrusted sender." } };

async function change(json: object) {
  const response = await daymark.administrator.settings.$patch({ json });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function turnOn(mailProvider: "resend" | "postmark") {
  const mailWebhookSecret = mailProvider === "resend" ? signingSecret : password;
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.org" };
  const { body } = await change({ mailProvider, mailKey: "re_key", mailWebhookSecret, emailNotification });
  expect(body).toMatchObject({ hasMailWebhookSecret: true });
  expect(JSON.stringify(body)).not.toContain(mailWebhookSecret);
  const { results } = await daymark.db.prepare("SELECT * FROM settings").all();
  expect(JSON.stringify(results)).not.toContain(mailWebhookSecret);
}

/** Sends an update to one subscriber, whose email gets the ID of the service. */
async function sendUpdate() {
  await addSubscribers(daymark, manySubscribers(1));
  const { incidentID } = await makeIncident(daymark);
  await expect.poll(async () => (await readDeliveries(daymark))[0]).toMatchObject({ state: "sent" });
  const { results } = await daymark.db.prepare("SELECT email_address AS address FROM subscribers").all();
  return { to: String(results[0]?.address), incidentID };
}

const readSubscriber = () =>
  daymark.db.prepare("SELECT state, ended_reason AS reason FROM subscribers").first();
const endedBy = (reason: string) => ({ state: "ended", reason });
const confirmed = { state: "confirmed", reason: null };

async function post(path: string, body: string, headers: HeadersInit) {
  const response = await daymark.fetch(`/api/hooks/${path}`, { method: "POST", body, headers });
  return { status: response.status, body: (await response.json()) as object };
}
const accepted = { status: 200, body: {} };

interface Signing {
  id?: string;
  at?: number;
  secret?: string;
}

function svixHeaders(
  body: string,
  { id = "msg_1", at = daymark.now(), secret = signingSecret }: Signing = {},
) {
  const date = new Date(at);
  const timestamp = String(Math.floor(at / 1000));
  const signature = new Webhook(secret).sign(id, date, body);
  return { "svix-id": id, "svix-timestamp": timestamp, "svix-signature": signature };
}

/** Daymark gets only what Resend's own library accepts. */
function postResend(event: object, signing: Signing = {}) {
  const body = JSON.stringify(event, null, 1);
  return post("resend", body, svixHeaders(body, signing));
}

const resendData = (to: string) => ({
  email_id: serviceID,
  created_at: new Date(daymark.now()).toISOString(),
  from: "status@example.org",
  to: [to],
  subject: "An update",
});
const resendBounce = (to: string, type = "Permanent") => ({
  type: "email.bounced",
  created_at: new Date(daymark.now()).toISOString(),
  data: { ...resendData(to), bounce: { type, subType: "General", message: `No mailbox ${to} here` } },
});

const postmarkEvent = (more: object = {}) => ({
  RecordType: "Bounce",
  ID: 42,
  Type: "HardBounce",
  TypeCode: 1,
  Name: "Hard bounce",
  MessageID: serviceID,
  Description: "The server was unable to deliver your message (ex: unknown user, mailbox not found).",
  Details: "550 No such user",
  Email: "forwarded@example.net",
  From: "status@example.org",
  BouncedAt: new Date(daymark.now()).toISOString(),
  DumpAvailable: true,
  Inactive: true,
  CanActivate: true,
  Subject: "An update",
  MessageStream: "outbound",
  ...more,
});

function postPostmark(event: object, credentials = `daymark:${password}`) {
  const Authorization = `Basic ${Buffer.from(credentials).toString("base64")}`;
  return post("postmark", JSON.stringify(event), { Authorization });
}

test("the signature that Resend's own library accepts is the one that Daymark accepts", async () => {
  await turnOn("resend");
  const { to } = await sendUpdate();
  const payload = JSON.stringify(resendBounce(to));
  const headers = svixHeaders(payload);
  const { "svix-id": id, "svix-timestamp": timestamp, "svix-signature": signature } = headers;
  const input = { payload, headers: { id, timestamp, signature }, webhookSecret: signingSecret };
  expect(new Resend("re_key").webhooks.verify(input)).toMatchObject({ type: "email.bounced" });
  expect(await post("resend", payload, headers)).toEqual(accepted);
  expect(await readSubscriber()).toEqual(endedBy("bounce"));
  expect((await readDeliveries(daymark))[0]).toMatchObject({
    state: "failed",
    error: "The email bounced (Permanent). No mailbox … here",
  });
});

test.for([
  ["email.complained", {}, endedBy("complaint")],
  [
    "email.suppressed",
    { suppressed: { type: "OnAccountSuppressionList", message: "Suppressed." } },
    endedBy("bounce"),
  ],
  ["email.bounced", { bounce: { type: "Transient", subType: "MailboxFull", message: "Full" } }, confirmed],
  ["email.bounced", {}, endedBy("bounce")],
  ["email.opened", {}, confirmed],
  ["contact.created", { id: "1" }, confirmed],
] as const)("Resend's %s with %j is accepted, and %j follows", async ([type, more, follows]) => {
  await turnOn("resend");
  const { to } = await sendUpdate();
  expect(await postResend({ type, data: { ...resendData(to), ...more } })).toEqual(accepted);
  expect(await readSubscriber()).toEqual(follows);
});

test("a bounce names the recipient by the email's ID, or by its address if the ID isn't known", async () => {
  await turnOn("resend");
  const { to } = await sendUpdate();
  const event = resendBounce("somebody.else@example.net");
  await postResend({ ...event, data: { ...event.data, email_id: "another" } });
  expect(await readSubscriber()).toEqual(confirmed);
  const byAddress = resendBounce(to);
  await postResend({ ...byAddress, data: { ...byAddress.data, email_id: "another" } }, { id: "msg_2" });
  expect(await readSubscriber()).toEqual(endedBy("bounce"));
});

test("an event that is sent again changes nothing more", async () => {
  await turnOn("resend");
  const event = resendBounce((await sendUpdate()).to);
  expect(await postResend(event)).toEqual(accepted);
  await daymark.db.exec("UPDATE subscribers SET state = 'confirmed', ended_reason = NULL");
  expect(await postResend(event)).toEqual(accepted);
  expect(await readSubscriber()).toEqual(confirmed);
});

test("a stranger, a replay and a changed body get the same answer, and change nothing", async () => {
  await turnOn("resend");
  const event = resendBounce((await sendUpdate()).to);
  const body = JSON.stringify(event);
  const headers = svixHeaders(body);
  const attempts = [
    post("resend", body, {}),
    post("resend", "no JSON", headers),
    post("resend", `${body} `, headers),
    post("resend", body, { ...headers, "svix-id": "msg_2" }),
    post("resend", body, { ...headers, "svix-timestamp": String(Number(headers["svix-timestamp"]) + 1) }),
    post("resend", body, { ...headers, "svix-signature": headers["svix-signature"].replace("v1,", "v1a,") }),
    post("resend", body, { ...headers, "svix-signature": "v1," }),
    post("resend", body, { ...headers, "svix-signature": "x".repeat(5000) }),
    postResend(event, { secret: `whsec_${randomBytes(24).toString("base64")}` }),
    postResend(event, { at: daymark.now() - 6 * MINUTE_MS }),
    postResend(event, { at: daymark.now() + 6 * MINUTE_MS }),
    postPostmark(event),
  ];
  for (const attempt of attempts) expect(await attempt).toEqual(untrusted);
  expect(await readSubscriber()).toEqual(confirmed);
  expect(await postResend(event, { at: daymark.now() - 4 * MINUTE_MS })).toEqual(accepted);
});

test("while a secret is replaced, one of several signatures is enough", async () => {
  await turnOn("resend");
  const body = JSON.stringify(resendBounce((await sendUpdate()).to));
  const headers = svixHeaders(body);
  const other = svixHeaders(body, { secret: `whsec_${randomBytes(24).toString("base64")}` });
  const both = { ...headers, "svix-signature": `${other["svix-signature"]} ${headers["svix-signature"]}` };
  expect(await post("resend", body, both)).toEqual(accepted);
});

test.for([
  [{}, endedBy("bounce")],
  [{ RecordType: "SpamComplaint", Type: "SpamComplaint" }, endedBy("complaint")],
  [{ Type: "SoftBounce", Inactive: false }, confirmed],
  [{ Type: "AutoResponder", Inactive: false }, confirmed],
  [{ RecordType: "Delivery" }, confirmed],
] as const)("Postmark's event with %j is accepted, and %j follows", async ([more, follows]) => {
  await turnOn("postmark");
  await sendUpdate();
  expect(await postPostmark(postmarkEvent(more))).toEqual(accepted);
  expect(await readSubscriber()).toEqual(follows);
});

test("a reply of a machine is no failed email, and a full mailbox is", async () => {
  await turnOn("postmark");
  await sendUpdate();
  await postPostmark(postmarkEvent({ Type: "AutoResponder", Inactive: false }));
  expect((await readDeliveries(daymark))[0]).toMatchObject({ state: "sent" });
  await postPostmark(postmarkEvent({ ID: 43, Type: "SoftBounce", Inactive: false }));
  expect((await readDeliveries(daymark))[0]).toMatchObject({
    state: "failed",
    error: "The email bounced (Transient). 550 No such user",
  });
});

test("Postmark's password is needed, whatever the user's name, and a stranger learns nothing", async () => {
  await turnOn("postmark");
  await sendUpdate();
  const event = postmarkEvent();
  const body = JSON.stringify(event);
  const attempts = [
    post("postmark", body, {}),
    post("postmark", body, { Authorization: `Bearer ${password}` }),
    post("postmark", body, { Authorization: `Basic ${"x".repeat(5000)}` }),
    post("postmark", body, { Authorization: "Basic /" }),
    postPostmark(event, password.replace(":", "")),
    postPostmark(event, "daymark:"),
    postPostmark(event, `daymark:${password}x`),
    postResend(resendBounce("a@example.net")),
  ];
  for (const attempt of attempts) expect(await attempt).toEqual(untrusted);
  expect(await readSubscriber()).toEqual(confirmed);
  expect(await postPostmark(event, `anyone:${password}`)).toEqual(accepted);
});

test("without a secret, and with one of another SECRET_KEY, nothing is accepted", async () => {
  await turnOn("postmark");
  await change({ mailWebhookSecret: "" });
  expect(await postPostmark(postmarkEvent(), "daymark:")).toEqual(untrusted);
  await change({ mailWebhookSecret: password });
  await daymark.deploy({ SECRET_KEY: "another secret key that is long enough" });
  expect(await postPostmark(postmarkEvent())).toEqual(untrusted);
  await daymark.deploy({});
  expect(await postPostmark(postmarkEvent())).toEqual(accepted);
});

test("a body of more than 256 KiB is refused, from whomever it comes", async () => {
  await turnOn("postmark");
  const large = postmarkEvent({ Details: "x".repeat(300_000) });
  expect(await postPostmark(large)).toMatchObject({ status: 413 });
  expect(await postPostmark(large, "daymark:wrong")).toEqual(untrusted);
});

test("a secret has its service's form, belongs to it, and goes with it", async () => {
  const errorOf = async (json: object) =>
    ((await change(json)).body.errors as { message: string }[])[0]?.message;
  expect(await errorOf({ mailWebhookSecret: password })).toBe(
    "This email service has no webhook with a secret. Leave the secret out.",
  );
  const resend = { mailProvider: "resend", mailKey: "re_key" };
  for (const mailWebhookSecret of ["whsec_", "whsec_short", signingSecret.slice(6)])
    expect(await errorOf({ ...resend, mailWebhookSecret })).toBe(
      "Webhook Signing Secret must be the value that Resend shows, which begins with whsec_.",
    );
  const postmark = { mailProvider: "postmark", mailKey: "key" };
  expect(await errorOf({ ...postmark, mailWebhookSecret: "short" })).toBe(
    "Webhook Password must have at least 20 characters.",
  );
  await turnOn("resend");
  expect((await change({ serviceName: "Acme" })).body).toMatchObject({ hasMailWebhookSecret: true });
  expect((await change(postmark)).body).toMatchObject({ hasMailWebhookSecret: false });
});

test("an email's thread has no Message-ID that the service never gave", async () => {
  await turnOn("resend");
  const { incidentID } = await sendUpdate();
  services.requests.length = 0;
  const param = { incidentID };
  await daymark.administrator.incidents[":incidentID"].$patch({ param, json: { status: "Resolved" } });
  await expect.poll(() => services.requests.length).toBe(1);
  const { References } = (services.requests[0]?.body.headers ?? {}) as Record<string, string>;
  expect(References).toBe(`<incident.${incidentID}@localhost>`);
});

test("time since an event doesn't matter to Postmark, which signs none", async () => {
  await turnOn("postmark");
  await sendUpdate();
  const BouncedAt = new Date(daymark.now() + 10 * MINUTE_MS).toISOString();
  await daymark.setClockAhead(2 * HOUR_MS);
  expect(await postPostmark(postmarkEvent({ BouncedAt }))).toEqual(accepted);
  expect(await readSubscriber()).toEqual(endedBy("bounce"));
});
