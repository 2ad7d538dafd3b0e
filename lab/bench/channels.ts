import { Miniflare } from "miniflare";
import { addSubscribers, manySubscribers } from "../../test/support/factories/insert-subscribers.ts";
import { startTokenIssuer } from "../../test/support/fakes/fake-token-issuer.ts";
import { makeBrowser, type PushService, startPushService } from "../../test/support/fakes/push-service.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../test/support/fakes/webhook-receiver.ts";
import { freshFetch } from "../../test/support/readers/fresh-fetch.ts";
import { mailVars } from "../../test/support/readers/mail.ts";
import { workerVars } from "../../test/support/starters/worker-vars.ts";
import { answer, client } from "../../tools/demo/client.ts";
import { startMailService } from "../../tools/start/mail-service.ts";
import { migrate } from "../../tools/start/migrations.ts";
import { daymarkWorker } from "../../tools/start/workers.ts";
import { bareWorker } from "./bare-worker.ts";
import { median } from "./rates.ts";
import { atLeast, atMost, type Figure } from "./table.ts";

type Database = Awaited<ReturnType<Miniflare["getD1Database"]>>;

interface Situation {
  db: Database;
  origin: string;
  receiver: WebhookReceiver;
  pushService: PushService;
}

/** The recipients of one kind: how they are added, and how many of them still wait for their message. */
interface Kind {
  name: string;
  count: number;
  /** The least that leave in a second, all kinds together. */
  minPerSecond: number;
  add(situation: Situation, count: number): Promise<void>;
  countWaiting: string;
}

const kinds: Kind[] = [
  {
    name: "emails",
    count: 10_000,
    minPerSecond: 20,
    add: ({ db }, count) => addSubscribers({ db }, manySubscribers(count)),
    countWaiting: waitingCountSQL("email", "MAIL"),
  },
  {
    name: "webhooks",
    count: 1000,
    minPerSecond: 2,
    add: addWebhooks,
    countWaiting: waitingCountSQL("webhook", "ENDPOINTS"),
  },
  {
    name: "pushes",
    count: 1000,
    minPerSecond: 2,
    add: addBrowsers,
    countWaiting: waitingCountSQL("push", "ENDPOINTS"),
  },
];

const PAGE_SAMPLES = 100;
/** What a sample waits for the next, so that measuring leaves the processors to the deliveries. */
const SAMPLE_GAP_MS = 50;
/** About as many as the page has. */
const BARE_BYTES = 15_000;

/**
 * Posts one incident for all kinds of recipients, and compares the page with a bare Worker while they are told and before.
 * @param share of the usual numbers of recipients
 */
export async function measureChannels(share = 1): Promise<Figure[]> {
  const [pool, mail, receiver, pushService] = await Promise.all([
    startTokenIssuer(),
    startMailService({ rate: 100_000 }),
    startWebhookReceiver(),
    startPushService(),
  ]);
  const vars = { ...workerVars(pool), ...mailVars(mail.endpoint), ALLOW_PRIVATE_ADDRESSES: "true" };
  const mf = new Miniflare({
    cf: false,
    handleStructuredLogs: () => undefined,
    workers: [await daymarkWorker(vars), bareWorker],
  });
  try {
    const db = await mf.getD1Database("DB", "daymark");
    await migrate(db);
    const { origin } = await mf.unsafeGetDirectURL("daymark");
    const { origin: bareOrigin } = await mf.unsafeGetDirectURL("bare");
    const token = await pool.token();
    const api = client(origin, async () => token, freshFetch);
    const emailNotification = { enable: true, sourceEmailAddress: "status@example.org" };
    await answer(api.settings.$patch({ json: { emailNotification, endpointsEnabled: true } }));
    const counts = kinds.map(({ count }) => Math.max(1, Math.round(count * share)));
    for (const [at, kind] of kinds.entries())
      await kind.add({ db, origin, receiver, pushService }, counts[at] ?? 0);

    const sample = (isOver: () => boolean) => samplePage(origin, bareOrigin, isOver);
    const before = await sample(() => false);
    const message = "We **look** into it, and write here as soon as we know more.";
    const start = performance.now();
    await answer(api.incidents.$post({ json: { name: "API is down", status: "Investigating", message } }));
    const seconds = kinds.map(() => Number.NaN);
    const notifying = timeDeliveries(db, seconds, start);
    const during = await sample(() => !seconds.some(Number.isNaN));
    await notifying;
    return [
      ...kinds.map(({ name, minPerSecond }, at) => ({
        name: `${counts[at]?.toLocaleString("en")} ${name} about one incident, all kinds together`,
        figure: `${seconds[at]?.toFixed(1)} s`,
        ...atLeast(minPerSecond, (counts[at] ?? 0) / (seconds[at] ?? 0), `${name}/s`),
      })),
      {
        name: "page while they are told, p50 ÷ bare Worker's p50, ÷ the same before",
        figure: `${timesText(during)}; ${timesText(before)}`,
        ...atMost(1.5, during.pageMs / during.bareMs / (before.pageMs / before.bareMs), "of before"),
      },
    ];
  } finally {
    await mf.dispose();
    await Promise.all([pool.stop(), mail.stop(), receiver.stop(), pushService.stop()]);
  }
}

