import PostalMime from "postal-mime";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { makeIncident } from "../../support/factories/factories.ts";
import { addSubscribers, manySubscribers } from "../../support/factories/insert-subscribers.ts";
import {
  type SmtpServers,
  smtpPassword,
  smtpUser,
  startSmtpServers,
} from "../../support/fakes/mail/smtp-servers.ts";
import { readDeliveries } from "../../support/readers/mail-deliveries.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

// Both ports of real servers with TLS, whose certificate workerd checks.

let servers: SmtpServers;
let daymark: Daymark;
beforeAll(async () => {
  servers = await startSmtpServers();
  daymark = await startDaymark({ vars: servers.vars[465], trusts: servers.cert });
});
beforeEach(async () => {
  await daymark.deploy(servers.vars[465]);
  await daymark.reset();
  servers.reset();
});
afterEach(() => {
  expect(daymark.logs.join("\n")).not.toContain(smtpPassword);
});
afterAll(async () => {
  await daymark.stop();
  await servers.stop();
});

const sender = "status@example.org";
const host = "smtp.example.org";

async function change(json: object) {
  const response = await daymark.administrator.settings.$patch({ json });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const turnOn = ({ port = 465, ...more }: { port?: number; mailKey?: string; serviceName?: string } = {}) =>
  change({
    serviceName: "Äcme",
    mailProvider: "smtp",
    mailKey: smtpPassword,
    smtp: { host, port, user: smtpUser },
    emailNotification: { enable: true, sourceEmailAddress: sender },
    ...more,
  });

const firstDelivery = async () => (await readDeliveries(daymark))[0];

for (const port of [465, 587] as const) {
  test(`through port ${port}, the password is sent with TLS alone, and the test email arrives`, async () => {
    await daymark.deploy(servers.vars[port]);
    const { status, body } = await turnOn({ port });
    expect([status, body.errorMessage]).toEqual([200, undefined]);
    expect(body).toMatchObject({
      mailProvider: "smtp",
      hasMailKey: true,
      smtp: { host, port, user: smtpUser },
    });
    expect(JSON.stringify(body)).not.toContain(smtpPassword);
    expect(servers.signIns).toEqual(["PLAIN with TLS"]);
    const [mail, ...others] = servers.mails;
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ from: sender, to: [sender], user: smtpUser });
    const parsed = await PostalMime.parse(mail?.message ?? "");
    expect(parsed).toMatchObject({
      from: { name: "Äcme", address: sender },
      to: [{ address: sender }],
      subject: "[Äcme] Test email",
    });
    expect(parsed.messageId).toMatch(/^<[0-9a-f]{32}@example\.org>$/);
    expect(Math.abs(Date.parse(parsed.date ?? "") - daymark.now())).toBeLessThan(60_000);
    expect(parsed.text).toContain("This is a test email from the status page of Äcme.");
    expect(parsed.html).toContain("This is a test email from the status page of Äcme.");
    for (const line of mail?.message.split("\r\n") ?? []) expect(line).toMatch(/^[\x20-\x7e]{0,998}$/);
  });
}

test("subscribers get an update through one connection, with a one-click link to unsubscribe", async () => {
  await turnOn();
  await addSubscribers(daymark, manySubscribers(3));
  servers.reset();
  await makeIncident(daymark, { name: "Zahlungen stören" });
  await expect
    .poll(async () => (await readDeliveries(daymark)).map(({ state }) => state))
    .toEqual(["sent", "sent", "sent"]);
  expect(servers.mails).toHaveLength(3);
  expect([servers.connections(), servers.signIns.length]).toEqual([1, 1]);
  expect(new Set(servers.mails.map(({ message }) => /^Message-ID: (.*)$/m.exec(message)?.[1])).size).toBe(3);
  const { headers, subject } = await PostalMime.parse(servers.mails[0]?.message ?? "");
  expect(subject).toContain("Zahlungen stören");
  expect(headers).toContainEqual(
    expect.objectContaining({ key: "list-unsubscribe-post", value: "List-Unsubscribe=One-Click" }),
  );
});

