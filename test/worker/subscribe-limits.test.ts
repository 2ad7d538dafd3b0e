import { afterEach, beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../worker/time/domain.ts";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { addCalls } from "../support/subscribers.ts";
import { linkOf } from "../support/subscription-links.ts";
import { enableMail, someClient, subscribers } from "../support/subscriptions.ts";

let daymark: Daymark;
beforeEach(async () => {
  began = Date.now();
  daymark = await startDaymark({ build: "faulty-worker" });
  await enableMail(daymark);
});
afterEach(() => daymark.stop());
const { ask, asked, rows, byAddress } = subscribers(() => daymark);

let began: number;
let addresses = 0;

/** Asks for somebody new, from a client of its own, so many milliseconds after the first time. */
function call(after: number, way: "api" | "form" = "api") {
  addresses += 1;
  const emailAddress = `caller-${addresses}@example.com`;
  const headers = { ...someClient(), "x-test-now": new Date(began + after).toISOString() };
  return way === "form"
    ? daymark.fetch("/subscribe", { method: "POST", headers, body: new URLSearchParams({ emailAddress }) })
    : daymark.fetch("/api/subscribers/subscribe", {
        method: "POST",
        headers,
        body: JSON.stringify({ emailAddress }),
      });
}

const retryAfter = ({ status, headers }: Response) => [status, headers.get("Retry-After")];

async function count(sql: string) {
  return (await daymark.db.prepare(`SELECT count(*) AS n FROM ${sql}`).first<{ n: number }>())?.n;
}

/** As if so many had been taken, one every so many milliseconds up to the first time. */
const taken = (count: number, apart: number) => addCalls(daymark, { count, until: began, apart });

/** What administrators read above the mails that were sent, with the clock so far ahead. */
async function warnings(after: number) {
  const headers = {
    Authorization: await daymark.token(),
    "x-test-now": new Date(began + after).toISOString(),
  };
  const { confirmations } = await (await daymark.fetch("/api/mail/messages", { headers })).json();
  return confirmations.warnings;
}

test("all clients together can make 60 requests a minute, then 429 until the first is a minute old", async () => {
  for (let n = 0; n < 60; n++)
    expect((await call(n * 100, n % 2 === 0 ? "api" : "form")).ok).toBe(n % 2 === 0);
  expect(await warnings(6 * SECOND_MS)).toEqual([
    expect.stringMatching(/^The limit of 60 requests to subscribe a minute/),
  ]);
  expect(retryAfter(await call(6 * SECOND_MS))).toEqual([429, "54"]);
  expect(retryAfter(await call(7 * SECOND_MS, "form"))).toEqual([429, "53"]);
  expect(await count("subscribers")).toBe(60);
  expect(await count("mail_deliveries")).toBe(60);
  expect((await call(MINUTE_MS)).status).toBe(200);
  expect(retryAfter(await call(MINUTE_MS + 50))).toEqual([429, "1"]);
  expect((await call(MINUTE_MS + 100)).status).toBe(200);
  expect(await count("subscribers")).toBe(62);
});

test("all clients together can make 1,000 requests a day, then 429 until the first is a day old", async () => {
  await taken(999, MINUTE_MS);
  expect(await warnings(0)).toEqual([]);
  await taken(1, 1);
  expect(await warnings(0)).toEqual([
    expect.stringMatching(/^The limit of 1,000 requests to subscribe in 24 hours/),
  ]);
  const wait = DAY_MS - 999 * MINUTE_MS;
  expect(retryAfter(await call(0))).toEqual([429, `${wait / SECOND_MS}`]);
  expect((await call(wait)).status).toBe(200);
  expect(await count("subscribe_calls")).toBe(1000);
  expect((await call(wait + MINUTE_MS)).status).toBe(200);
});

test("concurrent requests can't exceed the limit", async () => {
  await taken(59, SECOND_MS / 10);
  const answers = await Promise.all(Array.from({ length: 10 }, () => call(0)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 429)]);
  expect(await count("subscribers")).toBe(1);
});

test("a flood over the limit doesn't read D1, and the page is served", async () => {
  await taken(60, SECOND_MS / 10);
  expect(await warnings(HOUR_MS)).toHaveLength(1);
  expect((await call(0)).headers.get("x-test-statements")).not.toBe("0");
  for (let n = 1; n < 10; n++) {
    const refused = await call(n);
    expect([refused.status, refused.headers.get("x-test-statements")]).toEqual([429, "0"]);
  }
  expect((await daymark.fetch("/")).status).toBe(200);
  expect((await call(9 * SECOND_MS)).status).toBe(429);
  expect((await call(10 * SECOND_MS)).headers.get("x-test-statements")).not.toBe("0");
});

test("invalid requests don't count", async () => {
  for (const body of [{ emailAddress: "nobody" }, { emailAddress: "a@example.com", components: ["none"] }])
    expect((await ask(body)).status).toBe(400);
  expect((await ask({ emailAddress: "bot@example.com", website: "x" })).status).toBe(200);
  expect(await count("subscribe_calls")).toBe(0);
});

