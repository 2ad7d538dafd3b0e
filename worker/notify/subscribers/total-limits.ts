import { lt, or, type SQL, sql } from "drizzle-orm";
import { type HttpError, tooManyRequests } from "../../http/errors.ts";
import { DAY_MS, isoTime, MINUTE_MS, SECOND_MS, utcDay } from "../../shared/time/domain.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { subscribeNetworks, subscribeRequests, subscribers } from "./table.ts";

/** Email, webhooks and chat share limits. Browsers have the same of their own, so that neither can use up those of the other. */
type LimitedChannels = "addresses" | "browsers";

/** Over all clients. A request counts if it queues a message, so that one that is repeated can't use up the limit. */
export const MAX_REQUESTS_PER_MINUTE = 60;
/** Only confirmed subscriptions count, so that made-up addresses can't use up the limit. */
export const MAX_CONFIRMED_PER_DAY = 1000;
/** The last third is for networks that haven't asked within a month, so that a few networks can't lock out all others. */
export const shareForKnownNetworks = (max: number) => Math.floor((max * 2) / 3);
const MONTH_MS = 30 * DAY_MS;
/** Above it, the networks that were stored first are deleted. */
const MAX_NETWORKS = 100_000;
const MAX_LOCAL_REFUSAL_MS = 10_000;

const localRefusals = { addresses: { until: 0, freeAt: 0 }, browsers: { until: 0, freeAt: 0 } };

interface LimitingTimes {
  minute: string | null;
  day: string | null;
  isKnown: number;
}

/** @returns the times of the requests that have to become older before the network can ask again */
export function selectLimitingTimes(db: Db, channels: LimitedChannels, networkKey: string) {
  const now = Date.now();
  const { minute, day } = limitingTimes(channels, networkKey, now);
  return db
    .select({
      minute: sql<string | null>`${minute}`.as("minute"),
      day: sql<string | null>`${day}`.as("day"),
      isKnown: sql<number>`${isKnown(networkKey, now)}`.as("is_known"),
    })
    .from(sql`(SELECT 1)`);
}

/** Refuses without reading D1 what this isolate has just found to be above a limit. */
export function refuseWhileLimitReached(channels: LimitedChannels): void {
  const { until, freeAt } = localRefusals[channels];
  const now = Date.now();
  if (now < until) throw tooManySubscribing(freeAt - now);
}

export function requireBelowLimits(channels: LimitedChannels, [times]: LimitingTimes[]): void {
  const now = Date.now();
  const since = (at: string | null | undefined) => Date.parse(at ?? "") || 0;
  const waitMs = Math.max(since(times?.minute) + MINUTE_MS, since(times?.day) + DAY_MS) - now;
  if (waitMs <= 0) return;
  if (!times?.isKnown)
    localRefusals[channels] = { until: now + Math.min(waitMs, MAX_LOCAL_REFUSAL_MS), freeAt: now + waitMs };
  throw tooManySubscribing(waitMs);
}

export function isBelowLimits(channels: LimitedChannels, networkKey: string, now: number): SQL {
  const { minute, day } = limitingTimes(channels, networkKey, now);
  return sql`coalesce(${minute}, '') <= ${isoTime(now - MINUTE_MS)} AND coalesce(${day}, '') <= ${isoTime(now - DAY_MS)}`;
}

/** Stores no more of the time than the day. */
export function recordNetwork(db: WriteDb, networkKey: string, now: number, onlyIf: SQL) {
  const at = utcDay(now);
  return db
    .insert(subscribeNetworks)
    .select(sql`SELECT ${networkKey}, ${at} FROM (SELECT 1) WHERE ${onlyIf}`)
    .onConflictDoUpdate({ target: subscribeNetworks.networkKey, set: { at } });
}

export function deleteOldNetworks(db: WriteDb, now: number) {
  const isExcess = sql`rowid <= (SELECT max(rowid) FROM ${subscribeNetworks}) - ${MAX_NETWORKS}`;
  return db.delete(subscribeNetworks).where(or(lt(subscribeNetworks.at, isoTime(now - MONTH_MS)), isExcess));
}

export function tooManySubscribing(waitMs: number): HttpError {
  return tooManyRequests("Too many people are subscribing right now. Please try again later.", {
    headers: { "Retry-After": `${Math.ceil(waitMs / SECOND_MS)}` },
  });
}

function limitingTimes(channels: LimitedChannels, networkKey: string, now: number) {
  const inShare = (max: number, nthLast: (n: number) => SQL) =>
    sql`iif(${isKnown(networkKey, now)}, ${nthLast(shareForKnownNetworks(max))}, ${nthLast(max)})`;
  return {
    minute: inShare(MAX_REQUESTS_PER_MINUTE, (n) => nthLastRequest(channels, n, now)),
    day: inShare(MAX_CONFIRMED_PER_DAY, (n) => nthLastConfirmed(channels, n, now)),
  };
}

function isKnown(networkKey: string, now: number): SQL {
  return sql`EXISTS (SELECT 1 FROM ${subscribeNetworks} AS known
    WHERE known.network_key = ${networkKey} AND known.at >= ${isoTime(now - MONTH_MS)})`;
}

function nthLastRequest(channels: LimitedChannels, n: number, now: number): SQL {
  // IDs have no gaps.
  if (channels === "addresses")
    return sql`(SELECT at FROM ${subscribeRequests}
      WHERE call_id = (SELECT max(call_id) FROM ${subscribeRequests}) - ${n - 1})`;
  return sql`(SELECT created_at FROM ${subscribers} WHERE channel = 'push' AND created_at > ${isoTime(now - MINUTE_MS)}
    ORDER BY created_at DESC LIMIT 1 OFFSET ${n - 1})`;
}

export function nthLastConfirmed(channels: LimitedChannels, n: number, now: number): SQL {
  // Otherwise SQLite takes the index by state, and reads all subscribers.
  return sql`(SELECT confirmed_at FROM ${subscribers} INDEXED BY subscribers_by_confirmation
    WHERE state = 'confirmed' AND NOT is_team AND confirmed_at > ${isoTime(now - DAY_MS)}
      AND (channel = 'push') = ${channels === "browsers" ? 1 : 0}
    ORDER BY confirmed_at DESC LIMIT 1 OFFSET ${n - 1})`;
}