test("a server that takes one email for each connection gets a connection for each", async () => {
  await turnOn();
  await addSubscribers(daymark, manySubscribers(2));
  servers.reset();
  servers.closeAfterEach();
  await makeIncident(daymark);
  await expect
    .poll(async () => (await readDeliveries(daymark)).map(({ state }) => state))
    .toEqual(["sent", "sent"]);
  expect(servers.connections()).toBe(2);
});

test("a wrong password is said in the server's words, and nothing is stored", async () => {
  expect(await turnOn({ mailKey: "wrong" })).toEqual({
    status: 400,
    body: { errorMessage: "535 5.7.8 Wrong user or password" },
  });
  expect(await answer(daymark.administrator.settings.$get())).toMatchObject({
    mailProvider: "ses",
    hasMailKey: false,
    smtp: { host: "", port: 465, user: "" },
  });
});

test("credentials that a server repeats are in no error", async () => {
  const token = Buffer.from(`\0${smtpUser}\0${smtpPassword}`).toString("base64");
  servers.refuse({ command: "AUTH", code: 535, message: `5.7.8 Not ${smtpPassword}, nor ${token}` });
  expect((await turnOn()).body).toEqual({ errorMessage: "535 5.7.8 Not …, nor …" });
});

test.for([
  [{ command: "MAIL", code: 550, message: "5.7.1 Not your address" }, 400, "550 5.7.1 Not your address"],
  [{ command: "DATA", code: 554, message: "5.6.0 No" }, 400, "554 5.6.0 No"],
  [{ command: "DATA", code: 550, message: "5.4.5 Daily limit" }, 502, "550 5.4.5 Daily limit"],
  [{ command: "AUTH", code: 454, message: "4.7.0 Try later" }, 502, "454 4.7.0 Try later"],
  [{ command: "MAIL", code: 421, message: "4.3.2 Shutting down" }, 502, "421 4.3.2 Shutting down"],
] as const)("what a server says of the test email is shown: %j", async ([refused, status, errorMessage]) => {
  servers.refuse(refused);
  expect(await turnOn()).toEqual({ status, body: { errorMessage } });
});

const noUser = { state: "failed", attempts: 1 };
test.for([
  [{ command: "RCPT", code: 550, message: "5.1.1 No such user" }, noUser, "bounce"],
  [{ command: "RCPT", code: 550, message: "No such user" }, noUser, "bounce"],
  [{ command: "RCPT", code: 554, message: "5.7.1 Looks like spam" }, noUser, null],
  [{ command: "RCPT", code: 450, message: "4.2.0 Greylisted" }, { state: "waiting", error: "" }, null],
  [{ command: "RCPT", code: 550, message: "5.7.1 Relaying denied" }, { state: "waiting" }, null],
  [{ command: "RCPT", code: 452, message: "4.3.1 Disk full" }, { state: "waiting" }, null],
] as const)(
  "a refused recipient concerns that subscriber, and all else waits: %j",
  async ([refused, outcome, ended]) => {
    await turnOn();
    await addSubscribers(daymark, manySubscribers(1));
    servers.refuse(refused);
    await makeIncident(daymark);
    await expect.poll(async () => (await firstDelivery())?.attempts).toBeGreaterThan(0);
    expect(await firstDelivery()).toMatchObject(outcome);
    const { results } = await daymark.db.prepare("SELECT ended_reason AS reason FROM subscribers").all();
    expect(results).toEqual([expect.objectContaining({ reason: ended })]);
  },
);

test("after a refused recipient, the next one gets its email through the same connection", async () => {
  await turnOn();
  await addSubscribers(daymark, manySubscribers(2));
  servers.reset();
  servers.refuse({ command: "RCPT", code: 550, message: "5.1.1 No such user", once: true });
  await makeIncident(daymark);
  await expect
    .poll(async () => (await readDeliveries(daymark)).map(({ state }) => state).sort())
    .toEqual(["failed", "sent"]);
  expect(servers.connections()).toBe(1);
});

