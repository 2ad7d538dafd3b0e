import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { makeComponent, makeIncident } from "../../support/factories/factories.ts";
import { addSubscribers, manySubscribers } from "../../support/factories/insert-subscribers.ts";
import { mailError, type RecordedMail, startRecordedMail } from "../../support/readers/mail.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let mail: RecordedMail;
let daymark: Daymark;
beforeAll(async () => {
  mail = await startRecordedMail();
  daymark = await startDaymark({ vars: mail.vars });
});
beforeEach(async () => {
  await mail.empty();
  await daymark.reset();
});
afterEach(() => mail.restoreResponses());
afterAll(() => Promise.all([daymark.stop(), mail.stop()]));

const readSettings = () => answer(daymark.administrator.settings.$get());
const readMailLog = () => answer(daymark.administrator.mail.messages.$get());

async function patchMailSettings(emailNotification: object, { token, fetch } = daymark) {
  const Authorization = await token();
  return fetch("/api/settings", {
    method: "PATCH",
    headers: { "Content-Type": "application/json", Authorization },
    body: JSON.stringify({ serviceName: "Acme", emailNotification }),
  });
}

test("before mail is turned on, a test email is sent to the source address", async () => {
  const response = await patchMailSettings({
    enable: true,
    sourceRegion: "eu-west-1",
    sourceEmailAddress: "status@example.org",
  });
  expect(response.status).toBe(200);
  const [first, ...others] = await mail.mails();
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    to: [{ address: "status@example.org" }],
    from: { name: "Acme", address: "status@example.org" },
    subject: "[Acme] Test email",
  });
  expect(mail.calls.map(({ region }) => region)).toEqual(["eu-west-1"]);
});

test("changing the region or address while mail is on sends a test email, and other changes don't", async () => {
  await patchMailSettings({ enable: true, sourceEmailAddress: "status@example.org" });
  await patchMailSettings({ enable: true });
  expect(mail.calls).toHaveLength(1);
  await patchMailSettings({ sourceRegion: "us-east-1" });
  await patchMailSettings({ sourceEmailAddress: "news@example.org" });
  expect(mail.calls).toHaveLength(3);
  await patchMailSettings({ enable: false, sourceEmailAddress: "nobody@example.org" });
  expect(mail.calls).toHaveLength(3);
});

const unverifiedMessage =
  "Email address is not verified. The following identities failed the check: status@example.org";
test.each([
  {
    failure: "rejects the address",
    status: 400,
    message: unverifiedMessage,
    makeResponse: () => mailError(400, "MessageRejected", unverifiedMessage),
  },
  {
    failure: "sends a very long message",
    status: 400,
    message: `${"x".repeat(999)}…`,
    makeResponse: () => mailError(400, "MessageRejected", "x".repeat(100_000)),
  },
  {
    failure: "does not know the access key",
    status: 502,
    message: "The security token included in the request is invalid.",
    makeResponse: () =>
      mailError(403, "UnrecognizedClientException", "The security token included in the request is invalid."),
  },
  {
    failure: "is down",
    status: 502,
    message: "Amazon SES could not be reached.",
    makeResponse: () => "hang up" as const,
  },
  {
    failure: "fails without a message",
    status: 502,
    message: "Amazon SES answered with status 503.",
    makeResponse: () => ({ status: 503, body: "<html>" }),
  },
  {
    failure: "sends an unreadable response",
    status: 502,
    message: "Amazon SES sent an answer that can't be read.",
    makeResponse: () => ({ status: 200, body: "ok" }),
  },
])(
  "if the mail service $failure, the response has its message and the change isn't stored",
  async ({ status, message, makeResponse }) => {
    const before = await readSettings();
    mail.overrideResponses(makeResponse);
    const response = await patchMailSettings({ enable: true, sourceEmailAddress: "status@example.org" });
    expect([response.status, await response.json()]).toEqual([status, { errorMessage: message }]);
    expect(await readSettings()).toEqual(before);
  },
);

test.each([
  {
    secret: "guessed",
    message: "The request signature we calculated does not match the signature you provided.",
  },
  { secret: "", message: "The Worker has no AWS credentials:" },
])(
  "with the AWS secret access key '$secret' mail can't be turned on, and the response says why",
  async ({ secret, message }) => {
    const other = await startDaymark({ vars: { ...mail.vars, AWS_SECRET_ACCESS_KEY: secret } });
    onTestFinished(() => other.stop());
    const settings = { enable: true, sourceEmailAddress: "status@example.org" };
    const response = await patchMailSettings(settings, other);
    expect(response.status).toBe(502);
    expect((await response.json()).errorMessage).toContain(message);
    expect(mail.calls).toEqual([]);
  },
);

