import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent } from "../support/factories.ts";
import { tokenOf } from "../support/subscription-links.ts";
import { enableMail, someClient, subscribers } from "../support/subscriptions.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ build: "faulty-worker" });
  await enableMail(daymark);
});
afterAll(() => daymark.stop());
const { ask, byAddress, byID, rows, asked, confirmed } = subscribers(() => daymark);

/** As if the last confirmation mail had been asked for so many minutes ago, and were the first. */
const sinceSent = ({ subscriber_id }: { subscriber_id: string }, minutes: number) => {
  const sentAt = Date.now() - minutes * 60_000;
  const iso = (time: number) => new Date(time).toISOString();
  return daymark.db.batch([
    daymark.db
      .prepare("UPDATE subscribers SET confirmation_sent_at = ? WHERE subscriber_id = ?")
      .bind(iso(sentAt), subscriber_id),
    daymark.db
      .prepare(
        `UPDATE confirmation_limits SET sent = 1, next_at = ?
        WHERE mailbox_key = (SELECT mailbox_key FROM subscribers WHERE subscriber_id = ?)`,
      )
      .bind(iso(sentAt + 10 * 60_000), subscriber_id),
  ]);
};

test("a new subscriber is unconfirmed, with the latest choices", async () => {
  const { componentID } = await makeComponent(daymark);
  const first = { components: [componentID, componentID], timeZone: "Europe/Madrid", language: "es" };
  const subscriber = await asked(first);
  expect(subscriber).toMatchObject({
    state: "unconfirmed",
    everything: 0,
    components: [componentID],
    time_zone: "Europe/Madrid",
    language: "es",
  });
  await ask({ emailAddress: subscriber.email_address });
  expect(await byID(subscriber)).toMatchObject({
    token_version: subscriber.token_version,
    everything: 1,
    components: [],
    time_zone: "UTC",
    language: "en",
  });
});

test("the response and its cost are the same for every address", async () => {
  const known = { unconfirmed: await asked(), confirmed: await confirmed() };
  const told = async (emailAddress: string) => {
    const response = await ask({ emailAddress });
    const headers = [...response.headers].filter(
      ([name]) => !["x-request-id", "date", "x-test-rows"].includes(name),
    );
    return [response.status, await response.text(), headers];
  };
  const unknown = await told("nobody-knows@example.com");
  expect(unknown.slice(0, 2)).toEqual([200, "{}"]);
  for (const { email_address } of Object.values(known)) expect(await told(email_address)).toEqual(unknown);
});

test("a repeated request doesn't change a confirmed subscriber", async () => {
  const { componentID } = await makeComponent(daymark);
  const before = await confirmed({ components: [componentID] });
  await setMails(before, "sent");
  await sinceSent(before, 11);
  await ask({ emailAddress: before.email_address, timeZone: "Asia/Tokyo", language: "ja" });
  expect(await byID(before)).toEqual({ ...before, confirmation_sent_at: expect.any(String) });
  expect(await mailsTo(before)).toBe(2);
});

/** What went out, and what waits to. */
async function mailsTo({ subscriber_id }: { subscriber_id: string }) {
  const { results } = await daymark.db
    .prepare(
      "SELECT state FROM mail_deliveries JOIN mail_messages USING (message_id) WHERE kind = 'confirmation' AND subscriber_id = ?",
    )
    .bind(subscriber_id)
    .all();
  return results.length;
}
const setMails = ({ subscriber_id }: { subscriber_id: string }, state: "sent" | "waiting") =>
  daymark.db
    .prepare("UPDATE mail_deliveries SET state = ?, next_at = '9999' WHERE subscriber_id = ?")
    .bind(state, subscriber_id)
    .run();

test("an address gets one confirmation mail in 10 minutes", async () => {
  const subscriber = await asked();
  const { email_address: emailAddress } = subscriber;
  expect(await mailsTo(subscriber)).toBe(1);
  await setMails(subscriber, "sent");
  await ask({ emailAddress });
  await sinceSent(subscriber, 9.9);
  await ask({ emailAddress });
  expect(await mailsTo(subscriber)).toBe(1);
  await sinceSent(subscriber, 10);
  await Promise.all([1, 2, 3].map(() => ask({ emailAddress })));
  expect(await mailsTo(subscriber)).toBe(2);
});

test("no second confirmation mail is queued while one is waiting", async () => {
  const subscriber = await asked();
  await setMails(subscriber, "waiting");
  await sinceSent(subscriber, 60);
  expect((await ask({ emailAddress: subscriber.email_address })).status).toBe(200);
  expect(await mailsTo(subscriber)).toBe(1);
});

test("concurrent requests for one address make one subscriber and one mail", async () => {
  const emailAddress = "at-once@example.com";
  await Promise.all([1, 2, 3, 4].map(() => ask({ emailAddress })));
  expect(await rows("WHERE email_address = ?", emailAddress)).toHaveLength(1);
  expect(await mailsTo(await byAddress(emailAddress))).toBe(1);
});

