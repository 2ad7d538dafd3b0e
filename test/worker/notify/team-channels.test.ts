import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { NewTeamChannel } from "../../../worker/notify/team/schema.ts";
import { makeComponent, makeIncident } from "../../support/factories/factories.ts";
import { subscribers } from "../../support/factories/make-subscribers.ts";
import {
  type ReceivedPost,
  startWebhookReceiver,
  type WebhookReceiver,
} from "../../support/fakes/webhook-receiver.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

const slack = "https://hooks.slack.com/services/T000/B000/secret";
const webhook = "https://hooks.example.com/status?token=secret-token";

let daymark: Daymark;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  daymark = await startDaymark({
    hosts: { "hooks.slack.com": receiver.url, "hooks.example.com": receiver.url },
  });
});
afterEach(async () => {
  receiver.reset();
  await daymark.db.batch(
    ["subscribers", "confirmation_limits", "messages"].map((table) =>
      daymark.db.prepare(`DELETE FROM ${table}`),
    ),
  );
});
afterAll(async () => {
  await daymark?.stop();
  await receiver?.stop();
});

const channels = () => daymark.administrator.channels;
const add = (fields: Partial<NewTeamChannel> = {}) =>
  answer(channels().$post({ json: { name: "Operations", address: webhook, ...fields } }));
const list = () => answer(channels().$get());
const bodies = () => receiver.posts.map(({ body }) => body);
const incidentNames = () => receiver.posts.flatMap(({ json }) => json.incident?.name ?? []);

async function resolve(incidentID: string) {
  const json = { status: "Resolved" as const };
  await answer(daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json }));
}

test("a team's channel gets incidents at once, although visitors can't subscribe with webhooks", async () => {
  const { secret, ...added } = await add();
  expect(added).toMatchObject({ channel: "webhook", everything: true, failures: false });
  expect(receiver.posts).toEqual([]);
  await makeIncident(daymark, { name: "Errors" });
  await expect.poll(() => receiver.posts.length).toBe(1);
  const [post] = receiver.posts as [ReceivedPost];
  expect(post.json.incident.name).toBe("Errors");
  const signature = Object.fromEntries(
    ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => [
      name,
      String(post.headers[name]),
    ]),
  );
  expect(new Webhook(secret ?? "").verify(post.body, signature)).toEqual(post.json);
  await expect
    .poll(async () => (await list())[0]?.lastDelivery)
    .toMatchObject({ kind: "incident", name: "Errors", state: "sent" });
});

test("a message to the team links to the console, and has no link that changes or ends anything", async () => {
  await add();
  await add({ name: "Chat", address: slack });
  await makeIncident(daymark);
  await expect.poll(() => receiver.posts.length).toBe(2);
  for (const body of bodies()) {
    expect(body).not.toContain("/subscriptions/");
    expect(body).toContain("/settings?tab=notifications");
  }
});

test("a full address is in no response", async () => {
  const { channelID, address } = await add();
  expect(address).toBe("hooks.example.com/…oken");
  await answer(channels()[":channelID"].$patch({ param: { channelID }, json: { name: "Renamed" } }));
  expect(JSON.stringify(await list())).not.toContain("secret-token");
});

test("the public pages neither show nor end a channel of the team", async () => {
  await answer(daymark.administrator.settings.$patch({ json: { endpointsEnabled: true } }));
  await subscribers(() => daymark).requestSubscription({ emailAddress: webhook });
  await expect.poll(() => receiver.posts.length).toBe(1);
  await answer(daymark.administrator.settings.$patch({ json: { endpointsEnabled: false } }));
  const manage = new URL(receiver.posts[0]?.json.manage_url).pathname;
  await expect.poll(async () => (await daymark.fetch(manage)).status).toBe(200);
  // Its links are never sent, so this makes one whose link is known.
  await daymark.db.prepare("UPDATE subscribers SET is_team = 1").run();
  expect((await daymark.fetch(manage)).status).toBe(404);
  expect((await daymark.fetch(`${manage}/unsubscribe`, { method: "POST" })).status).toBe(404);
  expect(await daymark.db.prepare("SELECT state FROM subscribers").first("state")).toBe("confirmed");
});

test("a channel hears only of the components and groups that were chosen for it", async () => {
  const { componentID } = await makeComponent(daymark);
  const other = await makeComponent(daymark);
  const chosen = await add({ components: [componentID] });
  expect(chosen).toMatchObject({ everything: false, components: [componentID] });
  const { incidentID } = await makeIncident(daymark, {
    name: "Elsewhere",
    components: [{ componentID: other.componentID, status: "Major Outage" }],
  });
  await makeIncident(daymark, { name: "Here", components: [{ componentID, status: "Major Outage" }] });
  await expect.poll(incidentNames).toEqual(["Here"]);
  await expect
    .poll(() => receiver.posts.flatMap(({ json }) => json.component_update?.component_id ?? []))
    .toEqual([componentID]);
  await answer(
    channels()[":channelID"].$patch({
      param: { channelID: chosen.channelID },
      json: { everything: true },
    }),
  );
  await resolve(incidentID);
  await expect.poll(incidentNames).toEqual(["Here", "Elsewhere"]);
});

