import { eq, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type ComponentStatusChange, mailMessages, type NoticeContent } from "../mail/table.ts";
import type { Db, WriteDb } from "../storage/db.ts";
import { hasTexts } from "../storage/domain.ts";
import { readableJSON } from "../storage/stored-json.ts";
import { subscribers } from "../subscribers/table.ts";
import { isoTime } from "../time/domain.ts";
import { isDue } from "./lanes.ts";
import { secretsOf, writtenSecret } from "./secret.ts";
import { endpointDeliveries, endpoints, type Lane } from "./table.ts";

const RESTING_ERROR = "Not sent, because an earlier delivery had failed at its last try.";

/**
 * Each part stops at its limit, while sorting by both columns would read all that are due.
 * @returns the IDs of the endpoints' subscribers
 */
export async function claimDueEndpoints(
  db: WriteDb,
  { lane, limit, leaseEnd }: { lane: Lane; limit: number; leaseEnd: string },
): Promise<string[]> {
  const due = (isSlow: boolean) => sql`SELECT subscriber_id FROM
    (SELECT subscriber_id FROM ${endpoints} WHERE ${isDue(lane, isSlow)} ORDER BY next_at LIMIT ${limit})`;
  const [rows] = await db.batch([
    db
      .update(endpoints)
      .set({ nextAt: leaseEnd })
      .where(sql`subscriber_id IN (${due(false)} UNION ALL ${due(true)} LIMIT ${limit})`)
      .returning({ subscriberID: endpoints.subscriberID }),
  ]);
  return rows.map(({ subscriberID }) => subscriberID);
}

/** Pauses an endpoint after the last try of a delivery. The subscriber can resend each delivery that was waiting. */
export function restStatements(db: WriteDb, subscriberID: string): BatchItem<"sqlite">[] {
  return [
    db
      .update(endpointDeliveries)
      .set({ state: "failed", error: RESTING_ERROR })
      .where(sql`subscriber_id = ${subscriberID} AND state = 'waiting'`),
    db
      .update(endpoints)
      .set({ restingSince: isoTime(Date.now()) })
      .where(eq(endpoints.subscriberID, subscriberID)),
  ];
}

function firstWaitingAt(subscriberID: string): SQL {
  return sql`(SELECT d.next_at FROM ${endpointDeliveries} AS d
    WHERE d.subscriber_id = ${subscriberID} AND d.state = 'waiting' ORDER BY d.delivery_id LIMIT 1)`;
}

/** Does nothing if another run has claimed the endpoint since. */
function updateLeased(
  db: WriteDb,
  { subscriberID, leaseEnd }: { subscriberID: string; leaseEnd: string },
  changes: { nextAt: SQL; isSlow?: boolean; fastInRow?: number },
) {
  return db
    .update(endpoints)
    .set(changes)
    .where(sql`subscriber_id = ${subscriberID} AND next_at = ${leaseEnd}`);
}

/** Ends a run's claim. An endpoint that has more waiting comes after the others that are due. */
export async function releaseEndpoint(db: WriteDb, subscriberID: string, leaseEnd: string): Promise<void> {
  const nextAt = sql`max(${firstWaitingAt(subscriberID)}, ${isoTime(Date.now())})`;
  await db.batch([updateLeased(db, { subscriberID, leaseEnd }, { nextAt })]);
}

export interface Lease {
  end: string;
  /** The caller chooses it, so that it is the same if the batch runs twice. */
  newEnd: string;
}

/** A receiver counts as slow until this many deliveries in a row were fast. */
const REMEMBERED_DELIVERIES = 10;

interface Delivered {
  subscriberID: string;
  lease: Lease;
  /** Of the endpoint before this delivery. */
  before: { isSlow: boolean; fastInRow: number };
  /** Undefined if nothing was posted. */
  isSlow: boolean | undefined;
}

/** Renews the claim after a delivery if the next one is due, and ends it otherwise. */
export function renewOrRelease(db: WriteDb, { subscriberID, lease, before, isSlow }: Delivered) {
  const next = firstWaitingAt(subscriberID);
  const now = isoTime(Date.now());
  const nextAt = sql`iif(${next} <= ${now}, ${lease.newEnd}, max(${next}, ${now}))`;
  const speed = isSlow === undefined ? {} : speedAfter(before, isSlow);
  return updateLeased(db, { subscriberID, leaseEnd: lease.end }, { nextAt, ...speed });
}

