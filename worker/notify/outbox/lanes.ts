import { type SQL, sql } from "drizzle-orm";
import { isoTime, SECOND_MS } from "../../shared/time/domain.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { hasNewChanges } from "./component-changes.ts";
import { allLanes, type Lane } from "./domain.ts";
import { deliveries, lanes, messageLanes } from "./table.ts";

export interface OutboxMessage {
  /** How many runs in a row have found that the email service fails. */
  failures: number;
}

/** The binding of the queue whose runs serve the lane. */
const queues = {
  MAIL: "MAIL",
  CONFIRMATIONS: "MAIL",
  TEAM: "TEAM",
  CHAT: "CHAT",
  ENDPOINTS: "ENDPOINTS",
} as const satisfies Record<Lane, string>;

export type LaneQueues = Pick<Env, (typeof queues)[Lane]>;

export const laneNames = sql.raw(
  `(${allLanes.map((lane) => `SELECT '${lane}' AS name`).join(" UNION ALL ")}) AS lane_names`,
);

/** Nothing is due during a pause. As one value, it bounds an index scan, so that nothing that isn't due is read. */
function dueCutoff(lane: Lane | SQL, now: string): SQL {
  return sql`iif(EXISTS (SELECT 1 FROM ${lanes} AS pause WHERE pause.lane = ${lane} AND pause.paused_until > ${now}), '', ${now})`;
}

/** A condition on deliveries. Its equalities let SQLite look up the first due one in the index. */
export function isDue(lane: Lane | SQL, isSlow: boolean, now: string): SQL {
  return sql`state = 'waiting' AND lane = ${lane} AND is_slow = ${isSlow ? 1 : 0} AND next_at <= ${dueCutoff(lane, now)}`;
}

function isAnyDeliveryDue(lane: Lane | SQL, now: string): SQL {
  const exists = (isSlow: boolean) =>
    sql`EXISTS (SELECT 1 FROM ${deliveries} WHERE ${isDue(lane, isSlow, now)})`;
  return sql`(${exists(false)} OR ${exists(true)})`;
}

/** A subquery: the message whose next recipients get deliveries. */
export function nextMessageLane(lane: Lane | SQL, now: string): SQL {
  return sql`(SELECT rowid FROM ${messageLanes} WHERE state = 'waiting' AND lane = ${lane} AND due_at <= ${dueCutoff(lane, now)}
    ORDER BY due_at, rowid LIMIT 1)`;
}

function hasWork(lane: Lane | SQL, now: string): SQL {
  return sql`(${isAnyDeliveryDue(lane, now)} OR EXISTS ${nextMessageLane(lane, now)} OR ${hasNewChanges(lane, now)})`;
}

function selectLanesWithWork(db: Db, now: string) {
  return db
    .select({ name: sql<Lane>`lane_names.name`.as("name") })
    .from(sql`${laneNames}`)
    .where(hasWork(sql`lane_names.name`, now));
}

export async function isAnyDue(db: Db, lane: Lane): Promise<boolean> {
  const due = await selectDue(db, lane);
  return due.length > 0;
}

export function selectDue(db: Db, lane: Lane) {
  return db
    .select({ one: sql<number>`1`.as("one") })
    .from(sql`(SELECT 1 WHERE ${hasWork(lane, isoTime(Date.now()))})`);
}

export async function wakeLane(
  env: LaneQueues,
  lane: Lane,
  { delaySeconds = 0, failures = 0 }: { delaySeconds?: number; failures?: number } = {},
): Promise<void> {
  const message: OutboxMessage = { failures };
  await env[queues[lane]].send(message, { contentType: "json", delaySeconds });
}

/** Chat services limit messages to one a second or more. Those that come sooner wait for it. */
export const CHAT_GAP_SECONDS = 1;

/** For after a run: wakes the next one, in a second if chats wait that long for their next message. */
export async function wakeNextRun(env: LaneQueues, db: Db, lane: Lane): Promise<void> {
  const now = Date.now();
  const [due] = await db
    .select({ isNow: sql<number>`is_now`.as("is_now") })
    .from(
      sql`(SELECT ${hasWork(lane, isoTime(now))} AS is_now WHERE ${hasWork(lane, isoTime(now + CHAT_GAP_SECONDS * SECOND_MS))})`,
    );
  if (due) await wakeLane(env, lane, { delaySeconds: due.isNow ? 0 : CHAT_GAP_SECONDS });
}

interface Wake {
  env: LaneQueues;
  db: Db;
  delaySeconds?: number | undefined;
  /** Lanes of this queue are woken without a look. */
  always?: "MAIL";
}

/** Wakes the lanes that have something due after the delay. A look costs less than three operations of a queue. */
export async function wakeDueLanes({ env, db, delaySeconds = 0, always }: Wake): Promise<void> {
  const wakeDue = selectLanesWithWork(db, isoTime(Date.now() + delaySeconds * SECOND_MS)).then((due) => {
    const names = new Set(due.map(({ name }) => (name === "CONFIRMATIONS" ? "MAIL" : name)));
    return Promise.all([...names].map((name) => name !== always && wakeLane(env, name, { delaySeconds })));
  });
  const outcomes = await Promise.allSettled([always && wakeLane(env, always, { delaySeconds }), wakeDue]);
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

type Invocation = Wake & { executionCtx: Pick<ExecutionContext, "waitUntil"> };

/** For after a write. If it fails, the next minute's cron wakes what is due. */
export function wakeSoon({ executionCtx, ...wake }: Invocation): void {
  executionCtx.waitUntil(wakeDueLanes(wake).catch(() => undefined));
}

/** For after a write that queues messages. */
export function deliverSoon(invocation: Invocation): void {
  wakeSoon({ ...invocation, always: "MAIL" });
}

export async function pauseLanes(db: WriteDb, paused: Lane[], durationMs: number): Promise<void> {
  const pausedUntil = isoTime(Date.now() + durationMs);
  await db.batch([
    db
      .insert(lanes)
      .values(paused.map((lane) => ({ lane, pausedUntil })))
      .onConflictDoUpdate({ target: lanes.lane, set: { pausedUntil } }),
  ]);
}
