import { lte, type SQL, sql } from "drizzle-orm";
import type { ChannelName } from "../channels/domain.ts";
import { endpointDeliveries, endpoints } from "../endpoints/table.ts";
import { HttpError } from "../http/errors.ts";
import { mailDeliveries } from "../mail/table.ts";
import type { Db, WriteDb } from "../storage/db.ts";
import { DAY_MS, isoTime, SECOND_MS } from "../time/domain.ts";
import { subscribeRequestsByNetwork, subscribers } from "./table.ts";

/** Repeated requests count, too, because what queues an email depends on the address and must stay secret. */
const MAX_REQUESTS_PER_DAY = 30;
const MAX_BOUNCES_PER_DAY = 3;
/** This counts all clients, so that a domain can't be flooded with challenges. */
const MAX_REQUESTS_PER_DOMAIN_AND_DAY = 100;
/** A client network's share of these, so that a few networks can't use up the limit of a domain that many share. */
const MAX_REQUESTS_PER_DOMAIN_AND_NETWORK = 10;
/** Strangers can't keep many receivers that hang, each of which takes time from others. */
const MAX_ENDPOINTS_PER_DOMAIN = 100;
/** Without browsers, which have a limit of their own, and channels of the team. */
const MAX_ENDPOINTS = 5000;

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

interface EndpointRequest {
  networkKey: string;
  domainKey: string | null;
  channel: ChannelName;
}

export function isEndpointAllowed(request: EndpointRequest, now: number): SQL {
  const { domainKey, channel } = request;
  if (channel === "email") return sql`true`;
  const isBelowTotal = sql`(SELECT count(*) FROM ${endpoints} AS e CROSS JOIN ${subscribers} AS s
    WHERE s.subscriber_id = e.subscriber_id AND s.state = 'confirmed' AND s.channel <> 'push' AND NOT s.is_team) < ${MAX_ENDPOINTS}`;
  if (domainKey === null) return isBelowTotal;
  const dayAgo = isoTime(now - DAY_MS);
  const isBelow = (key: string, max: number) => sql`coalesce(${limitingRequest(key, max)}, '') <= ${dayAgo}`;
  return sql`${isBelowTotal} AND ${isBelow(domainKey, MAX_REQUESTS_PER_DOMAIN_AND_DAY)}
    AND ${isBelow(shareKey(request), MAX_REQUESTS_PER_DOMAIN_AND_NETWORK)}
    AND (SELECT count(*) FROM ${endpoints} WHERE host_key = ${domainKey}) < ${MAX_ENDPOINTS_PER_DOMAIN}`;
}

function shareKey({ networkKey, domainKey }: Pick<EndpointRequest, "networkKey" | "domainKey">): string {
  return `${networkKey} ${domainKey}`;
}

export function tooManyEndpoints(): HttpError {
  return new HttpError(429, "Too many addresses of this kind have been added. Please try again tomorrow.", {
    headers: { "Retry-After": `${DAY_MS / SECOND_MS}` },
  });
}

interface Request {
  networkKey: string;
  domainKey: string | null;
  messageID: string;
  now: number;
}

/** The domain and the network's share of it have rows of their own, as if they were other networks. */
export function insertRequest(db: WriteDb, { networkKey, domainKey, messageID, now }: Request) {
  const at = isoTime(now);
  return db.insert(subscribeRequestsByNetwork).values([
    { messageID, networkKey, at },
    ...(domainKey === null
      ? []
      : [
          { messageID: `${messageID} host`, networkKey: domainKey, at },
          { messageID: `${messageID} share`, networkKey: shareKey({ networkKey, domainKey }), at },
        ]),
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

/** An endpoint that doesn't confirm counts like an email that bounces. */
function limitingBounce(networkKey: string): SQL {
  return sql`(SELECT c.at FROM ${subscribeRequestsByNetwork} AS c WHERE c.network_key = ${networkKey} AND (
      EXISTS (SELECT 1 FROM ${mailDeliveries} AS d
        WHERE d.message_id = c.message_id AND d.state = 'failed' AND d.service_id <> '')
      OR EXISTS (SELECT 1 FROM ${endpointDeliveries} AS d WHERE d.message_id = c.message_id AND d.state = 'failed'))
    ORDER BY c.at DESC LIMIT 1 OFFSET ${MAX_BOUNCES_PER_DAY - 1})`;
}
