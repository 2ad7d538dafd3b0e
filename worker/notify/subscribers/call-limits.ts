import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { DAY_MS, isoTime, MINUTE_MS } from "../../shared/time/domain.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { guard, ifGuardFails } from "../../storage/writes/batch-guard.ts";
import type { ChannelName } from "../chat/domain.ts";
import { isEndpointAllowed, tooManyEndpoints } from "./client-limits.ts";
import { subscribeRequests } from "./table.ts";
import {
  isBelowLimits,
  MAX_CONFIRMED_PER_DAY,
  MAX_REQUESTS_PER_MINUTE,
  nthLastConfirmed,
  recordNetwork,
  requireBelowLimits,
  selectLimitingTimes,
  shareForKnownNetworks,
  tooManySubscribing,
} from "./total-limits.ts";

/** Warnings are about the last 24 hours of them. */
const MAX_KEPT_REQUESTS = 1000;
const ADVICE =
  "Above it, networks that have subscribed somebody within 30 days are refused. If this is a flood, make sure that Turnstile is on.";

interface Call {
  networkKey: string;
  domainKey: string | null;
  channel: ChannelName;
  queued: SQL;
}

/** Runs the batch and counts the request, or neither. @throws HttpError 429 if others just reached the limit */
export async function runAndCountCall(
  db: WriteDb,
  statements: BatchItem<"sqlite">[],
  { networkKey, domainKey, channel, queued }: Call,
): Promise<void> {
  const now = Date.now();
  const batch = db.batch([
    guard(
      db,
      sql`${isBelowLimits("addresses", networkKey, now)} AND ${isEndpointAllowed(channel, domainKey)}`,
    ),
    ...statements,
    recordNetwork(db, networkKey, now, queued),
    db.insert(subscribeRequests).select(sql`SELECT NULL, ${isoTime(now)} FROM (SELECT 1) WHERE ${queued}`),
    db
      .delete(subscribeRequests)
      .where(sql`call_id <= (SELECT max(call_id) FROM ${subscribeRequests}) - ${MAX_KEPT_REQUESTS}`),
  ]);
  await ifGuardFails<unknown>(batch, async () => {
    requireBelowLimits("addresses", await selectLimitingTimes(db, "addresses", networkKey));
    throw channel === "email" ? tooManySubscribing(MINUTE_MS) : tooManyEndpoints();
  });
}

const warnedRequests = shareForKnownNetworks(MAX_REQUESTS_PER_MINUTE);
const warnedConfirmed = shareForKnownNetworks(MAX_CONFIRMED_PER_DAY);

export function selectReachedLimits(db: Db) {
  const now = Date.now();
  const dayAgo = isoTime(now - DAY_MS);
  const inOneMinute = sql`EXISTS (SELECT 1 FROM ${subscribeRequests} AS last
    JOIN ${subscribeRequests} AS first ON first.call_id = last.call_id - ${warnedRequests - 1}
    WHERE last.at > ${dayAgo} AND (julianday(last.at) - julianday(first.at)) * ${DAY_MS} < ${MINUTE_MS})`;
  return db
    .select({
      minute: sql<number>`${inOneMinute}`.as("minute"),
      day: sql<number>`${nthLastConfirmed("addresses", warnedConfirmed, now)} IS NOT NULL`.as("day"),
    })
    .from(sql`(SELECT 1)`);
}

export function limitWarnings([reached]: { minute: number; day: number }[]): string[] {
  return [
    ...(reached?.minute
      ? [
          `The limit of ${warnedRequests} requests to subscribe a minute was reached in the last 24 hours. ${ADVICE}`,
        ]
      : []),
    ...(reached?.day
      ? [`The limit of ${warnedConfirmed} new subscriptions in 24 hours is reached. ${ADVICE}`]
      : []),
  ];
}
