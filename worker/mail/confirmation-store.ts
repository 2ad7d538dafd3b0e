import { sql } from "drizzle-orm";
import type { Db, WriteDb } from "../storage/db.ts";
import { subscribeClients } from "../subscribers/table.ts";
import { DAY_MS, isoTime } from "../time/domain.ts";
import { selectDue } from "./store.ts";
import { confirmationPace, mailDeliveries, mailMessages } from "./table.ts";

/** Confirmations that are looked at for bounces: the last that the mail service took within a day. */
const COUNTED = 200;
const MAX_BOUNCED_SHARE = 0.05;

/** Bounces that one client network's requests count for, so that none can stop everybody's confirmations; it is refused itself. */
const MAX_BOUNCED_OF_NETWORK = 2;

interface Bounced {
  sent: number;
  bounced: number;
  /** Of those that bounced, as many as one network may make count. */
  counted: number;
}

/** One row; to be awaited, or put into a batch and given to `bounceLimit`. */
export function selectBounced(db: Db) {
  // What the service had taken and what failed all the same has bounced.
  const last = sql`(SELECT d.state, coalesce(c.network_key, m.message_id) AS network FROM ${mailMessages} AS m
    JOIN ${mailDeliveries} AS d ON d.message_id = m.message_id
    LEFT JOIN ${subscribeClients} AS c ON c.message_id = m.message_id
    WHERE m.kind = 'confirmation' AND m.created_at > ${isoTime(Date.now() - DAY_MS)} AND d.service_id <> ''
    ORDER BY m.created_at DESC LIMIT ${COUNTED})`;
  const byNetwork = sql`(SELECT count(*) AS sent, count(iif(state = 'failed', 1, NULL)) AS bounced FROM ${last} GROUP BY network)`;
  return db
    .select({
      sent: sql<number>`coalesce(sum(sent), 0)`.as("sent"),
      bounced: sql<number>`coalesce(sum(bounced), 0)`.as("bounced"),
      counted: sql<number>`coalesce(sum(min(bounced, ${MAX_BOUNCED_OF_NETWORK})), 0)`.as("counted"),
    })
    .from(byNetwork);
}

/**
 * Confirmations stop where too many bounce: Amazon suspends an account whose mail bounces, and with it the notices. As long
 * as so few were sent that a dozen bounces are a large share they are slowed instead, or a dozen requests would close the form.
 */
function bounceLimit([row]: Bounced[]): "stopped" | "slowed" | undefined {
  if (!row || row.counted <= COUNTED * MAX_BOUNCED_SHARE) return undefined;
  return row.sent < COUNTED ? "slowed" : "stopped";
}

/** For administrators. */
export function bounceWarnings(rows: Bounced[]): string[] {
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

interface ConfirmationState {
  /** How many may be sent now. */
  due: number;
  isSlowed: boolean;
  /** When the pace lets the next one go. */
  nextAt: string;
}

/** @param limit the most that are counted as due */
export async function readConfirmationState(db: Db, limit: number): Promise<ConfirmationState> {
  const [due, bounced, [pace]] = await db.batch([
    selectDue(db, "confirmations", limit),
    selectBounced(db),
    db.select().from(confirmationPace).limit(1),
  ]);
  const limited = bounceLimit(bounced);
  return {
    due: limited === "stopped" ? 0 : due.length,
    isSlowed: limited === "slowed",
    nextAt: pace?.nextAt ?? "",
  };
}

/**
 * Until then the pace lets no other run send a confirmation.
 * @param nextAt as it was read
 * @returns false where another run has reserved the time meanwhile
 */
export async function reserve(db: WriteDb, nextAt: string, until: number): Promise<boolean> {
  const reserved = await db
    .insert(confirmationPace)
    .values({ one: 1, nextAt: isoTime(until) })
    .onConflictDoUpdate({
      target: confirmationPace.one,
      set: { nextAt: isoTime(until) },
      setWhere: sql`${confirmationPace.nextAt} = ${nextAt}`,
    })
    .returning();
  return reserved.length > 0;
}

/**
 * Schedules the next run, once for any number of requests.
 * @returns when it is to start, in seconds from now; undefined where nothing is due, or one is scheduled already
 */
export async function scheduleNext(db: WriteDb): Promise<number | undefined> {
  if ((await selectDue(db, "confirmations")).length === 0) return undefined;
  const now = Date.now();
  const [pace] = await db
    .update(confirmationPace)
    .set({ wakeAt: sql`${confirmationPace.nextAt}` })
    .where(sql`${confirmationPace.wakeAt} <= ${isoTime(now)}`)
    .returning();
  return pace && Math.max(0, Math.ceil((Date.parse(pace.nextAt) - now) / 1000));
}
