import { ServerClient } from "postmark";
import { Resend } from "resend";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeIncident } from "../../support/factories/factories.ts";
import { addSubscribers, manySubscribers } from "../../support/factories/insert-subscribers.ts";
import { type MailServices, startMailServices } from "../../support/fakes/mail/mail-services.ts";
import { readDeliveries } from "../../support/readers/mail-deliveries.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

// Resend and Postmark, which need no more than one key.

let services: MailServices;
let daymark: Daymark;
beforeAll(async () => {
  services = await startMailServices();
  daymark = await startDaymark({ vars: services.vars });
});
beforeEach(async () => {
  services.answerWith(undefined);
  await daymark.reset();
  services.requests.length = 0;
});
afterAll(async () => {
  await daymark.stop();
  await services.stop();
});

type Keyed = "resend" | "postmark";

const key = "re_8mYt5n2c_TheKeyThatNobodySees";
const sender = "status@example.org";

async function change(json: object) {
  const { administrator } = daymark;
  const response = await administrator.settings.$patch({ json });
  return { status: response.status, body: (await response.json()) as object };
}

const turnOn = (mailProvider: Keyed, more: object = {}) =>
  change({
    serviceName: "Äcme",
    mailProvider,
    mailKey: key,
    emailNotification: { enable: true, sourceEmailAddress: sender },
    ...more,
  });

/** Each library sends what Daymark has sent, to the same server. */
const libraries: Record<Keyed, (sent: Record<string, unknown>, key?: string) => Promise<unknown>> = {
  resend: ({ from, to, subject, html, text, headers }, idempotencyKey = "") =>
    new Resend(key, { baseUrl: services.url }).emails.send(
      { from, to, subject, html, text, headers } as Parameters<Resend["emails"]["send"]>[0], // what was received
      { idempotencyKey },
    ),
  postmark: (sent) =>
    new ServerClient(key, { useHttps: false, requestHost: new URL(services.url).host }).sendEmail(
      sent as unknown as Parameters<ServerClient["sendEmail"]>[0], // what was received
    ),
};

for (const provider of ["resend", "postmark"] as const) {
  test(`${provider} sends the test email, as its own library does, and the key is never shown again`, async () => {
    const { status, body } = await turnOn(provider);
    expect(status).toBe(200);
    expect(body).toMatchObject({ mailProvider: provider, hasMailKey: true });
    expect(JSON.stringify(body)).not.toContain(key);
    const [sent, ...others] = services.requests;
    expect(others).toEqual([]);
    expect(JSON.stringify(sent)).toContain("This is a test email from the status page of Äcme.");
    expect(JSON.stringify(sent)).toContain("=?UTF-8?B?w4RjbWU=?= <status@example.org>");
    await libraries[provider](sent?.body ?? {}, sent?.idempotencyKey);
    expect(services.requests[1]).toEqual(sent);

    const { results } = await daymark.db.prepare("SELECT * FROM settings").all();
    expect(JSON.stringify(results)).not.toContain(key);
  });

  test(`${provider} sends an update with a one-click unsubscribe link`, async () => {
    await turnOn(provider);
    await addSubscribers(daymark, manySubscribers(1));
    await makeIncident(daymark);
    await expect.poll(async () => (await readDeliveries(daymark))[0]).toMatchObject({ state: "sent" });
    const update = JSON.stringify(services.requests[1]?.body);
    expect(update).toContain("List-Unsubscribe=One-Click");
  });
}

const invalidKey = {
  status: 401,
  body: { statusCode: 401, name: "validation_error", message: "API key is invalid" },
};
const unverified = {
  status: 403,
  body: { statusCode: 403, name: "validation_error", message: "The example.org domain is not verified." },
};
const badToken = {
  status: 401,
  body: { ErrorCode: 10, Message: "No Account or Server API tokens were supplied." },
};
const unknownSender = {
  status: 422,
  body: {
    ErrorCode: 400,
    Message: "The 'From' address you supplied (status@example.org) is not a Sender Signature.",
  },
};

test.for([
  ["resend", invalidKey, 400, "API key is invalid"],
  ["resend", unverified, 400, "The example.org domain is not verified."],
  ["resend", { status: 429, body: { message: "Too many requests." } }, 502, "Too many requests."],
  ["resend", { status: 500, body: {} }, 502, "Resend answered with status 500."],
  ["postmark", badToken, 400, badToken.body.Message],
  ["postmark", unknownSender, 400, unknownSender.body.Message],
  ["postmark", { status: 422, body: { ErrorCode: 405, Message: "Out of credits." } }, 502, "Out of credits."],
] as const)(
  "%s: what the service says of a test email is shown, and nothing is stored",
  async ([provider, refused, status, errorMessage]) => {
    services.answerWith(refused);
    expect(await turnOn(provider)).toEqual({ status, body: { errorMessage } });
    expect(await answer(daymark.administrator.settings.$get())).toMatchObject({
      mailProvider: "ses",
      hasMailKey: false,
    });
  },
);

