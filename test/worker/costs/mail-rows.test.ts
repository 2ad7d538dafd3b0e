import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { DAY_MS } from "../../../worker/time/domain.ts";
import { answer, type Daymark, startDaymark } from "../../support/daymark.ts";
import { makeIncident } from "../../support/factories.ts";
import { type RecordedMail, startRecordedMail } from "../../support/mail.ts";
import { enableMail } from "../../support/make-subscribers.ts";
import type { Bill } from "../../support/workers/bill.ts";

let mail: RecordedMail;
let daymark: Daymark;
beforeAll(async () => {
  mail = await startRecordedMail({ rate: 10_000 });
  daymark = await startDaymark({ vars: mail.vars });
});
beforeEach(async () => {
  await daymark.reset();
  await enableMail(daymark);
  await mail.empty();
});
afterAll(() => Promise.all([daymark.stop(), mail.stop()]));

const run = (statement: string, ...values: unknown[]) =>
  daymark.db
    .prepare(statement)
    .bind(...values)
    .run();
const countRows = (from: string) =>
  daymark.db.prepare(`SELECT count(*) AS n FROM ${from}`).first<number>("n");
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const pauseMail = () => run("INSERT OR REPLACE INTO mail_pause VALUES (1, '2999-01-01T00:00:00.000Z')");

/** Adds subscribers with numbers from `first` to `last`. Their IDs are as long as real ones, because the test counts bytes. */
const addReaders = (first: number, last: number) =>
  run(
    `WITH RECURSIVE numbers (n) AS (VALUES (?) UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
    INSERT INTO subscribers (subscriber_id, email_address, address_key, state, everything, created_at, confirmed_at)
    SELECT printf('reader%06d', n), printf('reader-%d@example.org', n), n, 'confirmed', 1, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'
    FROM numbers`,
    first,
    last,
  );

const readBill = async (): Promise<Bill> => (await fetch(`${daymark.url}/x-bill`)).json();

/** Includes the queue's run, which continues after the response. */
async function measureRows(action: () => Promise<unknown>): Promise<Pick<Bill, "rowsRead" | "rowsWritten">> {
  const before = await readBill();
  await action();
  const after = await readBill();
  return {
    rowsRead: after.rowsRead - before.rowsRead,
    rowsWritten: after.rowsWritten - before.rowsWritten,
  };
}

const databaseBytes = async () => (await run("SELECT 1")).meta.size_after;
const postIncident = () => makeIncident(daymark, { name: "API is down" });
/** Sends no message to the email queue, whose runs would read rows beside the measured call. */
async function postIncidentUnqueued(): Promise<void> {
  const headers = { Authorization: await daymark.token(), "x-test-break-binding": "MAIL" };
  const body = JSON.stringify({ name: "API is down", status: "Investigating" });
  expect((await daymark.fetch("/api/incidents", { method: "POST", headers, body })).status).toBe(201);
}
const readMailLog = () => answer(daymark.administrator.mail.messages.$get());

test("an incident writes three rows per 500 recipients, and fewer than 20 bytes per recipient", async () => {
  // The file of a database that was emptied has free pages, so it wouldn't grow.
  const shared = daymark;
  daymark = await startDaymark({ shared: false, vars: mail.vars });
  onTestFinished(async () => {
    await daymark.stop();
    daymark = shared;
  });
  await enableMail(daymark);
  await pauseMail();
  await addReaders(1, 500);
  await postIncident(); // The first one also writes rows that later ones reuse.
  const toFew = await measureRows(postIncident);
  await addReaders(501, 10_000);
  const bytesBefore = await databaseBytes();
  const toMany = await measureRows(postIncident);
  expect(toMany.rowsWritten - toFew.rowsWritten).toBe(3 * 19);
  expect((await databaseBytes()) - bytesBefore).toBeLessThan(20 * 10_000);
  expect((await readMailLog()).messages.map(({ waiting }) => waiting)).toEqual([10_000, 500, 500]);
});

