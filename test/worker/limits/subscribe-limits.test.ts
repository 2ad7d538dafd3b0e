import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { addSubscribeRequests } from "../../support/factories/insert-subscribers.ts";
import { enableMail, newClientHeaders, subscribers } from "../../support/factories/make-subscribers.ts";
import { linkOf } from "../../support/factories/subscription-links.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ rates: {} });
});
beforeEach(async () => {
  await daymark.reset({ laterMs: 2 * DAY_MS });
  startedAtMs = daymark.now();
  await enableMail(daymark);
});
afterAll(() => daymark.stop());
const { requestSubscription, makeUnconfirmed, findSubscribers, findByAddress } = subscribers(() => daymark);

let startedAtMs: number;
let addresses = 0;

/** Subscribes a new address from a new client, `elapsedMs` after the start. */
function subscribeAt(elapsedMs: number, channel: "api" | "form" = "api") {
  addresses += 1;
  const emailAddress = `caller-${addresses}@example.com`;
  const headers = { ...newClientHeaders(), "x-test-now": new Date(startedAtMs + elapsedMs).toISOString() };
  return channel === "form"
    ? daymark.fetch("/subscribe", { method: "POST", headers, body: new URLSearchParams({ emailAddress }) })
    : daymark.fetch("/api/subscribers/subscribe", {
        method: "POST",
        headers,
        body: JSON.stringify({ emailAddress }),
      });
}

const statusAndRetryAfter = ({ status, headers }: Response) => [status, headers.get("Retry-After")];

async function count(sql: string) {
  return (await daymark.db.prepare(`SELECT count(*) AS n FROM ${sql}`).first<{ n: number }>())?.n;
}

/** Records accepted requests before the start, `gapMs` apart. */
const addRequests = (count: number, gapMs: number) =>
  addSubscribeRequests(daymark, { count, until: startedAtMs, gapMs });

/** Reads the warnings that administrators see, `elapsedMs` after the start. */
async function readWarnings(elapsedMs: number) {
  const headers = {
    Authorization: await daymark.token(),
    "x-test-now": new Date(startedAtMs + elapsedMs).toISOString(),
  };
  const { confirmations } = await (await daymark.fetch("/api/mail/messages", { headers })).json();
  return confirmations.warnings;
}

test("all clients together can make 60 requests a minute, then 429 until the first is a minute old", async () => {
  for (let n = 0; n < 60; n++)
    expect((await subscribeAt(n * 100, n % 2 === 0 ? "api" : "form")).ok).toBe(n % 2 === 0);
  expect(await readWarnings(6 * SECOND_MS)).toEqual([
    expect.stringMatching(/^The limit of 40 requests to subscribe a minute/),
  ]);
  expect(statusAndRetryAfter(await subscribeAt(6 * SECOND_MS))).toEqual([429, "54"]);
  expect(statusAndRetryAfter(await subscribeAt(7 * SECOND_MS, "form"))).toEqual([429, "53"]);
  expect(await count("subscribers")).toBe(60);
  expect(await count("deliveries")).toBe(60);
  expect((await subscribeAt(MINUTE_MS)).status).toBe(200);
  expect(statusAndRetryAfter(await subscribeAt(MINUTE_MS + 50))).toEqual([429, "1"]);
  expect((await subscribeAt(MINUTE_MS + 100)).status).toBe(200);
  expect(await count("subscribers")).toBe(62);
});

/** Adds subscribers who were confirmed before the start, `gapMs` apart. */
async function addConfirmed(count: number, gapMs: number) {
  const times = Array.from({ length: count }, (_, n) =>
    new Date(startedAtMs - (count - n) * gapMs).toISOString(),
  );
  await daymark.db
    .prepare(
      `INSERT INTO subscribers (subscriber_id, email_address, address_key, state, everything, created_at, confirmed_at)
      SELECT 'confirmed' || value, value, value, 'confirmed', 1, value, value FROM json_each(?)`,
    )
    .bind(JSON.stringify(times))
    .run();
}