test("a certificate for another name, or of nobody who is known, gets no password", async () => {
  for (const port of [465, 587] as const) {
    const { SMTP_ENDPOINT } = servers.vars[port];
    await daymark.deploy({ SMTP_ENDPOINT: SMTP_ENDPOINT.replace("localhost", "127.0.0.1") });
    const errorMessage =
      port === 465
        ? `${host} could not be reached on port 465, or its certificate isn't valid.`
        : `The certificate of ${host} isn't valid.`;
    expect(await turnOn({ port })).toEqual({ status: 502, body: { errorMessage } });
  }
  expect(servers.signIns).toEqual([]);
});

test("a password is required with its server and user, belongs to them, and goes with them", async () => {
  expect((await change({ mailProvider: "smtp", mailKey: "a" })).body).toMatchObject({
    errors: [{ path: "smtp" }],
  });
  expect((await change({ mailProvider: "smtp", mailKey: "a", smtp: { host } })).body).toMatchObject({
    errors: [{ path: "smtp.user" }],
  });
  await turnOn();
  for (const smtp of [{ host: "smtp.elsewhere.org" }, { user: "another" }])
    expect((await change({ smtp })).body).toMatchObject({ errors: [{ path: "mailKey" }] });
  expect((await change({ mailProvider: "resend" })).status).toBe(400);
  expect((await change({ serviceName: "Acme" })).body).toMatchObject({ hasMailKey: true });
  expect(servers.mails).toHaveLength(1);
  expect((await change({ emailNotification: { enable: false }, mailProvider: "ses" })).body).toMatchObject({
    hasMailKey: false,
    smtp: { host },
  });
});

test.for(["localhost", "mail.internal", "Metadata.Google.INTERNAL", "10-0-0-1.nip.io", "smtp.home.arpa"])(
  "no email leaves for a private network: %s",
  async (privateHost) => {
    const { body } = await change({ smtp: { host: privateHost } });
    expect(body).toMatchObject({
      errorMessage: `${privateHost} is a private address.`,
      errors: [{ path: "smtp.host" }],
    });
    await daymark.db.exec(
      `INSERT INTO settings (id, mail_provider, smtp_host, source_email_address) VALUES (1, 'smtp', '${privateHost}', '${sender}')`,
    );
    const response = await daymark.administrator.mail.test.$post({ json: { emailAddress: sender } });
    expect(await response.json()).toEqual({ errorMessage: `${privateHost} is a private address.` });
  },
);

test("a line break in a name, a subject or an address begins no header and no command", async () => {
  const attack = "A\r\nBcc: victim@example.com\r\n.\r\nRCPT TO:<victim@example.com>";
  await turnOn();
  await addSubscribers(daymark, manySubscribers(1));
  servers.reset();
  await daymark.db.prepare("UPDATE settings SET service_name = ?").bind(attack).run();
  await makeIncident(daymark, { name: "A\r\nBcc: victim@example.com" });
  await expect.poll(() => servers.mails.length).toBe(1);
  expect(servers.mails[0]?.to).not.toContain("victim@example.com");
  const { headers } = await PostalMime.parse(servers.mails[0]?.message ?? "");
  expect(headers.filter(({ key }) => key === "bcc")).toEqual([]);

  await daymark.db
    .prepare("UPDATE settings SET source_email_address = ?")
    .bind(`a@example.org>${attack}`)
    .run();
  const response = await daymark.administrator.mail.test.$post({ json: { emailAddress: "b@example.org" } });
  expect([response.status, servers.mails.length]).toEqual([400, 1]);
});

test("a server that nobody has entered is said", async () => {
  await daymark.db.exec(
    "INSERT INTO settings (id, mail_provider, source_email_address) VALUES (1, 'smtp', 'a@example.org')",
  );
  const response = await daymark.administrator.mail.test.$post({ json: { emailAddress: sender } });
  expect(await response.json()).toEqual({ errorMessage: "No SMTP server is set. Enter it in Settings." });
});
