import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../../../worker/shared/time/domain.ts";
import { makeComponent, makeIncident, makeMaintenance } from "../../support/factories/factories.ts";
import { subscribers } from "../../support/factories/make-subscribers.ts";
import { startWebhookDaymark } from "../../support/factories/webhook-subscribers.ts";
import {
  isChallenge,
  type ReceivedPost,
  type WebhookReceiver,
} from "../../support/fakes/webhook-receiver.ts";
import { answer } from "../../support/starters/daymark.ts";

const { daymark, receiver, subscribe, makeWebhook, stateOf, deliveriesOf, postForm, setClockAhead, runDue } =
  await startWebhookDaymark({ rates: {} });
const { requestSubscription } = subscribers(() => daymark);

async function revealSecret({ manage }: { manage: string }): Promise<string> {
  const { html } = await postForm(`${manage}/secret`);
  return /whsec_[A-Za-z0-9+/=]+/.exec(html)?.[0] ?? "";
}

const standardHeaders = ({ headers }: ReceivedPost) => ({
  "webhook-id": String(headers["webhook-id"]),
  "webhook-timestamp": String(headers["webhook-timestamp"]),
  "webhook-signature": String(headers["webhook-signature"]),
});

test("a webhook gets each update of an incident in the shape of Statuspage, newest update first", async () => {
  const { componentID } = await makeComponent(daymark);
  const webhook = await makeWebhook();
  const { incidentID } = await makeIncident(daymark, {
    name: "Errors",
    message: "We **look** into it.",
    components: [{ componentID, status: "Major Outage" }],
  });
  await expect.poll(() => receiver.notices(webhook.path).length).toBe(1);
  await answer(
    daymark.administrator.incidents[":incidentID"].$patch({
      param: { incidentID },
      json: { status: "Resolved", message: "Done.", components: [{ componentID, status: "Operational" }] },
    }),
  );
  await expect.poll(() => receiver.notices(webhook.path).length).toBe(2);
  const [first, second] = receiver.notices(webhook.path).map(({ json }) => json);
  expect(first).toEqual({
    meta: {
      unsubscribe: expect.stringContaining(`${webhook.manage}/unsubscribe`),
      documentation: expect.stringMatching(/^http.*\/api\/docs$/),
      generated_at: expect.any(String),
    },
    page: {
      id: expect.stringMatching(/^.{12}$/),
      status_indicator: "critical",
      status_description: "Major System Outage",
    },
    incident: expect.objectContaining({
      id: incidentID,
      name: "Errors",
      status: "investigating",
      impact: "critical",
      incident_updates: [expect.objectContaining({ status: "investigating", body: "We **look** into it." })],
      components: [expect.objectContaining({ id: componentID, status: "major_outage" })],
    }),
  });
  expect(second).toMatchObject({
    incident: {
      status: "resolved",
      incident_updates: [{ status: "resolved", body: "Done." }, { status: "investigating" }],
    },
  });
});

test("standardwebhooks accepts each delivery, and refuses a changed byte and an old time", async () => {
  const webhook = await makeWebhook();
  const verifier = new Webhook(await revealSecret(webhook));
  await makeIncident(daymark);
  await expect.poll(() => receiver.updates(webhook.path).length).toBe(1);
  const [post] = receiver.updates(webhook.path) as [ReceivedPost];
  expect(verifier.verify(post.body, standardHeaders(post))).toEqual(post.json);
  expect(() => verifier.verify(`${post.body} `, standardHeaders(post))).toThrow("No matching signature");
  const old = { ...standardHeaders(post), "webhook-timestamp": `${Date.now() / 1000 - 400}` };
  expect(() => verifier.verify(post.body, old)).toThrow("Message timestamp too old");
  // The challenge is signed, too.
  const { challenge } = webhook;
  expect(verifier.verify(challenge.body, standardHeaders(challenge))).toEqual(challenge.json);
});

test("the secret is shown once, and after it is replaced both sign for a day", async () => {
  const webhook = await makeWebhook();
  const secret = await revealSecret(webhook);
  expect(secret).toMatch(/^whsec_/);
  expect(await revealSecret(webhook)).toBe("");
  const { html } = await postForm(`${webhook.manage}/new-secret`);
  const newSecret = /whsec_[A-Za-z0-9+/=]+/.exec(html)?.[0] ?? "";
  expect(newSecret).not.toBe(secret);
  await makeIncident(daymark);
  await expect.poll(() => receiver.updates(webhook.path).length).toBe(1);
  const [post] = receiver.updates(webhook.path) as [ReceivedPost];
  for (const valid of [secret, newSecret])
    expect(new Webhook(valid).verify(post.body, standardHeaders(post))).toEqual(post.json);

  const yesterday = new Date(Date.now() - 25 * HOUR_MS).toISOString();
  await daymark.db.prepare("UPDATE endpoints SET rotated_at = ?").bind(yesterday).run();
  await makeIncident(daymark);
  await expect.poll(() => receiver.updates(webhook.path).length).toBe(2);
  const later = receiver.updates(webhook.path)[1] as ReceivedPost;
  expect(String(later.headers["webhook-signature"]).split(" ")).toHaveLength(1);
});