/** Sets for each kind how many seconds after `start` all of its messages were sent. Until then, it is NaN. */
async function timeDeliveries(db: Database, seconds: number[], start: number): Promise<void> {
  while (seconds.some(Number.isNaN)) {
    const waiting = await db.batch<{ n: number }>(kinds.map(({ countWaiting }) => db.prepare(countWaiting)));
    for (const [at, { results }] of waiting.entries())
      if (Number.isNaN(seconds[at]) && results[0]?.n === 0) seconds[at] = (performance.now() - start) / 1000;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

interface Sample {
  pageMs: number;
  bareMs: number;
}

/**
 * Times the page and a bare Worker's response, p50 of each, until `isOver`. Both share the simulators' thread, which the
 * deliveries keep busy.
 */
async function samplePage(origin: string, bareOrigin: string, isOver: () => boolean): Promise<Sample> {
  const times: Record<"page" | "bare", number[]> = { page: [], bare: [] };
  while (times.page.length < PAGE_SAMPLES && !(isOver() && times.page.length > 0)) {
    times.page.push(await fetchMs(origin));
    times.bare.push(await fetchMs(`${bareOrigin}/${BARE_BYTES}`));
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_GAP_MS));
  }
  return { pageMs: median(times.page), bareMs: median(times.bare) };
}

async function fetchMs(url: string): Promise<number> {
  const start = performance.now();
  await (await fetch(url)).text();
  return performance.now() - start;
}

function timesText({ pageMs, bareMs }: Sample): string {
  return `${pageMs.toFixed(1)} ÷ ${bareMs.toFixed(1)} ms`;
}

function waitingCountSQL(channel: string, lane: string): string {
  return `SELECT (SELECT count(*) FROM deliveries WHERE state = 'waiting' AND channel = '${channel}')
    + (SELECT count(*) FROM message_lanes WHERE state = 'waiting' AND lane = '${lane}') AS n`;
}

async function addWebhooks({ db, origin, receiver }: Situation, count: number): Promise<void> {
  await post(`${origin}/api/subscribers/subscribe`, { emailAddress: `${receiver.url}/hook` });
  await copySubscriber(db, "webhook", count);
}

async function addBrowsers({ db, origin, pushService }: Situation, count: number): Promise<void> {
  await (await fetch(`${origin}/api/subscribers/push`)).text(); // makes the keys
  const { endpoint, keys } = makeBrowser(pushService.url);
  await post(`${origin}/api/subscribers/push`, { endpoint, keys });
  await copySubscriber(db, "push", count);
}

async function post(url: string, body: object): Promise<void> {
  const response = await fetch(url, { method: "POST", body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${await response.text()}`);
}

/** Copies the one subscriber of a channel, because the form takes 60 requests a minute. */
async function copySubscriber(db: Database, channel: string, count: number): Promise<void> {
  const confirmed = db.prepare(
    `SELECT subscriber_id FROM subscribers WHERE channel = '${channel}' AND state = 'confirmed'`,
  );
  let subscriberID: string | null = null;
  while (subscriberID === null) {
    subscriberID = await confirmed.first<string>("subscriber_id");
    if (subscriberID === null) await new Promise((resolve) => setTimeout(resolve, 100));
  }
  if (count === 1) return;
  const copies = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})
    SELECT '${channel}' || i`;
  await db.batch([
    db.prepare(`INSERT INTO subscribers (subscriber_id, address_key, email_address, state, everything, created_at, channel)
      ${copies}, '${channel}' || i, '', 'confirmed', 1, '2026-01-01T00:00:00.000Z', '${channel}' FROM n`),
    db
      .prepare(`INSERT INTO endpoints (subscriber_id, address)
      ${copies}, (SELECT address FROM endpoints WHERE subscriber_id = ?) FROM n`)
      .bind(subscriberID),
  ]);
}
