import { afterAll, beforeAll, expect, test } from "vitest";
import { languageCodes, languages } from "../../web/status/texts/languages.ts";
import { textsOf } from "../../web/status/texts/texts.ts";
import type { SubscriberRecord } from "../../worker/subscribers/schema.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { dump } from "../support/dump.ts";
import { makeComponent, makeIncident } from "../support/factories.ts";
import { document, text } from "../support/html.ts";
import { miscounted } from "../support/miscounted.ts";
import { leaveLinkOf, linkOf } from "../support/subscription-links.ts";
import { enableMail, subscribers } from "../support/subscriptions.ts";
import { bounce, complaint, startTopic, type Topic } from "../support/topic.ts";

let daymark: Daymark;
let topic: Topic;
beforeAll(async () => {
  topic = await startTopic();
  daymark = await startDaymark({ vars: topic.vars });
  await enableMail(daymark);
});
afterAll(async () => {
  await daymark.stop();
  await topic.stop();
});
const { ask, asked, confirmed, byID, rows } = subscribers(() => daymark);

const find = async (emailAddress: string) =>
  (await answer(daymark.administrator.subscribers.find.$post({ json: { emailAddress } }))).subscriber;
const erase = (emailAddress: string, keepMark = true) =>
  answer(daymark.administrator.subscribers.erase.$post({ json: { emailAddress, keepMark } }));
const tell = async (notification: object) => {
  const body = JSON.stringify(topic.message({ Message: JSON.stringify(notification) }));
  expect((await daymark.fetch("/api/hooks/ses", { method: "POST", body })).status).toBe(200);
};
const deliveries = async (count: number) => {
  const done = "SELECT count(*) AS n FROM mail_deliveries WHERE state <> 'waiting'";
  await expect.poll(() => daymark.db.prepare(done).first("n")).toBe(count);
};
const counted = () => answer(daymark.administrator.mail.messages.$get());

/** Somebody who chose a component, has confirmed, and has got a mail about it. */
async function reader() {
  const before = Number(await daymark.db.prepare("SELECT count(*) AS n FROM mail_deliveries").first("n"));
  const component = await makeComponent(daymark, { name: "API" });
  const { componentID } = component;
  const subscriber = await confirmed({
    components: [componentID],
    timeZone: "Asia/Tokyo",
    language: "ja",
  });
  await deliveries(before + 1);
  await makeIncident(daymark, { components: [{ componentID, status: "Major Outage" }] });
  await deliveries(before + 2);
  return { subscriber, component };
}

test("without an address nobody is found or erased", async () => {
  const json = { emailAddress: "" };
  for (const call of [daymark.administrator.subscribers.find, daymark.administrator.subscribers.erase]) {
    const response = await call.$post({ json });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { errorMessage: "Email Address is required." },
    ]);
  }
});

test("an administrator finds everything stored about an address, in any spelling", async () => {
  const { subscriber, component } = await reader();
  const { subscriber_id, email_address } = subscriber;
  const found = await find(` ${email_address.toUpperCase()} `);
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const delivery = {
    createdAt: time,
    state: "sent",
    attempts: 0,
    error: "",
    serviceID: expect.stringMatching(/./),
  };
  expect(found).toEqual({
    subscriberID: subscriber_id,
    emailAddress: email_address,
    state: "confirmed",
    endedReason: null,
    endedAt: null,
    everything: false,
    components: [{ componentID: component.componentID, name: "API" }],
    timeZone: "Asia/Tokyo",
    language: "ja",
    requestedAt: time,
    confirmedAt: time,
    confirmationSentAt: time,
    deliveries: [
      { ...delivery, kind: "incident", name: "API is down", status: "Investigating" },
      { ...delivery, kind: "confirmation", name: "", status: "" },
    ],
  });
  expect(await find("unknown@example.com")).toBeNull();
  expect(daymark.logs.join("\n").toLowerCase()).not.toContain(email_address);
});

