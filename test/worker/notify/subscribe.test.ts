import { afterAll, beforeAll, expect, test } from "vitest";
import { MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { makeComponent } from "../../support/factories/factories.ts";
import { enableMail, newClientHeaders, subscribers } from "../../support/factories/make-subscribers.ts";
import { tokenOf } from "../../support/factories/subscription-links.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ rates: {} });
  await enableMail(daymark);
});
afterAll(() => daymark.stop());
const { requestSubscription, findByAddress, findByID, findSubscribers, makeUnconfirmed, makeConfirmed } =
  subscribers(() => daymark);

/** Pretends that the first confirmation email was sent `minutes` ago. */
const setSentAt = ({ subscriber_id }: { subscriber_id: string }, minutes: number) => {
  const sentAt = Date.now() - minutes * MINUTE_MS;
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
      .bind(iso(sentAt + 10 * MINUTE_MS), subscriber_id),
  ]);
};

test("a new subscriber is unconfirmed, with the latest choices", async () => {
  const { componentID } = await makeComponent(daymark);
  const first = { components: [componentID, componentID], timeZone: "Europe/Madrid", language: "es" };
  const subscriber = await makeUnconfirmed(first);
  expect(subscriber).toMatchObject({
    state: "unconfirmed",
    everything: 0,
    components: [componentID],
    time_zone: "Europe/Madrid",
    language: "es",
  });
  await requestSubscription({ emailAddress: subscriber.email_address });
  expect(await findByID(subscriber)).toMatchObject({
    token_version: subscriber.token_version,
    everything: 1,
    components: [],
    time_zone: "UTC",
    language: "en",
  });
});

test("the response and its cost are the same for every address", async () => {
  const known = { unconfirmed: await makeUnconfirmed(), confirmed: await makeConfirmed() };
  const respond = async (emailAddress: string) => {
    const response = await requestSubscription({ emailAddress });
    const headers = [...response.headers].filter(
      ([name]) => !["x-request-id", "date", "x-test-rows"].includes(name),
    );
    return [response.status, await response.text(), headers];
  };
  const unknown = await respond("nobody-knows@example.com");
  expect(unknown.slice(0, 2)).toEqual([200, "{}"]);
  for (const { email_address } of Object.values(known)) expect(await respond(email_address)).toEqual(unknown);
});

test("a repeated request doesn't change a confirmed subscriber", async () => {
  const { componentID } = await makeComponent(daymark);
  const before = await makeConfirmed({ components: [componentID] });
  await setMailState(before, "sent");
  await setSentAt(before, 11);
  await requestSubscription({ emailAddress: before.email_address, timeZone: "Asia/Tokyo", language: "ja" });
  expect(await findByID(before)).toEqual({ ...before, confirmation_sent_at: expect.any(String) });
  expect(await countMails(before)).toBe(2);
});

/** Returns the states of sent and waiting confirmation emails. */
async function mailStates({ subscriber_id }: { subscriber_id: string }) {
  const { results } = await daymark.db
    .prepare(
      "SELECT state FROM deliveries JOIN messages USING (message_id) WHERE kind = 'confirmation' AND subscriber_id = ?",
    )
    .bind(subscriber_id)
    .all<{ state: string }>();
  return results.map(({ state }) => state);
}
const countMails = async (subscriber: { subscriber_id: string }) => (await mailStates(subscriber)).length;
const setMailState = ({ subscriber_id }: { subscriber_id: string }, state: "sent" | "waiting") =>
  daymark.db
    .prepare("UPDATE deliveries SET state = ?, next_at = '9999' WHERE subscriber_id = ?")
    .bind(state, subscriber_id)
    .run();

test("an address gets one confirmation email in 10 minutes", async () => {
  const subscriber = await makeUnconfirmed();
  const { email_address: emailAddress } = subscriber;
  expect(await countMails(subscriber)).toBe(1);
  await setMailState(subscriber, "sent");
  await requestSubscription({ emailAddress });
  await setSentAt(subscriber, 9.9);
  await requestSubscription({ emailAddress });
  expect(await countMails(subscriber)).toBe(1);
  await setSentAt(subscriber, 10);
  await Promise.all([1, 2, 3].map(() => requestSubscription({ emailAddress })));
  expect(await countMails(subscriber)).toBe(2);
});

test("no second confirmation email is queued while one is waiting", async () => {
  const subscriber = await makeUnconfirmed();
  // A run that has claimed the email would set its state later.
  await expect.poll(() => mailStates(subscriber)).toEqual(["sent"]);
  await setMailState(subscriber, "waiting");
  await setSentAt(subscriber, 60);
  expect((await requestSubscription({ emailAddress: subscriber.email_address })).status).toBe(200);
  expect(await countMails(subscriber)).toBe(1);
});

test("concurrent requests for one address make one subscriber and one email", async () => {
  const emailAddress = "at-once@example.com";
  await Promise.all([1, 2, 3, 4].map(() => requestSubscription({ emailAddress })));
  expect(await findSubscribers("WHERE email_address = ?", emailAddress)).toHaveLength(1);
  expect(await countMails(await findByAddress(emailAddress))).toBe(1);
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
  const response = await requestSubscription(body);
  expect([response.status, await response.json()]).toMatchObject([400, { errorMessage }]);
  expect(await findSubscribers("WHERE email_address = 'refused@example.com'")).toEqual([]);
});

