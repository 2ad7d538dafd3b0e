import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { cpu } from "../../support/factories/collection.ts";
import { makeIncident, makeTeamChannel } from "../../support/factories/factories.ts";
import { enableMail, subscribers } from "../../support/factories/make-subscribers.ts";
import { awsError, startRecordedCloudWatch } from "../../support/fakes/cloudwatch.ts";
import { bounce, type FakeSNS, postMessage, startFakeSNS } from "../../support/fakes/fake-sns.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../support/fakes/webhook-receiver.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
let receiver: WebhookReceiver;
let topic: FakeSNS;
let cloudWatch: Awaited<ReturnType<typeof startRecordedCloudWatch>>;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  topic = await startFakeSNS();
  cloudWatch = await startRecordedCloudWatch();
  daymark = await startDaymark({
    hosts: { "hooks.slack.com": receiver.url, "hooks.example.com": receiver.url },
    vars: { ...topic.vars, ...cloudWatch.vars },
  });
  await enableMail(daymark);
});
beforeEach(async () => {
  receiver.reset();
  cloudWatch.reset();
  await daymark.db.batch(
    ["subscribers", "messages", "metrics", "failures"].map((table) =>
      daymark.db.prepare(`DELETE FROM ${table}`),
    ),
  );
});
afterAll(() => Promise.all([daymark?.stop(), receiver?.stop(), topic?.stop(), cloudWatch?.stop()]));

const add = (fields: Parameters<typeof makeTeamChannel>[1] = {}) =>
  makeTeamChannel(daymark, {
    address: "https://hooks.example.com/team",
    failures: true,
    everything: false,
    ...fields,
  });

/** The next minutes of the cron. What fails in one is told in the next one. */
let minute = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS;
async function pass(minutes: number) {
  minute += minutes * MINUTE_MS;
  await daymark.runCron(new Date(minute).toISOString());
}
const reports = () =>
  receiver.posts.filter(({ json }) => json.type === "failure").map(({ json }) => json.failure);
const failuresIn = () => daymark.db.prepare("SELECT * FROM failures").all();

async function fail(metricID: string, error: string) {
  // As a run of the collection records it.
  await daymark.db
    .prepare("UPDATE metrics SET collection_error = ? WHERE metric_id = ?")
    .bind(error, metricID)
    .run();
}

async function makeCloudMetric(title: string) {
  const json = {
    type: "CloudWatch" as const,
    title,
    props: { Region: "eu-west-1", Statistics: "Average", ...cpu },
  };
  return answer(daymark.administrator.metrics.$post({ json }));
}

test("a metric that can't be collected is told once, and once more when it is collected again", async () => {
  await add();
  const { metricID } = await makeCloudMetric("Latency");
  cloudWatch.overrideResponses(() => awsError(400, "InvalidParameterValueException", "No such metric."));
  await daymark.runCron(new Date().toISOString());
  await expect.poll(async () => (await failuresIn()).results).toHaveLength(1);
  await pass(1);
  await expect.poll(reports).toMatchObject([
    {
      type: "metrics_failing",
      title: "A metric can't be collected",
      count: 1,
      items: [{ name: "Latency", reason: "No such metric." }],
    },
  ]);
  await pass(1);
  cloudWatch.reset();
  await fail(metricID, "");
  await pass(1);
  await expect.poll(() => reports().length).toBe(2);
  expect(reports()[1]).toMatchObject({ type: "metrics_working", items: [{ name: "Latency", reason: "" }] });
  expect((await failuresIn()).results).toEqual([]);
});

test("a storm of failing metrics is one message, and a flapping metric at most one in 15 minutes", async () => {
  await add();
  const insert = daymark.db.prepare(
    `INSERT INTO metrics (metric_id, type, props, title, status, unit, description, decimal_places, "order", collection_error, created_at, updated_at)
    VALUES (?1, 'Self', '{}', ?1, 'Hidden', '', '', 0, 1, 'It is down.', '', '')`,
  );
  const record = daymark.db.prepare(
    "INSERT INTO failures (kind, subject_id, name, reason, at) VALUES ('metric', ?1, ?1, 'It is down.', '')",
  );
  const ids = Array.from({ length: 200 }, (_, number) => `metric-${number}`);
  await daymark.db.batch(ids.flatMap((id) => [insert.bind(id), record.bind(id)]));
  await pass(20);
  await expect.poll(() => reports().length).toBe(1);
  expect(reports()[0]).toMatchObject({ count: 200, title: "200 metrics can't be collected" });
  expect(reports()[0].items).toHaveLength(20);
  await daymark.db.batch([insert.bind("flapping"), record.bind("flapping")]);
  for (let each = 0; each < 14; each += 1) await pass(1);
  expect(reports()).toHaveLength(1);
  await pass(2);
  await expect.poll(() => reports().length).toBe(2);
  expect(reports()[1]).toMatchObject({ items: [{ name: "flapping" }] });
});