const wrongAnswers: Record<string, Parameters<WebhookReceiver["overrideResponses"]>[0]> = {
  "another text": (_, response) => response.end("ok"),
  "a redirect": (_, response) => response.writeHead(302, { Location: "/other" }).end(),
  "an error with the challenge": (post, response) => response.writeHead(500).end(post.json.confirmation_code),
  "no answer": (_, response) => response.destroy(),
  "an echo of what it gets": (post, response) => response.end(post.body),
  "an echo of the fields that it knows": (post, response) => {
    const { confirmation_code, page, manage_url } = post.json;
    response.end(JSON.stringify({ confirmation_code, page, manage_url }));
  },
  "an echo of the code's field": (post, response) =>
    response.end(JSON.stringify({ confirmation_code: post.json.confirmation_code })),
  "an echo of all values as JSON": (post, response) => response.end(JSON.stringify(Object.values(post.json))),
  "the answer to another service's challenge": (post, response) =>
    response.end(JSON.stringify({ challenge: post.json.challenge ?? post.json.confirmation_code })),
};
for (const [name, respond] of Object.entries(wrongAnswers)) {
  test(`a webhook that answers the challenge with ${name} gets nothing more, ever`, async () => {
    receiver.overrideResponses(respond);
    const webhook = await subscribe();
    await expect
      .poll(() => daymark.db.prepare("SELECT state FROM deliveries ORDER BY delivery_id DESC").first("state"))
      .toBe("failed");
    await makeIncident(daymark);
    for (const hours of [0, 1, 24, 80]) {
      await setClockAhead(hours * HOUR_MS);
      await runDue();
    }
    expect(receiver.posts).toHaveLength(1);
    expect(await stateOf(webhook)).toBe("unconfirmed");
  });
}

test("a webhook that doesn't confirm is forgotten after a week, with its address", async () => {
  receiver.overrideResponses((_, response) => response.end("ok"));
  const webhook = await subscribe();
  const endpoints = () => daymark.db.prepare("SELECT count(*) AS n FROM endpoints").first("n");
  const cleanUpAfter = (ms: number) =>
    daymark.runCron(new Date(Math.ceil((Date.now() + ms) / HOUR_MS) * HOUR_MS).toISOString());
  await cleanUpAfter(6 * DAY_MS);
  expect([await stateOf(webhook), await endpoints()]).toEqual(["unconfirmed", 1]);
  await cleanUpAfter(7 * DAY_MS);
  expect([await stateOf(webhook), await endpoints()]).toEqual([null, 0]);
  expect((await daymark.fetch(webhook.manage)).status).toBe(404);
});

test("410 ends the subscription, and nothing of the address is left", async () => {
  const webhook = await makeWebhook();
  receiver.overrideResponses((_, response) => response.writeHead(410).end());
  await makeIncident(daymark);
  await expect.poll(() => stateOf(webhook)).toBe("ended");
  const { results } = await daymark.db.prepare("SELECT * FROM endpoints").all();
  expect(results).toEqual([]);
});