test("a recipient that Postmark suppresses gets no more attempts, and others do", async () => {
  await turnOn("postmark");
  await addSubscribers(daymark, manySubscribers(1));
  const message = "You tried to send to recipient(s) that have been marked as inactive.";
  services.answerWith({ status: 422, body: { ErrorCode: 406, Message: message } });
  await makeIncident(daymark);
  await expect
    .poll(async () => (await readDeliveries(daymark))[0])
    .toMatchObject({ state: "failed", attempts: 1, error: message });
});

test("while Resend has no room, emails wait, and its limit becomes the pace", async () => {
  await turnOn("resend");
  await addSubscribers(daymark, manySubscribers(2));
  const body = { statusCode: 429, name: "rate_limit_exceeded", message: "Too many requests." };
  services.answerWith({ status: 429, body, headers: { "ratelimit-limit": "7" } });
  await makeIncident(daymark);
  await expect
    .poll(async () => (await readDeliveries(daymark))[0])
    .toMatchObject({ state: "waiting", error: "Too many requests." });
});

test("each try of an email has the same Idempotency-Key, and no other email has it", async () => {
  await turnOn("resend");
  await addSubscribers(daymark, manySubscribers(2));
  services.requests.length = 0;
  services.answerWith({ status: 500, body: {}, once: true });
  await makeIncident(daymark);
  await expect
    .poll(async () => (await readDeliveries(daymark)).map(({ state }) => state))
    .toEqual(["sent", "sent"]);
  const keys = services.requests.map(({ idempotencyKey }) => idempotencyKey);
  expect([keys.length, new Set(keys).size]).toEqual([3, 2]);
  for (const each of keys) expect(each).toMatch(/^daymark-[\w.-]{5,100}$/);
});

test("an email whose text changed since a try is sent without its key", async () => {
  await turnOn("resend");
  await addSubscribers(daymark, manySubscribers(1));
  services.requests.length = 0;
  const name = "invalid_idempotent_request";
  services.answerWith({ status: 409, body: { statusCode: 409, name, message: "Same key." }, once: true });
  await makeIncident(daymark);
  await expect.poll(async () => (await readDeliveries(daymark))[0]).toMatchObject({ state: "sent" });
  expect(services.requests.map(({ idempotencyKey }) => idempotencyKey)).toEqual([
    expect.any(String),
    undefined,
  ]);
});

test.for([
  ["resend", "60", 60],
  ["postmark", "60", 60],
  ["postmark", "86400", 900],
  ["resend", "soon", 5],
] as const)(
  "%s says with Retry-After: %s when the next email may come",
  async ([provider, header, seconds]) => {
    await turnOn(provider);
    await addSubscribers(daymark, manySubscribers(1));
    const body = { statusCode: 429, ErrorCode: 0, message: "Too many.", Message: "Too many." };
    services.answerWith({ status: 429, body, headers: { "Retry-After": header } });
    await makeIncident(daymark);
    const pausedUntil = () =>
      daymark.db.prepare("SELECT paused_until FROM lanes WHERE lane = 'MAIL'").first("paused_until");
    await expect.poll(async () => Date.parse(String(await pausedUntil()))).toBeGreaterThan(0);
    const leftSeconds = (Date.parse(String(await pausedUntil())) - daymark.now()) / 1000;
    expect(leftSeconds).toBeGreaterThan(seconds - 5);
    expect(leftSeconds).toBeLessThanOrEqual(seconds);
  },
);

test("a key is required with its service, belongs to it, and goes with it", async () => {
  const { body: required } = await change({ mailProvider: "postmark" });
  expect(required).toMatchObject({ errors: [{ path: "mailKey" }] });
  expect((await change({ mailKey: key })).body).toMatchObject({ errors: [{ path: "mailKey" }] });
  await turnOn("resend");
  expect((await change({ mailProvider: "postmark" })).status).toBe(400);
  expect((await change({ serviceName: "Acme" })).body).toMatchObject({ hasMailKey: true });
  expect(services.requests).toHaveLength(1);
  await change({ mailKey: "re_another" });
  expect(services.requests.map((request) => request.key)).toEqual([`Bearer ${key}`, "Bearer re_another"]);
  expect((await change({ emailNotification: { enable: false }, mailProvider: "ses" })).body).toMatchObject({
    hasMailKey: false,
  });
});

test("a key is tried before it is stored, also while email is off", async () => {
  const off = { emailNotification: { enable: false, sourceEmailAddress: sender } };
  services.answerWith(invalidKey);
  expect(await turnOn("resend", off)).toEqual({
    status: 400,
    body: { errorMessage: "API key is invalid" },
  });
  services.answerWith(undefined);
  expect((await turnOn("resend", off)).body).toMatchObject({ hasMailKey: true });
  expect(services.requests).toHaveLength(2);
  await change({ serviceName: "Acme" });
  expect(services.requests).toHaveLength(2);
  await change({ emailNotification: { enable: true } });
  expect(services.requests).toHaveLength(3);
});
