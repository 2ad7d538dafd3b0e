import { afterEach, beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../worker/time/domain.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { dump } from "../support/dump.ts";
import { startWatchedMail, type WatchedMail } from "../support/mail.ts";
import { addWaiting } from "../support/subscribers.ts";
import { enableMail, someClient } from "../support/subscriptions.ts";

let mail: WatchedMail;
let daymark: Daymark;
beforeEach(async () => {
  began = Date.now();
  mail = await startWatchedMail({ checksTime: false });
  daymark = await startDaymark({ build: "faulty-worker", vars: mail.vars });
  await enableMail(daymark);
  await mail.empty();
});
afterEach(async () => {
  await daymark.stop();
  await mail.stop();
});

let began: number;
const at = (after: number) => ({ "x-test-now": new Date(began + after).toISOString() });

function ask(emailAddress: string, address: string, after = 0) {
  return daymark.fetch("/api/subscribers/subscribe", {
    method: "POST",
    headers: { "CF-Connecting-IP": address, ...at(after) },
    body: JSON.stringify({ emailAddress }),
  });
}
const newcomer = () => someClient()["CF-Connecting-IP"];
const run = (sql: string, ...values: unknown[]) =>
  daymark.db
    .prepare(sql)
    .bind(...values)
    .run();
const count = async (sql: string) =>
  (await daymark.db.prepare(`SELECT count(*) AS n FROM ${sql}`).first<{ n: number }>())?.n;
const sent = () => expect.poll(() => count("mail_deliveries WHERE state = 'waiting'")).toBe(0);
const bounceAll = () => run("UPDATE mail_deliveries SET state = 'failed' WHERE state = 'sent'");
const warnings = async () =>
  (await answer(daymark.administrator.mail.messages.$get())).confirmations.warnings;
const wake = () => daymark.deliver("daymark-mail", [{ failures: 0 }]);
const stopClock = (after: number) => daymark.fetch("/api/health", { headers: at(after) });

/** As if the network that asked last had asked so many times more, each so many milliseconds before. */
const askedBefore = (times: number, apart: number) =>
  run(
    `INSERT INTO subscribe_clients
    SELECT 'before-' || value, (SELECT network_key FROM subscribe_clients ORDER BY at DESC LIMIT 1),
      strftime('%Y-%m-%dT%H:%M:%fZ', ?1 - value * ?2, 'unixepoch', 'subsec') FROM json_each(?3)`,
    began / SECOND_MS,
    apart / SECOND_MS,
    JSON.stringify(Array.from({ length: times }, (_, n) => n + 1)),
  );

test("repeated requests for one address don't use up the limit for others", async () => {
  for (let client = 0; client < 7; client++)
    for (let n = 0; n < 10; n++)
      expect((await ask("same@example.org", `192.0.2.${client}`, n)).status).toBe(200);
  expect((await ask("newcomer@example.org", newcomer(), 10)).status).toBe(200);
  expect(await count("subscribe_calls")).toBe(2);
  expect(await count("mail_messages")).toBe(2);
});

for (const [network, one, other] of [
  ["an IPv4 address", "198.51.100.7", "198.51.100.7"],
  ["an IPv6 /48", "2001:db8:7:1::1", "2001:db8:7:2::1"],
] as const) {
  test(`${network} has 30 requests in a day taken, then 429 until the first is a day old`, async () => {
    expect((await ask("first@example.org", one)).status).toBe(200);
    await askedBefore(28, HOUR_MS / 2);
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => ask(`at-once-${n}@example.org`, other)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429]);
    const refused = await ask("first@example.org", one);
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([
      429,
      `${(DAY_MS - 14 * HOUR_MS) / SECOND_MS}`,
    ]);
    expect(await refused.text()).toContain("from your IP address");
    expect((await ask("newcomer@example.org", newcomer())).status).toBe(200);
    expect((await ask("later@example.org", one, DAY_MS - 14 * HOUR_MS)).status).toBe(200);
    expect(await count("subscribe_clients")).toBe(1 + 1 + 27 + 1 + 1);
  });
}