test("1,000 subscriptions a day can be confirmed, then 429 until the first is a day old", async () => {
  await addRequests(1000, MINUTE_MS);
  expect(await readWarnings(0)).toEqual([]);
  await addConfirmed(999, MINUTE_MS);
  expect(await readWarnings(0)).toEqual([
    expect.stringMatching(/^The limit of 666 new subscriptions in 24 hours/),
  ]);
  expect((await subscribeAt(0)).status).toBe(200);
  await addConfirmed(1, 1);
  const wait = DAY_MS - 999 * MINUTE_MS;
  expect(statusAndRetryAfter(await subscribeAt(1))).toEqual([429, `${wait / SECOND_MS}`]);
  expect((await subscribeAt(wait)).status).toBe(200);
  expect(await count("subscribe_calls")).toBe(1000);
});

/** Makes requests from one network. */
const fromNetwork = (headers: Record<string, string>, emailAddress: string, elapsedMs: number) =>
  daymark.fetch("/api/subscribers/subscribe", {
    method: "POST",
    headers: { ...headers, "x-test-now": new Date(startedAtMs + elapsedMs).toISOString() },
    body: JSON.stringify({ emailAddress }),
  });

test("a third of both limits is kept for networks that have asked nothing for a month", async () => {
  const known = newClientHeaders();
  expect((await fromNetwork(known, "first@example.com", 0)).status).toBe(200);
  await addRequests(40, SECOND_MS / 10);
  expect((await fromNetwork(known, "second@example.com", 2 * SECOND_MS)).status).toBe(429);
  expect((await subscribeAt(2 * SECOND_MS)).status).toBe(200);
  const later = 2 * MINUTE_MS;
  expect((await fromNetwork(known, "second@example.com", later)).status).toBe(200);
  await addConfirmed(666, MINUTE_MS);
  expect((await fromNetwork(known, "third@example.com", 2 * later)).status).toBe(429);
  expect((await subscribeAt(2 * later)).status).toBe(200);
  await daymark.db.exec("DELETE FROM subscribers WHERE state = 'confirmed'");
  const month = 31 * DAY_MS;
  await daymark.runCron(new Date(Math.ceil((startedAtMs + month) / HOUR_MS) * HOUR_MS).toISOString());
  expect(await count("subscribe_networks")).toBe(0);
});

test("a network that has asked is stored as a hash and a day", async () => {
  await subscribeAt(HOUR_MS);
  const { results } = await daymark.db.prepare("SELECT * FROM subscribe_networks").all();
  expect(results).toEqual([
    {
      network_key: expect.stringMatching(/^[0-9a-f]{64}$/),
      at: new Date(startedAtMs + HOUR_MS).toISOString().slice(0, 10),
    },
  ]);
});

test("refused calls cost nothing of the ten a minute, and 60 of them end the network's minute", async () => {
  const network = newClientHeaders();
  const post = (path: string, body: object) =>
    daymark.fetch(path, { method: "POST", headers: network, body: JSON.stringify(body) });
  const subscribe = "/api/subscribers/subscribe";
  const refused: [string, object][] = [
    [subscribe, { emailAddress: "nobody" }],
    [subscribe, { emailAddress: "a@example.com", components: ["none"] }],
    [subscribe, {}],
    ["/api/subscribers/push", {}],
    ["/api/subscribers/push/find", {}],
    ["/api/subscribers/push/unsubscribe", {}],
  ];
  for (let round = 0; round < 4; round += 1)
    for (const [path, body] of refused) {
      const response = await post(path, body);
      expect([path, response.status]).toEqual([path, 400]);
    }
  for (let n = 0; n < 10; n += 1)
    expect((await post(subscribe, { emailAddress: `good-${n}@example.com` })).status).toBe(200);
  const statuses = new Set<number>();
  for (let n = 0; n < 60; n += 1) statuses.add((await post(subscribe, {})).status);
  expect([...statuses]).toEqual([400, 429]);
  const blocked = await post(subscribe, {});
  expect([blocked.headers.get("Retry-After"), blocked.headers.get("x-test-statements")]).toEqual(["60", "0"]);
  expect((await requestSubscription({ emailAddress: "other@example.com" })).status).toBe(200);
});

