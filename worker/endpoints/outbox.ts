import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { mailMessages } from "../mail/table.ts";
import { settings } from "../settings/table.ts";
import type { WriteDb } from "../storage/db.ts";
import { subscribers } from "../subscribers/table.ts";
import { isoTime } from "../time/domain.ts";
import { endpointDeliveries, endpoints, type Lane } from "./table.ts";

/** A condition on an endpoint `e` of a subscriber `s`. The setting is about visitors, not about channels of the team. */
export const getsMessages = sql`(s.is_team OR (SELECT endpoints_enabled FROM ${settings})) AND e.resting_since IS NULL`;

/** A condition: an endpoint of a subscriber `s` gets the message. @param recipients a condition on `s` */
export function isEndpointRecipient(recipients: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM ${endpoints} AS e
    CROSS JOIN ${subscribers} AS s ON s.subscriber_id = e.subscriber_id
    WHERE ${getsMessages} AND ${recipients})`;
}

/** @param recipients a condition on a subscriber `s` */
export function insertEndpointDeliveries(
  db: WriteDb<"mail">,
  { messageID, recipients, dueAt }: { messageID: string; recipients: SQL; dueAt: string },
): BatchItem<"sqlite">[] {
  return [
    db.insert(endpointDeliveries).select(sql`
      SELECT NULL, m.message_id, s.subscriber_id, s.channel, 'waiting', 0, ${dueAt}, '', NULL, NULL, NULL, 0
      FROM ${endpoints} AS e CROSS JOIN ${subscribers} AS s ON s.subscriber_id = e.subscriber_id
      JOIN ${mailMessages} AS m ON m.message_id = ${messageID}
      WHERE ${getsMessages} AND ${recipients}`),
    wakeEndpoints(
      db,
      sql`SELECT d.subscriber_id FROM ${endpointDeliveries} AS d WHERE d.message_id = ${messageID}`,
      dueAt,
    ),
  ];
}

/** An endpoint that has deliveries waiting already keeps its time, so that all are sent in order. */
export function wakeEndpoints(db: WriteDb, subscriberIDs: SQL, dueAt: string) {
  return db
    .update(endpoints)
    .set({ nextAt: dueAt })
    .where(sql`next_at IS NULL AND subscriber_id IN (${subscriberIDs})`);
}

/** @param whose a condition on the subscriber */
export function insertEndpoint(
  db: WriteDb,
  whose: SQL,
  { encryptedURL, domainKey, lane }: { encryptedURL: string; domainKey: string | null; lane: Lane },
) {
  return db
    .insert(endpoints)
    .select(
      sql`SELECT subscriber_id, ${encryptedURL}, NULL, NULL, 1, NULL, NULL, ${domainKey}, 0, 0, 0, ${lane} FROM ${subscribers} WHERE ${whose}`,
    )
    .onConflictDoNothing();
}

/** Withdraws waiting deliveries of subscriptions that end. Sent ones stay in the log. */
export function endEndpoints(db: WriteDb, subscriberIDs: SQL) {
  return [
    db
      .update(endpointDeliveries)
      .set({ state: "withdrawn", error: "The subscription has ended." })
      .where(sql`subscriber_id IN (${subscriberIDs}) AND state = 'waiting'`),
    db.delete(endpoints).where(sql`subscriber_id IN (${subscriberIDs})`),
  ] as const;
}

/** @param isWithdrawn a condition on deliveries */
export function resumeEndpointDeliveries(db: WriteDb<"mail">, isWithdrawn: SQL): BatchItem<"sqlite">[] {
  const now = isoTime(Date.now());
  return [
    wakeEndpoints(db, sql`SELECT subscriber_id FROM ${endpointDeliveries} WHERE ${isWithdrawn}`, now),
    db.update(endpointDeliveries).set({ state: "waiting", error: "", nextAt: now }).where(isWithdrawn),
  ];
}

/** Sent deliveries are still counted. @param subscriberID a subquery */
export function eraseEndpoint(db: WriteDb, subscriberID: SQL): BatchItem<"sqlite">[] {
  return [
    ...endEndpoints(db, subscriberID),
    db
      .update(endpointDeliveries)
      .set({ subscriberID: null, error: "" })
      .where(sql`subscriber_id = ${subscriberID}`),
  ];
}
