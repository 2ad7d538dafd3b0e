import { expect, onTestFinished, test } from "vitest";
import { startDaymark } from "../support/daymark.ts";
import { startWatchedMail } from "../support/mail.ts";

test("what waits to be sent when the version with an order is deployed goes out in that order", async () => {
  const mail = await startWatchedMail({ rate: 100 });
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
    leftBy: {
      migration: "0001_reach.sql",
      statements: [
        `INSERT INTO settings (id, email_enabled, source_email_address, updated_at) VALUES (1, 1, 'status@example.com', '${now}')`,
        `INSERT INTO notices (notice_id, kind, name, status, message, created_at, updated_at)
          VALUES ('incident0000', 'incident', 'API is down', 'Investigating', '', '${now}', '${now}')`,
        subscriber("asker", "unconfirmed"),
        subscriber("reader", "confirmed"),
        `INSERT INTO mail_messages (message_id, kind, created_at) VALUES ('ask', 'confirmation', '${now}')`,
        `INSERT INTO mail_messages VALUES ('post', 'incident', 'incident0000', '${content}', '${now}')`,
        // Confirmations were due before everything else.
        delivery("ask", "asker", "1970-01-01T00:00:00.000Z"),
        delivery("post", "reader", now),
      ],
    },
  });
  onTestFinished(async () => {
    await daymark.stop();
    await mail.stop();
  });
  await daymark.tick(now);
  await expect.poll(mail.recipients).toEqual(["reader@example.com", "asker@example.com"]);
});