test("the team and a visitor have the same address independently of each other", async () => {
  await answer(daymark.administrator.settings.$patch({ json: { endpointsEnabled: true } }));
  const { channelID } = await add();
  await subscribers(() => daymark).requestSubscription({ emailAddress: webhook });
  await expect.poll(() => receiver.posts.length).toBe(1);
  const erased = { emailAddress: webhook, keepMark: false };
  await expect
    .poll(() =>
      daymark.db.prepare("SELECT count(*) AS n FROM subscribers WHERE state = 'confirmed'").first("n"),
    )
    .toBe(2);
  await makeIncident(daymark);
  await expect.poll(() => receiver.posts.length).toBe(3);
  await answer(daymark.administrator.subscribers.erase.$post({ json: erased }));
  expect(await list()).toMatchObject([{ channelID, state: "active" }]);
  await answer(daymark.administrator.settings.$patch({ json: { endpointsEnabled: false } }));
});

test("the team has an address once, and at most 20 channels", async () => {
  await add();
  const again = await channels().$post({ json: { name: "Again", address: webhook } });
  expect([again.status, await again.json()]).toEqual([
    409,
    expect.objectContaining({ errorMessage: "The team already has a channel with this address." }),
  ]);
  for (let number = 1; number < 20; number += 1) await add({ address: `${webhook}${number}` });
  expect((await channels().$post({ json: { name: "Last", address: `${webhook}20` } })).status).toBe(409);
  expect(await list()).toHaveLength(20);
});

test("a channel that hears of nothing, or an address of a private host, is refused", async () => {
  const silent = await channels().$post({ json: { name: "Silent", address: webhook, everything: false } });
  expect(silent.status).toBe(400);
  const inside = await channels().$post({ json: { name: "Inside", address: "https://10.0.0.1/hook" } });
  expect(await inside.json()).toMatchObject({ errors: [{ path: "address" }] });
});

test("a test says what the receiver answered, and wakes a channel that is paused", async () => {
  const { channelID } = await add();
  const param = { channelID };
  receiver.overrideResponses((_, response) => response.writeHead(500).end());
  expect(await answer(channels()[":channelID"].test.$post({ param, json: {} }))).toEqual({
    isDelivered: false,
    status: 500,
    error: "The answer had the status 500.",
  });
  await daymark.db.prepare("UPDATE endpoints SET resting_since = '2026-01-01T00:00:00.000Z'").run();
  expect(await list()).toMatchObject([{ state: "paused" }]);
  receiver.reset();
  expect(await answer(channels()[":channelID"].test.$post({ param, json: {} }))).toMatchObject({
    isDelivered: true,
  });
  expect(await list()).toMatchObject([{ state: "active" }]);
});

test("the list shows the message that is retried, although later ones wait behind it", async () => {
  await add();
  receiver.overrideResponses((_, response) => response.writeHead(500).end());
  await makeIncident(daymark, { name: "First" });
  await expect.poll(async () => (await list())[0]?.lastDelivery?.attempts).toBe(1);
  await makeIncident(daymark, { name: "Second" });
  expect(await list()).toMatchObject([
    { lastDelivery: { name: "First", state: "waiting", error: "The answer had the status 500." } },
  ]);
  receiver.reset();
  await daymark.db.exec("UPDATE deliveries SET state = 'sent' WHERE state = 'waiting'");
  expect(await list()).toMatchObject([{ lastDelivery: { name: "Second" } }]);
});

test("a new secret signs with the old one for a day", async () => {
  const { channelID, secret: old } = await add();
  const { secret } = await answer(channels()[":channelID"].secret.$post({ param: { channelID }, json: {} }));
  expect(secret).not.toBe(old);
  await makeIncident(daymark);
  await expect.poll(() => receiver.posts.length).toBe(1);
  expect(String(receiver.posts[0]?.headers["webhook-signature"]).split(" ")).toHaveLength(2);
  const chat = await add({ address: slack });
  expect(
    (await channels()[":channelID"].secret.$post({ param: { channelID: chat.channelID }, json: {} })).status,
  ).toBe(409);
});

test("a deleted channel gets nothing, and its address is gone", async () => {
  const { channelID } = await add();
  expect((await channels()[":channelID"].$delete({ param: { channelID } })).status).toBe(204);
  await makeIncident(daymark);
  expect(await list()).toEqual([]);
  expect(await daymark.db.prepare("SELECT count(*) AS n FROM endpoints").first("n")).toBe(0);
  expect(receiver.posts).toEqual([]);
});

test("a channel whose service says that the address is gone has ended, and stays in the list", async () => {
  const { channelID } = await add();
  receiver.overrideResponses((_, response) => response.writeHead(410).end());
  await makeIncident(daymark);
  await expect.poll(async () => (await list())[0]?.state).toBe("ended");
  const deliveries = await answer(channels()[":channelID"].deliveries.$get({ param: { channelID } }));
  expect(deliveries).toMatchObject([
    { kind: "incident", state: "failed", error: "The answer had the status 410." },
  ]);
});

test("an email channel of the team needs email, and has no link to unsubscribe", async () => {
  const { channelID } = await add({ address: "team@example.com" });
  const test = await channels()[":channelID"].test.$post({ param: { channelID }, json: {} });
  expect(test.status).toBe(409);
  await daymark.db
    .prepare("UPDATE settings SET email_enabled = 1, source_email_address = 'status@example.com'")
    .run();
  await makeIncident(daymark, { name: "By email" });
  await expect.poll(async () => (await list())[0]?.lastDelivery?.state).toBe("sent");
  await daymark.db.prepare("UPDATE settings SET email_enabled = 0").run();
});