/** Columns of what is stored about a subscriber: as what they are in the record, or why they are not in it. */
const columns: Record<string, Record<string, keyof SubscriberRecord | string>> = {
  subscribers: {
    subscriber_id: "subscriberID",
    email_address: "emailAddress",
    address_key: "not shown: a key of the address",
    is_keyed: "not shown: a form of the key",
    token: "not shown: would act for the subscriber",
    old_token_hash: "not shown: checks a token",
    token_version: "not shown: checks a token",
    state: "state",
    ended_reason: "endedReason",
    ended_at: "endedAt",
    everything: "everything",
    time_zone: "timeZone",
    language: "language",
    created_at: "requestedAt",
    confirmed_at: "confirmedAt",
    confirmation_sent_at: "confirmationSentAt",
    mailbox_key: "not shown: a key of the mailbox, for its limit",
  },
  subscriber_components: { subscriber_id: "subscriberID", component_id: "components" },
  mail_deliveries: {
    delivery_id: "not shown: an order",
    message_id: "deliveries",
    subscriber_id: "subscriberID",
    state: "deliveries",
    attempts: "deliveries",
    next_at: "not shown: when it is tried",
    error: "deliveries",
    service_id: "deliveries",
    is_confirmation: "deliveries",
    notice_id: "deliveries",
  },
  mail_chunks: {
    chunk_id: "not shown: an order",
    message_id: "deliveries",
    subscriber_ids: "subscriberID",
    position: "not shown: who has a delivery of their own",
    state: "deliveries",
    error: "deliveries",
    created_at: "deliveries",
  },
};

test("every column about a subscriber is in the record or in the list of exceptions", async () => {
  const sql = `SELECT t.name AS "table", c.name FROM sqlite_master AS t JOIN pragma_table_info(t.name) AS c
    WHERE t.type = 'table' AND NOT (t.name LIKE 'sqlite_%' OR t.name LIKE '_cf_%')`;
  const { results } = await daymark.db.prepare(sql).all<{ table: string; name: string }>();
  const tables = [...Map.groupBy(results, ({ table }) => table)];
  // The settings hold the sender's address.
  const stored = tables.filter(
    ([table, all]) => table !== "settings" && all.some(({ name }) => /subscriber_id|address/.test(name)),
  );
  expect(
    Object.fromEntries(stored.map(([table, all]) => [table, all.map(({ name }) => name).sort()])),
  ).toEqual(
    Object.fromEntries(Object.entries(columns).map(([table, all]) => [table, Object.keys(all).sort()])),
  );
});

test("a mail in a chunk is in the record, and an erased subscriber is in no chunk", async () => {
  const { subscriber, component } = await reader();
  const { email_address, subscriber_id } = subscriber;
  await daymark.db.prepare("INSERT INTO mail_pause VALUES (1, '2999-01-01T00:00:00.000Z')").run();
  const { componentID } = component;
  await makeIncident(daymark, { components: [{ componentID, status: "Partial Outage" }] });
  expect((await find(email_address))?.deliveries.slice(0, 2)).toMatchObject([
    { kind: "incident", name: "API is down", state: "waiting", attempts: 0, error: "", serviceID: "" },
    { kind: "incident", state: "sent" },
  ]);
  await erase(email_address, false);
  expect(await dump(daymark)).not.toContain(subscriber_id);
  await daymark.db.prepare("DELETE FROM mail_pause").run();
  await daymark.deliver("daymark-mail", [{ failures: 0 }]);
  expect((await counted()).messages[0]).toMatchObject({ sent: 0, failed: 0, waiting: 0, withdrawn: 1 });
  expect(await miscounted(daymark)).toEqual([]);
});

