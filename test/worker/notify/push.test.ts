import { importJWK, type JWK, jwtVerify } from "jose";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import {
  makeComponent,
  makeGroup,
  makeIncident,
  makeMaintenance,
} from "../../support/factories/factories.ts";
import { newClientHeaders, subscribers } from "../../support/factories/make-subscribers.ts";
import {
  type Browser,
  makeBrowser,
  type PushService,
  startPushService,
} from "../../support/fakes/push-service.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";
import type { QueueReport } from "../../support/workers/faulty-queues.ts";

let daymark: Daymark;
let service: PushService;
beforeAll(async () => {
  service = await startPushService();
  daymark = await startDaymark({ vars: { ALLOW_PRIVATE_ADDRESSES: "true" } });
  await enablePush();
  await publicKey();
});
afterEach(async () => {
  service.reset();
  await setClockAhead(0);
  await daymark.db.batch([daymark.db.prepare("DELETE FROM subscribers")]);
});
afterAll(async () => {
  await daymark?.stop();
  await service?.stop();
});
const { requestSubscription } = subscribers(() => daymark);

const enablePush = (endpointsEnabled = true) =>
  answer(daymark.administrator.settings.$patch({ json: { endpointsEnabled } }));
const setClockAhead = (ms: number) => daymark.fetch("/api/health", { headers: { "x-test-ahead": `${ms}` } });
const runDue = () => daymark.deliverMessages("daymark-endpoints", [{ id: "run", attempts: 1, body: {} }]);
const holdQueues = (hold: "on" | "off") =>
  daymark.fetch("/api/health", { headers: { "x-test-hold-queues": hold } });
const queueReport = async () => (await (await daymark.fetch("/x-test-queues")).json()) as QueueReport;