test("the mail log reads as many rows for 10,000 recipients as for one, however many older messages there are", async () => {
  await pauseMail();
  const addOldMessages = (first: number, last: number) =>
    run(
      `WITH RECURSIVE numbers (n) AS (VALUES (?) UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
      INSERT INTO mail_messages (message_id, kind, notice_id, content, created_at) SELECT 'old' || n, 'incident', 'other', '{}', ? FROM numbers`,
      ...[first, last, daysAgo(30)],
    ).then(() =>
      run("INSERT OR IGNORE INTO mail_counts (message_id, sent) SELECT message_id, 1 FROM mail_messages"),
    );
  await addOldMessages(1, 30);
  await addReaders(1, 1);
  for (let n = 0; n < 20; n++) await postIncidentUnqueued();
  const withFew = await measureRows(readMailLog);
  await run("DELETE FROM mail_messages WHERE notice_id <> 'other'");
  await addOldMessages(31, 1000);
  await addReaders(2, 10_000);
  for (let n = 0; n < 20; n++) await postIncidentUnqueued();
  const withMany = await measureRows(readMailLog);
  expect((await readMailLog()).messages.map(({ waiting }) => waiting)).toEqual(
    Array.from({ length: 20 }, () => 10_000),
  );
  expect(withMany).toEqual(withFew);
  expect(withMany.rowsRead).toBeLessThan(20 * 15);
  expect(withMany.rowsWritten).toBe(0);
});

test("the mail log reads no deliveries of sent messages", async () => {
  await pauseMail();
  await addReaders(1, 2000);
  await postIncidentUnqueued();
  const before = await measureRows(readMailLog);
  await run(
    `INSERT INTO mail_deliveries (message_id, subscriber_id, state, next_at, service_id)
    SELECT message_id, subscriber_id, 'sent', created_at, message_id || subscriber_id
    FROM mail_messages, (SELECT subscriber_id FROM subscribers) WHERE kind = 'incident'`,
  );
  expect((await measureRows(readMailLog)).rowsRead).toBe(before.rowsRead);
});

test("an email costs the same rows for a subscriber who got 2,000 before as for one who got none", async () => {
  await addReaders(1, 2);
  await run(
    `INSERT INTO notices (notice_id, kind, name, status, message, created_at, updated_at)
    VALUES ('incident0000', 'incident', 'API is down', 'Investigating', '', ?1, ?1)`,
    daysAgo(0),
  );
  const content = JSON.stringify({
    ...{ kind: "incident", noticeID: "incident0000", first: true, name: "API is down", message: "" },
    ...{ status: "Investigating", postedAt: daysAgo(0), startAt: null, endAt: null, components: [] },
  });
  // Half of the messages are about the same incident: first rejected ones, then sent ones.
  await run(
    `WITH RECURSIVE numbers (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers WHERE n < 2000)
    INSERT INTO mail_messages (message_id, kind, notice_id, content, created_at) SELECT 'old' || n, 'incident', iif(n % 2, 'incident0000', 'other' || n), ?, ? FROM numbers`,
    content,
    daysAgo(1),
  );
  await run(
    `INSERT INTO mail_deliveries (message_id, subscriber_id, state, next_at, service_id, notice_id)
    SELECT message_id, 'reader000002', iif(rowid < 500, 'failed', 'sent'), created_at,
      iif(rowid < 500, '', message_id || '-sent'), notice_id FROM mail_messages WHERE message_id LIKE 'old%'`,
  );
  const send = (reader: string) => async () => {
    await daymark.db.batch([
      daymark.db
        .prepare(
          "INSERT INTO mail_messages (message_id, kind, notice_id, content, created_at) VALUES (?, 'incident', 'incident0000', ?, ?)",
        )
        .bind(`to-${reader}`, content, daysAgo(0)),
      daymark.db.prepare("INSERT INTO mail_counts (message_id, waiting) VALUES (?, 1)").bind(`to-${reader}`),
      daymark.db
        .prepare(
          "INSERT INTO mail_chunks (message_id, subscriber_ids, created_at) VALUES (?, json_array(?), ?)",
        )
        .bind(`to-${reader}`, reader, daysAgo(0)),
    ]);
    await daymark.deliver("daymark-mail", [{ failures: 0 }]);
  };
  const withoutOldMail = await measureRows(send("reader000001"));
  const withOldMail = await measureRows(send("reader000002"));
  expect((await mail.mails()).map(({ header }) => header("In-Reply-To"))).toEqual([
    "<incident.incident0000@localhost>",
    "<old501-sent@us-west-2.amazonses.com>",
  ]);
  // The two rows are the mail that it refers to, and the index entry of that mail.
  expect(withOldMail.rowsRead - withoutOldMail.rowsRead).toBeLessThanOrEqual(2);
  expect(withOldMail.rowsWritten).toBe(withoutOldMail.rowsWritten);
  expect(withOldMail.rowsRead).toBeLessThan(50);
});

