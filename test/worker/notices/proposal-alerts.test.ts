import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  makeApiKey,
  makeComponent,
  makeProposal,
  makeTeamChannel,
} from "../../support/factories/factories.ts";
import { addSubscribers, manySubscribers } from "../../support/factories/insert-subscribers.ts";
import { enableMail } from "../../support/factories/make-subscribers.ts";
import { sendJSON } from "../../support/factories/send-json.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../support/fakes/webhook-receiver.ts";
import { type RecordedMail, startRecordedMail } from "../../support/readers/mail.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
let receiver: WebhookReceiver;
let mail: RecordedMail;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  mail = await startRecordedMail();
  daymark = await startDaymark({
    hosts: { "hooks.slack.com": receiver.url, "hooks.example.com": receiver.url },
    vars: mail.vars,
  });
  await enableMail(daymark);
  await addSubscribers(daymark, manySubscribers(3));
});
beforeEach(async () => {
  receiver.reset();
  await mail.empty();
  await daymark.db.exec(
    "DELETE FROM subscribers WHERE is_team; DELETE FROM messages; DELETE FROM proposals; DELETE FROM components;",
  );
});
afterAll(() => Promise.all([daymark?.stop(), receiver?.stop(), mail?.stop()]));

const webhook = "https://hooks.example.com/team";
const add = (fields: Parameters<typeof makeTeamChannel>[1] = {}) =>
  makeTeamChannel(daymark, { address: webhook, everything: true, ...fields });
const received = () => receiver.posts.map(({ json }) => json);
const count = (table: string) => daymark.db.prepare(`SELECT count(*) FROM ${table}`).first("count(*)");

test("a webhook of the team gets the whole proposal, with links to publish and discard it", async () => {
  await add();
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const proposal = await makeProposal(daymark, {
    message: "**Probes** fail.",
    components: [{ componentID, status: "Major Outage" }],
  });
  const { proposalID, name, status, message, createdBy, createdAt } = proposal;
  const components = [{ componentID, name: "API", status: "Major Outage" }];
  await expect.poll(received).toEqual([
    {
      type: "proposal",
      proposal: { proposalID, name, status, message, components, createdBy, createdAt },
      publish_url: expect.stringMatching(new RegExp(`^http.*/incidents/new\\?proposal=${proposalID}$`)),
      discard_url: expect.stringMatching(new RegExp(`^http.*/incidents/new\\?discard=${proposalID}$`)),
      page: { name: expect.any(String), url: expect.any(String) },
      manage_url: expect.stringContaining("/settings?tab=notifications"),
    },
  ]);
});

test("a chat of the team reads what the proposal says, who made it, and both links", async () => {
  await add({ address: "https://hooks.slack.com/services/T000/B000/proposals" });
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const key = await makeApiKey(daymark, { name: "Prober *9*", scopes: ["propose"] });
  const body = {
    name: "API may be down",
    message: "Probes fail.",
    components: [{ componentID, status: "Partial Outage" }],
  };
  const response = await daymark.fetch("/api/v0/proposals", {
    method: "POST",
    headers: { "x-api-key": key },
    body: JSON.stringify(body),
  });
  const { proposalID } = await response.json();
  await expect.poll(received).toHaveLength(1);
  const text = JSON.stringify(received());
  for (const part of [
    "API may be down",
    "*Proposal: Investigating*",
    "Visitors don't see it yet.",
    "API: Partial Outage",
    "Probes fail.",
    "proposed by API key Prober *9*",
    `/incidents/new?proposal=${proposalID}|Check and publish>`,
    `/incidents/new?discard=${proposalID}|Discard>`,
  ])
    expect(text).toContain(part);
});

test("an email of the team says it, and no subscriber gets one", async () => {
  await add({ address: "team@example.org" });
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const { proposalID } = await makeProposal(daymark, {
    message: "Probes **fail**.",
    components: [{ componentID, status: "Partial Outage" }],
  });
  const [sent] = await mail.waitForMails(1);
  expect(sent).toMatchObject({
    to: [{ address: "team@example.org" }],
    subject: expect.stringContaining("Proposal: API may be down"),
  });
  for (const part of ["API: Partial Outage", "Probes <strong>fail</strong>", "by admin@example.com"])
    expect(sent?.html).toContain(part);
  for (const parameter of ["proposal", "discard"])
    expect(sent?.text).toContain(`/incidents/new?${parameter}=${proposalID}`);
  expect(await count("deliveries")).toBe(1);
  expect(await count("message_lanes")).toBe(0);
});

test.each<[who: string, channel: object, isTold: boolean]>([
  ["follows everything", { everything: true }, true],
  ["is told about failures", { everything: false, failures: true }, true],
  ["follows its component", { everything: false, components: ["API"] }, true],
  ["follows another component", { everything: false, components: ["Web"] }, false],
])(
  "a channel that %s is told or not",
  async (_, { components = [], ...channel }: { components?: string[] }, isTold) => {
    const ids: Record<string, string> = {};
    for (const name of ["API", "Web"]) ids[name] = (await makeComponent(daymark, { name })).componentID;
    await add({ ...channel, components: components.map((name) => ids[name] ?? "") });
    await makeProposal(daymark, { components: [{ componentID: ids.API ?? "", status: "Major Outage" }] });
    expect([await count("messages"), await count("deliveries")]).toEqual(isTold ? [1, 1] : [0, 0]);
  },
);

test("a proposal without a channel of the team writes no message", async () => {
  await makeProposal(daymark);
  expect(await count("messages")).toBe(0);
});

test("what was discarded before its message was sent is not announced", async () => {
  await add();
  receiver.overrideResponses((_, response) => response.writeHead(500).end());
  const { proposalID } = await makeProposal(daymark);
  await expect.poll(() => receiver.posts.length).toBe(1);
  await sendJSON(daymark, { method: "DELETE", path: `/api/proposals/${proposalID}` });
  await daymark.db.exec("UPDATE deliveries SET next_at = '2026-01-01T00:00:00.000Z'");
  await daymark.runCron(new Date().toISOString());
  const errors = () => daymark.db.prepare("SELECT state, error FROM deliveries").all();
  await expect
    .poll(async () => (await errors()).results)
    .toEqual([{ state: "withdrawn", error: "The proposal was published or discarded." }]);
  expect(receiver.posts).toHaveLength(1);
});

test("the log of a channel names the proposal", async () => {
  const { channelID } = await add();
  await makeProposal(daymark, { name: "API may be down" });
  await expect.poll(received).toHaveLength(1);
  const deliveries = async () =>
    (await sendJSON(daymark, { method: "GET", path: `/api/channels/${channelID}/deliveries` })).json;
  await expect
    .poll(deliveries)
    .toMatchObject([{ kind: "proposal", name: "API may be down", status: "Investigating", state: "sent" }]);
});
