import { lte, type SQL, sql } from "drizzle-orm";
import { Refusal } from "../http/errors.ts";
import { mailDeliveries } from "../mail/table.ts";
import type { Db } from "../storage/db.ts";
import { DAY_MS, isoTime } from "../time/domain.ts";
import { subscribeClients } from "./table.ts";

/** Requests to subscribe that a client network may send in a day. Repeats count, too: which of them queue a mail depends on the address. */
const PER_DAY = 30;
/** So many confirmations of a client network that bounce in a day, and no more of its requests are taken. */
const MAX_BOUNCED = 3;

interface Recent {
  request: string | null;
  bounced: string | null;
}

/** When the requests were that have to be a day old for another one of this network to be taken. */
export function selectRecentOf(db: Db, networkKey: string) {
  return db
    .select({
      request: sql<string | null>`${lastRequest(networkKey)}`.as("request"),
      bounced: sql<string | null>`${lastBounced(networkKey)}`.as("bounced"),
    })
    .from(sql`(SELECT 1)`);
}

/** @throws Refusal 429 when the network has sent as many requests as it may, or too many of its mails bounced */
export function refuseNetwork([recent]: Recent[]): void {
  const since = (at: string | null | undefined) => Date.parse(at ?? "") || 0;
  const waitMs = Math.max(since(recent?.request), since(recent?.bounced)) + DAY_MS - Date.now();
  if (waitMs <= 0) return;
  throw new Refusal(429, "Too many requests from your IP address. Please try again tomorrow.", {
    headers: { "Retry-After": `${Math.ceil(waitMs / 1000)}` },
  });
}

/** A condition: whether `refuseNetwork` would let the network through. */
export function isNetworkFree(networkKey: string, now: number): SQL {
  const dayAgo = isoTime(now - DAY_MS);
  return sql`coalesce(${lastRequest(networkKey)}, '') <= ${dayAgo} AND coalesce(${lastBounced(networkKey)}, '') <= ${dayAgo}`;
}

/** For a batch. @param messageID of the confirmation, which may or may not be queued */
export function countRequest(
  db: Db,
  { networkKey, messageID, now }: { networkKey: string; messageID: string; now: number },
) {
  return db.insert(subscribeClients).values({ messageID, networkKey, at: isoTime(now) });
}

/** For a batch: a day later nothing tells which network a request came from. */
export function forgetClients(db: Db, now: number) {
  return db.delete(subscribeClients).where(lte(subscribeClients.at, isoTime(now - DAY_MS)));
}

function lastRequest(networkKey: string): SQL {
  return sql`(SELECT at FROM ${subscribeClients} WHERE network_key = ${networkKey}
    ORDER BY at DESC LIMIT 1 OFFSET ${PER_DAY - 1})`;
}

function lastBounced(networkKey: string): SQL {
  return sql`(SELECT c.at FROM ${subscribeClients} AS c JOIN ${mailDeliveries} AS d ON d.message_id = c.message_id
    WHERE c.network_key = ${networkKey} AND d.state = 'failed' AND d.service_id <> ''
    ORDER BY c.at DESC LIMIT 1 OFFSET ${MAX_BOUNCED - 1})`;
}
