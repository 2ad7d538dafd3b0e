import { lte, type SQL, sql } from "drizzle-orm";
import { Refusal } from "../http/errors.ts";
import { mailDeliveries } from "../mail/table.ts";
import type { Db, WriteDb } from "../storage/db.ts";
import { DAY_MS, isoTime } from "../time/domain.ts";
import { subscribeClients } from "./table.ts";

/** Repeated requests count, too, because what queues an email depends on the address and must stay secret. */
const PER_DAY = 30;
/** With this many bounced confirmation emails in a day, a network's requests are refused. */
const MAX_BOUNCED = 3;

interface Recent {
  request: string | null;
  bounced: string | null;
}

export function selectRecentOf(db: Db, networkKey: string) {
  return db
    .select({
      request: sql<string | null>`${lastRequest(networkKey)}`.as("request"),
      bounced: sql<string | null>`${lastBounced(networkKey)}`.as("bounced"),
    })
    .from(sql`(SELECT 1)`);
}

/** @throws Refusal 429 if the network sent too many requests or too many of its emails bounced */
export function refuseNetwork([recent]: Recent[]): void {
  const since = (at: string | null | undefined) => Date.parse(at ?? "") || 0;
  const waitMs = Math.max(since(recent?.request), since(recent?.bounced)) + DAY_MS - Date.now();
  if (waitMs <= 0) return;
  throw new Refusal(429, "Too many requests from your IP address. Please try again tomorrow.", {
    headers: { "Retry-After": `${Math.ceil(waitMs / 1000)}` },
  });
}

/** The same condition as `refuseNetwork`, in SQL. */
export function isNetworkAllowed(networkKey: string, now: number): SQL {
  const dayAgo = isoTime(now - DAY_MS);
  return sql`coalesce(${lastRequest(networkKey)}, '') <= ${dayAgo} AND coalesce(${lastBounced(networkKey)}, '') <= ${dayAgo}`;
}

/** @param messageID of the confirmation email, which may not have been queued */
export function countRequest(
  db: WriteDb,
  { networkKey, messageID, now }: { networkKey: string; messageID: string; now: number },
) {
  return db.insert(subscribeClients).values({ messageID, networkKey, at: isoTime(now) });
}

/** After a day, nothing says which network a request came from. */
export function deleteOldClients(db: WriteDb, now: number) {
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