function speedAfter(before: Delivered["before"], isSlow: boolean): Delivered["before"] {
  if (isSlow || !before.isSlow) return { isSlow, fastInRow: 0 };
  const fastInRow = before.fastInRow + 1;
  return fastInRow < REMEMBERED_DELIVERIES ? { isSlow: true, fastInRow } : { isSlow: false, fastInRow: 0 };
}

export function resumeEndpoint(db: WriteDb, subscriberID: string) {
  return db.batch([
    db.update(endpoints).set({ restingSince: null }).where(eq(endpoints.subscriberID, subscriberID)),
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

/** @returns undefined if the subscriber has no endpoint */
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
  const [newest] = owner ? await secretsOf(env, owner, Date.now()) : [];
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
    db.insert(endpointDeliveries).select(sql`
      SELECT NULL, d.message_id, d.subscriber_id, d.channel, 'waiting', 0, ${now}, '', NULL, NULL, d.changes,
        iif(d.state = 'failed', d.position, 0)
      FROM ${endpointDeliveries} AS d JOIN ${endpoints} AS e ON e.subscriber_id = d.subscriber_id
      JOIN ${mailMessages} AS m ON m.message_id = d.message_id AND m.kind <> 'confirmation'
      WHERE d.delivery_id = ${deliveryID} AND d.subscriber_id = ${subscriberID} AND d.state IN ('sent', 'failed')
        AND e.resting_since IS NULL AND NOT EXISTS (SELECT 1 FROM ${endpointDeliveries} AS w
          WHERE w.subscriber_id = d.subscriber_id AND w.state = 'waiting' AND w.message_id = d.message_id)
        AND (SELECT count(*) FROM ${endpointDeliveries} AS copy
          WHERE copy.subscriber_id = d.subscriber_id AND copy.message_id = d.message_id) < ${MAX_COPIES}`),
    db
      .update(endpoints)
      .set({ nextAt: now })
      .where(
        sql`subscriber_id = ${subscriberID} AND next_at IS NULL AND EXISTS (SELECT 1 FROM ${endpointDeliveries} AS d
          WHERE d.subscriber_id = ${subscriberID} AND d.state = 'waiting')`,
      ),
  ]);
}

/** The content of a notice. A message about components can have thousands of characters that nobody needs at once. */
export const withoutChanges = sql<NoticeContent | null>`iif(kind = 'component', NULL, content)`.mapWith(
  mailMessages.content,
);

const readableRotations = readableJSON(endpoints.earlierRotations, "array");
const readableContent = readableJSON(mailMessages.content, "object");
const readableChanges = readableJSON(sql`changes`, "array");
const changeCount = sql<number>`coalesce(json_array_length(${readableChanges}),
  json_array_length(${readableContent}, '$.changes'), 0)`;

function parseChange(json: string): ComponentStatusChange | null {
  const change: unknown = JSON.parse(json);
  return hasTexts(change, "componentID", "name", "oldStatus", "newStatus", "at")
    ? (change as unknown as ComponentStatusChange) // it was just checked
    : null;
}

/** Null for other messages. @param position among the changes that the delivery tells */
export function changeAt(position: SQL) {
  const place = sql`coalesce(${readableChanges} ->> ${position}, ${position})`;
  return {
    change:
      sql<ComponentStatusChange | null>`iif(kind = 'component', ${readableContent} -> '$.changes' -> ${place}, NULL)`.mapWith(
        parseChange,
      ),
    place: sql<number>`iif(kind = 'component', ${place}, 0)`,
    changeCount: sql<number>`iif(kind = 'component', ${changeCount}, 0)`,
  };
}

const MAX_LISTED_DELIVERIES = 20;

export function selectEndpoint(db: Db, subscriberID: string) {
  return [
    db.select().from(endpoints).where(eq(endpoints.subscriberID, subscriberID)),
    db
      .select({
        deliveryID: endpointDeliveries.deliveryID,
        kind: mailMessages.kind,
        content: withoutChanges,
        ...changeAt(sql`0`),
        createdAt: mailMessages.createdAt,
        state: endpointDeliveries.state,
        responseStatus: endpointDeliveries.responseStatus,
        triedAt: endpointDeliveries.triedAt,
      })
      .from(endpointDeliveries)
      .innerJoin(mailMessages, eq(mailMessages.messageID, endpointDeliveries.messageID))
      .where(eq(endpointDeliveries.subscriberID, subscriberID))
      .orderBy(sql`delivery_id DESC`)
      .limit(MAX_LISTED_DELIVERIES),
  ] as const;
}
