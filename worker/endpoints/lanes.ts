import { type SQL, sql } from "drizzle-orm";
import type { ChannelName } from "../channels/domain.ts";
import type { Db } from "../storage/db.ts";
import { isoTime, SECOND_MS } from "../time/domain.ts";
import { endpoints, type Lane } from "./table.ts";

export type LaneQueues = Pick<Env, Lane>;

const lanes = sql`(SELECT 'TEAM' AS name UNION ALL SELECT 'CHAT' UNION ALL SELECT 'ENDPOINTS') AS lanes`;

export function laneOf(channel: ChannelName, { isTeam = false } = {}): Lane {
  if (isTeam) return "TEAM";
  return channel === "webhook" || channel === "push" ? "ENDPOINTS" : "CHAT";
}

/** A condition on endpoints. Its equalities let SQLite look up the first due one in the index. */
export function isDue(lane: Lane | SQL, isSlow: boolean, now = Date.now()): SQL {
  return sql`lane = ${lane} AND is_slow = ${isSlow ? 1 : 0} AND next_at IS NOT NULL AND next_at <= ${isoTime(now)}`;
}

function isAnyDueOf(lane: Lane | SQL, now: number): SQL {
  const exists = (isSlow: boolean) =>
    sql`EXISTS (SELECT 1 FROM ${endpoints} WHERE ${isDue(lane, isSlow, now)})`;
  return sql`(${exists(false)} OR ${exists(true)})`;
}

export async function isAnyDue(db: Db, lane: Lane): Promise<boolean> {
  const due = await db
    .select({ one: sql`1`.as("one") })
    .from(sql`(SELECT 1 WHERE ${isAnyDueOf(lane, Date.now())})`);
  return due.length > 0;
}

export async function wakeLane(env: LaneQueues, name: Lane, delaySeconds = 0): Promise<void> {
  await env[name].send({}, { contentType: "json", delaySeconds });
}

/** Wakes the lanes that have something due after the delay. A look costs less than three operations of a queue. */
export async function wakeDueLanes(env: LaneQueues, db: Db, delaySeconds = 0): Promise<void> {
  const now = Date.now() + delaySeconds * SECOND_MS;
  // Mostly nothing is waiting in any lane, which a single lookup tells.
  const waiting = sql`(SELECT 1 FROM ${endpoints} WHERE next_at IS NOT NULL LIMIT 1)`;
  const due = await db
    .select({ name: sql<Lane>`lanes.name`.as("name") })
    .from(sql`${waiting} CROSS JOIN ${lanes}`)
    .where(isAnyDueOf(sql`lanes.name`, now));
  const outcomes = await Promise.allSettled(due.map(({ name }) => wakeLane(env, name, delaySeconds)));
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}
