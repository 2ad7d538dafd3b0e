import { eq, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { isoTime } from "../../shared/time/domain.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { hasTexts } from "../../storage/domain.ts";
import { readableJSON } from "../../storage/stored-json.ts";
import { activateNext } from "../outbox/claim.ts";
import { readableContent } from "../outbox/readable-content.ts";
import { type ComponentStatusChange, deliveries, messages, type NoticeContent } from "../outbox/table.ts";
import { subscribers } from "../subscribers/table.ts";
import { deriveSecrets, writtenSecret } from "./secret.ts";
import { endpoints } from "./table.ts";

const PAUSED_ERROR = "Not sent, because an earlier delivery had failed at its last try.";

/** Pauses an endpoint after the last try of a delivery. The subscriber can resend each delivery that was waiting. */
export function pauseEndpoint(db: WriteDb, condition: SQL): BatchItem<"sqlite">[] {
  return [
    db
      .update(deliveries)
      .set({ state: "failed", error: PAUSED_ERROR })
      .where(sql`${condition} AND state = 'waiting'`),
    db
      .update(endpoints)
      .set({ pausedSince: isoTime(Date.now()) })
      .where(condition),
  ];
}

/** A receiver counts as slow until this many deliveries in a row were fast. */
const REMEMBERED_DELIVERIES = 10;

interface Speed {
  isSlow: boolean;
  fastInRow: number;
}

/** @param isSlow undefined if nothing was posted */
export function setSpeed(
  db: WriteDb,
  subscriberID: string,
  before: Speed,
  isSlow: boolean | undefined,
): BatchItem<"sqlite">[] {
  if (isSlow === undefined || (!isSlow && !before.isSlow)) return [];
  const speed = speedAfter(before, isSlow);
  return [db.update(endpoints).set(speed).where(eq(endpoints.subscriberID, subscriberID))];
}

function speedAfter({ fastInRow }: Speed, isSlow: boolean): Speed {
  if (isSlow) return { isSlow, fastInRow: 0 };
  return fastInRow + 1 < REMEMBERED_DELIVERIES
    ? { isSlow: true, fastInRow: fastInRow + 1 }
    : { isSlow: false, fastInRow: 0 };
}

export function resumeEndpoint(db: WriteDb, subscriberID: string) {
  return db.batch([
    db.update(endpoints).set({ pausedSince: null }).where(eq(endpoints.subscriberID, subscriberID)),
  ]);
}

export async function rotateSecret(db: WriteDb, subscriberID: string): Promise<void> {
  await db.batch([
    db
      .update(endpoints)
      .set({
        secretVersion: sql`secret_version + 1`,
        rotatedAt: isoTime(Date.now()),
        // Four replaced secrets and the new one: longer headers could be refused.
        earlierRotations: sql`json_array(rotated_at, ${readableRotations} ->> 0, ${readableRotations} ->> 1)`,
        isSecretShown: true,
      })
      .where(eq(endpoints.subscriberID, subscriberID)),
  ]);
}

/** @returns false if it was shown before */
export async function markSecretShown(db: WriteDb, subscriberID: string): Promise<boolean> {
  const [rows] = await db.batch([
    db
      .update(endpoints)
      .set({ isSecretShown: true })
      .where(sql`subscriber_id = ${subscriberID} AND NOT is_secret_shown`)
      .returning({ subscriberID: endpoints.subscriberID }),
  ]);
  return rows.length > 0;
}

export async function readSecret(env: Env, db: Db, subscriberID: string): Promise<string | undefined> {
  const [owner] = await db
    .select({
      subscriberID: subscribers.subscriberID,
      tokenVersion: subscribers.tokenVersion,
      secretVersion: endpoints.secretVersion,
      rotatedAt: endpoints.rotatedAt,
      earlierRotations: endpoints.earlierRotations,
    })
    .from(endpoints)
    .innerJoin(subscribers, eq(subscribers.subscriberID, endpoints.subscriberID))
    .where(eq(endpoints.subscriberID, subscriberID));
  const [newest] = owner ? await deriveSecrets(env, owner, Date.now()) : [];
  return newest && writtenSecret(newest);
}

/** This bounds the rows of a message, which is kept for 90 days. */
const MAX_COPIES = 10;

/** Queues a delivery of a notice again, with the same message ID, so that the receiver recognizes it. */
export async function sendAgain(
  db: WriteDb<"mail">,
  subscriberID: string,
  deliveryID: number,
): Promise<void> {
  const now = isoTime(Date.now());
  await db.batch([
    db.insert(deliveries).select(sql`
      SELECT NULL, d.message_id, d.subscriber_id, d.channel, d.lane, 'waiting', 0, NULL, 0, '', '', NULL, NULL, NULL, d.changes,
        iif(d.state = 'failed', d.position, 0)
      FROM ${deliveries} AS d JOIN ${endpoints} AS e ON e.subscriber_id = d.subscriber_id
      JOIN ${messages} AS m ON m.message_id = d.message_id AND m.kind <> 'confirmation'
      WHERE d.delivery_id = ${deliveryID} AND d.subscriber_id = ${subscriberID} AND d.state IN ('sent', 'failed')
        AND e.resting_since IS NULL AND NOT EXISTS (SELECT 1 FROM ${deliveries} AS w
          WHERE w.subscriber_id = d.subscriber_id AND w.state = 'waiting' AND w.channel <> 'email' AND w.message_id = d.message_id)
        AND (SELECT count(*) FROM ${deliveries} AS copy
          WHERE copy.subscriber_id = d.subscriber_id AND copy.message_id = d.message_id) < ${MAX_COPIES}`),
    activateNext(db, sql`SELECT ${subscriberID}`, now),
  ]);
}

export function insertEndpoint(
  db: WriteDb,
  condition: SQL,
  { encryptedURL, domainKey }: { encryptedURL: string; domainKey: string | null },
) {
  return db
    .insert(endpoints)
    .select(
      sql`SELECT subscriber_id, ${encryptedURL}, NULL, 1, NULL, NULL, ${domainKey}, 0, 0, 0 FROM ${subscribers} WHERE ${condition}`,
    )
    .onConflictDoNothing();
}

/** The content of a notice. A message about components can have thousands of characters that nobody needs at once. */
export const withoutChanges =
  sql<NoticeContent | null>`iif(kind IN ('incident', 'maintenance'), content, NULL)`.mapWith(
    messages.content,
  );

const readableRotations = readableJSON(endpoints.earlierRotations, "array");
const readableChanges = readableJSON(sql`changes`, "array");
const changeCount = sql<number>`coalesce(json_array_length(${readableChanges}),
  json_array_length(${readableContent}, '$.changes'), 0)`;

function parseChange(json: string): ComponentStatusChange | null {
  const change: unknown = JSON.parse(json);
  return hasTexts(change, "componentID", "name", "oldStatus", "newStatus", "at")
    ? (change as ComponentStatusChange) // it was just checked
    : null;
}

/** Null for other messages. @param position among the changes that the delivery announces */
export function changeAt(position: SQL) {
  const changeIndex = sql`coalesce(${readableChanges} ->> ${position}, ${position})`;
  return {
    change:
      sql<ComponentStatusChange | null>`iif(kind = 'component', ${readableContent} -> '$.changes' -> ${changeIndex}, NULL)`.mapWith(
        parseChange,
      ),
    changeIndex: sql<number>`iif(kind = 'component', ${changeIndex}, 0)`,
    changeCount: sql<number>`iif(kind = 'component', ${changeCount}, 0)`,
  };
}

const MAX_LISTED_DELIVERIES = 20;

export function selectEndpoint(db: Db, subscriberID: string) {
  return [
    db.select().from(endpoints).where(eq(endpoints.subscriberID, subscriberID)),
    db
      .select({
        deliveryID: deliveries.deliveryID,
        kind: messages.kind,
        content: withoutChanges,
        ...changeAt(sql`0`),
        createdAt: messages.createdAt,
        state: deliveries.state,
        responseStatus: deliveries.responseStatus,
        triedAt: deliveries.triedAt,
      })
      .from(deliveries)
      .innerJoin(messages, eq(messages.messageID, deliveries.messageID))
      .where(eq(deliveries.subscriberID, subscriberID))
      .orderBy(sql`delivery_id DESC`)
      .limit(MAX_LISTED_DELIVERIES),
  ] as const;
}