test("bounces of an hour are one message, and those of messages about failures are not counted", async () => {
  await add();
  await add({ address: "team@example.com" });
  await daymark.db.exec(
    "INSERT INTO messages (message_id, kind, created_at) VALUES ('notice', 'incident', '2099-01-01T00:00:00.000Z'), ('failure', 'failure', '2026-01-01T00:00:00.000Z')",
  );
  const deliver = daymark.db.prepare(
    "INSERT INTO deliveries (message_id, state, next_at, service_id) VALUES (?, 'sent', '', ?)",
  );
  await daymark.db.batch([
    ...["one", "two", "three"].map((id) => deliver.bind("notice", id)),
    deliver.bind("failure", "own"),
  ]);
  const notify = (id: string) => {
    const notification = bounce("nobody@example.net");
    notification.mail.messageId = id;
    return postMessage(daymark, topic.signedMessage({ Message: JSON.stringify(notification) }));
  };
  for (const id of ["own", "one", "one", "two"]) expect(await notify(id)).toBe(200);
  await pass(1);
  await expect.poll(() => reports().length).toBe(1);
  expect(reports()[0]).toMatchObject({ type: "emails_bounced", count: 2, title: "2 emails bounced" });
  await notify("three");
  await pass(30);
  expect(reports()).toHaveLength(1);
  await pass(31);
  await expect.poll(() => reports().length).toBe(2);
  expect(reports()[1]).toMatchObject({ count: 1, title: "An email bounced" });
});

test("a channel that ended or is paused is told to the others, in the format of each, and not to itself", async () => {
  await add();
  const chat = await add({ name: "On call", address: "https://hooks.slack.com/services/T/B/secret" });
  await add({ name: "Mailbox", address: "team@example.com" });
  const broken = await add({ name: "Broken", address: "https://hooks.example.com/gone", everything: true });
  receiver.overrideResponses((post, response) => response.writeHead(post.path === "/gone" ? 410 : 200).end());
  await makeIncident(daymark);
  await expect.poll(async () => (await failuresIn()).results).toHaveLength(1);
  await pass(1);
  await expect.poll(() => receiver.posts.length).toBe(3);
  expect(reports()).toMatchObject([
    {
      type: "channels_stopped",
      items: [{ name: "Broken", reason: "It was ended. The answer had the status 410." }],
    },
  ]);
  const slack = receiver.posts.find(({ path }) => path.startsWith("/services"));
  expect(slack?.body).toContain("Broken: It was ended.");
  expect(slack?.body).toContain("/settings?tab=notifications");
  const deliveriesOf = (channelID: string) =>
    answer(daymark.administrator.channels[":channelID"].deliveries.$get({ param: { channelID } }));
  await expect
    .poll(() => deliveriesOf(chat.channelID))
    .toMatchObject([{ kind: "failure", name: "A channel gets no more messages", state: "sent" }]);
  expect(await deliveriesOf(broken.channelID)).toMatchObject([{ kind: "incident" }]);
});

test("nothing is recorded while no channel is told about failures", async () => {
  await add({ failures: false, everything: true });
  receiver.overrideResponses((_, response) => response.writeHead(410).end());
  await makeIncident(daymark);
  await expect.poll(() => daymark.db.prepare("SELECT state FROM subscribers").first("state")).toBe("ended");
  expect((await failuresIn()).results).toEqual([]);
});

test("visitors who subscribe hear of no failures", async () => {
  await subscribers(() => daymark).makeConfirmed();
  await add();
  await daymark.db.exec(
    "INSERT INTO failures (kind, subject_id, name, reason, at) VALUES ('channel', 'x', 'x', '', '')",
  );
  await pass(1);
  await expect.poll(() => reports().length).toBe(1);
  const { results } = await daymark.db
    .prepare(`SELECT 1 FROM deliveries JOIN messages USING (message_id)
      WHERE kind = 'failure' AND subscriber_id NOT IN (SELECT subscriber_id FROM subscribers WHERE is_team)`)
    .all();
  expect(results).toEqual([]);
});
