import type { ServerResponse } from "node:http";
import { afterEach, expect, test } from "vitest";
import { SECOND_MS } from "../../../worker/time/domain.ts";
import { answer } from "../../support/daymark.ts";
import { makeComponent } from "../../support/factories.ts";
import { startWebhookDaymark } from "../../support/webhook-subscribers.ts";

const { daymark, receiver, makeWebhook, setClockAhead, holdQueues, runDue } = await startWebhookDaymark();
afterEach(() => holdQueues("off"));

/** Queues a delivery with as many posts, which one run sends. */
async function changeComponents(count: number): Promise<void> {
  const components = [];
  for (let made = 0; made < count; made += 1) components.push(await makeComponent(daymark));
  await holdQueues("on");
  const json = {
    components: components.map(({ componentID }) => ({ componentID, status: "Major Outage" as const })),
  };
  await answer(daymark.administrator.components.$patch({ json }));
}

test("each delivery renews the claim of its endpoint, so no other run sends beside it", async () => {
  const webhook = await makeWebhook();
  await changeComponents(3);
  let aheadMs = 0;
  receiver.overrideResponses(async (_, response) => {
    aheadMs += 9 * SECOND_MS;
    await setClockAhead(aheadMs);
    await runDue();
    response.end();
  });
  await runDue();
  const ids = receiver.updates(webhook.path).map(({ headers }) => headers["webhook-id"]);
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(3);
});

test("15 seconds after a run has stopped, another one takes its place, and the first one sends nothing more", async () => {
  const webhook = await makeWebhook();
  await changeComponents(3);
  const held: ServerResponse[] = [];
  receiver.overrideResponses(async (_, response) => {
    const posts = receiver.updates(webhook.path).length;
    if (posts === 1) return void held.push(response);
    if (posts === 3) {
      // The first run goes on while the other one's second post is in flight.
      held[0]?.end();
      await stopped;
    }
    response.end();
  });
  const stopped = runDue();
  await expect.poll(() => held.length).toBe(1);
  await setClockAhead(10 * SECOND_MS);
  await runDue();
  expect(receiver.updates(webhook.path)).toHaveLength(1);
  await setClockAhead(15 * SECOND_MS);
  await runDue();
  const ids = receiver.updates(webhook.path).map(({ headers }) => String(headers["webhook-id"]));
  expect(ids[1]).toBe(ids[0]);
  expect(ids).toHaveLength(4);
  expect(new Set(ids).size).toBe(3);
});
