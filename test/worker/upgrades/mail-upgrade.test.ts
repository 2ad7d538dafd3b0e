import { expect, onTestFinished, test } from "vitest";
import { answer, startDaymark } from "../../support/daymark.ts";
import { bounce, startFakeSNS } from "../../support/fake-sns.ts";
import { startRecordedMail } from "../../support/mail.ts";
import { findMailCountErrors } from "../../support/mail-count-errors.ts";

test("after the upgrade to ordered delivery, waiting notices are sent before confirmations", async () => {
  const mail = await startRecordedMail({ rate: 100 });
  const now = new Date().toISOString();
  const content = JSON.stringify({
    ...{
      kind: "incident",
      noticeID: "incident0000",
      first: true,
      name: "API is down",
      status: "Investigating",
    },
    ...{ message: "", postedAt: now, startAt: null, endAt: null, components: [] },
  });
  const subscriber = (name: string, state: string) =>
    `INSERT INTO subscribers (subscriber_id, email_address, address_key, token, state, everything, created_at)
    VALUES ('${name}', '${name}@example.com', '${name}', '${name}', '${state}', 1, '${now}')`;
  const delivery = (message: string, name: string, nextAt: string) =>
    `INSERT INTO mail_deliveries (message_id, subscriber_id, next_at) VALUES ('${message}', '${name}', '${nextAt}')`;
  const daymark = await startDaymark({
    vars: mail.vars,
    upgradeFrom: {
      migration: "0001_reach.sql",
      statements: [
        `INSERT INTO settings (id, email_enabled, source_email_address, updated_at) VALUES (1, 1, 'status@example.com', '${now}')`,
        `INSERT INTO notices (notice_id, kind, name, status, message, created_at, updated_at)
          VALUES ('incident0000', 'incident', 'API is down', 'Investigating', '', '${now}', '${now}')`,
        subscriber("newcomer", "unconfirmed"),
        subscriber("reader", "confirmed"),
        `INSERT INTO mail_messages (message_id, kind, created_at) VALUES ('confirmation', 'confirmation', '${now}')`,
        `INSERT INTO mail_messages VALUES ('post', 'incident', 'incident0000', '${content}', '${now}')`,
        // In that version confirmations were due before everything else.
        delivery("confirmation", "newcomer", "1970-01-01T00:00:00.000Z"),
        delivery("post", "reader", now),
      ],
    },
  });
  onTestFinished(async () => {
    await daymark.stop();
    await mail.stop();
  });
  await daymark.runCron(now);
  await expect.poll(mail.recipients).toEqual(["reader@example.com", "newcomer@example.com"]);
});

test("mail stored before the upgrade to chunks is sent, counted and used as a reference of later mail", async () => {
  const mail = await startRecordedMail({ rate: 100 });
  await mail.empty();
  const topic = await startFakeSNS();
  const now = new Date().toISOString();
  const subscriber = (name: string) =>
    `INSERT INTO subscribers (subscriber_id, email_address, address_key, is_keyed, token, state, everything, created_at)
    VALUES ('${name}', '${name}@example.com', '${name}', 1, '', 'confirmed', 1, '${now}')`;
  const delivery = (name: string, state: string, { serviceID = "", error = "" } = {}) =>
    `INSERT INTO mail_deliveries (message_id, subscriber_id, state, next_at, service_id, error)
    VALUES ('post', '${name}', '${state}', '${now}', '${serviceID}', '${error}')`;
  const content = JSON.stringify({
    ...{ kind: "incident", noticeID: "incident0000", first: true, name: "API is down", message: "" },
    ...{ status: "Investigating", postedAt: now, startAt: null, endAt: null, components: [] },
  });
  const daymark = await startDaymark({
    vars: { ...mail.vars, ...topic.vars },
    upgradeFrom: {
      migration: "0009_subscribe_clients.sql",
      statements: [
        `INSERT INTO settings (id, email_enabled, source_email_address, updated_at) VALUES (1, 1, 'status@example.com', '${now}')`,
        `INSERT INTO notices (notice_id, kind, name, status, message, created_at, updated_at)
          VALUES ('incident0000', 'incident', 'API is down', 'Investigating', '', '${now}', '${now}')`,
        ...["one", "two", "three", "four"].map(subscriber),
        `INSERT INTO mail_messages VALUES ('post', 'incident', 'incident0000', '${content}', '${now}')`,
        delivery("one", "sent", { serviceID: "first-to-one" }),
        delivery("two", "failed", { error: "No such mailbox." }),
        delivery("three", "waiting", { error: "Try again." }),
        delivery("four", "waiting"),
      ],
    },
  });
  onTestFinished(async () => {
    await daymark.stop();
    await topic.stop();
    await mail.stop();
  });
  const readMessages = async () => (await answer(daymark.administrator.mail.messages.$get())).messages;
  expect(await readMessages()).toMatchObject([
    {
      ...{ messageID: "post", sent: 1, failed: 1, waiting: 2, withdrawn: 0 },
      problems: [
        { words: "No such mailbox.", count: 1 },
        { words: "Try again.", count: 1 },
      ],
    },
  ]);
  await daymark.runCron(now);
  await expect
    .poll(async () => (await mail.recipients()).sort())
    .toEqual(["four@example.com", "three@example.com"]);
  const bounceNotification = bounce("one@example.com", {
    bounceType: "Transient",
    bounceSubType: "MailboxFull",
  });
  bounceNotification.mail.messageId = "first-to-one";
  for (let n = 0; n < 2; n++) {
    const body = JSON.stringify(topic.signedMessage({ Message: JSON.stringify(bounceNotification) }));
    expect((await daymark.fetch("/api/hooks/ses", { method: "POST", body })).status).toBe(200);
  }
  await expect.poll(readMessages).toMatchObject([{ sent: 2, failed: 2, waiting: 0, withdrawn: 0 }]);
  expect(await findMailCountErrors(daymark)).toEqual([]);

  await mail.empty();
  await answer(
    daymark.administrator.incidents[":incidentID"].$patch({
      param: { incidentID: "incident0000" },
      json: { status: "Identified" },
    }),
  );
  await expect.poll(async () => (await mail.recipients()).length).toBe(4);
  const references = (await mail.mails()).map(({ to, header }) => [to?.[0]?.address, header("In-Reply-To")]);
  const incidentThread = "<incident.incident0000@localhost>";
  expect(Object.fromEntries(references)).toEqual({
    "one@example.com": "<first-to-one@us-west-2.amazonses.com>",
    "two@example.com": incidentThread,
    "three@example.com": expect.stringMatching(/@us-west-2\.amazonses\.com>$/),
    "four@example.com": expect.stringMatching(/@us-west-2\.amazonses\.com>$/),
  });
});
