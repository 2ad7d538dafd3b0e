import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeIncident } from "../support/factories.ts";
import { mailFailure, startWatchedMail, type WatchedMail } from "../support/mail.ts";
import { addSubscribers, manySubscribers } from "../support/subscribers.ts";

let mail: WatchedMail;
let daymark: Daymark;
beforeAll(async () => {
  mail = await startWatchedMail();
});
beforeEach(async () => {
  await mail.empty();
  daymark = await startDaymark({ vars: mail.vars });
});
afterEach(async () => {
  mail.heal();
  await daymark.stop();
});
afterAll(() => mail?.stop());

const read = () => answer(daymark.administrator.settings.$get());

async function patch(emailNotification: object) {
  const Authorization = await daymark.token();
  return daymark.fetch("/api/settings", {
    method: "PATCH",
    headers: { "Content-Type": "application/json", Authorization },
    body: JSON.stringify({ serviceName: "Acme", emailNotification }),
  });
}

test("turning mail on sends a test mail to the source address first", async () => {
  const response = await patch({
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

test("changing the region or address while mail is on sends a test mail, and other changes don't", async () => {
  await patch({ enable: true, sourceEmailAddress: "status@example.org" });
  await patch({ enable: true });
  expect(mail.calls).toHaveLength(1);
  await patch({ sourceRegion: "us-east-1" });
  await patch({ sourceEmailAddress: "news@example.org" });
  expect(mail.calls).toHaveLength(3);
  await patch({ enable: false, sourceEmailAddress: "nobody@example.org" });
  expect(mail.calls).toHaveLength(3);
});

const unverified =
  "Email address is not verified. The following identities failed the check: status@example.org";
for (const { trouble, status, words, answerOf } of [
  {
    trouble: "refuses the address",
    status: 400,
    words: unverified,
    answerOf: () => mailFailure(400, "MessageRejected", unverified),
  },
  {
    trouble: "says a lot",
    status: 400,
    words: `${"x".repeat(999)}…`,
    answerOf: () => mailFailure(400, "MessageRejected", "x".repeat(100_000)),
  },
  {
    trouble: "does not know the key",
    status: 502,
    words: "The security token included in the request is invalid.",
    answerOf: () =>
      mailFailure(
        403,
        "UnrecognizedClientException",
        "The security token included in the request is invalid.",
      ),
  },
  {
    trouble: "is down",
    status: 502,
    words: "Amazon SES could not be reached.",
    answerOf: () => "hang up" as const,
  },
  {
    trouble: "fails without words",
    status: 502,
    words: "Amazon SES answered with status 503.",
    answerOf: () => ({ status: 503, body: "<html>" }),
  },
  {
    trouble: "makes no sense",
    status: 502,
    words: "Amazon SES sent an answer that can't be read.",
    answerOf: () => ({ status: 200, body: "ok" }),
  },
]) {
  test(`a service that ${trouble} is quoted, and nothing of the change is stored`, async () => {
    const before = await read();
    mail.spoil(answerOf);
    const response = await patch({ enable: true, sourceEmailAddress: "status@example.org" });
    expect([response.status, await response.json()]).toEqual([status, { errorMessage: words }]);
    expect(await read()).toEqual(before);
  });
}

for (const { secret, words } of [
  {
    secret: "guessed",
    words: "The request signature we calculated does not match the signature you provided.",
  },
  { secret: "", words: "The Worker has no AWS credentials:" },
]) {
  test(`with the secret key '${secret}' mail can not be switched on, and the console learns why`, async () => {
    await daymark.stop();
    daymark = await startDaymark({ vars: { ...mail.vars, AWS_SECRET_ACCESS_KEY: secret } });
    const response = await patch({ enable: true, sourceEmailAddress: "status@example.org" });
    expect(response.status).toBe(502);
    expect((await response.json()).errorMessage).toContain(words);
    expect(mail.calls).toEqual([]);
  });
}

test("a test mail goes to the given address, with the stored settings", async () => {
  const send = (emailAddress: string) => daymark.administrator.mail.test.$post({ json: { emailAddress } });
  expect((await send("me@example.org")).status).toBe(400);
  await patch({ sourceEmailAddress: "status@example.org" });
  expect((await send("not an address")).status).toBe(400);
  expect((await send("Jane Doe <me@example.org>\nBcc: all@example.org")).status).toBe(400);
  expect((await send("me@example.org")).status).toBe(200);
  mail.spoil(() => mailFailure(400, "MessageRejected", unverified));
  const refused = await send("me@example.org");
  expect([refused.status, await refused.json()]).toEqual([400, { errorMessage: unverified }]);
  expect(await mail.recipients()).toEqual(["me@example.org"]);
});

test("outcomes are counted for each message, with the service's error messages", async () => {
  await patch({ enable: true, sourceEmailAddress: "status@example.org" });
  await addSubscribers(daymark, manySubscribers(5));
  mail.spoil(({ input }, usual) =>
    input.Destination?.ToAddresses[0]?.match(/-[12]@/)
      ? mailFailure(400, "MessageRejected", "Suppressed.")
      : usual(),
  );
  const { incidentID } = await makeIncident(daymark, { name: "First" });
  const read = () => answer(daymark.administrator.mail.messages.$get());
  await expect.poll(async () => (await read()).messages[0]?.waiting).toBe(0);
  await makeIncident(daymark, { name: "Told to nobody", notifySubscribers: false });
  expect(await read()).toEqual({
    messages: [
      {
        messageID: expect.any(String),
        kind: "incident",
        noticeID: incidentID,
        name: "First",
        status: "Investigating",
        createdAt: expect.any(String),
        sent: 3,
        failed: 2,
        waiting: 0,
        withdrawn: 0,
        problems: [{ words: "Suppressed.", count: 2 }],
      },
    ],
    confirmations: { sent: 0, failed: 0, waiting: 0, withdrawn: 0, problems: [], warnings: [] },
  });
});

test("the three most frequent error messages of a message, and of confirmations, are shown", async () => {
  await patch({ enable: true, sourceEmailAddress: "status@example.org" });
  await addSubscribers(daymark, manySubscribers(7));
  mail.spoil(({ path, input: { Destination } }, usual) => {
    if (path.endsWith("account")) return usual();
    const n = Number(/-(\d)@/.exec(Destination?.ToAddresses[0] ?? "")?.[1] ?? 0);
    return mailFailure(400, "MessageRejected", `Reason ${[0, 1, 1, 1, 2, 2, 3, 4][n]}`);
  });
  const read = () => answer(daymark.administrator.mail.messages.$get());
  await makeIncident(daymark);
  await expect.poll(async () => (await read()).messages[0]?.failed).toBe(7);
  expect((await read()).messages[0]?.problems).toEqual([
    { words: "Reason 1", count: 3 },
    { words: "Reason 2", count: 2 },
    { words: "Reason 3", count: 1 },
  ]);
  for (const name of ["jane", "john"])
    await answer(
      daymark.visitor.subscribers.subscribe.$post({ json: { emailAddress: `${name}@example.net` } }),
    );
  await expect.poll(async () => (await read()).confirmations.failed).toBe(2);
  expect((await read()).confirmations.problems).toEqual([{ words: "Reason 0", count: 2 }]);
});

test("recipients are counted by the chosen components and those already affected", async () => {
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
  const count = async (query: Record<string, string>) =>
    answer(daymark.administrator.mail.recipients.$get({ query }));
  expect(await count({})).toEqual({ mailIsOn: false, count: 1 });
  expect(await count({ components: site.componentID })).toEqual({ mailIsOn: false, count: 2 });
  expect(await count({ notice: incidentID })).toEqual({ mailIsOn: false, count: 2 });
  expect(await count({ notice: incidentID, components: `${site.componentID},nobody` })).toMatchObject({
    count: 3,
  });
});