async function post(path: string, body: object, headers: Record<string, string> = newClientHeaders()) {
  const response = await daymark.fetch(`/api/subscribers/push${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return { status: response.status, json: await response.json(), headers: response.headers };
}

async function subscribe(choice: object = {}, browser = makeBrowser(service.url)): Promise<Browser> {
  const { endpoint, keys } = browser;
  const { status, json } = await post("", { endpoint, keys, ...choice });
  expect([status, json]).toEqual([200, {}]);
  await waitUntilConfirmed(daymark);
  return browser;
}

/** A browser's first message confirms it. */
const waitUntilConfirmed = ({ db }: Daymark) =>
  expect
    .poll(() => db.prepare("SELECT count(*) AS n FROM subscribers WHERE state = 'unconfirmed'").first("n"))
    .toBe(0);

const find = async ({ endpoint }: Browser) => (await post("/find", { endpoint })).json;
/** All but the first messages of browsers, which are about no notice. */
const updates = () => service.pushes.filter(({ headers }) => headers.topic !== undefined);
const pushesTo = ({ path }: Browser) => updates().filter((push) => push.path === path);
const messagesTo = (browser: Browser) => pushesTo(browser).map(browser.read);
const rowsOf = async (table: string) =>
  (await daymark.db.prepare(`SELECT * FROM ${table}`).all<Record<string, unknown>>()).results;

async function publicKey(): Promise<string> {
  const response = await daymark.fetch("/api/subscribers/push");
  return ((await response.json()) as { publicKey: string }).publicKey;
}

test("a browser gets each update of an incident, encrypted for it, and a later one replaces the one before", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const browser = await subscribe();
  const { incidentID } = await makeIncident(daymark, {
    name: "Errors",
    message: "We **look** into it.",
    components: [{ componentID, status: "Major Outage" }],
  });
  await expect.poll(() => pushesTo(browser).length).toBe(1);
  await answer(
    daymark.administrator.incidents[":incidentID"].$patch({
      param: { incidentID },
      json: { status: "Resolved", message: "Done." },
    }),
  );
  await expect.poll(() => pushesTo(browser).length).toBe(2);
  const [first, second] = messagesTo(browser);
  expect(first).toEqual({
    title: "Errors",
    body: "Investigating\nAPI: Major Outage\nWe look into it.",
    path: `/incidents/${incidentID}`,
    tag: incidentID,
    lang: "en",
    dir: "ltr",
  });
  expect(second).toMatchObject({ tag: incidentID, body: expect.stringContaining("Resolved") });
  for (const { headers } of pushesTo(browser))
    expect(headers).toMatchObject({
      "content-encoding": "aes128gcm",
      ttl: "86400",
      urgency: "high",
      topic: incidentID,
    });
});

test("a push service can check that the push comes from the page that the browser subscribed to", async () => {
  const key = await publicKey();
  const browser = await subscribe();
  await makeIncident(daymark);
  await expect.poll(() => pushesTo(browser).length).toBe(1);
  const authorization = pushesTo(browser)[0]?.headers.authorization ?? "";
  const [, token = "", sent] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  expect(sent).toBe(key);
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const jwk = await importJWK({ kty: "EC", crv: "P-256", x, y } as JWK, "ES256");
  const { payload } = await jwtVerify(token, jwk, {
    algorithms: ["ES256"],
    audience: new URL(service.url).origin,
  });
  const secondsLeft = (payload.exp ?? 0) - Date.now() / 1000;
  expect(secondsLeft).toBeGreaterThan(3600);
  expect(secondsLeft).toBeLessThan(24 * 3600);
  expect(payload.sub).toBe("http://localhost:8787");
});

test("requests that make the keys at the same time all get the same pair", async () => {
  const fresh = await startDaymark();
  await answer(fresh.administrator.settings.$patch({ json: { endpointsEnabled: true } }));
  // Different addresses, so that they don't share one render.
  const keys = await Promise.all(
    ["", "?lang=de", "?lang=fr", "?lang=ja"].map(async (query) =>
      (await fresh.fetch(`/api/subscribers/push${query}`)).text(),
    ),
  );
  const stored = await fresh.db.prepare("SELECT keys FROM push_keys").all<{ keys: string }>();
  await fresh.stop();
  expect(new Set(keys).size).toBe(1);
  expect(stored.results).toHaveLength(1);
  // A plain key would be JSON that names its curve.
  expect(stored.results[0]?.keys).not.toContain("P-256");
});

test("a browser of chosen components and groups hears of nothing else, and can change that", async () => {
  const { componentID: chosen } = await makeComponent(daymark);
  const { componentID: other } = await makeComponent(daymark);
  const { groupID } = await makeGroup(daymark);
  const { componentID: member } = await makeComponent(daymark, { groupID });
  const browser = await subscribe({ components: [chosen], groups: [groupID], reminders: ["day"] });
  expect(await find(browser)).toEqual({
    subscription: { everything: false, components: [chosen], groups: [groupID], reminders: ["day"] },
  });
  const incidentOf = (name: string, componentID: string) =>
    makeIncident(daymark, { name, components: [{ componentID, status: "Major Outage" }] });
  await incidentOf("other", other);
  await incidentOf("chosen", chosen);
  await incidentOf("member", member);
  await expect.poll(() => messagesTo(browser).map(({ title }) => title)).toEqual(["chosen", "member"]);
  await subscribe({ components: [other], groups: [] }, browser);
  expect(await find(browser)).toMatchObject({ subscription: { components: [other], groups: [] } });
  await incidentOf("chosen again", chosen);
  await incidentOf("other again", other);
  await expect.poll(() => messagesTo(browser).at(-1)?.title).toBe("other again");
  expect(pushesTo(browser)).toHaveLength(3);
  await subscribe({}, browser);
  expect(await find(browser)).toEqual({
    subscription: { everything: true, components: [], groups: [], reminders: [] },
  });
});

test("a browser gets messages in its language, with the direction to show them in", async () => {
  const browser = await subscribe({ language: "ar" });
  const { maintenanceID } = await makeMaintenance(daymark, { name: "Move" });
  await expect.poll(() => pushesTo(browser).length).toBe(1);
  expect(messagesTo(browser)[0]).toMatchObject({
    lang: "ar",
    dir: "rtl",
    path: `/maintenances/${maintenanceID}?lang=ar`,
  });
  expect(pushesTo(browser)[0]?.headers.urgency).toBe("normal");
});

test("the longest texts stay within what push services take", async () => {
  const browser = await subscribe({ language: "ja" });
  await makeIncident(daymark, { name: "障".repeat(200), message: "害".repeat(20_000) });
  await expect.poll(() => pushesTo(browser).length).toBe(1);
  expect(pushesTo(browser)[0]?.body.length).toBeLessThanOrEqual(4096);
  expect(messagesTo(browser)[0]?.body).toMatch(/害…$/);
});

test.each([404, 410])("after %i nothing of the browser is left", async (gone) => {
  const { componentID } = await makeComponent(daymark);
  const browser = await subscribe({ components: [componentID] });
  service.overrideResponses((_, response) => response.writeHead(gone).end());
  await makeIncident(daymark, { components: [{ componentID, status: "Major Outage" }] });
  await expect.poll(() => rowsOf("subscribers")).toEqual([]);
  expect(await Promise.all(["endpoints", "subscriber_components"].map(rowsOf))).toEqual([[], []]);
  const deliveries = await rowsOf("deliveries WHERE channel = 'push' ORDER BY delivery_id DESC");
  expect(deliveries[0]).toMatchObject({ subscriber_id: null, state: "failed", response_status: gone });
  expect(await find(browser)).toEqual({ subscription: null });
  service.reset();
  await makeIncident(daymark);
  await runDue();
  expect(updates()).toEqual([]);
});

test("a push service that is busy is asked again when it says, and no later message overtakes", async () => {
  const browser = await subscribe();
  service.overrideResponses((_, response) => response.writeHead(429, { "Retry-After": "600" }).end());
  await makeIncident(daymark, { name: "first" });
  await expect.poll(() => pushesTo(browser).length).toBe(1);
  service.overrideResponses((_, response) => response.writeHead(201).end());
  await makeIncident(daymark, { name: "second" });
  await setClockAhead(9 * MINUTE_MS);
  await runDue();
  expect(pushesTo(browser)).toHaveLength(1);
  await setClockAhead(11 * MINUTE_MS);
  await runDue();
  await expect
    .poll(() => messagesTo(browser).map(({ title }) => title))
    .toEqual(["first", "first", "second"]);
});

test("a browser whose push service fails for days is forgotten, since nobody could resume it", async () => {
  const browser = await subscribe();
  service.overrideResponses((_, response) => response.writeHead(503).end());
  await makeIncident(daymark);
  await expect.poll(() => pushesTo(browser).length).toBe(1);
  for (let hours = 30; (await rowsOf("subscribers")).length > 0 && hours < 600; hours += 30) {
    await setClockAhead(hours * HOUR_MS);
    await runDue();
  }
  expect(pushesTo(browser)).toHaveLength(10);
  expect(await rowsOf("endpoints")).toEqual([]);
});

test("a run that is cut off repeats only what was in flight", async () => {
  const browser = await subscribe();
  await holdQueues("on");
  await makeIncident(daymark, { name: "first" });
  await makeIncident(daymark, { name: "second" });
  await daymark.db.exec(
    "CREATE TRIGGER cut BEFORE UPDATE OF state ON deliveries BEGIN SELECT RAISE(ABORT, 'cut'); END",
  );
  await runDue().catch(() => undefined);
  await daymark.db.exec("DROP TRIGGER cut");
  expect(messagesTo(browser).map(({ title }) => title)).toEqual(["first"]);
  await holdQueues("off");
  await setClockAhead(3 * MINUTE_MS);
  await runDue();
  await expect
    .poll(() => messagesTo(browser).map(({ title }) => title))
    .toEqual(["first", "first", "second"]);
});

test("a run stays within the free plan's 50 statements, even if it forgets all its browsers", async () => {
  for (let count = 0; count < 4; count += 1) await subscribe();
  await holdQueues("on");
  await makeIncident(daymark);
  service.overrideResponses((_, response) => response.writeHead(410).end());
  await queueReport();
  await runDue();
  const { statements } = await queueReport();
  await holdQueues("off");
  expect(statements).toBeGreaterThan(15);
  expect(statements).toBeLessThanOrEqual(50);
});

test("whoever unsubscribes a browser leaves nothing behind, and may do so twice", async () => {
  const browser = await subscribe();
  const other = await subscribe();
  for (let count = 0; count < 2; count += 1)
    expect(await post("/unsubscribe", { endpoint: browser.endpoint })).toMatchObject({
      status: 200,
      json: {},
    });
  expect(await rowsOf("subscribers")).toHaveLength(1);
  await makeIncident(daymark);
  await expect.poll(() => pushesTo(other).length).toBe(1);
  expect(pushesTo(browser)).toEqual([]);
});

test("a browser that gets a new endpoint keeps its choices", async () => {
  const { componentID } = await makeComponent(daymark);
  const old = await subscribe({ components: [componentID] });
  const renewed = makeBrowser(service.url);
  await subscribe({ replaces: old.endpoint }, renewed);
  expect(await find(old)).toEqual({ subscription: null });
  expect(await find(renewed)).toMatchObject({ subscription: { components: [componentID] } });
  await makeIncident(daymark, { components: [{ componentID, status: "Major Outage" }] });
  await expect.poll(() => messagesTo(renewed).length).toBe(1);
  const unknown = makeBrowser(service.url);
  await subscribe({ replaces: old.endpoint }, unknown);
  expect(await find(unknown)).toEqual({ subscription: null });
});

test("no copy of the database can push to a browser, and no log has its endpoint", async () => {
  const browser = await subscribe();
  const rows = JSON.stringify([
    await rowsOf("subscribers"),
    await rowsOf("endpoints"),
    await rowsOf("push_keys"),
  ]);
  for (const secret of [browser.path, browser.keys.p256dh, browser.keys.auth])
    expect(rows).not.toContain(secret);
  expect(rows).not.toContain(new URL(browser.endpoint).host);
  expect(daymark.logs.join("\n")).not.toContain(browser.path);
});

test("a new browser gets a first message, which says that notifications are on, and counts once it is accepted", async () => {
  service.overrideResponses((_, response) => response.writeHead(503).end());
  const { endpoint, keys, path, read } = makeBrowser(service.url);
  expect((await post("", { endpoint, keys, language: "de" })).status).toBe(200);
  await expect.poll(() => service.pushes.length).toBe(1);
  expect(await rowsOf("subscribers")).toMatchObject([{ state: "unconfirmed", confirmed_at: null }]);
  await makeIncident(daymark);
  service.overrideResponses((_, response) => response.writeHead(201).end());
  await setClockAhead(HOUR_MS);
  await runDue();
  await expect
    .poll(() => rowsOf("subscribers"))
    .toMatchObject([{ state: "confirmed", confirmed_at: expect.any(String) }]);
  const first = {
    title: "Dienst",
    body: expect.stringContaining("eingeschaltet"),
    path: "/?lang=de",
    lang: "de",
  };
  expect(service.pushes.filter((push) => push.path === path).map(read)).toMatchObject([first, first]);
  // Changed choices need no message.
  expect((await post("", { endpoint, keys, reminders: ["day"] })).status).toBe(200);
  await runDue();
  expect(service.pushes).toHaveLength(2);
});

test.each([
  ["doesn't know it", 410, 0],
  ["doesn't accept its message for a day", 400, 26 * HOUR_MS],
])("a browser is forgotten if its push service %s", async (_, status, waitMs) => {
  service.overrideResponses((_, response) => response.writeHead(status).end());
  const { endpoint, keys } = makeBrowser(service.url);
  expect((await post("", { endpoint, keys })).status).toBe(200);
  await expect.poll(() => service.pushes.length).toBe(1);
  if (waitMs > 0) {
    expect(await rowsOf("subscribers")).toHaveLength(1);
    const hour = (ms: number) => new Date(Math.ceil((Date.now() + ms) / HOUR_MS) * HOUR_MS).toISOString();
    await daymark.runCron(hour(22 * HOUR_MS));
    expect(await rowsOf("subscribers")).toHaveLength(1);
    await daymark.runCron(hour(waitMs));
  }
  await expect.poll(() => rowsOf("subscribers")).toEqual([]);
  expect(await rowsOf("endpoints")).toEqual([]);
});

test("browsers that no push service knows are forgotten, and lock nobody out", async () => {
  service.overrideResponses((_, response) => response.writeHead(410).end());
  const network = newClientHeaders();
  for (let count = 0; count < 3; count += 1) {
    const { endpoint, keys } = makeBrowser(service.url);
    expect((await post("", { endpoint, keys }, network)).status).toBe(200);
    await expect.poll(() => rowsOf("subscribers")).toEqual([]);
  }
  service.reset();
  const { endpoint, keys } = makeBrowser(service.url);
  expect((await post("", { endpoint, keys }, network)).status).toBe(200);
});

test("while push is off there is no key, nobody can subscribe and nothing is sent", async () => {
  const browser = await subscribe();
  await enablePush(false);
  await makeIncident(daymark);
  await runDue();
  const key = await daymark.fetch("/api/subscribers/push");
  const { endpoint, keys } = makeBrowser(service.url);
  const late = await post("", { endpoint, keys });
  const unsubscribed = await post("/unsubscribe", { endpoint: browser.endpoint });
  await enablePush();
  expect([key.status, late.status, unsubscribed.status]).toEqual([404, 409, 200]);
  expect(updates()).toEqual([]);
});

test("the log of emails counts browsers, and an administrator finds and erases one by its endpoint", async () => {
  const { endpoint: emailAddress } = await subscribe();
  await makeIncident(daymark, { name: "Counted" });
  await expect.poll(() => updates().length).toBe(1);
  await expect
    .poll(async () => (await answer(daymark.administrator.mail.messages.$get())).messages[0]?.channels)
    .toEqual([{ channel: "push", sent: 1, failed: 0, waiting: 0, withdrawn: 0 }]);
  const found = await answer(daymark.administrator.subscribers.find.$post({ json: { emailAddress } }));
  expect(found.subscriber).toMatchObject({ channel: "push", emailAddress: "", state: "confirmed" });
  await answer(daymark.administrator.subscribers.erase.$post({ json: { emailAddress, keepMark: false } }));
  expect(await rowsOf("subscribers")).toEqual([]);
});

test("60 browsers a minute can subscribe, apart from the limit of emails, and known ones can change their choices", async () => {
  const browser = await subscribe();
  await daymark.db.exec(
    "INSERT INTO subscribers (subscriber_id, channel, email_address, address_key, state, everything, created_at) WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 59) SELECT subscriber_id || value, channel, '', address_key || value, state, 1, created_at FROM subscribers, n",
  );
  const { endpoint, keys } = makeBrowser(service.url);
  expect((await post("", { endpoint, keys })).status).toBe(429);
  const changed = { endpoint: browser.endpoint, keys: browser.keys, reminders: ["hour"] };
  expect((await post("", changed)).status).toBe(200);
  expect(await find(browser)).toMatchObject({ subscription: { everything: true, reminders: ["hour"] } });
  expect((await requestSubscription({ emailAddress: "reader@example.com" })).status).toBe(200);
  await setClockAhead(2 * MINUTE_MS);
  expect((await post("", { endpoint, keys })).status).toBe(200);
});

test("scripts of other sites can't subscribe, find or unsubscribe a browser", async () => {
  const browser = await subscribe();
  const { endpoint, keys } = makeBrowser(service.url);
  const other = { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors", Origin: "https://evil.example" };
  for (const headers of [other, { Origin: "https://evil.example" }]) {
    const foreign = { ...newClientHeaders(), ...headers };
    const statuses = [
      (await post("", { endpoint, keys }, foreign)).status,
      (await post("/find", { endpoint: browser.endpoint }, foreign)).status,
      (await post("/unsubscribe", { endpoint: browser.endpoint }, foreign)).status,
    ];
    expect(statuses).toEqual([403, 403, 403]);
  }
  expect(await find(browser)).toMatchObject({ subscription: { everything: true } });
  expect(await rowsOf("subscribers")).toHaveLength(1);
});

const point = makeBrowser("https://fcm.googleapis.com").keys;
const invalid: Record<string, object> = {
  "a key that is no point of the curve": { keys: { ...point, p256dh: `B${"A".repeat(86)}` } },
  "a short key": { keys: { ...point, auth: "short" } },
  "no keys": { keys: undefined },
  "an endpoint that is too long": { endpoint: `https://fcm.googleapis.com/${"a".repeat(2000)}` },
  "no endpoint": { endpoint: undefined },
  "an unknown component": { components: ["nobody"] },
  "an unknown group": { groups: ["nobody"] },
  "nothing chosen": { components: [] },
};
test.each(Object.entries(invalid))("%s is refused", async (_, change) => {
  const { endpoint, keys } = makeBrowser(service.url);
  const { status, json } = await post("", { endpoint, keys, ...change });
  expect([status, json]).toEqual([400, expect.objectContaining({ errorMessage: expect.any(String) })]);
  expect(await rowsOf("subscribers")).toEqual([]);
});

const addresses: [string, number][] = [
  ["https://fcm.googleapis.com/fcm/send/1", 200],
  ["https://updates.push.services.mozilla.com/wpush/v2/1", 200],
  ["https://wns2-par02p.notify.windows.com/w/?token=1", 200],
  ["https://web.push.apple.com/1", 200],
  ["https://api.push.apple.com/1", 200],
  ["http://fcm.googleapis.com/fcm/send/1", 400],
  ["https://fcm.googleapis.com:8443/fcm/send/1", 400],
  ["https://user@fcm.googleapis.com/fcm/send/1", 400],
  ["https://fcm.googleapis.com.example.org/1", 400],
  ["https://evilnotify.windows.com/1", 400],
  ["https://example.org/1", 400],
  ["https://127.0.0.1/1", 400],
  ["https://localhost/1", 400],
];
test("only the push services of browsers are taken, and they get no webhooks", async () => {
  const hosts = Object.fromEntries(addresses.map(([address]) => [new URL(address).host, service.url]));
  const strict = await startDaymark({ hosts });
  await answer(strict.administrator.settings.$patch({ json: { endpointsEnabled: true } }));
  await strict.fetch("/api/subscribers/push");
  const send = async (path: string, body: object) => {
    const init = { method: "POST", headers: newClientHeaders(), body: JSON.stringify(body) };
    return (await strict.fetch(`/api/subscribers/${path}`, init)).status;
  };
  const statuses = [];
  for (const [endpoint] of addresses)
    statuses.push([endpoint, await send("push", { endpoint, keys: point })]);
  const asWebhook = await send("subscribe", { emailAddress: "https://fcm.googleapis.com/fcm/send/1" });
  await waitUntilConfirmed(strict);
  await makeIncident(strict);
  await expect.poll(() => updates().length).toBe(5);
  await strict.stop();
  expect(statuses).toEqual(addresses);
  expect(asWebhook).toBe(400);
});

test("browsers that no push service has accepted leave the room of the 10,000 to others, and the first of them go", async () => {
  const copies = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)";
  await daymark.db.batch([
    daymark.db
      .prepare(`INSERT INTO subscribers (subscriber_id, email_address, address_key, state, everything, created_at, channel)
      ${copies} SELECT 'copy' || i, '', 'copy' || i, 'unconfirmed', 1, strftime('%Y-%m-%dT%H:%M:%fZ', ?, i || ' seconds'), 'push' FROM n`)
      .bind(new Date(Date.now() - 4 * HOUR_MS).toISOString()),
    daymark.db.prepare(
      `INSERT INTO endpoints (subscriber_id, address) ${copies} SELECT 'copy' || i, '' FROM n`,
    ),
  ]);
  const { endpoint, keys } = makeBrowser(service.url);
  expect((await post("", { endpoint, keys })).status).toBe(200);
  const count = (condition: string) =>
    daymark.db.prepare(`SELECT count(*) AS n FROM subscribers WHERE ${condition}`).first("n");
  await expect.poll(() => count("state = 'confirmed'")).toBe(1);
  await daymark.runCron(new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS).toISOString());
  await expect.poll(() => count("state = 'unconfirmed'")).toBe(1000);
  expect(await count("subscriber_id IN ('copy9001', 'copy10000')")).toBe(2);
  expect(await rowsOf("endpoints")).toHaveLength(1001);
});

