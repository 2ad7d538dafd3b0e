import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { makeIncident } from "../../support/factories/factories.ts";
import { startWebhookDaymark } from "../../support/factories/webhook-subscribers.ts";
import { answerChallenge } from "../../support/fakes/webhook-receiver.ts";

const {
  daymark,
  receiver,
  makeWebhook,
  deliveriesOf,
  postForm,
  setClockAhead,
  holdQueues,
  queueReport,
  runDue,
} = await startWebhookDaymark({ rates: {} });

async function revealSecret({ manage }: { manage: string }): Promise<string> {
  const { html } = await postForm(`${manage}/secret`);
  return /whsec_[A-Za-z0-9+/=]+/.exec(html)?.[0] ?? "";
}

test("a receiver that is down for a day gets each event once, in order, with the same ID on each try", async () => {
  const webhook = await makeWebhook();
  const secret = await revealSecret(webhook);
  let isDown = true;
  receiver.overrideResponses((post, response) => {
    if (isDown) response.writeHead(503).end();
    else answerChallenge(post, response);
  });
  const names = ["one", "two", "three"];
  for (const name of names) await makeIncident(daymark, { name });
  await expect.poll(async () => (await deliveriesOf(webhook))[0]?.attempts).toBe(1);
  let aheadMs = 0;
  while (aheadMs < 24 * HOUR_MS) {
    const [next] = await deliveriesOf(webhook);
    aheadMs = Date.parse(next?.next_at ?? "") - Date.now() + MINUTE_MS;
    await setClockAhead(aheadMs);
    await runDue();
  }
  const tries = receiver.updates(webhook.path);
  expect(tries.length).toBeGreaterThan(5);
  expect(new Set(tries.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(new Set(tries.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(tries.length);

  isDown = false;
  receiver.posts.length = 0;
  const [next] = await deliveriesOf(webhook);
  await setClockAhead(Date.parse(next?.next_at ?? "") - Date.now() + MINUTE_MS);
  await runDue();
  await expect.poll(() => receiver.updates(webhook.path).length).toBe(3);
  const received = receiver.updates(webhook.path);
  expect(received.map(({ json }) => json.incident.name)).toEqual(names);
  expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(3);
  await expect
    .poll(async () => (await deliveriesOf(webhook)).map(({ state }) => state))
    .toEqual(["sent", "sent", "sent"]);
  expect(secret).not.toBe("");
});

test("after ten tries in about 75 hours the webhook is paused, until its owner resumes it", async () => {
  const webhook = await makeWebhook();
  receiver.overrideResponses((_, response) => response.writeHead(500).end());
  await makeIncident(daymark, { name: "first" });
  await makeIncident(daymark, { name: "second" });
  const startedAt = Date.now();
  for (let attempts = 1; attempts < 10; attempts += 1) {
    await expect.poll(async () => (await deliveriesOf(webhook))[0]?.attempts).toBe(attempts);
    const [next] = await deliveriesOf(webhook);
    await setClockAhead(Date.parse(next?.next_at ?? "") - Date.now() + 1000);
    await runDue();
  }
  await expect.poll(async () => (await deliveriesOf(webhook))[0]?.state).toBe("failed");
  const [first, second] = await deliveriesOf(webhook);
  expect(first).toMatchObject({ attempts: 10, error: "The answer had the status 500." });
  const hours = (Date.parse(first?.next_at ?? "") - startedAt) / HOUR_MS;
  expect(hours).toBeGreaterThan(60);
  expect(hours).toBeLessThan(91);
  expect(second).toMatchObject({ state: "failed", attempts: 0 });
  const page = await (await daymark.fetch(webhook.manage)).text();
  expect(page).toContain("because a delivery failed ten times");

  receiver.reset();
  await setClockAhead(0);
  await makeIncident(daymark, { name: "while it is paused" });
  await postForm(`${webhook.manage}/resume`);
  await postForm(`${webhook.manage}/again`, { deliveryID: String(second?.delivery_id) });
  await makeIncident(daymark, { name: "third" });
  await expect.poll(() => receiver.updates(webhook.path).length).toBe(2);
  expect(receiver.updates(webhook.path).map(({ json }) => json.incident.name)).toEqual(["second", "third"]);
});

test("Retry-After is heeded, up to a day", async () => {
  const webhook = await makeWebhook();
  const waitFor = async (retryAfter: string) => {
    receiver.overrideResponses((_, response) => response.writeHead(429, { "Retry-After": retryAfter }).end());
    await makeIncident(daymark);
    const last = async () => (await deliveriesOf(webhook)).find(({ state }) => state === "waiting");
    await expect.poll(async () => (await last())?.attempts).toBe(1);
    const waitMs = Date.parse((await last())?.next_at ?? "") - Date.now();
    await daymark.db.exec("UPDATE deliveries SET state = 'withdrawn'");
    return waitMs;
  };
  const hour = await waitFor("3600");
  expect(hour).toBeGreaterThan(HOUR_MS - MINUTE_MS);
  expect(hour).toBeLessThan(HOUR_MS + MINUTE_MS);
  for (const absurd of ["99999999", "9".repeat(50), "Fri, 31 Dec 9999 23:59:59 GMT"]) {
    const day = await waitFor(absurd);
    expect([absurd, day > 23 * HOUR_MS, day < 24 * HOUR_MS + MINUTE_MS]).toEqual([absurd, true, true]);
  }
  for (const useless of ["soon", "-1", "1e9", "Thu, 01 Jan 1970 00:00:00 GMT"])
    expect(await waitFor(useless)).toBeLessThan(MINUTE_MS);
});

test("a message that can't be made is tried later, and wakes no run until then", async () => {
  const webhook = await makeWebhook();
  await holdQueues("on");
  await makeIncident(daymark);
  await queueReport();
  await daymark.db.exec("ALTER TABLE component_groups RENAME TO hidden_groups");
  const { outcome } = await runDue();
  const { sent } = await queueReport();
  const deliveries = await deliveriesOf(webhook);
  await daymark.db.exec("ALTER TABLE hidden_groups RENAME TO component_groups");
  await holdQueues("off");
  expect({ outcome, sent }).toEqual({ outcome: "ok", sent: [] });
  expect(deliveries).toMatchObject([{ state: "waiting", attempts: 1 }]);
  await setClockAhead(MINUTE_MS);
  await runDue();
  await expect.poll(() => receiver.updates(webhook.path).length).toBe(1);
});

test("a run stays within the free plan's 50 statements, even if all its subscriptions end", async () => {
  for (let count = 0; count < 4; count += 1) await makeWebhook();
  await holdQueues("on");
  await makeIncident(daymark);
  receiver.overrideResponses((_, response) => response.writeHead(410).end());
  await queueReport();
  await runDue();
  const { statements } = await queueReport();
  await holdQueues("off");
  expect(statements).toBeGreaterThan(20);
  expect(statements).toBeLessThanOrEqual(50);
});

test("a delivery is sent again ten times at most, and not faster than subscribing allows", async () => {
  const webhook = await makeWebhook();
  await makeIncident(daymark);
  await expect.poll(async () => (await deliveriesOf(webhook))[0]?.state).toBe("sent");
  const deliveryID = String((await deliveriesOf(webhook))[0]?.delivery_id);
  for (let count = 0; count < 12; count += 1) {
    await postForm(`${webhook.manage}/again`, { deliveryID });
    await expect
      .poll(async () => (await deliveriesOf(webhook)).map(({ state }) => state))
      .not.toContain("waiting");
  }
  expect(await deliveriesOf(webhook)).toHaveLength(10);
  const fromOneNetwork = async () => {
    const { status } = await daymark.fetch(`${webhook.manage}/again`, {
      method: "POST",
      headers: { "CF-Connecting-IP": "198.51.100.1" },
      body: new URLSearchParams({ deliveryID }),
    });
    return status;
  };
  for (let n = 0; n < 10; n += 1) expect(await fromOneNetwork()).toBe(200);
  expect(await fromOneNetwork()).toBe(429);
});
