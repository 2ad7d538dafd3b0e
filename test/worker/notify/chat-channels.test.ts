import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
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

for (const [channel, address] of Object.entries(addresses)) {
  test(`a channel of ${channel} is asked once, and gets updates after the link in the message`, async () => {
    await requestSubscription({ emailAddress: address });
    await expect.poll(() => receiver.posts.length).toBe(1);
    const [asked] = receiver.posts;
    expect(new URL(asked?.path ?? "", receiver.url).pathname).toBe(new URL(address).pathname);
    await makeIncident(daymark, { name: "Before consent" });
    const manage = linkIn(asked?.body ?? "");
    expect((await daymark.fetch(`${manage}/confirm`)).status).toBe(200);
    expect(await (await daymark.fetch(`${manage}/confirm`, { method: "POST" })).text()).toContain(
      "You&#x27;re subscribed",
    );
    await makeIncident(daymark, { name: "After consent" });
    await expect.poll(() => receiver.posts.length).toBe(2);
    expect(receiver.posts[1]?.body).toContain("After consent");
    const { results } = await daymark.db.prepare("SELECT channel FROM subscribers").all();
    expect(results).toEqual([{ channel }]);
  });
}

test("a deleted webhook of Slack ends the subscription", async () => {
  await makeChat(addresses.slack);
  receiver.overrideResponses((_, response) => response.writeHead(404).end("no_service"));
  await makeIncident(daymark);
  await expect.poll(() => daymark.db.prepare("SELECT state FROM subscribers").first("state")).toBe("ended");
});

test("the manage page of a chat has a test, and no signing secret", async () => {
  const manage = await makeChat(addresses.discord);
  const page = await (await daymark.fetch(manage)).text();
  expect(page).toContain("discord.com/…oken");
  expect(page).not.toContain("secret-token");
  expect(page).toContain("Send a test");
  expect(page).not.toContain("Signing secret");
});
