import { afterAll, beforeAll, expect, test } from "vitest";
import { textsOf } from "../../../../web/status/texts/all-texts.ts";
import { languageCodes, languages } from "../../../../web/status/texts/languages.ts";
import type { SubscriberRecord } from "../../../../worker/notify/subscribers/schema.ts";
import { makeComponent, makeGroup, makeIncident } from "../../../support/factories/factories.ts";
import { enableMail, subscribers } from "../../../support/factories/make-subscribers.ts";
import { linkOf, unsubscribeLinkOf } from "../../../support/factories/subscription-links.ts";
import { bounce, complaint, type FakeSNS, startFakeSNS } from "../../../support/fakes/fake-sns.ts";
import { dump } from "../../../support/readers/dump.ts";
import { parseHTML, textOf } from "../../../support/readers/html.ts";
import { answer, type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let daymark: Daymark;
let topic: FakeSNS;
beforeAll(async () => {
  topic = await startFakeSNS();
  daymark = await startDaymark({ vars: topic.vars });
  await enableMail(daymark);
});
afterAll(async () => {
  await daymark.stop();
  await topic.stop();
});
const { requestSubscription, makeUnconfirmed, makeConfirmed, findByID, findSubscribers } = subscribers(
  () => daymark,
);

const find = async (emailAddress: string) =>
  (await answer(daymark.administrator.subscribers.find.$post({ json: { emailAddress } }))).subscriber;
const erase = (emailAddress: string, keepMark = true) =>
  answer(daymark.administrator.subscribers.erase.$post({ json: { emailAddress, keepMark } }));
const sendNotification = async (notification: object) => {
  const body = JSON.stringify(topic.signedMessage({ Message: JSON.stringify(notification) }));
  expect((await daymark.fetch("/api/hooks/ses", { method: "POST", body })).status).toBe(200);
};
const waitForDeliveries = async (count: number) => {
  const countDone = "SELECT count(*) AS n FROM deliveries WHERE state <> 'waiting'";
  await expect.poll(() => daymark.db.prepare(countDone).first("n")).toBe(count);
};
const readMessages = () => answer(daymark.administrator.mail.messages.$get());

/** Makes a subscriber who chose a component, confirmed, and got an email about it. */
async function makeReader() {
  const { incidentID } = await makeIncident(daymark, { name: "Slow" });
  const before = Number(await daymark.db.prepare("SELECT count(*) AS n FROM deliveries").first("n"));
  const component = await makeComponent(daymark, { name: "API" });
  const group = await makeGroup(daymark);
  const { componentID } = component;
  const subscriber = await makeConfirmed({
    components: [componentID],
    groups: [group.groupID],
    notices: [incidentID],
    timeZone: "Asia/Tokyo",
    language: "ja",
    reminders: ["hour", "day"],
  });
  await waitForDeliveries(before + 1);
  await makeIncident(daymark, { components: [{ componentID, status: "Major Outage" }] });
  await waitForDeliveries(before + 2);
  return { subscriber, component, group };
}

test("finding and erasing require an address", async () => {
  const json = { emailAddress: "" };
  for (const operation of [daymark.administrator.subscribers.find, daymark.administrator.subscribers.erase]) {
    const response = await operation.$post({ json });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { errorMessage: "Email Address is required." },
    ]);
  }
});

