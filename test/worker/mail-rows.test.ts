import { afterEach, beforeEach, expect, test } from "vitest";
import { DAY_MS } from "../../worker/time/domain.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeIncident } from "../support/factories.ts";
import { startWatchedMail, type WatchedMail } from "../support/mail.ts";
import { enableMail } from "../support/subscriptions.ts";
import type { Bill } from "../support/workers/counting-worker.ts";

let mail: WatchedMail;
let daymark: Daymark;
beforeEach(async () => {
  mail = await startWatchedMail({ rate: 10_000 });
  daymark = await startDaymark({ build: "counting-worker", vars: mail.vars });
  await enableMail(daymark);
  await mail.empty();
});
afterEach(async () => {
  await daymark.stop();
  await mail.stop();
});

const run = (statement: string, ...values: unknown[]) =>
  daymark.db
    .prepare(statement)
    .bind(...values)
    .run();
const count = (from: string) => daymark.db.prepare(`SELECT count(*) AS n FROM ${from}`).first<number>("n");
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
/** Nothing is sent from now on. */
const pause = () => run("INSERT OR REPLACE INTO mail_pause VALUES (1, '2999-01-01T00:00:00.000Z')");

/** Readers from one number to another, whose ids are as long as real ones. */
const addReaders = (first: number, last: number) =>
  run(
    `WITH RECURSIVE numbers (n) AS (VALUES (?) UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
    INSERT INTO subscribers (subscriber_id, email_address, address_key, is_keyed, token, state, everything, created_at, confirmed_at)
    SELECT printf('reader%06d', n), printf('reader-%d@example.org', n), n, 1, '', 'confirmed', 1, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'
    FROM numbers`,
    first,
    last,
  );

const bill = async (): Promise<Bill> => (await fetch(`${daymark.url}/x-bill`)).json();

/** Each post wakes a run of the queue, which goes on after the answer and is counted as well. */
async function cost(of: () => Promise<unknown>): Promise<Pick<Bill, "rowsRead" | "rowsWritten">> {
  const before = await bill();
  await of();
  const after = await bill();
  return {
    rowsRead: after.rowsRead - before.rowsRead,
    rowsWritten: after.rowsWritten - before.rowsWritten,
  };
}

const size = async () => (await run("SELECT 1")).meta.size_after;
const post = () => makeIncident(daymark, { name: "API is down" });
const log = () => answer(daymark.administrator.mail.messages.$get());

test("a post writes three rows for each 500 recipients, and some 20 bytes for each of them", async () => {
  await pause();
  await addReaders(1, 500);
  await post(); // writes what is there from then on
  const few = await cost(post);
  await addReaders(501, 10_000);
  const before = await size();
  const many = await cost(post);
  expect(many.rowsWritten - few.rowsWritten).toBe(3 * 19);
  expect((await size()) - before).toBeLessThan(20 * 10_000);
  expect((await log()).messages.map(({ waiting }) => waiting)).toEqual([10_000, 500, 500]);
});

test("the log reads the same for messages to 10,000 as for messages to one, however many came before", async () => {
  await pause();
  const addSent = (first: number, last: number) =>
    run(
      `WITH RECURSIVE numbers (n) AS (VALUES (?) UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
      INSERT INTO mail_messages (message_id, kind, notice_id, content, created_at) SELECT 'old' || n, 'incident', 'other', '{}', ? FROM numbers`,
      ...[first, last, ago(30)],
    ).then(() =>
      run("INSERT OR IGNORE INTO mail_counts (message_id, sent) SELECT message_id, 1 FROM mail_messages"),
    );
  await addSent(1, 30);
  await addReaders(1, 1);
  for (let n = 0; n < 20; n++) await post();
  const ofFew = await cost(log);
  await run("DELETE FROM mail_messages WHERE notice_id <> 'other'");
  await addSent(31, 1000);
  await addReaders(2, 10_000);
  for (let n = 0; n < 20; n++) await post();
  const ofMany = await cost(log);
  expect((await log()).messages.map(({ waiting }) => waiting)).toEqual(
    Array.from({ length: 20 }, () => 10_000),
  );
  expect(ofMany).toEqual(ofFew);
  expect(ofMany.rowsRead).toBeLessThan(20 * 15);
  expect(ofMany.rowsWritten).toBe(0);
});

test("the log reads no deliveries of messages that were sent", async () => {
  await pause();
  await addReaders(1, 2000);
  await post();
  const before = await cost(log);
  await run(
    `INSERT INTO mail_deliveries (message_id, subscriber_id, state, next_at, service_id)
    SELECT message_id, subscriber_id, 'sent', created_at, message_id || subscriber_id
    FROM mail_messages, (SELECT subscriber_id FROM subscribers) WHERE kind = 'incident'`,
  );
  expect((await cost(log)).rowsRead).toBe(before.rowsRead);
});

