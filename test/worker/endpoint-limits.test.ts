import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { makeIncident } from "../support/factories.ts";
import { subscribers } from "../support/make-subscribers.ts";
import { answerChallenge } from "../support/webhook-receiver.ts";
import { startWebhookDaymark } from "../support/webhook-subscribers.ts";

const { daymark, receiver, makeWebhook, deliveriesOf, postForm, holdQueues, runDue } =
  await startWebhookDaymark({ rates: "unlimited" });
const { requestSubscription } = subscribers(() => daymark);

const request = async (path: string, network: string) =>
  (await requestSubscription({ emailAddress: receiver.url + path }, { "CF-Connecting-IP": network })).status;

test("one network can use up only its share of a host's challenges", async () => {
  const statuses = [];
  for (let count = 0; count < 11; count += 1) statuses.push(await request(`/${count}`, "198.51.100.1"));
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  expect(await request("/other", "198.51.100.2")).toBe(200);
});

test("a host has 100 endpoints at most", async () => {
  await makeWebhook();
  const copies = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 99)";
  await daymark.db.batch([
    daymark.db.prepare(`INSERT INTO subscribers (subscriber_id, email_address, address_key, token, state, everything, created_at, channel)
      ${copies} SELECT 'copy' || i, '', 'copy' || i, '', 'confirmed', 1, '2026-01-01T00:00:00.000Z', 'webhook' FROM n`),
    daymark.db.prepare(`INSERT INTO endpoints (subscriber_id, address, host_key)
      ${copies} SELECT 'copy' || i, 'unreadable', (SELECT host_key FROM endpoints LIMIT 1) FROM n`),
  ]);
  expect(await request("/one-more", "198.51.100.3")).toBe(429);
  await daymark.db.exec("DELETE FROM subscribers WHERE subscriber_id = 'copy1'");
  expect(await request("/one-more", "198.51.100.3")).toBe(200);
});

test("a network whose endpoints don't confirm is refused like one whose emails bounce", async () => {
  receiver.overrideResponses((_, response) => response.writeHead(500).end());
  for (const path of ["/one", "/two", "/three"]) expect(await request(path, "198.51.100.4")).toBe(200);
  await expect
    .poll(() =>
      daymark.db.prepare("SELECT count(*) AS n FROM endpoint_deliveries WHERE state = 'failed'").first("n"),
    )
    .toBe(3);
  expect(await request("/four", "198.51.100.4")).toBe(429);
  expect(await request("/four", "198.51.100.5")).toBe(200);
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

test("receivers that were slow come after the others", async () => {
  const slow = [await makeWebhook(), await makeWebhook(), await makeWebhook()];
  const fast = await makeWebhook();
  receiver.overrideResponses((post, response) => {
    if (post.path === fast.path) answerChallenge(post, response);
    else setTimeout(() => response.end(), 2500);
  });
  await makeIncident(daymark, { name: "first" });
  const countSlow = () => daymark.db.prepare("SELECT sum(is_slow) AS n FROM endpoints").first("n");
  await expect.poll(countSlow, { timeout: 20_000 }).toBe(slow.length);
  await holdQueues("on");
  await makeIncident(daymark, { name: "second" });
  const run = runDue();
  await expect.poll(() => receiver.updates(fast.path).length).toBe(2);
  await run;
  await holdQueues("off");
  await runDue();
});