test("erasing an address leaves an unreadable mark that prevents mail", async () => {
  const { subscriber } = await reader();
  const { email_address, subscriber_id } = subscriber;
  const serviceIDs = (await find(email_address))?.deliveries.map(({ serviceID }) => serviceID) ?? [];
  expect(serviceIDs).toHaveLength(2);
  const before = await counted();
  await erase(email_address.toUpperCase());
  const exported = await dump(daymark);
  for (const gone of [email_address, ...serviceIDs]) expect(exported).not.toContain(gone);
  expect(await find(email_address)).toEqual({
    ...{ subscriberID: subscriber_id, emailAddress: "", state: "ended", endedReason: "erased" },
    ...{
      everything: true,
      components: [],
      timeZone: "UTC",
      language: "en",
      confirmedAt: null,
      deliveries: [],
    },
    ...{
      endedAt: expect.any(String),
      requestedAt: expect.any(String),
      confirmationSentAt: expect.any(String),
    },
  });
  expect(await counted()).toEqual(before);
  for (const link of [linkOf(subscriber), leaveLinkOf(subscriber)])
    expect((await daymark.fetch(link)).status).toBe(404);

  const mails = async () =>
    (await daymark.mails()).filter(({ to }) => to?.[0]?.address === email_address).length;
  const sent = await mails();
  expect((await ask({ emailAddress: email_address })).status).toBe(200);
  await daymark.tick("2030-01-01T00:00:00.000Z");
  const other = await asked();
  await expect.poll(async () => JSON.stringify(await daymark.mails())).toContain(other.email_address);
  expect(await mails()).toBe(sent);
  // A week without a confirmation, and it is a mark again.
  expect(await byID(subscriber)).toMatchObject({ state: "ended", ended_reason: "erased", email_address: "" });
});

test("erasing the mark, too, leaves nothing", async () => {
  const { subscriber } = await reader();
  await erase(subscriber.email_address, false);
  expect(await find(subscriber.email_address)).toBeNull();
  expect(await rows("WHERE subscriber_id = ?", subscriber.subscriber_id)).toEqual([]);
  expect(await dump(daymark)).not.toContain(subscriber.subscriber_id);
  await erase(subscriber.email_address, false);
});

test("a complaint outlives erasing, unless its mark is erased, too", async () => {
  const { email_address } = await confirmed();
  await tell(complaint(email_address));
  await erase(email_address);
  expect(await find(email_address)).toMatchObject({ state: "ended", endedReason: "complaint" });
  await tell(bounce(email_address));
  expect(await find(email_address)).toMatchObject({ state: "ended", endedReason: "complaint" });
  await erase(email_address, false);
  expect(await find(email_address)).toBeNull();
});

test.for([
  {},
  { emailAddress: 1 },
  { emailAddress: "a".repeat(1001) },
  { emailAddress: "a@b.example", keepMark: "yes" },
])("%j is refused", async (json) => {
  const headers = { Authorization: await daymark.token() };
  const init = { method: "POST", headers, body: JSON.stringify(json) };
  expect((await daymark.fetch("/api/subscribers/erase", init)).status).toBe(400);
  if (!("keepMark" in json)) expect((await daymark.fetch("/api/subscribers/find", init)).status).toBe(400);
});

test("a subscriber sees what is stored and since when, and downloads it, in every language", async () => {
  const { subscriber } = await reader();
  const { email_address } = subscriber;
  for (const language of languageCodes) {
    const page = document(await (await daymark.fetch(`${linkOf(subscriber)}?lang=${language}`)).text());
    expect(page.documentElement.dir).toBe(languages[language].dir);
    const texts = textsOf(language).subscribe;
    const stored = page.querySelector("section[aria-labelledby=stored]");
    expect(text(stored?.querySelector("h2"))).toBe(texts.storedData);
    expect([...(stored?.querySelectorAll("dt") ?? [])].map((term) => text(term))).toEqual([
      texts.emailAddress,
      texts.requestedAt,
      texts.confirmedAt,
    ]);
    expect(text(stored?.querySelector("dd"))).toBe(email_address);
    expect(stored?.querySelectorAll("time")).toHaveLength(2);
    expect(stored?.querySelector("a")?.getAttribute("href")).toBe(`${linkOf(subscriber)}/data`);
  }
  const response = await daymark.fetch(`${linkOf(subscriber)}/data`);
  expect(response.headers.get("Content-Type")).toBe("application/json");
  expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="subscription.json"');
  expect(await response.json()).toEqual(await find(email_address));
});