test("a test email is sent to the requested address with the stored settings", async () => {
  const send = (emailAddress: string) => daymark.administrator.mail.test.$post({ json: { emailAddress } });
  expect((await send("me@example.org")).status).toBe(400);
  await patchMailSettings({ sourceEmailAddress: "status@example.org" });
  expect((await send("not an address")).status).toBe(400);
  expect((await send("Jane Doe <me@example.org>\nBcc: all@example.org")).status).toBe(400);
  expect((await send("me@example.org")).status).toBe(200);
  mail.overrideResponses(() => mailError(400, "MessageRejected", unverifiedMessage));
  const rejected = await send("me@example.org");
  expect([rejected.status, await rejected.json()]).toEqual([400, { errorMessage: unverifiedMessage }]);
  expect(await mail.recipients()).toEqual(["me@example.org"]);
});

test("the mail log counts outcomes per message, with the service's error messages", async () => {
  await patchMailSettings({ enable: true, sourceEmailAddress: "status@example.org" });
  await addSubscribers(daymark, manySubscribers(5));
  mail.overrideResponses(({ input }, forward) =>
    input.Destination?.ToAddresses[0]?.match(/-[12]@/)
      ? mailError(400, "MessageRejected", "Suppressed.")
      : forward(),
  );
  const { incidentID } = await makeIncident(daymark, { name: "First" });
  await expect.poll(async () => (await readMailLog()).messages[0]?.waiting).toBe(0);
  await makeIncident(daymark, { name: "Without email", notifySubscribers: false });
  expect(await readMailLog()).toEqual({
    messages: [
      {
        messageID: expect.any(String),
        kind: "incident",
        noticeID: incidentID,
        noticeUpdateID: expect.any(String),
        name: "First",
        status: "Investigating",
        createdAt: expect.any(String),
        sent: 3,
        failed: 2,
        waiting: 0,
        withdrawn: 0,
        problems: [{ error: "Suppressed.", count: 2 }],
        channels: [],
      },
    ],
    confirmations: { sent: 0, failed: 0, waiting: 0, withdrawn: 0, problems: [], warnings: [] },
  });
});

test("the mail log shows the three most frequent errors of each message and of confirmations", async () => {
  await patchMailSettings({ enable: true, sourceEmailAddress: "status@example.org" });
  await addSubscribers(daymark, manySubscribers(7));
  mail.overrideResponses(({ path, input: { Destination } }, forward) => {
    if (path.endsWith("account")) return forward();
    const n = Number(/-(\d)@/.exec(Destination?.ToAddresses[0] ?? "")?.[1] ?? 0);
    return mailError(400, "MessageRejected", `Reason ${[0, 1, 1, 1, 2, 2, 3, 4][n]}`);
  });
  await makeIncident(daymark);
  await expect.poll(async () => (await readMailLog()).messages[0]?.failed).toBe(7);
  expect((await readMailLog()).messages[0]?.problems).toEqual([
    { error: "Reason 1", count: 3 },
    { error: "Reason 2", count: 2 },
    { error: "Reason 3", count: 1 },
  ]);
  for (const name of ["jane", "john"])
    await answer(
      daymark.visitor.subscribers.subscribe.$post({ json: { emailAddress: `${name}@example.net` } }),
    );
  await expect.poll(async () => (await readMailLog()).confirmations.failed).toBe(2);
  expect((await readMailLog()).confirmations.problems).toEqual([{ error: "Reason 0", count: 2 }]);
});

test("the recipient count includes subscribers of the chosen components and of those already affected", async () => {
  const api = await makeComponent(daymark, { name: "API" });
  const site = await makeComponent(daymark, { name: "Website" });
  await addSubscribers(daymark, [
    { emailAddress: "everything@example.org" },
    { emailAddress: "api@example.org", components: [api.componentID] },
    { emailAddress: "site@example.org", components: [site.componentID] },
    { emailAddress: "unconfirmed@example.org", state: "unconfirmed" },
  ]);
  const { incidentID } = await makeIncident(daymark, {
    components: [{ componentID: api.componentID, status: "Major Outage" }],
  });
  const countRecipients = async (query: Record<string, string>) =>
    answer(daymark.administrator.mail.recipients.$get({ query }));
  expect(await countRecipients({})).toMatchObject({ mailIsOn: false, count: 1 });
  expect(await countRecipients({ components: site.componentID })).toMatchObject({
    mailIsOn: false,
    count: 2,
  });
  expect(await countRecipients({ notice: incidentID })).toMatchObject({ mailIsOn: false, count: 2 });
  expect(
    await countRecipients({ notice: incidentID, components: `${site.componentID},nobody` }),
  ).toMatchObject({
    count: 3,
  });
});
