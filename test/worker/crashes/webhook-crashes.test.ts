import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";
import { MINUTE_MS, SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { makeComponent, makeIncident } from "../../support/factories/factories.ts";
import { seededRandom } from "../../support/factories/random.ts";
import { webhookSubscribers } from "../../support/factories/webhook-subscribers.ts";
import {
  answerChallenge,
  type ReceivedPost,
  startWebhookReceiver,
} from "../../support/fakes/webhook-receiver.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

const WEBHOOKS = 3;
const KILLS = 4;
const UPDATES = 4;

test(
  "a Worker that is killed at random moments loses no delivery, keeps their order, and repeats only what was in flight",
  async () => {
    const random = seededRandom(18);
    const stateDir = await mkdtemp(join(tmpdir(), "daymark-"));
    const receiver = await startWebhookReceiver();
    let daymark: Daymark | undefined;
    onTestFinished(async () => {
      await daymark?.stop();
      await receiver.stop();
      await rm(stateDir, { recursive: true });
    });
    let clockAheadMs = 0;
    const start = async () => {
      const vars = { ALLOW_PRIVATE_ADDRESSES: "true" };
      const started = await startDaymark({ vars, stateDir });
      await started.fetch("/api/health", { headers: { "x-test-ahead": `${clockAheadMs}` } });
      daymark = started;
      return started;
    };
    let running = await start();
    const { makeWebhook, postForm } = webhookSubscribers(
      () => running,
      () => receiver,
    );
    await answer(running.administrator.settings.$patch({ json: { endpointsEnabled: true } }));
    const webhooks: Awaited<ReturnType<typeof makeWebhook>>[] = [];
    for (let count = 0; count < WEBHOOKS; count += 1) webhooks.push(await makeWebhook());
    const { html } = await postForm(`${webhooks[0]?.manage}/secret`);
    const verifier = new Webhook(/whsec_[A-Za-z0-9+/=]+/.exec(html)?.[0] ?? "");
    receiver.posts.length = 0;

    // Queued while nothing is sent, so that every kill comes during deliveries.
    await running.fetch("/api/health", { headers: { "x-test-hold-queues": "on" } });
    const { componentID } = await makeComponent(running);
    for (let update = 1; update <= UPDATES; update += 1)
      await makeIncident(running, {
        name: `${update}`,
        components: [{ componentID, status: update % 2 === 1 ? "Major Outage" : "Operational" }],
      });
    await running.stop();

    for (let kills = 0; kills < KILLS; kills += 1) {
      const isAnswered = random.integer(0, 1) === 0;
      let postsUntilKill = random.integer(1, 4);
      const killed = Promise.withResolvers<void>();
      receiver.overrideResponses((post, response) => {
        postsUntilKill -= 1;
        if (postsUntilKill > 0 || (postsUntilKill === 0 && isAnswered)) answerChallenge(post, response);
        if (postsUntilKill === 0) running.stop().then(killed.resolve, killed.reject);
      });
      running = await start();
      // The kill can come before the cron has ended.
      await running.runCron(new Date(Date.now() + clockAheadMs).toISOString()).catch(() => undefined);
      await killed.promise;
      // What the killed run claimed is due again by then.
      clockAheadMs += 16 * SECOND_MS;
    }

    receiver.overrideResponses(answerChallenge);
    running = await start();
    await running.runCron(new Date(Date.now() + clockAheadMs).toISOString());
    const countWaiting = () =>
      running.db.prepare("SELECT count(*) AS n FROM deliveries WHERE state = 'waiting'").first<number>("n");
    await expect.poll(countWaiting).toBe(0);

    for (const { path } of webhooks) {
      const ids = receiver.updates(path).map(({ headers }) => String(headers["webhook-id"]));
      // Without the repetitions that follow each other, nothing is missing and nothing comes twice.
      const inOrder = ids.filter((id, index) => id !== ids[index - 1]);
      expect(new Set(inOrder).size).toBe(inOrder.length);
      expect(ids.length - inOrder.length).toBeLessThanOrEqual(KILLS);
      expect(statusesIn(receiver.updates(path))).toEqual([
        ...["1: investigating", "major_outage", "2: investigating", "operational"],
        ...["3: investigating", "major_outage", "4: investigating", "operational"],
      ]);
    }
    for (const post of receiver.updates(webhooks[0]?.path ?? "")) {
      const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signature } = post.headers;
      // The Worker's clock is ahead of the verifier's.
      expect(at).toBeDefined();
      expect(`${signature}`).toBe(verifier.sign(`${id}`, new Date(Number(at) * 1000), post.body));
    }
  },
  5 * MINUTE_MS,
);

function statusesIn(posts: ReceivedPost[]): string[] {
  const statuses = posts.map(({ json }) =>
    json.incident ? `${json.incident.name}: ${json.incident.status}` : json.component_update.new_status,
  );
  return statuses.filter((each, index) => each !== statuses[index - 1]);
}