test("an administrator finds everything stored about an address, in any spelling", async () => {
  const { subscriber, component, group } = await makeReader();
  const { subscriber_id, email_address } = subscriber;
  const record = await find(` ${email_address.toUpperCase()} `);
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const delivery = {
    createdAt: time,
    state: "sent",
    attempts: 0,
    error: "",
    serviceID: expect.stringMatching(/./),
  };
  expect(record).toEqual({
    subscriberID: subscriber_id,
    channel: "email",
    emailAddress: email_address,
    state: "confirmed",
    endedReason: null,
    endedAt: null,
    everything: false,
    components: [{ componentID: component.componentID, name: "API" }],
    groups: [{ groupID: group.groupID, name: "Platform" }],
    notices: [{ noticeID: expect.any(String), name: "Slow", isConfirmed: true }],
    timeZone: "Asia/Tokyo",
    language: "ja",
    reminders: ["day", "hour"],
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

/** Maps each column about a subscriber to its field in the record, or to the reason why it has none. */
const columns: Record<string, Record<string, keyof SubscriberRecord | string>> = {
  subscribers: {
    subscriber_id: "subscriberID",
    channel: "channel",
    email_address: "emailAddress",
    address_key: "not shown: a key of the address",
    is_team: "not shown: is 0 for every subscriber",
    token_version: "not shown: verifies a token",
    state: "state",
    ended_reason: "endedReason",
    ended_at: "endedAt",
    everything: "everything",
    time_zone: "timeZone",
    language: "language",
    day_reminder: "reminders",
    hour_reminder: "reminders",
    created_at: "requestedAt",
    confirmed_at: "confirmedAt",
    confirmation_sent_at: "confirmationSentAt",
    mailbox_key: "not shown: a key of the mailbox, for its limit",
    name: "not shown: a team's channel has no record",
    shown_address: "not shown: a team's channel has no record",
    hears_failures: "not shown: a team's channel has no record",
    updated_at: "not shown: a team's channel has no record",
  },
  subscriber_components: { subscriber_id: "subscriberID", component_id: "components" },
  subscriber_groups: { subscriber_id: "subscriberID", group_id: "groups" },
  subscriber_notices: {
    subscriber_id: "subscriberID",
    notice_id: "notices",
    is_confirmed: "notices",
    created_at: "not shown: only for the cleanup",
  },
  endpoints: {
    subscriber_id: "subscriberID",
    address: "not shown: allows posting to it",
    resting_since: "not shown: is on the subscriber's own page",
    secret_version: "not shown: makes a secret",
    rotated_at: "not shown: makes a secret",
    earlier_rotations: "not shown: makes a secret",
    host_key: "not shown: a key of the host, for its limit",
    is_slow: "not shown: only sorts runs",
    fast_in_row: "not shown: only sorts runs",
    is_secret_shown: "not shown: is on the subscriber's own page",
  },
  deliveries: {
    delivery_id: "not shown: only sorts rows",
    message_id: "deliveries",
    subscriber_id: "subscriberID",
    channel: "channel",
    state: "deliveries",
    attempts: "deliveries",
    next_at: "not shown: the time of the next attempt",
    error: "deliveries",
    response_status: "not shown: the error names it",
    tried_at: "not shown: is on the subscriber's own page",
    lane: "not shown: follows from the channel",
    is_slow: "not shown: only sorts runs",
    service_id: "deliveries",
    notice_id: "deliveries",
    changes: "not shown: follows from the components",
    position: "not shown: counts what was sent of a message",
  },
};

test("every column about a subscriber is in the record or in the list of exceptions", async () => {
  const sql = `SELECT t.name AS "table", c.name FROM sqlite_master AS t JOIN pragma_table_info(t.name) AS c
    WHERE t.type = 'table' AND NOT (t.name LIKE 'sqlite_%' OR t.name LIKE '_cf_%')`;
  const { results } = await daymark.db.prepare(sql).all<{ table: string; name: string }>();
  const tables = [...Map.groupBy(results, ({ table }) => table)];
  // The settings have an address, too, but the sender's.
  const tablesAboutSubscribers = tables.filter(
    ([table, columns]) =>
      table !== "settings" && columns.some(({ name }) => /subscriber_id|address/.test(name)),
  );
  expect(
    Object.fromEntries(
      tablesAboutSubscribers.map(([table, columns]) => [table, columns.map(({ name }) => name).sort()]),
    ),
  ).toEqual(
    Object.fromEntries(Object.entries(columns).map(([table, fields]) => [table, Object.keys(fields).sort()])),
  );
});

test("an email that no run has claimed is in the record, and an erased subscriber gets none", async () => {
  const { subscriber, component } = await makeReader();
  const { email_address, subscriber_id } = subscriber;
  await daymark.db
    .prepare(
      "INSERT OR REPLACE INTO lanes (lane, paused_until) VALUES ('MAIL', '2999-01-01T00:00:00.000Z'), ('CONFIRMATIONS', '2999-01-01T00:00:00.000Z')",
    )
    .run();
  const { componentID } = component;
  await makeIncident(daymark, { components: [{ componentID, status: "Partial Outage" }] });
  expect((await find(email_address))?.deliveries.slice(0, 2)).toMatchObject([
    { kind: "incident", name: "API is down", state: "waiting", attempts: 0, error: "", serviceID: "" },
    { kind: "incident", state: "sent" },
  ]);
  await erase(email_address, false);
  expect(await dump(daymark)).not.toContain(subscriber_id);
  await daymark.db.prepare("DELETE FROM lanes").run();
  await daymark.deliver("daymark-mail", [{ failures: 0 }]);
  expect((await readMessages()).messages[0]).toMatchObject({ sent: 0, failed: 0, waiting: 0, withdrawn: 0 });
});

test("erasing an address leaves an unreadable mark that prevents emails", async () => {
  const { subscriber } = await makeReader();
  const { email_address, subscriber_id } = subscriber;
  const serviceIDs = (await find(email_address))?.deliveries.map(({ serviceID }) => serviceID) ?? [];
  expect(serviceIDs).toHaveLength(2);
  const before = await readMessages();
  await erase(email_address.toUpperCase());
  const dumpText = await dump(daymark);
  for (const text of [email_address, ...serviceIDs]) expect(dumpText).not.toContain(text);
  expect(await find(email_address)).toEqual({
    subscriberID: subscriber_id,
    channel: "email",
    emailAddress: "",
    state: "ended",
    endedReason: "erased",
    everything: true,
    components: [],
    groups: [],
    notices: [],
    timeZone: "UTC",
    language: "en",
    reminders: [],
    confirmedAt: null,
    deliveries: [],
    endedAt: expect.any(String),
    requestedAt: expect.any(String),
    confirmationSentAt: expect.any(String),
  });
  expect(await readMessages()).toEqual(before);
  for (const link of [linkOf(subscriber), unsubscribeLinkOf(subscriber)])
    expect((await daymark.fetch(link)).status).toBe(404);

  const countMails = async () =>
    (await daymark.mails()).filter(({ to }) => to?.[0]?.address === email_address).length;
  const mailsBefore = await countMails();
  expect((await requestSubscription({ emailAddress: email_address })).status).toBe(200);
  await daymark.runCron("2030-01-01T00:00:00.000Z");
  const other = await makeUnconfirmed();
  await expect.poll(async () => JSON.stringify(await daymark.mails())).toContain(other.email_address);
  expect(await countMails()).toBe(mailsBefore);
  // After a week without a confirmation, only the mark is left.
  expect(await findByID(subscriber)).toMatchObject({
    state: "ended",
    ended_reason: "erased",
    email_address: "",
  });
});

test("erasing the mark, too, leaves nothing", async () => {
  const { subscriber } = await makeReader();
  await erase(subscriber.email_address, false);
  expect(await find(subscriber.email_address)).toBeNull();
  expect(await findSubscribers("WHERE subscriber_id = ?", subscriber.subscriber_id)).toEqual([]);
  expect(await dump(daymark)).not.toContain(subscriber.subscriber_id);
  await erase(subscriber.email_address, false);
});

test("a complaint outlives erasing, unless its mark is erased, too", async () => {
  const { email_address } = await makeConfirmed();
  await sendNotification(complaint(email_address));
  await erase(email_address);
  expect(await find(email_address)).toMatchObject({ state: "ended", endedReason: "complaint" });
  await sendNotification(bounce(email_address));
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

test("a subscriber can read and download the stored data, in every language", async () => {
  const { subscriber } = await makeReader();
  const { email_address } = subscriber;
  for (const language of languageCodes) {
    const page = parseHTML(await (await daymark.fetch(`${linkOf(subscriber)}?lang=${language}`)).text());
    expect(page.documentElement.dir).toBe(languages[language].dir);
    const texts = textsOf(language).subscribe;
    const storedDataSection = page.querySelector("section[aria-labelledby=stored]");
    expect(textOf(storedDataSection?.querySelector("h2"))).toBe(texts.storedData);
    expect([...(storedDataSection?.querySelectorAll("dt") ?? [])].map((term) => textOf(term))).toEqual([
      texts.emailAddress,
      texts.requestedAt,
      texts.confirmedAt,
    ]);
    expect(textOf(storedDataSection?.querySelector("dd"))).toBe(email_address);
    expect(storedDataSection?.querySelectorAll("time")).toHaveLength(2);
    expect(storedDataSection?.querySelector("a")?.getAttribute("href")).toBe(`${linkOf(subscriber)}/data`);
  }
  const response = await daymark.fetch(`${linkOf(subscriber)}/data`);
  expect(response.headers.get("Content-Type")).toBe("application/json");
  expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="subscription.json"');
  expect(await response.json()).toEqual(await find(email_address));
});
