import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { isoTime } from "../../shared/time/domain.ts";
import type { WriteDb } from "../../storage/db.ts";
import { newID } from "../../storage/ids.ts";
import { queueFor } from "../outbox/queue.ts";
import { deliveries, messages } from "../outbox/table.ts";
import { subscribers } from "./table.ts";

/**
 * Queues nothing while such a message is waiting, so that a recovering email service doesn't send one for each request.
 * @param condition matches at most one subscriber
 * @returns `queued`, a condition for later statements of the batch
 */
export function queueConfirmation(db: WriteDb<"mail">, condition: SQL) {
  const messageID = newID();
  const now = isoTime(Date.now());
  const statements: BatchItem<"sqlite">[] = [
    db.insert(messages).select(sql`
      SELECT ${messageID}, 'confirmation', NULL, NULL, NULL, ${now}, NULL
      FROM ${subscribers} WHERE ${condition} AND NOT EXISTS (
        SELECT 1 FROM ${deliveries} AS d JOIN ${messages} AS m ON m.message_id = d.message_id
        WHERE d.subscriber_id = ${subscribers.subscriberID} AND d.state = 'waiting' AND m.kind = 'confirmation') LIMIT 1`),
    queueFor(db, messageID, {
      recipients: sql`s.subscriber_id = (SELECT subscriber_id FROM ${subscribers} WHERE ${condition})`,
      lane: sql`iif(s.lane = 'MAIL', 'CONFIRMATIONS', s.lane)`,
    }),
  ];
  const queued = sql`EXISTS (SELECT 1 FROM ${messages} WHERE message_id = ${messageID})`;
  return { statements, queued };
}