test("concurrent requests can't exceed the limit", async () => {
  await addRequests(59, SECOND_MS / 10);
  const responses = await Promise.all(Array.from({ length: 10 }, () => subscribeAt(0)));
  expect(responses.map(({ status }) => status).sort()).toEqual([
    200,
    ...Array.from({ length: 9 }, () => 429),
  ]);
  expect(await count("subscribers")).toBe(1);
});

test("a flood over the limit doesn't read D1, and the page is served", async () => {
  await addRequests(60, SECOND_MS / 10);
  expect(await readWarnings(HOUR_MS)).toHaveLength(1);
  expect((await subscribeAt(0)).headers.get("x-test-statements")).not.toBe("0");
  for (let n = 1; n < 10; n++) {
    const response = await subscribeAt(n);
    expect([response.status, response.headers.get("x-test-statements")]).toEqual([429, "0"]);
  }
  expect((await daymark.fetch("/")).status).toBe(200);
  expect((await subscribeAt(9 * SECOND_MS)).status).toBe(429);
  expect((await subscribeAt(10 * SECOND_MS)).headers.get("x-test-statements")).not.toBe("0");
});

test("invalid requests don't count", async () => {
  for (const body of [{ emailAddress: "nobody" }, { emailAddress: "a@example.com", components: ["none"] }])
    expect((await requestSubscription(body)).status).toBe(400);
  expect((await requestSubscription({ emailAddress: "bot@example.com", website: "x" })).status).toBe(200);
  expect(await count("subscribe_calls")).toBe(0);
});

/** Subscribes with the Worker's clock `aheadMs` ahead, and returns the number of all confirmation emails. */
async function countAfterRequest(aheadMs: number, emailAddress: string) {
  await daymark.setClockAhead(aheadMs);
  const response = await requestSubscription({ emailAddress });
  expect(response.status).toBe(200);
  // The count includes emails that are still in the queue.
  return count("messages WHERE kind = 'confirmation'");
}

const waitUntilSent = () => expect.poll(() => count("deliveries WHERE state = 'waiting'")).toBe(0);

for (const [mailbox, addresses] of [
  ["victim@example.com", ["victim+1@example.com", "VICTIM+2+3@Example.com", "victim+@example.com"]],
  [
    "jane.doe@gmail.com",
    ["janedoe@gmail.com", "j.a.n.e.d.o.e+9@gmail.com", "Jane.Doe@googlemail.com", "janedoe+x@googlemail.com"],
  ],
] as const) {
  test(`addresses that differ from ${mailbox} by a tag or Gmail's dots share its limit, but are separate subscribers`, async () => {
    expect(await countAfterRequest(0, mailbox)).toBe(1);
    for (const address of addresses) expect(await countAfterRequest(MINUTE_MS, address)).toBe(1);
    expect(await count("subscribers")).toBe(1 + addresses.length);
    await waitUntilSent();
    // After the wait, an address gets its own link.
    expect(await countAfterRequest(11 * MINUTE_MS, addresses[0])).toBe(2);
    await waitUntilSent();
    const confirm = async (address: string) =>
      daymark.fetch(`${linkOf(await findByAddress(address))}/confirm`, { method: "POST" });
    const [tagged = ""] = addresses;
    const subscriber = (await findSubscribers("")).find(
      ({ email_address }) => email_address.toLowerCase() === tagged.toLowerCase(),
    );
    await confirm(subscriber?.email_address ?? "");
    await confirm(mailbox);
    expect((await findSubscribers("WHERE state = 'confirmed'")).length).toBe(2);
  });
}

test("addresses that differ in another way are separate mailboxes", async () => {
  const mailboxes = [
    "a.b@example.com",
    "ab@example.com",
    "ab@gmail.com",
    "ab@mail.com",
    "+ab@example.com",
    "+cd@example.com",
  ];
  for (const [n, address] of mailboxes.entries()) expect(await countAfterRequest(0, address)).toBe(n + 1);
});

