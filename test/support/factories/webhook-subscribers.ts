import { afterAll, afterEach, expect } from "vitest";
import { type ReceivedPost, startWebhookReceiver, type WebhookReceiver } from "../fakes/webhook-receiver.ts";
import { answer, type Daymark, startDaymark } from "../starters/daymark.ts";
import type { QueueReport } from "../workers/faulty-queues.ts";
import { newClientHeaders, subscribers } from "./make-subscribers.ts";

/** Starts the Worker of the tests that takes webhooks, and a receiver. After each test of the file, nobody is subscribed. */
export async function startWebhookDaymark(options: Parameters<typeof startDaymark>[0] = {}) {
  const vars = { ALLOW_PRIVATE_ADDRESSES: "true", ...options.vars };
  const [daymark, receiver] = await Promise.all([startDaymark({ ...options, vars }), startWebhookReceiver()]);
  await answer(daymark.administrator.settings.$patch({ json: { endpointsEnabled: true } }));
  const own = webhookSubscribers(
    () => daymark,
    () => receiver,
  );
  afterEach(async () => {
    receiver.reset();
    await own.setClockAhead(0);
    await own.removeAll();
  });
  afterAll(() => Promise.all([daymark.stop(), receiver.stop()]));
  return { daymark, receiver, ...own };
}

/** Subscribes webhooks of a receiver at the Worker of the tests, and runs their deliveries on its clock. */
export function webhookSubscribers(daymark: () => Daymark, receiver: () => WebhookReceiver) {
  const { requestSubscription } = subscribers(daymark);
  let paths = 0;

  async function subscribe({ choice = {} }: { choice?: object } = {}) {
    paths += 1;
    const path = `/hook-${paths}`;
    const response = await requestSubscription({ emailAddress: receiver().url + path, ...choice });
    expect([response.status, await response.json()]).toEqual([200, {}]);
    const challenges = () => receiver().posts.filter((post) => post.path === path);
    await expect.poll(() => challenges().length).toBe(1);
    const [challenge] = challenges() as [ReceivedPost]; // polled above
    const manage = new URL(challenge.json.manage_url).pathname;
    return { path, challenge, manage, subscriberID: manage.split("/")[2] as string };
  }

  const stateOf = ({ subscriberID }: { subscriberID: string }) =>
    daymark()
      .db.prepare("SELECT state FROM subscribers WHERE subscriber_id = ?")
      .bind(subscriberID)
      .first<string>("state");

  return {
    subscribe,
    stateOf,
    async makeWebhook(options?: Parameters<typeof subscribe>[0]) {
      const webhook = await subscribe(options);
      await expect.poll(() => stateOf(webhook)).toBe("confirmed");
      return webhook;
    },
    async deliveriesOf({ subscriberID }: { subscriberID: string }) {
      const { results } = await daymark()
        .db.prepare(
          `SELECT d.* FROM deliveries AS d JOIN messages AS m USING (message_id)
          WHERE subscriber_id = ? AND m.kind <> 'confirmation' ORDER BY delivery_id`,
        )
        .bind(subscriberID)
        .all<{ delivery_id: number; state: string; attempts: number; next_at: string; error: string }>();
      return results;
    },
    async postForm(path: string, fields: Record<string, string> = {}) {
      const response = await daymark().fetch(path, {
        method: "POST",
        headers: { Origin: daymark().url, "Sec-Fetch-Site": "same-origin", ...newClientHeaders() },
        body: new URLSearchParams(fields),
      });
      return { status: response.status, html: await response.text() };
    },
    setClockAhead: (ms: number) => daymark().fetch("/api/health", { headers: { "x-test-ahead": `${ms}` } }),
    holdQueues: (hold: "on" | "off") =>
      daymark().fetch("/api/health", { headers: { "x-test-hold-queues": hold } }),
    queueReport: async () => (await (await daymark().fetch("/x-test-queues")).json()) as QueueReport,
    runDue: () => daymark().deliverMessages("daymark-endpoints", [{ id: "run", attempts: 1, body: {} }]),
    /** Unsubscribes all, and forgets what limits clients. */
    async removeAll() {
      const { db } = daymark();
      await db.batch([db.prepare("DELETE FROM subscribers"), db.prepare("DELETE FROM messages")]);
    },
  };
}