test("the manage page sends a test and an old delivery again, and shows no response", async () => {
  const webhook = await makeWebhook();
  receiver.overrideResponses((_, response) => response.writeHead(202).end("internal words"));
  await makeIncident(daymark, { name: "Errors" });
  await expect.poll(async () => (await deliveriesOf(webhook))[0]?.state).toBe("sent");
  const { html } = await postForm(`${webhook.manage}/test`);
  expect(html).toContain("Test: response 202.");
  expect(html).not.toContain("internal words");
  expect(receiver.updates(webhook.path).at(-1)?.json.type).toBe("subscription.test");
  const [delivery] = await deliveriesOf(webhook);
  await postForm(`${webhook.manage}/again`, { deliveryID: String(delivery?.delivery_id) });
  await expect.poll(() => receiver.updates(webhook.path).length).toBe(3);
  const [first, , again] = receiver.updates(webhook.path);
  expect(again?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  // Another subscriber's delivery isn't sent.
  receiver.reset();
  const other = await makeWebhook();
  await postForm(`${other.manage}/again`, { deliveryID: String(delivery?.delivery_id) });
  await runDue();
  expect(receiver.updates(other.path)).toEqual([]);
});

test("whoever leaves gets nothing more, and the manage page doesn't show the whole address", async () => {
  const webhook = await makeWebhook();
  const page = await (await daymark.fetch(webhook.manage)).text();
  expect(page).toContain(`127.0.0.1:${new URL(receiver.url).port}/…`);
  expect(page).not.toContain(receiver.url + webhook.path);
  await postForm(`${webhook.manage}/unsubscribe`);
  await makeIncident(daymark);
  await runDue();
  expect(receiver.updates(webhook.path)).toEqual([]);
});

test("a webhook of chosen components hears of nothing else", async () => {
  const { componentID: chosen } = await makeComponent(daymark);
  const { componentID: other } = await makeComponent(daymark);
  const webhook = await makeWebhook({ choice: { components: [chosen] } });
  await makeIncident(daymark, {
    name: "other",
    components: [{ componentID: other, status: "Major Outage" }],
  });
  await makeIncident(daymark, {
    name: "chosen",
    components: [{ componentID: chosen, status: "Major Outage" }],
  });
  await expect.poll(() => receiver.updates(webhook.path).length).toBe(2);
  const [notice, component] = receiver.updates(webhook.path);
  expect(notice?.json.incident.name).toBe("chosen");
  expect(component?.json.component.id).toBe(chosen);
});

test("a webhook gets the reminders that it chose, and new times that are told", async () => {
  const chose = await makeWebhook({ choice: { reminders: ["hour"] } });
  const other = await makeWebhook();
  const start = Date.parse("2030-03-15T20:00:00.000Z");
  const window = (startAt: number) => ({
    startAt: new Date(startAt).toISOString(),
    endAt: new Date(startAt + HOUR_MS).toISOString(),
  });
  const countOf = ({ path }: { path: string }) => receiver.notices(path).length;
  const counts = () => [countOf(chose), countOf(other)];
  const { maintenanceID } = await makeMaintenance(daymark, window(start));
  await expect.poll(counts).toEqual([1, 1]);
  for (const ms of [DAY_MS, HOUR_MS]) await daymark.runCron(new Date(start - ms).toISOString());
  await expect.poll(counts).toEqual([2, 1]);
  const maintenance = daymark.administrator.maintenances[":maintenanceID"];
  const param = { maintenanceID };
  const later = window(start + DAY_MS);
  await answer(maintenance.$patch({ param, json: { ...later, tellNewTime: true } }));
  await expect.poll(counts).toEqual([3, 2]);
  expect(receiver.notices(other.path).at(-1)?.json.incident).toMatchObject({
    id: maintenanceID,
    impact: "maintenance",
    status: "scheduled",
    scheduled_for: later.startAt,
    scheduled_until: later.endAt,
  });
  await maintenance.$delete({ param });
});

test("while webhooks are off nothing is sent, and nobody can subscribe one", async () => {
  const webhook = await makeWebhook();
  await answer(daymark.administrator.settings.$patch({ json: { endpointsEnabled: false } }));
  await makeIncident(daymark);
  const response = await requestSubscription({ emailAddress: `${receiver.url}/late` });
  expect([response.status, await response.json()]).toEqual([200, {}]);
  await runDue();
  await answer(daymark.administrator.settings.$patch({ json: { endpointsEnabled: true } }));
  await runDue();
  expect(receiver.posts.filter((post) => !isChallenge(post))).toEqual([]);
  expect(receiver.posts.map(({ path }) => path)).toEqual([webhook.path]);
});

test("an administrator finds and erases a webhook by its address", async () => {
  const webhook = await makeWebhook();
  const emailAddress = receiver.url + webhook.path;
  const { subscriber } = await answer(
    daymark.administrator.subscribers.find.$post({ json: { emailAddress } }),
  );
  expect(subscriber).toMatchObject({ channel: "webhook", state: "confirmed", emailAddress: "" });
  await answer(daymark.administrator.subscribers.erase.$post({ json: { emailAddress } }));
  expect(await stateOf(webhook)).toBe("ended");
  await makeIncident(daymark);
  await runDue();
  expect(receiver.updates(webhook.path)).toEqual([]);
});

test("no copy of the database can post to an address", async () => {
  const webhook = await makeWebhook();
  const { results } = await daymark.db.prepare("SELECT * FROM endpoints, subscribers, messages").all();
  expect(JSON.stringify(results)).not.toContain(webhook.path);
  expect(daymark.logs.join("\n")).not.toContain(webhook.path);
});

test("a challenge isn't sent again", async () => {
  const webhook = await makeWebhook();
  const deliveryID = await daymark.db
    .prepare("SELECT delivery_id FROM deliveries WHERE subscriber_id = ?")
    .bind(webhook.subscriberID)
    .first<number>("delivery_id");
  await postForm(`${webhook.manage}/again`, { deliveryID: String(deliveryID) });
  await runDue();
  expect(receiver.posts).toHaveLength(1);
});

test("an address is found and erased as it was entered, even with a fragment", async () => {
  const emailAddress = `${receiver.url}/with-fragment#part`;
  await requestSubscription({ emailAddress });
  await expect
    .poll(() => daymark.db.prepare("SELECT state FROM subscribers").first("state"))
    .toBe("confirmed");
  await answer(daymark.administrator.subscribers.erase.$post({ json: { emailAddress } }));
  expect(await daymark.db.prepare("SELECT state FROM subscribers").first("state")).toBe("ended");
});

test("while webhooks are off no test is sent", async () => {
  const webhook = await makeWebhook();
  await answer(daymark.administrator.settings.$patch({ json: { endpointsEnabled: false } }));
  const { status } = await postForm(`${webhook.manage}/test`);
  await answer(daymark.administrator.settings.$patch({ json: { endpointsEnabled: true } }));
  expect(status).toBe(409);
  expect(receiver.posts).toHaveLength(1);
});
