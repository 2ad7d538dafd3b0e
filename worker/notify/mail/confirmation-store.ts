import { count, eq, sql } from "drizzle-orm";
import { DAY_MS, isoTime, SECOND_MS } from "../../shared/time/domain.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { isDue, selectDue } from "../outbox/lanes.ts";
import { deliveries, lanes, messages } from "../outbox/table.ts";

const BOUNCE_SAMPLE_SIZE = 200;
/** Amazon suspends accounts at a rate of 5 %. */
const MAX_BOUNCES = 10;

interface BounceCounts {
  sent: number;
  bounced: number;
}

export function selectBounceCounts(db: Db) {
  // A mail with a service ID that failed has bounced.
  const last = sql`(SELECT d.state FROM ${messages} AS m JOIN ${deliveries} AS d ON d.message_id = m.message_id
    WHERE m.kind = 'confirmation' AND m.created_at > ${isoTime(Date.now() - DAY_MS)} AND d.service_id <> ''
    ORDER BY m.created_at DESC LIMIT ${BOUNCE_SAMPLE_SIZE})`;
  return db
    .select({
      sent: count().as("sent"),
      bounced: sql<number>`count(iif(state = 'failed', 1, NULL))`.as("bounced"),
    })
    .from(last);
}

export function bounceWarnings([counts]: BounceCounts[]): string[] {
  if (!counts || counts.bounced <= MAX_BOUNCES) return [];
  return [
    `${counts.bounced} of the last ${counts.sent} confirmation emails bounced. Email services suspend accounts for that.`,
  ];
}

const isConfirmations = eq(lanes.lane, "CONFIRMATIONS");

interface ConfirmationState {
  dueCount: number;
  nextAt: string;
}

export async function readConfirmationState(db: Db, limit: number): Promise<ConfirmationState> {
  const [due, [schedule]] = await db.batch([
    db
      .select({ deliveryID: deliveries.deliveryID })
      .from(deliveries)
      .where(isDue("CONFIRMATIONS", false, isoTime(Date.now())))
      .limit(limit),
    db.select().from(lanes).where(isConfirmations),
  ]);
  return { dueCount: due.length, nextAt: schedule?.nextAt ?? "" };
}

/**
 * Keeps other runs from sending confirmations before `until`, in milliseconds.
 * @returns false if another run changed `nextAt` since it was read
 */
export async function reserveUntil(db: WriteDb, nextAt: string, until: number): Promise<boolean> {
  const [reserved] = await db.batch([
    db
      .insert(lanes)
      .values({ lane: "CONFIRMATIONS", nextAt: isoTime(until) })
      .onConflictDoUpdate({
        target: lanes.lane,
        set: { nextAt: isoTime(until) },
        setWhere: sql`${lanes.nextAt} = ${nextAt}`,
      })
      .returning(),
  ]);
  return reserved.length > 0;
}

/** @returns the delay in seconds, or undefined if nothing is due or another request scheduled the run */
export async function scheduleNextRun(db: WriteDb): Promise<number | undefined> {
  if ((await selectDue(db, "CONFIRMATIONS")).length === 0) return undefined;
  const now = Date.now();
  const [[schedule]] = await db.batch([
    db
      .update(lanes)
      .set({ wakeAt: sql`${lanes.nextAt}` })
      .where(sql`${isConfirmations} AND ${lanes.wakeAt} <= ${isoTime(now)}`)
      .returning(),
  ]);
  return schedule && Math.max(0, Math.ceil((Date.parse(schedule.nextAt) - now) / SECOND_MS));
}
