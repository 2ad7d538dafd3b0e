import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { makeIncident } from "../../support/factories/factories.ts";
import { subscribers } from "../../support/factories/make-subscribers.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../support/fakes/webhook-receiver.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

const addresses = {
  slack: "https://hooks.slack.com/services/T000/B000/secret",
  discord: "https://discord.com/api/webhooks/1234567890/secret-token",
  teams: "https://prod-01.westeurope.logic.azure.com/workflows/0123/triggers/manual/paths/invoke?sig=secret",
  "google-chat": "https://chat.googleapis.com/v1/spaces/AAAA/messages?key=secret&token=secret",
};

let daymark: Daymark;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  const hosts = Object.fromEntries(
    Object.values(addresses).map((address) => [new URL(address).host, receiver.url]),
  );
  daymark = await startDaymark({ hosts });
  await answer(daymark.administrator.settings.$patch({ json: { endpointsEnabled: true } }));
});
afterEach(async () => {
  receiver.reset();
  await daymark.db.batch([
    daymark.db.prepare("DELETE FROM subscribers"),
    daymark.db.prepare("DELETE FROM confirmation_limits"),
  ]);
});
afterAll(async () => {
  await daymark?.stop();
  await receiver?.stop();
});
const { requestSubscription } = subscribers(() => daymark);

const linkIn = (body: string) => /\/subscriptions\/[0-9A-Za-z]+\/[0-9a-f]{64}/.exec(body)?.[0] ?? "";

async function makeChat(emailAddress: string) {
  await requestSubscription({ emailAddress });
  await expect.poll(() => receiver.posts.length).toBe(1);
  const manage = linkIn(receiver.posts[0]?.body ?? "");
  await daymark.fetch(`${manage}/confirm`, { method: "POST" });
  return manage;
}

/** The most that a service takes: bytes of a message, and messages of one address in a minute. */
const limits = {
  slack: { maxBytes: 40_000, maxPerMinute: 60 },
  // An embed has up to 6,000 characters, each of which can be 12 bytes of JSON.
  discord: { maxBytes: 6000 * 12, maxPerMinute: 150 },
  teams: { maxBytes: 28_000, maxPerMinute: 240 },
  "google-chat": { maxBytes: 32_000, maxPerMinute: 60 },
};
/** Timers and the network vary by this much. */
const TOLERANCE_MS = 50;
const UPDATES = 6;

for (const channel of ["slack", "discord", "teams", "google-chat"] as const) {
  test(`a storm of long updates stays within what ${channel} takes`, async () => {
    await makeChat(addresses[channel]);
    const { maxBytes, maxPerMinute } = limits[channel];
    const times: number[] = [];
    receiver.overrideResponses((_, response) => {
      times.push(Date.now());
      response.end();
    });
    const message = "**<@everyone>** & 日本語 👩‍👩‍👧 ".repeat(700).slice(0, 20_000);
    await Promise.all(
      Array.from({ length: UPDATES }, (_, n) => makeIncident(daymark, { name: `${n} `.repeat(60), message })),
    );
    await expect.poll(() => times.length, { timeout: 30_000 }).toBe(UPDATES);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(MINUTE_MS / maxPerMinute - TOLERANCE_MS);
    for (const { body } of receiver.posts) expect(Buffer.byteLength(body)).toBeLessThanOrEqual(maxBytes);
  });
}
