import { beforeAll, beforeEach, expect, test } from "vitest";
import type { SubscriberPage, SubscriberQuery } from "../../../worker/notify/subscribers/schema.ts";
import { makeComponent, makeGroup, makeIncident } from "../../support/factories/factories.ts";
import { startWebhookDaymark } from "../../support/factories/webhook-subscribers.ts";
import { answer } from "../../support/starters/daymark.ts";
import type { Bill } from "../../support/workers/bill.ts";

let webhooks: Awaited<ReturnType<typeof startWebhookDaymark>>;
let daymark: typeof webhooks.daymark;
beforeAll(async () => {
  webhooks = await startWebhookDaymark();
  daymark = webhooks.daymark;
});
beforeEach(() => daymark.db.exec("DELETE FROM subscribers WHERE NOT is_team"));

const search = (json: SubscriberQuery = {}) =>
  answer(daymark.administrator.subscribers.search.$post({ json }));
const addresses = async (query?: SubscriberQuery) =>
  (await search(query)).subscribers.map(({ address }) => address);

/** Later numbers have asked later. */
const addReaders = (first: number, last: number, state = "confirmed") =>
  daymark.db
    .prepare(
      `WITH RECURSIVE numbers (n) AS (VALUES (?) UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
      INSERT INTO subscribers (subscriber_id, email_address, address_key, state, everything, created_at)
      SELECT printf('reader%06d', n), printf('Reader-%d@example.org', n), n, ?, 1,
        strftime('%Y-%m-%dT%H:%M:%fZ', 1767225600 + n, 'unixepoch') FROM numbers`,
    )
    .bind(first, last, state)
    .run();

test("subscribers are listed with what each gets, the newest first", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const { groupID } = await makeGroup(daymark, { name: "Payments" });
  await addReaders(1, 2);
  await addReaders(3, 3, "unconfirmed");
  await addReaders(4, 4, "ended");
  await daymark.db.batch([
    daymark.db.prepare("UPDATE subscribers SET everything = 0 WHERE subscriber_id = 'reader000001'"),
    daymark.db
      .prepare("INSERT INTO subscriber_components (subscriber_id, component_id) VALUES ('reader000001', ?)")
      .bind(componentID),
    daymark.db
      .prepare("INSERT INTO subscriber_groups (subscriber_id, group_id) VALUES ('reader000001', ?)")
      .bind(groupID),
  ]);
  expect(await search()).toMatchObject({
    subscribers: [
      { address: "Reader-3@example.org", state: "unconfirmed" },
      { address: "Reader-2@example.org", state: "confirmed", everything: true, lastDelivery: null },
      { address: "Reader-1@example.org", everything: false, components: ["API"], groups: ["Payments"] },
    ],
    nextCursor: null,
  });
  expect(await addresses({ state: "unconfirmed" })).toEqual(["Reader-3@example.org"]);
});

test("a part of an email address finds it, whatever its case, and too short a part is refused", async () => {
  await addReaders(1, 20);
  expect(await addresses({ search: "READER-12" })).toEqual(["Reader-12@example.org"]);
  expect(await addresses({ search: "%" + "_%" })).toEqual([]);
  const refused = await daymark.administrator.subscribers.search.$post({ json: { search: "re" } });
  expect(refused.status).toBe(400);
});

test("a webhook is listed with a shortened address, found by the whole one, and erased by its ID", async () => {
  const { path } = await webhooks.makeWebhook();
  await addReaders(1, 1);
  const { subscribers } = await search({ channel: "webhook" });
  expect(subscribers).toHaveLength(1);
  expect(subscribers[0]?.address).toMatch(/\/….{4}$/);
  expect((await search({ search: webhooks.receiver.url + path })).subscribers).toEqual(subscribers);
  const { subscriberID = "" } = subscribers[0] ?? {};
  const record = await answer(daymark.administrator.subscribers.find.$post({ json: { subscriberID } }));
  expect(record.subscriber).toMatchObject({ subscriberID, channel: "webhook" });
  await answer(daymark.administrator.subscribers.erase.$post({ json: { subscriberID, keepMark: false } }));
  expect((await search({ channel: "webhook" })).subscribers).toEqual([]);
});

test("a whole address also finds a subscription that has ended", async () => {
  await addReaders(1, 1);
  const erased = { emailAddress: "reader-1@example.org" };
  await answer(daymark.administrator.subscribers.erase.$post({ json: { ...erased, keepMark: true } }));
  expect(await search({ search: "reader-1" })).toMatchObject({ subscribers: [] });
  expect(await search({ search: erased.emailAddress })).toMatchObject({
    subscribers: [{ address: "", state: "ended" }],
  });
  for (const filter of [{ state: "confirmed" }, { channel: "webhook" }] as const)
    expect(await search({ search: erased.emailAddress, ...filter })).toMatchObject({ subscribers: [] });
});

test("the last message of each is listed", async () => {
  const { makeWebhook } = webhooks;
  await makeWebhook();
  await makeIncident(daymark);
  await expect
    .poll(async () => (await search({ channel: "webhook" })).subscribers[0]?.lastDelivery)
    .toMatchObject({ state: "sent", error: "" });
});

test("the team's channels are neither listed, found nor erased", async () => {
  const json = { name: "Operations", address: "https://hooks.slack.com/services/T1/B1/secret" };
  const { channelID } = await answer(daymark.administrator.channels.$post({ json }));
  expect((await search()).subscribers).toEqual([]);
  expect((await search({ search: json.address })).subscribers).toEqual([]);
  const lookup = { subscriberID: channelID };
  const found = await answer(daymark.administrator.subscribers.find.$post({ json: lookup }));
  expect(found.subscriber).toBeNull();
  await answer(daymark.administrator.subscribers.erase.$post({ json: { ...lookup, keepMark: false } }));
  expect(await answer(daymark.administrator.channels.$get())).toMatchObject([{ channelID }]);
});

test("pages of 12,000 subscribers have each once, and a search of 10,000 reads each once", async () => {
  await addReaders(1, 11_990);
  await addReaders(11_991, 12_000, "unconfirmed");
  const rowsRead = async () => ((await (await daymark.fetch("/x-bill")).json()) as Bill).rowsRead;
  const rowsOf = async (query: SubscriberQuery) => {
    const before = await rowsRead();
    await search(query);
    return (await rowsRead()) - before;
  };
  expect(await rowsOf({})).toBeLessThan(500);
  expect(await rowsOf({ search: "reader-11000@" })).toBeLessThan(10_500);

  const seen: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page: SubscriberPage = await search({ search: "0@example", ...(cursor && { cursor }) });
    seen.push(...page.subscribers.map(({ address }) => address));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen[0]).toBe("Reader-12000@example.org");
  expect(seen.at(-1)).toBe("Reader-10@example.org");
  expect([seen.length, new Set(seen).size]).toEqual([1200, 1200]);

  const late = await search({ search: "reader-7@" });
  expect(late.subscribers).toEqual([]);
  expect(await search({ search: "reader-7@", cursor: late.nextCursor ?? "" })).toMatchObject({
    subscribers: [{ address: "Reader-7@example.org" }],
    nextCursor: null,
  });
});
