import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../storage/db.ts";
import { subscribers } from "../subscribers/table.ts";
import { isoTime, SECOND_MS } from "../time/domain.ts";
import { endpoints } from "./table.ts";

/**
 * Each lane has a queue with runs of its own, so that its receivers delay no other lane. It is named for the queue's binding.
 * `ENDPOINTS` is for webhooks and browsers of subscribers: strangers choose the servers of webhooks.
 */
export type Lane = "TEAM" | "CHAT" | "ENDPOINTS";
export type LaneQueues = Pick<Env, Lane>;

const lane = sql`CASE WHEN s.is_team THEN 'TEAM' WHEN s.channel IN ('webhook', 'push') THEN 'ENDPOINTS' ELSE 'CHAT' END`;

/** The part of a query after its columns: endpoints `e` that are due, and their subscribers `s`. */
function fromDue(now: number): SQL {
  return sql`FROM ${endpoints} AS e CROSS JOIN ${subscribers} AS s ON s.subscriber_id = e.subscriber_id
    WHERE e.next_at IS NOT NULL AND e.next_at <= ${isoTime(now)}`;
}

export function fromDueOf(name: Lane, now = Date.now()): SQL {
  return sql`${fromDue(now)} AND ${lane} = ${name}`;
}

export async function isAnyDue(db: Db, name: Lane): Promise<boolean> {
  const due = await db.select({ one: sql`1`.as("one") }).from(sql`(SELECT 1 ${fromDueOf(name)} LIMIT 1)`);
  return due.length > 0;
}

export async function wakeLane(env: LaneQueues, name: Lane, delaySeconds = 0): Promise<void> {
  await env[name].send({}, { contentType: "json", delaySeconds });
}

/** Wakes the lanes that have something due after the delay. A look costs less than three operations of a queue. */
export async function wakeDueLanes(env: LaneQueues, db: Db, delaySeconds = 0): Promise<void> {
  const due = await db
    .select({ name: sql<Lane>`name`.as("name") })
    .from(sql`(SELECT DISTINCT ${lane} AS name ${fromDue(Date.now() + delaySeconds * SECOND_MS)})`);
  await Promise.all(due.map(({ name }) => wakeLane(env, name, delaySeconds)));
}
