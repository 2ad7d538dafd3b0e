import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { DAY_MS } from "../../../worker/shared/time/domain.ts";
import { makeIncident } from "../../support/factories/factories.ts";
import { enableMail } from "../../support/factories/make-subscribers.ts";
import { type RecordedMail, startRecordedMail } from "../../support/readers/mail.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";
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
const pauseMail = () =>
  run(
    "INSERT OR REPLACE INTO lanes (lane, paused_until) VALUES ('MAIL', '2999-01-01T00:00:00.000Z'), ('CONFIRMATIONS', '2999-01-01T00:00:00.000Z')",
  );

/** Adds subscribers with numbers from `first` to `last`. Their IDs are as long as real ones, because the test counts bytes. */
const addReaders = (first: number, last: number) =>
  run(
    `WITH RECURSIVE numbers (n) AS (VALUES (?) UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
    INSERT INTO subscribers (subscriber_id, email_address, address_key, state, everything, created_at, confirmed_at)
    SELECT printf('reader%06d', n), printf('reader-%d@example.org', n), n, 'confirmed', 1, '2026-01-01T00:00:00.000Z', ?
    FROM numbers`,
    ...[first, last, new Date().toISOString()],
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
const contentOfIncident = JSON.stringify({
  kind: "incident",
  noticeID: "incident0000",
  first: true,
  name: "API is down",
  message: "",
  status: "Investigating",
  postedAt: daysAgo(0),
  startAt: null,
  endAt: null,
  components: [],
});
const readMailLog = () => answer(daymark.administrator.mail.messages.$get());

test("an incident reads and writes as many rows for 10,000 recipients as for 500, and as many bytes", async () => {
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
  expect(toMany.rowsWritten).toBe(toFew.rowsWritten);
  // Within a second, the Worker doesn't read again who may sign in.
  expect(toMany.rowsRead).toBeLessThan(toFew.rowsRead + 10);
  expect((await databaseBytes()) - bytesBefore).toBeLessThan(10_000);
  expect((await readMailLog()).messages.map(({ waiting }) => waiting)).toEqual([10_000, 500, 500]);
});

test("the mail log reads the deliveries of the messages that it lists, and no others", async () => {
  await addReaders(1, 1);
  const addOldMessages = async (first: number, last: number, days = 30) => {
    await run(
      `WITH RECURSIVE numbers (n) AS (VALUES (?) UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
      INSERT INTO messages (message_id, kind, notice_id, content, created_at) SELECT printf('old%04d', n), 'incident', 'other', ?, ? FROM numbers`,
      ...[first, last, contentOfIncident, daysAgo(days)],
    );
    await run(
      `WITH RECURSIVE numbers (n) AS (VALUES (?) UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
      INSERT INTO deliveries (message_id, subscriber_id, state, next_at) SELECT printf('old%04d', n), 'reader000001', 'sent', '' FROM numbers`,
      ...[first, last],
    );
  };
  await addOldMessages(1, 20);
  // D1 counts the row behind the last one of a message in the index, so there is always one.
  await addOldMessages(21, 21, 31);
  await run(
    `WITH RECURSIVE numbers (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers WHERE n < 2000)
    INSERT INTO deliveries (message_id, state, next_at) SELECT 'old0001', 'sent', '' FROM numbers`,
  );
  const { rowsRead, rowsWritten } = await measureRows(readMailLog);
  expect(Math.max(...(await readMailLog()).messages.map(({ sent }) => sent))).toBe(2001);
  expect(rowsRead).toBeLessThan(3 * 2020 + 500);
  expect(rowsWritten).toBe(0);
  await run("UPDATE messages SET created_at = ? WHERE rowid <= 20", daysAgo(29));
  await addOldMessages(22, 1000);
  expect((await measureRows(readMailLog)).rowsRead).toBe(rowsRead);
});

test("an email costs the same rows for a subscriber who got 2,000 before as for one who got none", async () => {
  await addReaders(1, 2);
  await run(
    `INSERT INTO notices (notice_id, kind, name, status, message, created_at, updated_at)
    VALUES ('incident0000', 'incident', 'API is down', 'Investigating', '', ?1, ?1)`,
    daysAgo(0),
  );
  // Half of the messages are about the same incident: first rejected ones, then sent ones.
  await run(
    `WITH RECURSIVE numbers (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers WHERE n < 2000)
    INSERT INTO messages (message_id, kind, notice_id, content, created_at) SELECT 'old' || n, 'incident', iif(n % 2, 'incident0000', 'other' || n), ?, ? FROM numbers`,
    contentOfIncident,
    daysAgo(1),
  );
  await run(
    `INSERT INTO deliveries (message_id, subscriber_id, state, next_at, service_id, notice_id)
    SELECT message_id, 'reader000002', iif(rowid < 500, 'failed', 'sent'), created_at,
      iif(rowid < 500, '', message_id || '-sent'), notice_id FROM messages WHERE message_id LIKE 'old%'`,
  );
  const send = (reader: string) => async () => {
    await daymark.db.batch([
      daymark.db
        .prepare(
          "INSERT INTO messages (message_id, kind, notice_id, content, created_at) VALUES (?, 'incident', 'incident0000', ?, ?)",
        )
        .bind(`to-${reader}`, contentOfIncident, daysAgo(0)),
      daymark.db
        .prepare("INSERT INTO deliveries (message_id, subscriber_id, next_at) VALUES (?, ?, ?)")
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
    await expect.poll(async () => countRows("deliveries WHERE state = 'sent'")).toBe(600);
  });
  expect(await countRows("message_lanes")).toBe(0);
  expect(rowsWritten).toBeLessThan(10 * 600);
  expect(rowsRead).toBeLessThan(40 * 600);
});

test("during a pause, checks for due mail don't read waiting mail", async () => {
  await run(
    "INSERT INTO messages (message_id, kind, notice_id, content, created_at) VALUES ('many', 'incident', 'incident0000', '{}', ?)",
    daysAgo(0),
  );
  await run(
    `WITH RECURSIVE numbers (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000)
    INSERT INTO messages (message_id, kind, notice_id, content, created_at) SELECT 'many' || n, 'incident', 'incident0000', '{}', ? FROM numbers`,
    daysAgo(0),
  );
  await run(
    `INSERT INTO message_lanes (message_id, lane, due_at) SELECT message_id, 'MAIL', created_at FROM messages`,
  );
  await run(
    `WITH RECURSIVE numbers (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000)
    INSERT INTO deliveries (message_id, next_at) SELECT 'many', ? FROM numbers`,
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
          "INSERT INTO messages (message_id, kind, notice_id, content, created_at) VALUES (?, 'incident', 'incident0000', '{}', ?)",
        )
        .bind(message, daysAgo(days)),
      daymark.db
        .prepare(
          `WITH RECURSIVE numbers (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers WHERE n < 3500)
          INSERT INTO deliveries (message_id, state, next_at, service_id) SELECT ?, 'sent', '', ? || n FROM numbers`,
        )
        .bind(message, message),
      daymark.db
        .prepare(
          "INSERT INTO message_lanes (message_id, lane, due_at, state, remaining) VALUES (?, 'MAIL', '', 'failed', 1)",
        )
        .bind(message),
    ]);
  await addMails("first", 92);
  await addMails("second", 91);
  await addMails("recent", 89);
  const remaining = [];
  for (let minute = 0; minute < 5; minute++) {
    const { rowsRead, rowsWritten } = await measureRows(() => daymark.runCron(daysAgo(0)));
    expect(rowsRead).toBeLessThan(25_000);
    expect(rowsWritten).toBeLessThan(10_000);
    remaining.push([await countRows("deliveries"), await countRows("messages")]);
  }
  expect(remaining).toEqual([
    [8500, 3],
    [6500, 2],
    [4500, 2],
    [3500, 1],
    [3500, 1],
  ]);
  expect(await countRows("message_lanes")).toBe(1);
});