test("filling in the hidden field gets the same response and changes nothing", async () => {
  const response = await requestSubscription({
    emailAddress: "bot@example.com",
    website: "https://example.com",
  });
  expect([response.status, await response.json()]).toEqual([200, {}]);
  expect(await findSubscribers("WHERE email_address = 'bot@example.com'")).toEqual([]);
});

test("while email is off, the response is the same and nothing is stored or sent", async () => {
  await enableMail(daymark, false);
  const respond = async (body: object) => {
    const response = await requestSubscription(body);
    return [response.status, await response.json()];
  };
  try {
    expect(await respond({ emailAddress: "off@example.com" })).toEqual([200, {}]);
    expect(await respond({ emailAddress: "none" })).toMatchObject([
      400,
      { errors: [{ path: "emailAddress" }] },
    ]);
    expect(await respond({ emailAddress: "off@example.com", components: ["AAAAAAAAAAAA"] })).toMatchObject([
      400,
      { errors: [{ path: "components.0" }] },
    ]);
  } finally {
    await enableMail(daymark);
  }
  expect(await findSubscribers("WHERE email_address = 'off@example.com'")).toEqual([]);
  const { results } = await daymark.db
    .prepare("SELECT * FROM deliveries JOIN subscribers USING (subscriber_id) WHERE email_address = ?")
    .bind("off@example.com")
    .all();
  expect(results).toEqual([]);
});

test("a client can make 10 requests a minute to API and form together, and an IPv6 /48 is one client", async () => {
  const results = await withinOneMinute(async (attempt) => {
    // One address, so that only the first request counts toward the limit over all clients.
    const fields = { emailAddress: "often-asked@example.com" };
    const request = async (address: string, byForm: boolean) => {
      const headers = { "CF-Connecting-IP": address };
      const { status, headers: responseHeaders } = byForm
        ? await daymark.fetch("/subscribe", { method: "POST", headers, body: new URLSearchParams(fields) })
        : await requestSubscription(fields, headers);
      return [status, responseHeaders.get("Retry-After")];
    };
    const requests = async (count: number, address: (n: number) => string) => {
      const responses = [];
      for (let n = 0; n < count; n++) responses.push(await request(address(n), n % 2 === 1));
      return responses;
    };
    return {
      eachClient: [
        await requests(12, () => `203.0.113.${attempt}`),
        await requests(12, (n) => `2001:db8:${attempt}:2::${n}`),
        await requests(12, () => `::ffff:198.51.100.${attempt}`),
      ],
      sameClient: await request(`198.51.100.${attempt}`, false),
      sameNetwork: await request(`2001:db8:${attempt}:3::1`, false),
      another: await request(`2001:db8:f${attempt}:2::1`, false),
    };
  });
  const [accepted, acceptedForm, limited] = [
    [200, null],
    [303, null],
    [429, "60"],
  ];
  const each = [
    ...Array.from({ length: 10 }, (_, n) => (n % 2 === 1 ? acceptedForm : accepted)),
    limited,
    limited,
  ];
  expect(results).toEqual({
    eachClient: [each, each, each],
    sameClient: limited,
    sameNetwork: limited,
    another: accepted,
  });
});

/** Repeats `run` with other clients if the minute changes, because limits count by minutes of the clock. */
async function withinOneMinute<T>(run: (attempt: number) => Promise<T>): Promise<T> {
  const minute = () => Math.floor(Date.now() / MINUTE_MS);
  for (let attempt = 1; ; attempt += 1) {
    const startMinute = minute();
    const outcome = await run(attempt);
    if (minute() === startMinute) return outcome;
  }
}

test("an ended subscription can be requested again after its wait, with a new token", async () => {
  const waits = { left: 10, declined: 24 * 60, bounce: 24 * 60, complaint: 30 * 24 * 60 };
  for (const [reason, minutes] of Object.entries(waits)) {
    const subscriber = await makeConfirmed();
    const { email_address } = subscriber;
    const countAfterWait = async (minutesAgo: number) => {
      await setSentAt(subscriber, minutesAgo);
      await requestSubscription({ emailAddress: email_address });
      return countMails(subscriber);
    };
    await daymark.db
      .prepare(
        "UPDATE subscribers SET state = 'ended', email_address = '', ended_reason = ? WHERE subscriber_id = ?",
      )
      .bind(reason, subscriber.subscriber_id)
      .run();
    await setMailState(subscriber, "sent");
    expect([reason, await countAfterWait(minutes - 1), await countAfterWait(minutes)]).toEqual([
      reason,
      1,
      2,
    ]);
    const after = await findByID(subscriber);
    expect(after).toMatchObject({ state: "unconfirmed", email_address, ended_reason: reason });
    expect(tokenOf(after)).not.toBe(tokenOf(subscriber));
  }
});

test("failures are logged without the address", async () => {
  const headers = { ...newClientHeaders(), "x-test-break-d1": "3" };
  const response = await requestSubscription({ emailAddress: "very-secret@example.com" }, headers);
  expect(response.status).toBe(503);
  await expect.poll(() => daymark.logs.join("\n")).toContain("a_table_that_does_not_exist");
  expect(daymark.logs.join("\n")).not.toContain("very-secret");
});
