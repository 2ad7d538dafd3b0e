import { type SQL, sql } from "drizzle-orm";
import type { Db, WriteDb } from "../../storage/db.ts";
import { tryParseJSON } from "../../storage/domain.ts";
import { decrypt } from "../../storage/secret-key.ts";
import type { ChannelName } from "../chat/domain.ts";
import { isEndpointAddress, shortenedAddress } from "../endpoints/address.ts";
import { endpoints } from "../endpoints/table.ts";
import type { DeliveryState } from "../outbox/domain.ts";
import { deliveries, messages } from "../outbox/table.ts";
import { lookupKeys, NOBODY, rekeySubscriber } from "./address-key.ts";
import { MAX_LISTED_NAMES, type SubscriberState } from "./domain.ts";
import type { SubscriberPage, SubscriberQuery } from "./schema.ts";
import { subscriberComponents, subscriberGroups, subscribers } from "./table.ts";

const PAGE_ROWS = 50;
/** A page covers no more subscribers, so that no request reads more. A later page has the others. */
const MAX_SCANNED_ROWS = 10_000;

/**
 * SQLite numbers rows in the order in which they are added, and reads them by number at the cost of one row each. An index
 * would cost two, and one that finds parts of addresses would be a second place that has them.
 */
export async function listSubscribers(
  env: Env,
  db: WriteDb,
  { search = "", channel, state, cursor }: SubscriberQuery,
): Promise<SubscriberPage> {
  const isOfChannel = channel === undefined ? sql`` : sql`AND channel = ${channel}`;
  const isInState = state === undefined ? sql`` : sql`AND state = ${state}`;
  const { exact, nextRowID } = await findByAddress(
    env,
    db,
    cursor === undefined ? search : "",
    sql`${isOfChannel} ${isInState}`,
  );
  const before = cursor === undefined ? nextRowID : Number(cursor);
  const lowest = before - MAX_SCANNED_ROWS;
  const isListed = sql`rowid < ${before} AND rowid >= ${lowest} AND NOT is_team
    AND state <> 'ended' ${isInState} ${isOfChannel}
    ${search === "" ? sql`` : sql`AND instr(lower(email_address), ${search.toLowerCase()})`}`;
  const found = await selectRows(db, sql`${subscribers} AS s NOT INDEXED`, isListed)
    .orderBy(sql`rowid DESC`)
    .limit(PAGE_ROWS + 1);
  const page = found.slice(0, PAGE_ROWS);
  const others = page.filter(({ subscriberID }) => exact.every((each) => each.subscriberID !== subscriberID));
  const next = found.length > PAGE_ROWS ? page.at(-1)?.rowID : lowest;
  return {
    subscribers: await Promise.all([...exact, ...others].map((row) => toListed(env, row))),
    nextCursor: next !== undefined && next > 1 ? String(next) : null,
  };
}

/**
 * Also a subscription that has ended, and the address of a webhook, which is stored encrypted. The batch has a write, so that
 * each call is an entry of the audit log.
 */
async function findByAddress(env: Env, db: WriteDb, search: string, filter: SQL) {
  const isAddress = isEndpointAddress(search) || search.includes("@");
  const keys = isAddress ? await lookupKeys(env, search) : NOBODY;
  const [, exact, [newest]] = await db.batch([
    rekeySubscriber(db, keys),
    selectRows(db, sql`${subscribers} AS s`, sql`address_key = ${keys.key} AND NOT is_team ${filter}`),
    db.select({ rowID: sql<number | null>`max(rowid)` }).from(subscribers),
  ]);
  return { exact, nextRowID: (newest?.rowID ?? 0) + 1 };
}

type Row = Awaited<ReturnType<typeof selectRows>>[number];

/** @param from the table of subscribers, called `s` */
function selectRows(db: Db, from: SQL, condition: SQL) {
  const ofSubscriber = sql`subscriber_id = s.subscriber_id`;
  const names = (chosen: SQL, entities: SQL, id: SQL) => sql<string>`(SELECT json_group_array(name) FROM
    (SELECT name FROM ${chosen} JOIN ${entities} USING (${id}) WHERE ${ofSubscriber} LIMIT ${MAX_LISTED_NAMES}))`;
  return db
    .select({
      rowID: sql<number>`s.rowid`,
      subscriberID: sql<string>`s.subscriber_id`,
      channel: sql<ChannelName>`s.channel`,
      emailAddress: sql<string>`s.email_address`,
      encryptedURL: sql<string | null>`(SELECT address FROM ${endpoints} WHERE ${ofSubscriber})`,
      pausedSince: sql<string | null>`(SELECT resting_since FROM ${endpoints} WHERE ${ofSubscriber})`,
      state: sql<SubscriberState>`s.state`,
      everything: sql<number>`s.everything`,
      groups: names(sql`${subscriberGroups}`, sql`component_groups`, sql`group_id`),
      components: names(sql`${subscriberComponents}`, sql`components`, sql`component_id`),
      language: sql<string>`s.language`,
      createdAt: sql<string>`s.created_at`,
      confirmedAt: sql<string | null>`s.confirmed_at`,
      lastDelivery: sql<
        string | null
      >`(SELECT json_object('state', d.state, 'createdAt', m.created_at, 'error', d.error)
        FROM ${deliveries} AS d JOIN ${messages} AS m USING (message_id)
        WHERE d.${ofSubscriber} ORDER BY delivery_id DESC LIMIT 1)`,
    })
    .from(from)
    .where(condition);
}

async function toListed(env: Env, row: Row): Promise<SubscriberPage["subscribers"][number]> {
  const {
    rowID: _,
    emailAddress,
    encryptedURL,
    groups,
    components,
    everything,
    createdAt,
    lastDelivery,
    ...others
  } = row;
  const url = encryptedURL === null ? undefined : await decrypt(env, "endpoint-address", encryptedURL);
  return {
    ...others,
    everything: everything === 1,
    address: url === undefined ? emailAddress : shortenedAddress(url),
    groups: toNames(groups),
    components: toNames(components),
    requestedAt: createdAt,
    lastDelivery: lastDelivery === null ? null : toDelivery(lastDelivery),
  };
}

/** SQLite has just made these texts. */
function toNames(json: string): string[] {
  return tryParseJSON(json) as string[];
}

function toDelivery(json: string) {
  return tryParseJSON(json) as { state: DeliveryState; createdAt: string; error: string };
}