// Comes last, because the Worker remembers for 10 seconds that there are too many.
test("there are 10,000 browsers at most, and they leave the room of webhooks to webhooks", async () => {
  const browser = await subscribe();
  const copies = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9999)";
  await daymark.db.batch([
    daymark.db.prepare(`INSERT INTO subscribers (subscriber_id, email_address, address_key, state, everything, created_at, channel)
      ${copies} SELECT 'copy' || i, '', 'copy' || i, 'confirmed', 1, '2026-01-01T00:00:00.000Z', 'push' FROM n`),
    daymark.db.prepare(
      `INSERT INTO endpoints (subscriber_id, address) ${copies} SELECT 'copy' || i, '' FROM n`,
    ),
  ]);
  const { endpoint, keys } = makeBrowser(service.url);
  const refused = await post("", { endpoint, keys });
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, `${24 * 60 * 60}`]);
  expect(
    (await post("", { endpoint: browser.endpoint, keys: browser.keys, reminders: ["day"] })).status,
  ).toBe(200);
  expect((await requestSubscription({ emailAddress: "http://127.0.0.1:9/hook" })).status).toBe(200);
  await daymark.db.exec("DELETE FROM subscribers WHERE subscriber_id = 'copy1'");
  await setClockAhead(MINUTE_MS);
  expect((await post("", { endpoint, keys })).status).toBe(200);
});
