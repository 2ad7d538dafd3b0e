import { inArray, type SQL, sql } from "drizzle-orm";
import { isoTime, SECOND_MS } from "../../shared/time/domain.ts";
import type { WriteDb } from "../../storage/db.ts";
import { endpoints } from "../endpoints/table.ts";
import type { Lane } from "./domain.ts";
import { CHAT_GAP_SECONDS, isDue, nextMessageLane } from "./lanes.ts";
import { followedChanges, fromRemainingRecipients } from "./recipients.ts";
import { deliveries, messageLanes } from "./table.ts";

/** Sorting those that are due needs all of them, so that slow receivers come last. An email's rows are written when it is sent. */
const RECIPIENTS_PER_RUN = 500;

export interface Claim {
  deliveryIDs: number[];
  /** Identifies the claim. Another run may claim a delivery after this time. */
  leaseEnd: string;
  /** Whether the next email was to no one, so that others behind it may be due. */
  hasSkipped?: boolean;
}

/** Claims what has been due for longest. Endpoints that are slow come last. */
export async function claim(
  db: WriteDb,
  lane: Lane,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<Claim> {
  const leaseEnd = isoTime(Date.now() + leaseMs);
  if (lane === "CONFIRMATIONS")
    return claimed(leaseEnd, await db.batch([claimDue(db, lane, limit, leaseEnd)]));
  if (lane === "MAIL") {
    const due = await db.batch([claimDue(db, lane, limit, leaseEnd)]);
    if (due[0].length > 0) return claimed(leaseEnd, due);
    const [added, , ended] = await db.batch(addDeliveries(db, lane, { limit, nextAt: leaseEnd }));
    return { ...claimed(leaseEnd, [added]), hasSkipped: added.length === 0 && ended.length > 0 };
  }
  const [, , , due] = await db.batch([
    ...addDeliveries(db, lane, { limit: RECIPIENTS_PER_RUN, nextAt: isoTime(Date.now()) }),
    claimDue(db, lane, limit, leaseEnd),
  ]);
  return claimed(leaseEnd, [due]);
}

function claimed(leaseEnd: string, [rows]: [{ deliveryID: number }[], ...unknown[]]): Claim {
  return {
    leaseEnd,
    deliveryIDs: rows.map(({ deliveryID }) => deliveryID).sort((one, other) => one - other),
  };
}

/** Each part stops at its limit, while sorting by both columns would read all that are due. No email is slow. */
function claimDue(db: WriteDb, lane: Lane, limit: number, leaseEnd: string) {
  const now = isoTime(Date.now());
  const due = (isSlow: boolean) => sql`SELECT * FROM (SELECT delivery_id FROM ${deliveries}
    WHERE ${isDue(lane, isSlow, now)} ORDER BY next_at, delivery_id LIMIT ${limit})`;
  const isMail = lane === "MAIL" || lane === "CONFIRMATIONS";
  const all = isMail ? due(false) : sql`${due(false)} UNION ALL ${due(true)} LIMIT ${limit}`;
  return db
    .update(deliveries)
    .set({ nextAt: leaseEnd })
    .where(sql`delivery_id IN (${all})`)
    .returning({ deliveryID: deliveries.deliveryID });
}

/** Gives the next recipients of the oldest message deliveries, and moves the message's cursor. */
function addDeliveries(db: WriteDb, lane: Lane, { limit, nextAt }: { limit: number; nextAt: string }) {
  const now = isoTime(Date.now());
  const isNext = sql`${messageLanes}.rowid = ${nextMessageLane(lane, now)}`;
  const newest = sql`(SELECT d.subscriber_id FROM ${deliveries} AS d
    WHERE d.delivery_id = (SELECT max(delivery_id) FROM ${deliveries}) AND d.message_id = ${messageLanes}.message_id AND d.lane = ${lane})`;
  return [
    db
      .insert(deliveries)
      .select(
        sql`SELECT ${deliveryColumns({ lane: sql`${lane}`, nextAt, changes: followedChanges })}
          FROM ${messageLanes} CROSS JOIN ${fromRemainingRecipients} AND ${isNext} ORDER BY s.subscriber_id LIMIT ${limit}`,
      )
      .returning({ deliveryID: deliveries.deliveryID }),
    db
      .update(messageLanes)
      // Without a new delivery, the newest one can be a copy for an earlier recipient.
      .set({ cursor: sql`max(cursor, coalesce(${newest}, ''))` })
      .where(isNext),
    db
      .delete(messageLanes)
      .where(sql`${isNext} AND NOT EXISTS (SELECT 1 FROM ${fromRemainingRecipients})`)
      .returning({ messageID: messageLanes.messageID }),
  ] as const;
}

/** The columns of a new delivery of message `m` to subscriber `s`. One to an endpoint waits for earlier ones. */
export function deliveryColumns({ lane, nextAt, changes }: { lane: SQL; nextAt: string; changes: SQL }): SQL {
  const isBehind = sql`s.channel <> 'email' AND EXISTS (SELECT 1 FROM ${deliveries} AS earlier
    WHERE earlier.subscriber_id = s.subscriber_id AND earlier.state = 'waiting' AND earlier.channel <> 'email')`;
  const isSlow = sql`coalesce((SELECT e.is_slow FROM ${endpoints} AS e WHERE e.subscriber_id = s.subscriber_id), 0)`;
  const gapEnd = sql`(SELECT strftime('%Y-%m-%dT%H:%M:%fZ', latest.tried_at, ${`+${CHAT_GAP_SECONDS} seconds`}) FROM ${deliveries} AS latest
    WHERE latest.subscriber_id = s.subscriber_id ORDER BY latest.delivery_id DESC LIMIT 1)`;
  const dueAt = sql`iif(s.channel IN ('email', 'webhook', 'push'), ${nextAt}, max(${nextAt}, coalesce(${gapEnd}, '')))`;
  return sql`NULL, m.message_id, s.subscriber_id, s.channel, ${lane}, 'waiting', 0, iif(${isBehind}, NULL, ${dueAt}), ${isSlow},
    '', '', NULL, NULL, NULL, ${changes}, 0`;
}

/** Makes the first waiting delivery to each endpoint due. @param subscriberIDs a query */
export function activateNext(db: WriteDb, subscriberIDs: SQL, nextAt: string) {
  return db
    .update(deliveries)
    .set({
      nextAt,
      isSlow: sql`coalesce((SELECT e.is_slow FROM ${endpoints} AS e WHERE e.subscriber_id = ${deliveries}.subscriber_id), 0)`,
    })
    .where(
      sql`next_at IS NULL AND delivery_id IN (SELECT min(first.delivery_id) FROM ${deliveries} AS first
        WHERE first.subscriber_id IN (${subscriberIDs}) AND first.state = 'waiting' AND first.channel <> 'email' GROUP BY first.subscriber_id)`,
    );
}

/** Makes deliveries due that a run has claimed and not tried. */
export async function release(db: WriteDb, { deliveryIDs, leaseEnd }: Claim): Promise<void> {
  if (deliveryIDs.length === 0) return;
  await db.batch([
    db
      .update(deliveries)
      .set({ nextAt: isoTime(Date.now()) })
      .where(sql`${inArray(deliveries.deliveryID, deliveryIDs)} AND next_at = ${leaseEnd}`),
  ]);
}

/** A run may end with an email that takes 10 seconds. What a crashed run claimed is due again afterwards. */
export const MAX_MAIL_RUN_MS = 15 * SECOND_MS;
export const MAIL_LEASE_MS = MAX_MAIL_RUN_MS + 15 * SECOND_MS;
