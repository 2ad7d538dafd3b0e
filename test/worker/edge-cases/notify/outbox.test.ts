import { expect, test } from "vitest";
import { makeIncident } from "../../../support/factories/factories.ts";
import { startWebhookDaymark } from "../../../support/factories/webhook-subscribers.ts";

const { daymark, receiver, makeWebhook, deliveriesOf, postForm, runDue } = await startWebhookDaymark();

test("nobody is told twice if the last recipients leave while another one asks for a copy", async () => {
  const webhooks = [await makeWebhook(), await makeWebhook()];
  const [first, last] = webhooks.sort((one, other) => (one.subscriberID < other.subscriberID ? -1 : 1));
  if (!first || !last) throw new Error("There are two webhooks.");
  await makeIncident(daymark);
  await expect.poll(async () => (await deliveriesOf(last))[0]?.state).toBe("sent");
  await expect.poll(async () => (await deliveriesOf(first))[0]?.state).toBe("sent");
  // As it is while there are more recipients than a run takes.
  await daymark.db
    .prepare(
      `INSERT INTO message_lanes (message_id, lane, cursor, due_at)
        SELECT message_id, 'ENDPOINTS', ?, created_at FROM messages WHERE kind = 'incident'`,
    )
    .bind(last.subscriberID)
    .run();
  const [delivery] = await deliveriesOf(first);
  await postForm(`${first.manage}/again`, { deliveryID: String(delivery?.delivery_id) });
  await expect.poll(() => receiver.notices(first.path).length).toBe(2);
  await runDue();
  await runDue();
  expect(receiver.notices(last.path)).toHaveLength(1);
});