test("a mail costs the same for a subscriber who got 2,000 as for one who got none", async () => {
  await addReaders(1, 2);
  await run(
    `INSERT INTO notices (notice_id, kind, name, status, message, created_at, updated_at)
    VALUES ('incident0000', 'incident', 'API is down', 'Investigating', '', ?1, ?1)`,
    ago(0),
  );
  const content = JSON.stringify({
    ...{ kind: "incident", noticeID: "incident0000", first: true, name: "API is down", message: "" },
    ...{ status: "Investigating", postedAt: ago(0), startAt: null, endAt: null, components: [] },
  });
  // Half of them about the same incident: what the service refused first, and what was sent then.
  await run(
    `WITH RECURSIVE numbers (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers WHERE n < 2000)
    INSERT INTO mail_messages (message_id, kind, notice_id, content, created_at) SELECT 'old' || n, 'incident', iif(n % 2, 'incident0000', 'other' || n), ?, ? FROM numbers`,
    content,
    ago(1),
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
        .bind(`to-${reader}`, content, ago(0)),
      daymark.db.prepare("INSERT INTO mail_counts (message_id, waiting) VALUES (?, 1)").bind(`to-${reader}`),
      daymark.db
        .prepare(
          "INSERT INTO mail_chunks (message_id, subscriber_ids, created_at) VALUES (?, json_array(?), ?)",
        )
        .bind(`to-${reader}`, reader, ago(0)),
    ]);
    await daymark.deliver("daymark-mail", [{ failures: 0 }]);
  };
  const withoutPast = await cost(send("reader000001"));
  const withPast = await cost(send("reader000002"));
  expect((await mail.mails()).map((each) => each.header("In-Reply-To"))).toEqual([
    "<incident.incident0000@localhost>",
    "<old501-sent@us-west-2.amazonses.com>",
  ]);
  // The index entry of the mail that it refers to, and that mail.
  expect(withPast.rowsRead - withoutPast.rowsRead).toBeLessThanOrEqual(2);
  expect(withPast.rowsWritten).toBe(withoutPast.rowsWritten);
  expect(withPast.rowsRead).toBeLessThan(50);
});

test("each mail of a message to many costs the same number of rows", async () => {
  await addReaders(1, 600);
  const { rowsRead, rowsWritten } = await cost(async () => {
    await post();
    await expect.poll(async () => count("mail_deliveries WHERE state = 'sent'")).toBe(600);
  });
  expect(await count("mail_chunks")).toBe(0);
  expect(rowsWritten).toBeLessThan(10 * 600);
  expect(rowsRead).toBeLessThan(40 * 600);
});

test("during the pause, checks for due mail don't read what is waiting", async () => {
  await run(
    "INSERT INTO mail_messages (message_id, kind, notice_id, content, created_at) VALUES ('many', 'incident', 'incident0000', '{}', ?)",
    ago(0),
  );
  await run("INSERT INTO mail_counts (message_id, waiting) VALUES ('many', 2000)");
  await run(
    `WITH RECURSIVE numbers (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000)
    INSERT INTO mail_chunks (message_id, subscriber_ids, created_at) SELECT 'many', '["nobody","no one"]', ? FROM numbers`,
    ago(0),
  );
  await run(
    `WITH RECURSIVE numbers (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000)
    INSERT INTO mail_deliveries (message_id, next_at) SELECT 'many', ? FROM numbers`,
    ago(0),
  );
  await pause();
  const look = () => daymark.deliver("daymark-mail", [{ failures: 0 }]);
  expect((await cost(look)).rowsRead).toBeLessThan(20);
  // Of what has been due for longest, a minute looks whether 500 are a day old.
  expect((await cost(() => daymark.tick(ago(0)))).rowsRead).toBeLessThan(3 * 500 + 100);
});

test("each minute deletes 2,000 rows older than 90 days, and a message with its last row", async () => {
  const mailsOf = (message: string, days: number) =>
    daymark.db.batch([
      daymark.db
        .prepare(
          "INSERT INTO mail_messages (message_id, kind, notice_id, content, created_at) VALUES (?, 'incident', 'incident0000', '{}', ?)",
        )
        .bind(message, ago(days)),
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
  await mailsOf("first", 92);
  await mailsOf("second", 91);
  await mailsOf("young", 89);
  const left = [];
  for (let minute = 0; minute < 5; minute++) {
    const { rowsRead, rowsWritten } = await cost(() => daymark.tick(ago(0)));
    expect(rowsRead).toBeLessThan(25_000);
    expect(rowsWritten).toBeLessThan(10_000);
    left.push([await count("mail_deliveries"), await count("mail_messages")]);
  }
  expect(left).toEqual([
    [8500, 3],
    [6500, 2],
    [4500, 2],
    [3500, 1],
    [3500, 1],
  ]);
  expect(await count("mail_counts")).toBe(1);
  expect(await count("mail_problems")).toBe(1);
});