/** Asks with the Worker's clock so far ahead. @returns how many confirmations there are by then */
async function askAt(ahead: number, emailAddress: string) {
  const headers = { ...someClient(), "x-test-ahead": `${ahead}` };
  const response = await ask({ emailAddress }, headers);
  expect(response.status).toBe(200);
  // Those that went out, and those on their way.
  return count("mail_messages WHERE kind = 'confirmation'");
}

const sent = () => expect.poll(() => count("mail_deliveries WHERE state = 'waiting'")).toBe(0);

for (const [mailbox, addresses] of [
  ["victim@example.com", ["victim+1@example.com", "VICTIM+2+3@Example.com", "victim+@example.com"]],
  [
    "jane.doe@gmail.com",
    ["janedoe@gmail.com", "j.a.n.e.d.o.e+9@gmail.com", "Jane.Doe@googlemail.com", "janedoe+x@googlemail.com"],
  ],
] as const) {
  test(`for its limit an address with another tag or Gmail's dots is ${mailbox}, and is a subscriber of its own`, async () => {
    expect(await askAt(0, mailbox)).toBe(1);
    for (const address of addresses) expect(await askAt(MINUTE_MS, address)).toBe(1);
    expect(await count("subscribers")).toBe(1 + addresses.length);
    await sent();
    // Each has a link of its own once it is sent one.
    expect(await askAt(11 * MINUTE_MS, addresses[0])).toBe(2);
    await sent();
    const confirm = async (address: string) =>
      daymark.fetch(`${linkOf(await byAddress(address))}/confirm`, { method: "POST" });
    const [tagged = ""] = addresses;
    const stored = (await rows("")).find(
      ({ email_address }) => email_address.toLowerCase() === tagged.toLowerCase(),
    );
    await confirm(stored?.email_address ?? "");
    await confirm(mailbox);
    expect((await rows("WHERE state = 'confirmed'")).length).toBe(2);
  });
}

test("addresses that differ in another way are separate mailboxes", async () => {
  const all = [
    "a.b@example.com",
    "ab@example.com",
    "ab@gmail.com",
    "ab@mail.com",
    "+ab@example.com",
    "+cd@example.com",
  ];
  for (const [n, address] of all.entries()) expect(await askAt(0, address)).toBe(n + 1);
});

test("an unconfirmed mailbox gets another mail after 10 minutes, an hour, a day, then one a week", async () => {
  let ahead = 0;
  let tag = 0;
  const next = () => {
    tag += 1;
    return askAt(ahead, `victim+${tag}@example.com`);
  };
  expect(await next()).toBe(1);
  const waits = [10 * MINUTE_MS, HOUR_MS, DAY_MS, 7 * DAY_MS, 7 * DAY_MS];
  for (const [n, wait] of waits.entries()) {
    await sent();
    ahead += wait - 10 * SECOND_MS;
    expect([n, await next()]).toEqual([n, n + 1]);
    // Whoever does not confirm is forgotten after a week; the limit is not.
    await daymark.tick(new Date(Math.ceil((Date.now() + ahead) / HOUR_MS) * HOUR_MS).toISOString());
    ahead += 10 * SECOND_MS + 1000;
    expect([n, await next()]).toEqual([n, n + 2]);
  }
  await daymark.tick(
    new Date(Math.ceil((Date.now() + ahead + 40 * DAY_MS) / HOUR_MS) * HOUR_MS).toISOString(),
  );
  expect(await count("confirmation_limits")).toBe(0);
});

test("confirming resets the wait", async () => {
  const subscriber = await asked();
  await sent();
  for (const [n, ahead] of [11 * MINUTE_MS, 80 * MINUTE_MS].entries()) {
    expect(await askAt(ahead, subscriber.email_address)).toBe(n + 2);
    await sent();
  }
  await daymark.fetch(`${linkOf(subscriber)}/confirm`, { method: "POST" });
  await daymark.fetch(`${linkOf(subscriber)}/unsubscribe`, { method: "POST" });
  expect(await askAt(91 * MINUTE_MS, subscriber.email_address)).toBe(4);
});

test("after a decline, complaint or erasure, other tags of the mailbox get no mail, either", async () => {
  const reasons = { declined: DAY_MS, complaint: 30 * DAY_MS, erased: 30 * DAY_MS };
  let ahead = 0;
  for (const [reason, wait] of Object.entries(reasons)) {
    await askAt(ahead, `${reason}@example.com`);
    await sent();
    const before = (await count("mail_messages")) ?? 0;
    await daymark.db
      .prepare(
        "UPDATE subscribers SET state = 'ended', ended_reason = ?, email_address = '' WHERE email_address = ?",
      )
      .bind(reason, `${reason}@example.com`)
      .run();
    expect(await askAt(ahead + wait - MINUTE_MS, `${reason}+2@example.com`)).toBe(before);
    expect(await askAt(ahead + wait + MINUTE_MS, `${reason}+2@example.com`)).toBe(before + 1);
    await sent();
    ahead += wait + 2 * MINUTE_MS;
  }
});

test("a limit is stored without the mailbox", async () => {
  await askAt(0, "very.secret+tag@gmail.com");
  const { results } = await daymark.db.prepare("SELECT mailbox_key FROM confirmation_limits").all();
  expect(results).toEqual([{ mailbox_key: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
});