test.for([
  ["Jane.Doe@Example.COM", "Jane.Doe@example.com"],
  [" \tspaces@example.com \r\n", "spaces@example.com"],
  ["plus+tag@sub.example.co.uk", "plus+tag@sub.example.co.uk"],
  ["o'hara!#$%&*/=?^_`{|}~-@example.com", "o'hara!#$%&*/=?^_`{|}~-@example.com"],
  ["unicode@münchen.example", "unicode@xn--mnchen-3ya.example"],
  ["unicode@例え.テスト", "unicode@xn--r8jz45g.xn--zckzah"],
  [`${"a".repeat(64)}@example.com`, `${"a".repeat(64)}@example.com`],
] as const)("%j is an address, to which mail goes as %j", async ([emailAddress, stored]) => {
  expect((await ask({ emailAddress })).status).toBe(200);
  expect(await byAddress(stored)).toMatchObject({ state: "unconfirmed" });
});

test("spellings of one address are one subscriber", async () => {
  for (const emailAddress of ["one@bücher.example", "ONE@BÜCHER.example", "One@xn--BCHER-kva.example"])
    expect((await ask({ emailAddress })).status).toBe(200);
  expect(await rows("WHERE email_address LIKE '%@xn--bcher-kva.example'")).toHaveLength(1);
});

test.for([
  "",
  "   ",
  "nobody",
  "@example.com",
  "nobody@",
  "nobody@localhost",
  "no body@example.com",
  "a@b@example.com",
  ".dot@example.com",
  "dots..dots@example.com",
  "nobody@-example.com",
  "nobody@example..com",
  "nobody@[127.0.0.1]",
  "nobody@127.0.0.1",
  "nobody@example.com:25",
  "nobody@example.com/path",
  "nobody@user@example.com",
  "Nobody <nobody@example.com>",
  "nobody@example.com, somebody@example.com",
  "nobody@example.com\r\nBcc: somebody@example.com",
  "nobody\r\nBcc: somebody@example.com",
  '"nobody\r\nBcc: somebody"@example.com',
  '"nobody\nBcc: somebody"@example.com',
  '"nobody\\\r"@example.com',
  '"nobody\u0000"@example.com',
  '"unclosed@example.com',
  '"in "the" middle"@example.com',
  '""@example.com',
  '"just.quoted"@example.com',
  '"two words"@example.com',
  '"a@b"@example.com',
  "=?utf-8?q?nobody=40example.com=3e?=@example.com",
  "=?UTF-8?B?bm9ib2R5?=@example.com",
  `a@${"ü".repeat(250)}`,
  "jürgen@example.com",
  "名前@example.com",
  "nobody\u200b@example.com",
  `${"a".repeat(65)}@example.com`,
  `a@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(63)}.${"e".repeat(57)}.com`,
  `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(58)}.com`,
])("%j is no address that mail can be sent to", async (emailAddress) => {
  const response = await ask({ emailAddress });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    errorMessage: expect.stringMatching(/^We can't send email to this address\./),
    errors: [{ path: "emailAddress" }],
  });
});

