import { lte, type SQL, sql } from "drizzle-orm";
import { HttpError } from "../http/errors.ts";
import { mailDeliveries } from "../mail/table.ts";
import type { Db, WriteDb } from "../storage/db.ts";
import { DAY_MS, isoTime, SECOND_MS } from "../time/domain.ts";
import { subscribeRequestsByNetwork } from "./table.ts";

/** Repeated requests count, too, because what queues an email depends on the address and must stay secret. */
const MAX_REQUESTS_PER_DAY = 30;
const MAX_BOUNCES_PER_DAY = 3;
/** This counts all clients, so that a host can't be flooded with challenges. */
const MAX_REQUESTS_PER_HOST_AND_DAY = 100;

interface LimitingTimes {
  request: string | null;
  bounce: string | null;
}

export function selectRecentOfNetwork(db: Db, networkKey: string) {
  return db
    .select({
      request: sql<string | null>`${limitingRequest(networkKey)}`.as("request"),
      bounce: sql<string | null>`${limitingBounce(networkKey)}`.as("bounce"),
    })
    .from(sql`(SELECT 1)`);
}

export function requireNetworkBelowLimits([recent]: LimitingTimes[]): void {
  const since = (at: string | null | undefined) => Date.parse(at ?? "") || 0;
  const waitMs = Math.max(since(recent?.request), since(recent?.bounce)) + DAY_MS - Date.now();
  if (waitMs <= 0) return;
  throw new HttpError(429, "Too many requests from your IP address. Please try again tomorrow.", {
    headers: { "Retry-After": `${Math.ceil(waitMs / SECOND_MS)}` },
  });
}

export function isNetworkAllowed(networkKey: string, now: number): SQL {
  const dayAgo = isoTime(now - DAY_MS);
  return sql`coalesce(${limitingRequest(networkKey)}, '') <= ${dayAgo} AND coalesce(${limitingBounce(networkKey)}, '') <= ${dayAgo}`;
}

export function isHostAllowed(hostKey: string | null, now: number): SQL {
  if (hostKey === null) return sql`true`;
  return sql`coalesce(${limitingRequest(hostKey, MAX_REQUESTS_PER_HOST_AND_DAY)}, '') <= ${isoTime(now - DAY_MS)}`;
}

export function tooManyForHost(): HttpError {
  return new HttpError(429, "Too many people entered addresses of this host. Please try again tomorrow.", {
    headers: { "Retry-After": `${DAY_MS / SECOND_MS}` },
  });
}

interface Request {
  networkKey: string;
  hostKey: string | null;
  messageID: string;
  now: number;
}

/** The host has a row of its own, as if it were another network. */
export function insertRequest(db: WriteDb, { networkKey, hostKey, messageID, now }: Request) {
  const at = isoTime(now);
  return db
    .insert(subscribeRequestsByNetwork)
    .values([
      { messageID, networkKey, at },
      ...(hostKey === null ? [] : [{ messageID: `${messageID} host`, networkKey: hostKey, at }]),
    ]);
}

/** After a day, nothing says which network a request came from. */
export function deleteOldClients(db: WriteDb, now: number) {
  return db
    .delete(subscribeRequestsByNetwork)
    .where(lte(subscribeRequestsByNetwork.at, isoTime(now - DAY_MS)));
}

function limitingRequest(networkKey: string, max = MAX_REQUESTS_PER_DAY): SQL {
  return sql`(SELECT at FROM ${subscribeRequestsByNetwork} WHERE network_key = ${networkKey}
    ORDER BY at DESC LIMIT 1 OFFSET ${max - 1})`;
}

function limitingBounce(networkKey: string): SQL {
  return sql`(SELECT c.at FROM ${subscribeRequestsByNetwork} AS c JOIN ${mailDeliveries} AS d ON d.message_id = c.message_id
    WHERE c.network_key = ${networkKey} AND d.state = 'failed' AND d.service_id <> ''
    ORDER BY c.at DESC LIMIT 1 OFFSET ${MAX_BOUNCES_PER_DAY - 1})`;
}
