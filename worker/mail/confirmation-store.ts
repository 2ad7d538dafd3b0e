import { sql } from "drizzle-orm";
import type { Db } from "../db.ts";
import { selectDue } from "./store.ts";
import { confirmationPace, mailDeliveries, mailMessages } from "./table.ts";

/** Confirmations that are looked at for bounces: the last that the mail service took within a day. */
const COUNTED = 200;
const MAX_BOUNCED_SHARE = 0.05;
const DAY_MS = 24 * 60 * 60_000;

/** One row; to be awaited, or put into a batch and given to `tooManyBounced`. */
export function selectBounced(db: Db) {
  // What the service had taken and what failed all the same has bounced.
  const last = sql`(SELECT d.state FROM ${mailMessages} AS m JOIN ${mailDeliveries} AS d ON d.message_id = m.message_id
    WHERE m.kind = 'confirmation' AND m.created_at > ${iso(Date.now() - DAY_MS)} AND d.service_id <> ''
    ORDER BY m.created_at DESC LIMIT ${COUNTED})`;
  return db.select({ bounced: sql<number>`count(iif(state = 'failed', 1, NULL))`.as("bounced") }).from(last);
}

/**
 * Whether confirmations stop: Amazon suspends an account whose mail bounces, and with it the notices. They resume when
 * the bounces are a day old.
 */
function tooManyBounced([row]: { bounced: number }[]): boolean {
  return (row?.bounced ?? 0) > COUNTED * MAX_BOUNCED_SHARE;
}

/** For administrators. */
export function bounceWarnings(rows: { bounced: number }[]): string[] {
  if (!tooManyBounced(rows)) return [];
  return [
    `Confirmations are stopped: ${rows[0]?.bounced} of the last ${COUNTED} bounced. They resume when those bounces are a day old. Incidents and maintenances are still mailed.`,
  ];
}

/** How many confirmations may be sent now, up to `limit`, and when the pace lets the next one go. */
export async function readConfirmationState(db: Db, limit: number): Promise<{ due: number; nextAt: string }> {
  const [due, bounced, [pace]] = await db.batch([
    selectDue(db, "confirmations", limit),
    selectBounced(db),
    db.select().from(confirmationPace).limit(1),
  ]);
  return { due: tooManyBounced(bounced) ? 0 : due.length, nextAt: pace?.nextAt ?? "" };
}

/**
 * Until then the pace lets no other run send a confirmation.
 * @param nextAt as it was read
 * @returns false where another run has reserved the time meanwhile
 */
export async function reserve(db: Db, nextAt: string, until: number): Promise<boolean> {
  const reserved = await db
    .insert(confirmationPace)
    .values({ one: 1, nextAt: iso(until) })
    .onConflictDoUpdate({
      target: confirmationPace.one,
      set: { nextAt: iso(until) },
      setWhere: sql`${confirmationPace.nextAt} = ${nextAt}`,
    })
    .returning();
  return reserved.length > 0;
}

/**
 * Schedules the next run, once for any number of requests.
 * @returns when it is to start, in seconds from now; undefined where nothing is due, or one is scheduled already
 */
export async function scheduleNext(db: Db): Promise<number | undefined> {
  if ((await selectDue(db, "confirmations")).length === 0) return undefined;
  const now = Date.now();
  const [pace] = await db
    .update(confirmationPace)
    .set({ wakeAt: sql`${confirmationPace.nextAt}` })
    .where(sql`${confirmationPace.wakeAt} <= ${iso(now)}`)
    .returning();
  return pace && Math.max(0, Math.ceil((Date.parse(pace.nextAt) - now) / 1000));
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