test("a network is stored without its address, and deleted after a day", async () => {
  expect((await ask("first@example.org", "198.51.100.7")).status).toBe(200);
  const { results } = await daymark.db.prepare("SELECT network_key FROM subscribe_clients").all();
  expect(results).toEqual([{ network_key: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  expect(await dump(daymark)).not.toContain("198.51.100.7");
  await daymark.tick(new Date(Math.ceil((began + DAY_MS) / HOUR_MS) * HOUR_MS).toISOString());
  expect(await count("subscribe_clients")).toBe(0);
});

test("the same statements run for an address that is new, known, confirmed, or complained", async () => {
  const statements = async (emailAddress: string) => {
    const response = await ask(emailAddress, newcomer());
    return [response.status, await response.text(), response.headers.get("x-test-statements")];
  };
  const usual = await statements("new@example.org");
  expect(await statements("new@example.org")).toEqual(usual);
  await run("UPDATE subscribers SET state = 'confirmed'");
  expect(await statements("new@example.org")).toEqual(usual);
  await run("UPDATE subscribers SET state = 'ended', ended_reason = 'complaint', email_address = ''");
  expect(await statements("new@example.org")).toEqual(usual);
});

test("a form that a bot filled in wakes no queue, and every other request does, whatever the address", async () => {
  const queued = async (fields: { emailAddress: string; website?: string }, way: "api" | "form") => {
    const headers = someClient();
    const response =
      way === "api"
        ? await daymark.fetch("/api/subscribers/subscribe", {
            method: "POST",
            headers,
            body: JSON.stringify(fields),
          })
        : await daymark.fetch("/subscribe", { method: "POST", headers, body: new URLSearchParams(fields) });
    expect(response.status).toBe(way === "api" ? 200 : 303);
    return response.headers.get("x-test-queued");
  };
  for (const way of ["api", "form"] as const) {
    const emailAddress = `${way}@example.org`;
    expect(await queued({ emailAddress, website: "https://spam.example" }, way)).toBe("0");
    expect(await queued({ emailAddress }, way)).toBe("1");
    expect(await queued({ emailAddress }, way)).toBe("1");
  }
});

test("a network whose confirmations bounce is refused for a day, and other networks are not", async () => {
  for (let n = 0; n < 8; n++) expect((await ask(`made-up-${n}@example.org`, "192.0.2.1")).status).toBe(200);
  for (let n = 0; n < 3; n++) expect((await ask(`typo-${n}@example.org`, newcomer())).status).toBe(200);
  await sent();
  await bounceAll();
  expect(await warnings()).toEqual([]);
  const refused = await ask("made-up@example.org", "192.0.2.1", 60 * SECOND_MS);
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([
    429,
    `${(DAY_MS - MINUTE_MS) / SECOND_MS}`,
  ]);
  await mail.empty();
  for (let n = 0; n < 3; n++) {
    expect((await ask(`reader-${n}@example.org`, newcomer(), 2 * MINUTE_MS + n * SECOND_MS)).status).toBe(
      200,
    );
    await expect.poll(mail.recipients).toHaveLength(n + 1);
  }
  expect((await ask("corrected@example.org", "192.0.2.1", DAY_MS)).status).toBe(200);
});

test("while few were sent and more than 10 bounced, one confirmation a minute goes out", async () => {
  for (let n = 0; n < 11; n++) expect((await ask(`made-up-${n}@example.org`, newcomer())).status).toBe(200);
  await sent();
  await bounceAll();
  expect(await warnings()).toEqual([
    expect.stringMatching(/^Confirmation emails are limited to one a minute: 11 of the last 11 bounced\./),
  ]);
  await mail.empty();
  await stopClock(MINUTE_MS);
  await addWaiting(daymark, 5);
  for (const [after, mails] of [
    [MINUTE_MS, 1],
    [MINUTE_MS + 50 * SECOND_MS, 1],
    [2 * MINUTE_MS, 2],
    [3 * MINUTE_MS, 3],
  ] as const) {
    await stopClock(after);
    for (let n = 0; n < 3; n++) await wake();
    expect([after, (await mail.recipients()).length]).toEqual([after, mails]);
  }
});

test("a network counts with at most 2 bounces of the last 200, and 11 of several networks stop confirmations", async () => {
  expect((await ask("made-up@example.org", "192.0.2.1")).status).toBe(200);
  await sent();
  await addWaiting(daymark, 199);
  await run(
    "UPDATE mail_deliveries SET state = 'sent', service_id = 'mail-' || delivery_id WHERE delivery_id > 1",
  );
  await run(
    `INSERT INTO subscribe_clients SELECT message_id, (SELECT network_key FROM subscribe_clients), ?
    FROM mail_deliveries WHERE delivery_id BETWEEN 2 AND 30`,
    new Date(began).toISOString(),
  );
  const bounced = (last: number) =>
    run("UPDATE mail_deliveries SET state = 'failed' WHERE delivery_id <= ?", last);
  await bounced(38);
  expect(await warnings()).toEqual([]);
  await bounced(39);
  expect(await warnings()).toEqual([
    expect.stringMatching(/^Confirmation emails are stopped: 39 of the last 200 bounced\./),
  ]);
});
