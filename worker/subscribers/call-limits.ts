import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { ChannelName } from "../channels/domain.ts";
import { HttpError } from "../http/errors.ts";
import { guard, isGuardFailure } from "../storage/batch-guard.ts";
import type { Db, WriteDb } from "../storage/db.ts";
import { DAY_MS, isoTime, MINUTE_MS, SECOND_MS } from "../time/domain.ts";
import {
  deleteOldClients,
  insertRequest,
  isEndpointAllowed,
  isNetworkAllowed,
  requireNetworkBelowLimits,
  selectRecentOfNetwork,
  tooManyEndpoints,
} from "./client-limits.ts";
import { subscribeRequests } from "./table.ts";

/** Counts only requests that queue an email, so that one client that repeats a request can't use up the limit. */
const MAX_CALLS_PER_MINUTE = 60;
const MAX_CALLS_PER_DAY = 1000;
const ADVICE = "Requests above it are refused. If this is a flood, make sure that Turnstile is on.";
const MAX_LOCAL_REFUSAL_MS = 10_000;

let localRefusal = { until: 0, freeAt: 0 };

interface RecentCalls {
  minute: string | null;
  day: string | null;
}

/** IDs have no gaps, so two rows show whether the limits allow another request. */
export function selectRecentCalls(db: Db) {
  return db
    .select({
      minute: sql<string | null>`${timeOfNthLast(MAX_CALLS_PER_MINUTE)}`.as("minute"),
      day: sql<string | null>`${timeOfNthLast(MAX_CALLS_PER_DAY)}`.as("day"),
    })
    .from(sql`(SELECT 1)`);
}

export function refuseWhileLimitReached(): void {
  const now = Date.now();
  if (now < localRefusal.until) throw tooManyCalls(localRefusal.freeAt - now);
}

export function requireBelowLimits([recent]: RecentCalls[]): void {
  const now = Date.now();
  const since = (at: string | null | undefined) => Date.parse(at ?? "") || 0;
  const waitMs = Math.max(since(recent?.minute) + MINUTE_MS, since(recent?.day) + DAY_MS) - now;
  if (waitMs <= 0) return;
  localRefusal = { until: now + Math.min(waitMs, MAX_LOCAL_REFUSAL_MS), freeAt: now + waitMs };
  throw tooManyCalls(waitMs);
}

interface Call {
  networkKey: string;
  hostKey: string | null;
  channel: ChannelName;
  messageID: string;
  queued: SQL;
}

/** Runs the batch and counts the request, or neither. @throws HttpError 429 if others just reached the limit */
export async function runAndCountCall(
  db: WriteDb,
  statements: BatchItem<"sqlite">[],
  { networkKey, hostKey, channel, messageID, queued }: Call,
): Promise<void> {
  const now = Date.now();
  const isBelowLimits = sql`coalesce(${timeOfNthLast(MAX_CALLS_PER_MINUTE)}, '') <= ${isoTime(now - MINUTE_MS)}
    AND coalesce(${timeOfNthLast(MAX_CALLS_PER_DAY)}, '') <= ${isoTime(now - DAY_MS)}`;
  try {
    await db.batch([
      guard(
        db,
        sql`${isBelowLimits} AND ${isNetworkAllowed(networkKey, now)} AND ${isEndpointAllowed({ networkKey, hostKey, channel }, now)}`,
      ),
      insertRequest(db, { networkKey, hostKey, messageID, now }),
      deleteOldClients(db, now),
      ...statements,
      db.insert(subscribeRequests).select(sql`SELECT NULL, ${isoTime(now)} FROM (SELECT 1) WHERE ${queued}`),
      db.delete(subscribeRequests).where(sql`call_id <= ${newest} - ${MAX_CALLS_PER_DAY}`),
    ]);
  } catch (error) {
    if (!isGuardFailure(error)) throw error;
    const [all, network] = await db.batch([selectRecentCalls(db), selectRecentOfNetwork(db, networkKey)]);
    requireBelowLimits(all);
    requireNetworkBelowLimits(network);
    throw channel === "email" ? tooManyCalls(MINUTE_MS) : tooManyEndpoints();
  }
}

export function selectReachedLimits(db: Db) {
  const dayAgo = isoTime(Date.now() - DAY_MS);
  const inOneMinute = sql`EXISTS (SELECT 1 FROM ${subscribeRequests} AS last
    JOIN ${subscribeRequests} AS first ON first.call_id = last.call_id - ${MAX_CALLS_PER_MINUTE - 1}
    WHERE last.at > ${dayAgo} AND (julianday(last.at) - julianday(first.at)) * ${DAY_MS} < ${MINUTE_MS})`;
  return db
    .select({
      minute: sql<number>`${inOneMinute}`.as("minute"),
      day: sql<number>`coalesce(${timeOfNthLast(MAX_CALLS_PER_DAY)}, '') > ${dayAgo}`.as("day"),
    })
    .from(sql`(SELECT 1)`);
}

export function limitWarnings([reached]: { minute: number; day: number }[]): string[] {
  return [
    ...(reached?.minute
      ? [
          `The limit of ${MAX_CALLS_PER_MINUTE} requests to subscribe a minute was reached in the last 24 hours. ${ADVICE}`,
        ]
      : []),
    ...(reached?.day
      ? [
          `The limit of ${MAX_CALLS_PER_DAY.toLocaleString("en")} requests to subscribe in 24 hours is reached. ${ADVICE}`,
        ]
      : []),
  ];
}
const newest = sql`(SELECT max(call_id) FROM ${subscribeRequests})`;

function timeOfNthLast(last: number): SQL {
  return sql`(SELECT at FROM ${subscribeRequests} WHERE call_id = ${newest} - ${last - 1})`;
}

function tooManyCalls(waitMs: number): HttpError {
  const seconds = Math.ceil(waitMs / SECOND_MS);
  return new HttpError(429, "Too many people are subscribing right now. Please try again later.", {
    headers: { "Retry-After": `${seconds}` },
  });
}
