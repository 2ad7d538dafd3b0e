import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startScriptedServer } from "../../support/fakes/mail/scripted-server.ts";
import { makeCertificate } from "../../support/fakes/mail/smtp-servers.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

// Servers that hang, lie or flood. None gets the password outside of TLS.

let certificate: Awaited<ReturnType<typeof makeCertificate>>;
let daymark: Daymark;
let server: Awaited<ReturnType<typeof startScriptedServer>> | undefined;
beforeAll(async () => {
  certificate = await makeCertificate("localhost");
  daymark = await startDaymark({ trusts: certificate.cert });
});
afterEach(async () => {
  await server?.stop();
});
afterAll(async () => {
  await daymark.stop();
});

const host = "smtp.example.org";
const password = "ThePasswordOfSMTP";

/** @param script what the server says, in order */
async function turnOn(script: readonly string[], headers: Record<string, string> = {}) {
  server = await startScriptedServer(certificate, script);
  await daymark.deploy({ SMTP_ENDPOINT: server.endpoint });
  await daymark.reset();
  const json = {
    mailProvider: "smtp" as const,
    mailKey: password,
    smtp: { host, port: 587 as const, user: "daymark" },
    emailNotification: { enable: true, sourceEmailAddress: "status@example.org" },
  };
  const response = await daymark.administrator.settings.$patch({ json }, { headers });
  const { errorMessage } = (await response.json()) as { errorMessage?: string };
  return { status: response.status, errorMessage };
}

const offer = "250-hello\r\n250 STARTTLS\r\n";
const upTo = {
  signIn: ["220 hello\r\n", offer, "220 go\r\n", "TLS", "250-hello\r\n250 AUTH PLAIN LOGIN\r\n"],
  data: [] as string[],
};
upTo.data = [...upTo.signIn, "235 ok\r\n", "250 ok\r\n", "250 ok\r\n", "354 go\r\n"];
const long = "x".repeat(10_000_000);
const unexpected = `${host} gave an unexpected answer to`;

test.for([
  [
    "offers no TLS",
    ["220 hello\r\n", "250-hello\r\n250 AUTH PLAIN\r\n"],
    `${host} doesn't offer STARTTLS on port 587, so the password was not sent to it.`,
  ],
  ["refuses TLS", ["220 hello\r\n", offer, "454 not now\r\n"], "454 not now"],
  [
    "answers in advance",
    ["220 hello\r\n", offer, "220 go\r\n250-hello\r\n250 AUTH PLAIN\r\n"],
    `The connection to ${host} failed. The server sent more than a reply before TLS.`,
  ],
  [
    "speaks no TLS",
    ["220 hello\r\n", offer, "220 go\r\n", "250-hello\r\n250 AUTH PLAIN\r\n"],
    `The certificate of ${host} isn't valid.`,
  ],
  [
    "speaks another protocol",
    ["SSH-2.0-OpenSSH_9.9\r\n"],
    `The connection to ${host} failed. A reply has no code.`,
  ],
  ["hangs up at once", ["close"], `The connection to ${host} failed. The connection was closed.`],
  ["has no room", ["421 4.3.2 busy\r\n"], "421 4.3.2 busy"],
  ["greets with 10 MB", [`220 ${long}`], `The connection to ${host} failed. A reply is too long.`],
  [
    "never ends its greeting",
    ["220-hello\r\n".repeat(100_000)],
    `The connection to ${host} failed. A reply is too long.`,
  ],
] as const)("a server that %s gets no password", async ([, script, errorMessage]) => {
  const result = await turnOn(script);
  expect(result.errorMessage).toBe(errorMessage);
  expect(JSON.stringify(server?.received)).not.toMatch(/AUTH|password/i);
});

test.for([
  ["says 250 to the sign-in", [...upTo.signIn, "250 ok\r\n"], `${unexpected} AUTH: 250 ok`],
  [
    "knows no passwords",
    [...upTo.signIn.slice(0, -1), "250-hello\r\n250 AUTH XOAUTH2\r\n"],
    `${host} offers no sign-in with a password (AUTH PLAIN or LOGIN).`,
  ],
  ["wants no text", [...upTo.data.slice(0, -1), "250 ok\r\n"], `${unexpected} DATA: 250 ok`],
  ["doesn't accept the text", [...upTo.data, "354 more\r\n"], `${unexpected} DATA: 354 more`],
  [
    "hangs up after the text",
    [...upTo.data, "close"],
    `The connection to ${host} failed. The connection was closed.`,
  ],
  [
    "answers with 10 MB",
    [...upTo.data, `550 ${long}`],
    `The connection to ${host} failed. A reply is too long.`,
  ],
  ["answers with control characters", [...upTo.data, "554 \u001b[31mred\u0007\r\n"], "554 [31mred"],
] as const)("a server that %s has taken no email", async ([, script, errorMessage]) => {
  const result = await turnOn(script);
  expect(result.errorMessage).toBe(errorMessage);
});

test("a server that signs in by LOGIN gets the user and password one by one", async () => {
  const login = "250-hello\r\n250 AUTH=LOGIN\r\n";
  const script = [...upTo.signIn.slice(0, -1), login, "334 VXNlcg==\r\n", "334 UGFzcw==\r\n", "235 ok\r\n"];
  const { status } = await turnOn([...script, "250 ok\r\n", "250 ok\r\n", "354 go\r\n", "250 ok\r\n"]);
  expect(status).toBe(200);
  const base64 = (text: string) => `${Buffer.from(text).toString("base64")}\r\n`;
  expect(server?.received).toEqual(
    expect.arrayContaining(["AUTH LOGIN\r\n", base64("daymark"), base64(password)]),
  );
});

test.for([
  ["to the connection", []],
  ["to STARTTLS", ["220 hello\r\n", offer]],
  ["to the text", upTo.data],
] as const)("a server that never answers %s is given up after ten seconds", async ([, script]) => {
  const tenTimesFaster = { "x-test-slow-timers": "0.1" };
  expect(await turnOn(script, tenTimesFaster)).toMatchObject({
    status: 502,
    errorMessage: `${host} did not answer within 10 seconds.`,
  });
});
