import { eq, sql } from "drizzle-orm";
import { isDue, selectDue } from "../outbox/lanes.ts";
import { deliveries, lanes, messages } from "../outbox/table.ts";
import type { Db, WriteDb } from "../storage/db.ts";
import { subscribeRequestsByNetwork } from "../subscribers/table.ts";
import { DAY_MS, isoTime, SECOND_MS } from "../time/domain.ts";

const BOUNCE_SAMPLE_SIZE = 200;
const MAX_BOUNCE_RATE = 0.05;
/** A single client network must not stop everyone's confirmations. It is refused itself after one more bounce. */
const MAX_COUNTED_BOUNCES_PER_NETWORK = 2;

interface BounceCounts {
  sent: number;
  bounced: number;
  counted: number;
}

export function selectBounceCounts(db: Db) {
  // A mail with a service ID that failed has bounced.
  const last = sql`(SELECT d.state, coalesce(c.network_key, m.message_id) AS network FROM ${messages} AS m
    JOIN ${deliveries} AS d ON d.message_id = m.message_id
    LEFT JOIN ${subscribeRequestsByNetwork} AS c ON c.message_id = m.message_id
    WHERE m.kind = 'confirmation' AND m.created_at > ${isoTime(Date.now() - DAY_MS)} AND d.service_id <> ''
    ORDER BY m.created_at DESC LIMIT ${BOUNCE_SAMPLE_SIZE})`;
  const byNetwork = sql`(SELECT count(*) AS sent, count(iif(state = 'failed', 1, NULL)) AS bounced FROM ${last} GROUP BY network)`;
  return db
    .select({
      sent: sql<number>`coalesce(sum(sent), 0)`.as("sent"),
      bounced: sql<number>`coalesce(sum(bounced), 0)`.as("bounced"),
      counted: sql<number>`coalesce(sum(min(bounced, ${MAX_COUNTED_BOUNCES_PER_NETWORK})), 0)`.as("counted"),
    })
    .from(byNetwork);
}

/**
 * Amazon suspends accounts whose mail bounces, which would stop notices, too. Below the sample size confirmations are
 * only slowed, or a dozen made-up addresses would close the form.
 */
function bounceLimit([row]: BounceCounts[]): "stopped" | "slowed" | undefined {
  if (!row || row.counted <= BOUNCE_SAMPLE_SIZE * MAX_BOUNCE_RATE) return undefined;
  return row.sent < BOUNCE_SAMPLE_SIZE ? "slowed" : "stopped";
}

export function bounceWarnings(rows: BounceCounts[]): string[] {
  const limit = bounceLimit(rows);
  if (!limit) return [];
  const { bounced, sent } = rows[0] ?? {};
  const limited =
    limit === "stopped"
      ? `Confirmation emails are stopped: ${bounced} of the last ${sent} bounced. They resume`
      : `Confirmation emails are limited to one a minute: ${bounced} of the last ${sent} bounced. They are sent as usual again`;
  return [
    `${limited} when those bounces are a day old. Emails about incidents and maintenances are still sent.`,
  ];
}

const isConfirmations = eq(lanes.lane, "CONFIRMATIONS");

interface ConfirmationState {
  dueCount: number;
  isSlowed: boolean;
  nextAt: string;
}

export async function readConfirmationState(db: Db, limit: number): Promise<ConfirmationState> {
  const [due, bounces, [schedule]] = await db.batch([
    db
      .select({ deliveryID: deliveries.deliveryID })
      .from(deliveries)
      .where(isDue("CONFIRMATIONS", false, isoTime(Date.now())))
      .limit(limit),
    selectBounceCounts(db),
    db.select().from(lanes).where(isConfirmations),
  ]);
  const limited = bounceLimit(bounces);
  return {
    dueCount: limited === "stopped" ? 0 : due.length,
    isSlowed: limited === "slowed",
    nextAt: schedule?.nextAt ?? "",
  };
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