test("each email of a message to many costs the same number of rows", async () => {
  await addReaders(1, 600);
  const { rowsRead, rowsWritten } = await measureRows(async () => {
    await postIncident();
    await expect.poll(async () => countRows("mail_deliveries WHERE state = 'sent'")).toBe(600);
  });
  expect(await countRows("mail_chunks")).toBe(0);
  expect(rowsWritten).toBeLessThan(10 * 600);
  expect(rowsRead).toBeLessThan(40 * 600);
});

test("during a pause, checks for due mail don't read waiting mail", async () => {
  await run(
    "INSERT INTO mail_messages (message_id, kind, notice_id, content, created_at) VALUES ('many', 'incident', 'incident0000', '{}', ?)",
    daysAgo(0),
  );
  await run("INSERT INTO mail_counts (message_id, waiting) VALUES ('many', 2000)");
  await run(
    `WITH RECURSIVE numbers (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000)
    INSERT INTO mail_chunks (message_id, subscriber_ids, created_at) SELECT 'many', '["nobody","no one"]', ? FROM numbers`,
    daysAgo(0),
  );
  await run(
    `WITH RECURSIVE numbers (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000)
    INSERT INTO mail_deliveries (message_id, next_at) SELECT 'many', ? FROM numbers`,
    daysAgo(0),
  );
  await pauseMail();
  const checkForDueMail = () => daymark.deliver("daymark-mail", [{ failures: 0 }]);
  expect((await measureRows(checkForDueMail)).rowsRead).toBeLessThan(20);
  // The cron checks whether the 500 mails that have waited longest are a day old.
  expect((await measureRows(() => daymark.runCron(daysAgo(0)))).rowsRead).toBeLessThan(3 * 500 + 100);
});

test("each minute deletes 2,000 rows older than 90 days, and a message with its last row", async () => {
  const addMails = (message: string, days: number) =>
    daymark.db.batch([
      daymark.db
        .prepare(
          "INSERT INTO mail_messages (message_id, kind, notice_id, content, created_at) VALUES (?, 'incident', 'incident0000', '{}', ?)",
        )
        .bind(message, daysAgo(days)),
      daymark.db
        .prepare(
          `WITH RECURSIVE numbers (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers WHERE n < 3500)
          INSERT INTO mail_deliveries (message_id, state, next_at, service_id) SELECT ?, 'sent', '', ? || n FROM numbers`,
        )
        .bind(message, message),
      daymark.db
        .prepare(
          `WITH RECURSIVE numbers (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers WHERE n < 2500)
          INSERT INTO mail_chunks (message_id, subscriber_ids, state, created_at) SELECT ?, '[]', 'failed', '' FROM numbers`,
        )
        .bind(message),
      daymark.db.prepare("INSERT INTO mail_counts (message_id, sent) VALUES (?, 3500)").bind(message),
      daymark.db.prepare("INSERT INTO mail_problems VALUES (?, 'No such mailbox.', 1)").bind(message),
    ]);
  await addMails("first", 92);
  await addMails("second", 91);
  await addMails("recent", 89);
  const remaining = [];
  for (let minute = 0; minute < 5; minute++) {
    const { rowsRead, rowsWritten } = await measureRows(() => daymark.runCron(daysAgo(0)));
    expect(rowsRead).toBeLessThan(25_000);
    expect(rowsWritten).toBeLessThan(10_000);
    remaining.push([await countRows("mail_deliveries"), await countRows("mail_messages")]);
  }
  expect(remaining).toEqual([
    [8500, 3],
    [6500, 2],
    [4500, 2],
    [3500, 1],
    [3500, 1],
  ]);
  expect(await countRows("mail_counts")).toBe(1);
  expect(await countRows("mail_problems")).toBe(1);
});