test("an unconfirmed mailbox gets another email after 10 minutes, an hour, a day, then one a week", async () => {
  let aheadMs = 0;
  let tag = 0;
  const requestWithNextTag = () => {
    tag += 1;
    return countAfterRequest(aheadMs, `victim+${tag}@example.com`);
  };
  expect(await requestWithNextTag()).toBe(1);
  const waits = [10 * MINUTE_MS, HOUR_MS, DAY_MS, 7 * DAY_MS, 7 * DAY_MS];
  for (const [n, wait] of waits.entries()) {
    await waitUntilSent();
    aheadMs += wait - 10 * SECOND_MS;
    expect([n, await requestWithNextTag()]).toEqual([n, n + 1]);
    // The cron deletes unconfirmed subscribers after a week, but not their limit.
    await daymark.runCron(new Date(Math.ceil(daymark.now() / HOUR_MS) * HOUR_MS).toISOString());
    aheadMs += 10 * SECOND_MS + 1000;
    expect([n, await requestWithNextTag()]).toEqual([n, n + 2]);
  }
  await daymark.runCron(new Date(Math.ceil((daymark.now() + 40 * DAY_MS) / HOUR_MS) * HOUR_MS).toISOString());
  expect(await count("confirmation_limits")).toBe(0);
});

test("of more than 20,000 unconfirmed addresses, those that asked first are forgotten", async () => {
  await daymark.db.exec(
    `INSERT INTO subscribers (subscriber_id, email_address, address_key, state, everything, created_at)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20500)
      SELECT 'flood' || i, '', i, 'unconfirmed', 1, strftime('%Y-%m-%dT%H:%M:%fZ', ${startedAtMs / 1000} - 30000 + i, 'unixepoch') FROM n`.replace(
      /\s+/g,
      " ",
    ),
  );
  await daymark.runCron(new Date(Math.ceil(startedAtMs / HOUR_MS) * HOUR_MS).toISOString());
  expect(await count("subscribers")).toBe(20_000);
  expect(await count("subscribers WHERE subscriber_id = 'flood501'")).toBe(1);
});

test("confirming resets the wait", async () => {
  const subscriber = await makeUnconfirmed();
  await waitUntilSent();
  for (const [n, aheadMs] of [11 * MINUTE_MS, 80 * MINUTE_MS].entries()) {
    expect(await countAfterRequest(aheadMs, subscriber.email_address)).toBe(n + 2);
    await waitUntilSent();
  }
  await daymark.fetch(`${linkOf(subscriber)}/confirm`, { method: "POST" });
  await daymark.fetch(`${linkOf(subscriber)}/unsubscribe`, { method: "POST" });
  expect(await countAfterRequest(91 * MINUTE_MS, subscriber.email_address)).toBe(4);
});

test("after a decline, complaint or erasure, other tags of the mailbox get no email, either", async () => {
  const reasons = { declined: DAY_MS, complaint: 30 * DAY_MS, erased: 30 * DAY_MS };
  let aheadMs = 0;
  for (const [reason, wait] of Object.entries(reasons)) {
    await countAfterRequest(aheadMs, `${reason}@example.com`);
    await waitUntilSent();
    const before = (await count("messages")) ?? 0;
    await daymark.db
      .prepare(
        "UPDATE subscribers SET state = 'ended', ended_reason = ?, email_address = '' WHERE email_address = ?",
      )
      .bind(reason, `${reason}@example.com`)
      .run();
    expect(await countAfterRequest(aheadMs + wait - MINUTE_MS, `${reason}+2@example.com`)).toBe(before);
    expect(await countAfterRequest(aheadMs + wait + MINUTE_MS, `${reason}+2@example.com`)).toBe(before + 1);
    await waitUntilSent();
    aheadMs += wait + 2 * MINUTE_MS;
  }
});

test("a limit is stored without the mailbox", async () => {
  await countAfterRequest(0, "very.secret+tag@gmail.com");
  const { results } = await daymark.db.prepare("SELECT mailbox_key FROM confirmation_limits").all();
  expect(results).toEqual([{ mailbox_key: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
});
