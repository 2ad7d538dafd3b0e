import { collectMessage } from "../metrics/collection/collect.ts";
import type { CollectionMessage } from "../metrics/collection/collection-tasks.ts";
import type { DatapointsMessage } from "../metrics/points/points-queue.ts";
import { retryDeadLetter, retryWithBackoff, storePoints } from "../metrics/points/store-points.ts";
import { deliver } from "../notify/deliveries/deliver.ts";
import type { OutboxMessage } from "../notify/outbox/lanes.ts";
import { database } from "../storage/db.ts";
import { withoutEffects } from "../storage/writes/write-database.ts";

export type QueueMessage = DatapointsMessage | CollectionMessage | OutboxMessage;

/** Handles a batch by the queue's name in `QUEUES`. The type assertions hold because only this Worker sends to these queues. */
export async function consumeBatch(batch: MessageBatch<QueueMessage>, env: Env): Promise<void> {
  const db = withoutEffects(database(env.DB, "primary"));
  const binding = (env.QUEUES as Record<string, string>)[batch.queue];
  switch (binding) {
    case "DATAPOINTS":
      return storePoints(env, db, batch as MessageBatch<DatapointsMessage>, {
        retryLater: retryWithBackoff,
        movesBacklog: true,
      });
    case "BACKLOG":
      return storePoints(env, db, batch as MessageBatch<DatapointsMessage>, { retryLater: retryWithBackoff });
    case "DEAD_DATAPOINTS":
      return storePoints(env, db, batch as MessageBatch<DatapointsMessage>, { retryLater: retryDeadLetter });
    case "MAIL":
    case "TEAM":
    case "CHAT":
    case "ENDPOINTS":
      for (const { body } of (batch as MessageBatch<OutboxMessage>).messages)
        await deliver(env, db, binding, body);
      return;
    case "COLLECTION":
      for (const { body } of (batch as MessageBatch<CollectionMessage>).messages)
        await collectMessage(env, db, body);
      return;
    default:
      // An error makes the queue retry the messages.
      throw new Error(`QUEUES in wrangler.toml lacks the queue ${batch.queue}: \`npm run deploy\` adds it.`);
  }
}