test("any address is refused, or stored as one line of ASCII with one recipient", async () => {
  const part = fc.oneof(
    fc.string({ unit: "binary", maxLength: 12 }),
    fc.constantFrom('"', "\r\n", "@", "\\", ",", "<", ">", ".", " ", "a", "example.com", "ü", ";", ":", "("),
  );
  const address = fc.oneof(
    fc.emailAddress(),
    fc.array(part, { maxLength: 8 }).map((parts) => parts.join("")),
    fc.array(part, { maxLength: 6 }).map((parts) => `${parts.join("")}@example.com`),
    fc.array(part, { maxLength: 6 }).map((parts) => `"${parts.join("")}"@example.com`),
    fc.string({ unit: "binary", maxLength: 300 }).map((domain) => `a@${domain}`),
  );
  await fc.assert(
    fc.asyncProperty(address, async (emailAddress) => {
      const { status } = await ask({ emailAddress });
      expect([200, 400]).toContain(status);
    }),
    { numRuns: 400 },
  );
  for (const { email_address } of await rows("")) {
    expect(email_address).toMatch(/^[!#-~]+@[a-z0-9.-]+$/);
    expect(email_address.length).toBeLessThanOrEqual(254);
    if (!email_address.startsWith('"')) expect(email_address).not.toMatch(/[,;:<>()"\\ ]/);
  }
});

test.for([
  [{}, "Email Address is required."],
  [{ emailAddress: 1 }, "Email Address must be a string."],
  [{ emailAddress: "refused@example.com", components: [] }, "Choose at least one component, or everything."],
  [{ emailAddress: "refused@example.com", components: "all" }, "Components must be a list of IDs."],
  [{ emailAddress: "refused@example.com", components: ["nothing"] }, "There is no component nothing."],
  [
    { emailAddress: "refused@example.com", timeZone: "Mars/Olympus" },
    "Unknown time zone. Use a name such as Europe/Madrid.",
  ],
  [{ emailAddress: "refused@example.com", language: "<b>" }, "Language must be a code such as en or pt-BR."],
] as const)("%j is refused: %s", async ([body, errorMessage]) => {
  const response = await ask(body);
  expect([response.status, await response.json()]).toMatchObject([400, { errorMessage }]);
  expect(await rows("WHERE email_address = 'refused@example.com'")).toEqual([]);
});

test("filling in the hidden field gets the same response and changes nothing", async () => {
  const response = await ask({ emailAddress: "bot@example.com", website: "https://example.com" });
  expect([response.status, await response.json()]).toEqual([200, {}]);
  expect(await rows("WHERE email_address = 'bot@example.com'")).toEqual([]);
});

test("while mail is off, the response is the same and nothing is stored or sent", async () => {
  await enableMail(daymark, false);
  const answered = async (body: object) => {
    const response = await ask(body);
    return [response.status, await response.json()];
  };
  try {
    expect(await answered({ emailAddress: "off@example.com" })).toEqual([200, {}]);
    expect(await answered({ emailAddress: "none" })).toMatchObject([
      400,
      { errors: [{ path: "emailAddress" }] },
    ]);
    expect(await answered({ emailAddress: "off@example.com", components: ["AAAAAAAAAAAA"] })).toMatchObject([
      400,
      { errors: [{ path: "components.0.componentID" }] },
    ]);
  } finally {
    await enableMail(daymark);
  }
  expect(await rows("WHERE email_address = 'off@example.com'")).toEqual([]);
  const { results } = await daymark.db
    .prepare("SELECT * FROM mail_deliveries JOIN subscribers USING (subscriber_id) WHERE email_address = ?")
    .bind("off@example.com")
    .all();
  expect(results).toEqual([]);
});

test("a client can make 10 requests a minute, by API and form together; an IPv6 client counts by its network", async () => {
  const answers = await withinOneMinute(async (attempt) => {
    const call = async (address: string, byForm: boolean) => {
      const headers = { "CF-Connecting-IP": address };
      const { status, headers: answered } = byForm
        ? await daymark.fetch("/subscribe", { method: "POST", headers, body: new URLSearchParams() })
        : await ask({}, headers);
      return [status, answered.get("Retry-After")];
    };
    const calls = async (count: number, address: (n: number) => string) => {
      const answers = [];
      for (let n = 0; n < count; n++) answers.push(await call(address(n), n % 2 === 1));
      return answers;
    };
    return {
      ofEachClient: [
        await calls(12, () => `203.0.113.${attempt}`),
        await calls(12, (n) => `2001:db8:${attempt}:2::${n}`),
        await calls(12, () => `::ffff:198.51.100.${attempt}`),
      ],
      sameClient: await call(`198.51.100.${attempt}`, false),
      // A network that is rented as a /48 is one client, too.
      sameNetwork: await call(`2001:db8:${attempt}:3::1`, false),
      another: await call(`2001:db8:f${attempt}:2::1`, false),
    };
  });
  const [taken, refused] = [
    [400, null],
    [429, "60"],
  ];
  const each = [...Array.from({ length: 10 }, () => taken), refused, refused];
  expect(answers).toEqual({
    ofEachClient: [each, each, each],
    sameClient: refused,
    sameNetwork: refused,
    another: taken,
  });
});

/** Limits count by the minutes of the clock: what a minute's turn came into is done again, by other clients. */
async function withinOneMinute<T>(run: (attempt: number) => Promise<T>): Promise<T> {
  const minute = () => Math.floor(Date.now() / 60_000);
  for (let attempt = 1; ; attempt += 1) {
    const began = minute();
    const outcome = await run(attempt);
    if (minute() === began) return outcome;
  }
}

test("an address that declined is rarely asked, and gets no other mail before it confirms", async () => {
  const waits = { left: 10, declined: 24 * 60, bounce: 24 * 60, complaint: 30 * 24 * 60 };
  for (const [reason, minutes] of Object.entries(waits)) {
    const subscriber = await confirmed();
    const { email_address } = subscriber;
    const sent = async (ago: number) => {
      await sinceSent(subscriber, ago);
      await ask({ emailAddress: email_address });
      return mailsTo(subscriber);
    };
    await daymark.db
      .prepare(
        "UPDATE subscribers SET state = 'ended', email_address = '', ended_reason = ? WHERE subscriber_id = ?",
      )
      .bind(reason, subscriber.subscriber_id)
      .run();
    await setMails(subscriber, "sent");
    expect([reason, await sent(minutes - 1), await sent(minutes)]).toEqual([reason, 1, 2]);
    const after = await byID(subscriber);
    expect(after).toMatchObject({ state: "unconfirmed", email_address, ended_reason: reason });
    expect(tokenOf(after)).not.toBe(tokenOf(subscriber));
  }
});

test("failures are logged without the address", async () => {
  const headers = { ...someClient(), "x-test-break-d1": "3" };
  const response = await ask({ emailAddress: "very-secret@example.com" }, headers);
  expect(response.status).toBe(503);
  await expect.poll(() => daymark.logs.join("\n")).toContain("a_table_that_does_not_exist");
  expect(daymark.logs.join("\n")).not.toContain("very-secret");
});
