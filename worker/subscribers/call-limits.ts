import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { Refusal } from "../http/errors.ts";
import { guard, isUnmet } from "../storage/batch-guard.ts";
import type { Db } from "../storage/db.ts";
import { DAY_MS, isoTime, MINUTE_MS } from "../time/domain.ts";
import {
  countRequest,
  forgetClients,
  isNetworkFree,
  refuseNetwork,
  selectRecentOf,
} from "./client-limits.ts";
import { subscribeCalls } from "./table.ts";

/** Requests over all clients that queue a mail, since a flood of mails ruins the sender. Others do not count, or one client could use all up. */
const PER_MINUTE = 60;
const PER_DAY = 1000;
const ADVICE = "Requests above it are refused. If this is a flood, make sure that Turnstile is on.";
/** As long as that this isolate refuses further calls without asking D1 again. */
const MAX_CLOSED_MS = 10_000;

let closed = { until: 0, freeAt: 0 };

interface Recent {
  minute: string | null;
  day: string | null;
}

/** When the calls were that have to be past for another one to be taken: by their ids, two rows of any number. */
export function selectRecentCalls(db: Db) {
  return db
    .select({
      minute: sql<string | null>`${nth(PER_MINUTE)}`.as("minute"),
      day: sql<string | null>`${nth(PER_DAY)}`.as("day"),
    })
    .from(sql`(SELECT 1)`);
}

/** @throws Refusal 429 when the limit is known to be reached, without asking D1 */
export function refuseWhileClosed(): void {
  const now = Date.now();
  if (now < closed.until) throw tooMany(closed.freeAt - now);
}

/** @throws Refusal 429 when as many calls were taken as may be */
export function refuseTooMany([recent]: Recent[]): void {
  const now = Date.now();
  const since = (at: string | null | undefined) => Date.parse(at ?? "") || 0;
  const wait = Math.max(since(recent?.minute) + MINUTE_MS, since(recent?.day) + DAY_MS) - now;
  if (wait <= 0) return;
  closed = { until: now + Math.min(wait, MAX_CLOSED_MS), freeAt: now + wait };
  throw tooMany(wait);
}

interface Call {
  networkKey: string;
  messageID: string;
  /** A condition on what the statements have done: whether there is a confirmation now. */
  queued: SQL;
}

/**
 * Runs a batch and counts it as a call, or neither.
 * @throws Refusal 429 where others have reached the limit meanwhile
 */
export async function countedCall(
  db: Db,
  statements: BatchItem<"sqlite">[],
  { networkKey, messageID, queued }: Call,
): Promise<void> {
  const now = Date.now();
  const isFree = sql`coalesce(${nth(PER_MINUTE)}, '') <= ${isoTime(now - MINUTE_MS)}
    AND coalesce(${nth(PER_DAY)}, '') <= ${isoTime(now - DAY_MS)}`;
  try {
    await db.batch([
      guard(db, sql`${isFree} AND ${isNetworkFree(networkKey, now)}`),
      countRequest(db, { networkKey, messageID, now }),
      forgetClients(db, now),
      ...statements,
      db.insert(subscribeCalls).select(sql`SELECT NULL, ${isoTime(now)} FROM (SELECT 1) WHERE ${queued}`),
      db.delete(subscribeCalls).where(sql`call_id <= ${newest} - ${PER_DAY}`),
    ]);
  } catch (error) {
    if (!isUnmet(error)) throw error;
    const [all, network] = await db.batch([selectRecentCalls(db), selectRecentOf(db, networkKey)]);
    refuseTooMany(all);
    refuseNetwork(network);
    throw tooMany(MINUTE_MS);
  }
}

/** One row: which limits of all clients were reached in the last 24 hours. To be awaited, or put into a batch. */
export function selectReachedLimits(db: Db) {
  const dayAgo = isoTime(Date.now() - DAY_MS);
  const inOneMinute = sql`EXISTS (SELECT 1 FROM ${subscribeCalls} AS last
    JOIN ${subscribeCalls} AS first ON first.call_id = last.call_id - ${PER_MINUTE - 1}
    WHERE last.at > ${dayAgo} AND (julianday(last.at) - julianday(first.at)) * ${DAY_MS} < ${MINUTE_MS})`;
  return db
    .select({
      minute: sql<number>`${inOneMinute}`.as("minute"),
      day: sql<number>`coalesce(${nth(PER_DAY)}, '') > ${dayAgo}`.as("day"),
    })
    .from(sql`(SELECT 1)`);
}

/** For administrators. */
export function limitWarnings([reached]: { minute: number; day: number }[]): string[] {
  return [
    ...(reached?.minute
      ? [
          `The limit of ${PER_MINUTE} requests to subscribe a minute was reached in the last 24 hours. ${ADVICE}`,
        ]
      : []),
    ...(reached?.day
      ? [
          `The limit of ${PER_DAY.toLocaleString("en")} requests to subscribe in 24 hours is reached. ${ADVICE}`,
        ]
      : []),
  ];
}
const newest = sql`(SELECT max(call_id) FROM ${subscribeCalls})`;

/** When the nth last call was; null as long as there were fewer. */
function nth(last: number): SQL {
  return sql`(SELECT at FROM ${subscribeCalls} WHERE call_id = ${newest} - ${last - 1})`;
}

function tooMany(waitMs: number): Refusal {
  const seconds = Math.ceil(waitMs / 1000);
  return new Refusal(429, "Too many people are subscribing right now. Please try again later.", {
    headers: { "Retry-After": `${seconds}` },
  });
}
