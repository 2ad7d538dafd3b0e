import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { ChannelName } from "../channels/domain.ts";
import { wakeEndpoints } from "../endpoints/outbox.ts";
import { endpointDeliveries } from "../endpoints/table.ts";
import { mailDeliveries, mailMessages } from "../mail/table.ts";
import type { WriteDb } from "../storage/db.ts";
import { newID } from "../storage/ids.ts";
import { subscribers } from "./table.ts";

/**
 * Queues nothing while such a message is waiting, so that a recovering email service doesn't send one for each request.
 * @param whose a condition that matches at most one subscriber
 * @returns `queued`, a condition for later statements of the batch
 */
export function queueConfirmation(db: WriteDb<"mail">, channel: ChannelName, whose: SQL) {
  const messageID = newID();
  const now = new Date().toISOString();
  const deliveries = channel === "email" ? mailDeliveries : endpointDeliveries;
  const noneWaiting = sql`NOT EXISTS (SELECT 1 FROM ${deliveries} AS d JOIN ${mailMessages} AS m ON m.message_id = d.message_id
    WHERE d.subscriber_id = ${subscribers.subscriberID} AND d.state = 'waiting' AND m.kind = 'confirmation')`;
  const statements: BatchItem<"sqlite">[] = [
    db.insert(mailMessages).select(sql`
      SELECT ${messageID}, 'confirmation', NULL, NULL, NULL, ${now}, NULL
      FROM ${subscribers} WHERE ${whose} AND ${noneWaiting} LIMIT 1`),
    ...(channel === "email"
      ? [
          db.insert(mailDeliveries).select(sql`
            SELECT NULL, ${messageID}, subscriber_id, 'waiting', 0, ${now}, '', '', 1, NULL
            FROM ${subscribers} WHERE ${whose} AND ${noneWaiting} LIMIT 1`),
        ]
      : [
          db.insert(endpointDeliveries).select(sql`
            SELECT NULL, ${messageID}, subscriber_id, channel, 'waiting', 0, ${now}, '', NULL, NULL, NULL, 0
            FROM ${subscribers} WHERE ${whose} AND ${noneWaiting} LIMIT 1`),
          wakeEndpoints(db, sql`SELECT subscriber_id FROM ${subscribers} WHERE ${whose}`, now),
        ]),
  ];
  const queued = sql`EXISTS (SELECT 1 FROM ${mailMessages} WHERE message_id = ${messageID})`;
  return { messageID, statements, queued };
}
