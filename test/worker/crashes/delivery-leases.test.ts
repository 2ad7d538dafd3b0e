import type { ServerResponse } from "node:http";
import { afterEach, expect, test } from "vitest";
import { SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { makeComponent } from "../../support/factories/factories.ts";
import { startWebhookDaymark } from "../../support/factories/webhook-subscribers.ts";
import { answer } from "../../support/starters/daymark.ts";

const { daymark, receiver, makeWebhook, stateOf, deliveriesOf, setClockAhead, holdQueues, runDue } =
  await startWebhookDaymark();
afterEach(() => holdQueues("off"));

/** Makes a delivery with as many posts. */
async function changeComponents(count: number): Promise<void> {
  const components = [];
  for (let made = 0; made < count; made += 1) components.push(await makeComponent(daymark));
  await holdQueues("on");
  const json = {
    components: components.map(({ componentID }) => ({ componentID, status: "Major Outage" as const })),
  };
  await answer(daymark.administrator.components.$patch({ json }));
  // The first run only reads the changes.
  await runDue();
}

test("however long the posts of a delivery take, no other run sends beside them", async () => {
  const webhook = await makeWebhook();
  await changeComponents(3);
  let aheadMs = 0;
  let inFlight = 0;
  let maxInFlight = 0;
  receiver.overrideResponses(async (_, response) => {
    inFlight += 1;
    maxInFlight = Math.max(maxInFlight, inFlight);
    aheadMs += 14 * SECOND_MS;
    await setClockAhead(aheadMs);
    await runDue();
    inFlight -= 1;
    response.end();
  });
  for (let run = 0; run < 4; run += 1) await runDue();
  const ids = receiver.updates(webhook.path).map(({ headers }) => headers["webhook-id"]);
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(3);
  expect(maxInFlight).toBe(1);
});

test("15 seconds after a run has stopped, another one takes its place, and the first one changes nothing anymore", async () => {
  const webhook = await makeWebhook();
  await changeComponents(3);
  const held: ServerResponse[] = [];
  receiver.overrideResponses(async (_, response) => {
    const posts = receiver.updates(webhook.path).length;
    if (posts === 1) return void held.push(response);
    if (posts === 3) {
      // The first run goes on while the second post of the others is in flight.
      held[0]?.end();
      await stopped;
      await runDue();
    }
    response.end();
  });
  const stopped = runDue();
  await expect.poll(() => held.length).toBe(1);
  await setClockAhead(10 * SECOND_MS);
  await runDue();
  expect(receiver.updates(webhook.path)).toHaveLength(1);
  await setClockAhead(15 * SECOND_MS);
  for (let run = 0; run < 4; run += 1) await runDue();
  const ids = receiver.updates(webhook.path).map(({ headers }) => String(headers["webhook-id"]));
  expect(ids[1]).toBe(ids[0]);
  expect(ids).toHaveLength(4);
  expect(new Set(ids).size).toBe(3);
});

test.each([200, 503])(
  "an answer %i after the lease neither repeats nor delays what another run sends",
  async (status) => {
    const webhook = await makeWebhook();
    await changeComponents(6);
    const held: ServerResponse[] = [];
    receiver.overrideResponses((_, response) => {
      if (receiver.updates(webhook.path).length === 1) held.push(response);
      else response.end();
    });
    const stopped = runDue();
    await expect.poll(() => held.length).toBe(1);
    await setClockAhead(15 * SECOND_MS);
    await runDue();
    held[0]?.writeHead(status).end();
    await stopped;
    for (let run = 0; run < 2; run += 1) await runDue();
    const ids = receiver.updates(webhook.path).map(({ headers }) => String(headers["webhook-id"]));
    expect(ids[1]).toBe(ids[0]);
    expect(ids).toHaveLength(7);
    expect(new Set(ids).size).toBe(6);
  },
);

test.each([410, 503])(
  "an answer %i after the lease changes nothing of what another run has sent",
  async (status) => {
    const webhook = await makeWebhook();
    await changeComponents(1);
    const held: ServerResponse[] = [];
    receiver.overrideResponses((_, response) => {
      const posts = receiver.updates(webhook.path).length;
      if (posts === 2) held.push(response);
      else response.writeHead(posts === 1 ? 503 : 200).end();
    });
    await runDue();
    // The second try is the last one.
    await daymark.db
      .prepare(
        "UPDATE deliveries SET attempts = 9, next_at = '' WHERE state = 'waiting' AND subscriber_id = ?",
      )
      .bind(webhook.subscriberID)
      .run();
    const stopped = runDue();
    await expect.poll(() => held.length).toBe(1);
    await setClockAhead(15 * SECOND_MS);
    await runDue();
    held[0]?.writeHead(status).end();
    await stopped;
    expect(await deliveriesOf(webhook)).toMatchObject([{ state: "sent", error: "" }]);
    const paused = "SELECT count(*) AS n FROM endpoints WHERE resting_since IS NOT NULL";
    expect([await stateOf(webhook), await daymark.db.prepare(paused).first("n")]).toEqual(["confirmed", 0]);
  },
);
