import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { makeIncident } from "../../support/factories/factories.ts";
import { subscribers } from "../../support/factories/make-subscribers.ts";
import { startWebhookDaymark } from "../../support/factories/webhook-subscribers.ts";
import { answerChallenge } from "../../support/fakes/webhook-receiver.ts";
import { answer } from "../../support/starters/daymark.ts";

const { daymark, receiver, makeWebhook, deliveriesOf, postForm, holdQueues, runDue } =
  await startWebhookDaymark();
const { requestSubscription } = subscribers(() => daymark);

const request = async (path: string, network: string) =>
  (await requestSubscription({ emailAddress: receiver.url + path }, { "CF-Connecting-IP": network })).status;

test("a domain has 100 endpoints at most, over all its ports", async () => {
  await makeWebhook();
  const copies = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 99)";
  await daymark.db.batch([
    daymark.db.prepare(`INSERT INTO subscribers (subscriber_id, email_address, address_key, state, everything, created_at, channel)
      ${copies} SELECT 'copy' || i, '', 'copy' || i, 'confirmed', 1, '2026-01-01T00:00:00.000Z', 'webhook' FROM n`),
    daymark.db.prepare(`INSERT INTO endpoints (subscriber_id, address, host_key)
      ${copies} SELECT 'copy' || i, 'unreadable', (SELECT host_key FROM endpoints LIMIT 1) FROM n`),
  ]);
  expect(await request("/one-more", "198.51.100.3")).toBe(429);
  const otherPort = { emailAddress: receiver.url.replace(/:\d+$/, ":9") };
  expect((await requestSubscription(otherPort, { "CF-Connecting-IP": "198.51.100.3" })).status).toBe(429);
  await daymark.db.exec("DELETE FROM subscribers WHERE subscriber_id = 'copy1'");
  expect(await request("/one-more", "198.51.100.3")).toBe(200);
});

test("a success whose body breaks off counts as delivered", async () => {
  const webhook = await makeWebhook();
  receiver.overrideResponses((_, response) => {
    response.writeHead(200, { "Content-Length": "100" }).write("part");
    setTimeout(() => response.destroy(), 100);
  });
  await makeIncident(daymark);
  await expect.poll(async () => (await deliveriesOf(webhook))[0]?.state).toBe("sent");
});

test("each secret that was replaced within a day still signs", async () => {
  const webhook = await makeWebhook();
  const secrets = [];
  for (const button of ["secret", "new-secret", "new-secret"]) {
    const { html } = await postForm(`${webhook.manage}/${button}`);
    secrets.push(/whsec_[A-Za-z0-9+/=]+/.exec(html)?.[0] ?? "");
  }
  await makeIncident(daymark);
  await expect.poll(() => receiver.updates(webhook.path).length).toBe(1);
  const [post] = receiver.updates(webhook.path);
  for (const secret of secrets)
    expect(new Webhook(secret).verify(post?.body ?? "", post?.headers as Record<string, string>)).toEqual(
      post?.json,
    );
});

const setSlow = (webhook: { subscriberID: string }) =>
  daymark.db
    .prepare("UPDATE endpoints SET is_slow = 1 WHERE subscriber_id = ?")
    .bind(webhook.subscriberID)
    .run();

test("receivers that were slow come after the others", async () => {
  const slow = [await makeWebhook(), await makeWebhook(), await makeWebhook()];
  const fast = await makeWebhook();
  await Promise.all(slow.map(setSlow));
  await holdQueues("on");
  await makeIncident(daymark);
  await runDue();
  const notified = receiver.posts.flatMap(({ path, json }) => (json.incident ? [path] : []));
  expect(notified).toHaveLength(3);
  expect(notified).toContain(fast.path);
  await holdQueues("off");
  await runDue();
});

test("a receiver is slow until the tenth fast delivery after a slow one", async () => {
  const webhook = await makeWebhook();
  const isSlow = () => daymark.db.prepare("SELECT is_slow FROM endpoints").first("is_slow");
  const deliver = async () => {
    await makeIncident(daymark);
    await runDue();
  };
  await holdQueues("on");
  for (const fastBefore of [9, 0]) {
    for (let count = 0; count < fastBefore; count += 1) await deliver();
    receiver.overrideResponses((_, response) => void setTimeout(() => response.end(), 2200));
    await deliver();
    expect([fastBefore, await isSlow()]).toEqual([fastBefore, 1]);
    receiver.overrideResponses(answerChallenge);
  }
  const states = [];
  for (let count = 0; count < 10; count += 1) {
    await deliver();
    states.push(await isSlow());
  }
  expect(states).toEqual([...Array.from({ length: 9 }, () => 1), 0]);
  expect((await deliveriesOf(webhook)).every(({ state }) => state === "sent")).toBe(true);
  await holdQueues("off");
});

test("a message that isn't sent says nothing about how fast its receiver is", async () => {
  const webhook = await makeWebhook();
  await setSlow(webhook);
  await daymark.db.exec("UPDATE endpoints SET fast_in_row = 9");
  await holdQueues("on");
  await makeIncident(daymark);
  await daymark.db.exec(
    "INSERT INTO deliveries (message_id, subscriber_id, channel, lane, next_at) SELECT message_id, subscriber_id, 'webhook', 'ENDPOINTS', '' FROM messages, endpoints WHERE kind = 'incident'",
  );
  await answer(daymark.administrator.settings.$patch({ json: { endpointsEnabled: false } }));
  await runDue();
  await answer(daymark.administrator.settings.$patch({ json: { endpointsEnabled: true } }));
  expect(await deliveriesOf(webhook)).toMatchObject([{ state: "withdrawn" }]);
  expect(await daymark.db.prepare("SELECT is_slow, fast_in_row FROM endpoints").first()).toEqual({
    is_slow: 1,
    fast_in_row: 9,
  });
  await holdQueues("off");
});

test("a slow receiver has three seconds at first, and ten when it is tried again", async () => {
  const webhook = await makeWebhook();
  await setSlow(webhook);
  receiver.overrideResponses((_, response) => void setTimeout(() => response.end(), 4000));
  await holdQueues("on");
  await makeIncident(daymark);
  await runDue();
  expect(await deliveriesOf(webhook)).toMatchObject([
    { state: "waiting", error: "There was no answer within 3 seconds." },
  ]);
  await daymark.db.exec("UPDATE deliveries SET next_at = ''");
  await runDue();
  expect(await deliveriesOf(webhook)).toMatchObject([{ state: "sent" }]);
  await holdQueues("off");
}, 30_000);
