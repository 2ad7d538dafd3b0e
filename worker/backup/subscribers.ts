import { eq, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { HttpError, invalidField } from "../http/errors.ts";
import { channelOf } from "../notify/chat/registry.ts";
import { endpoints } from "../notify/endpoints/table.ts";
import {
  subscriberComponents,
  subscriberGroups,
  subscriberNotices,
  subscribers,
} from "../notify/subscribers/table.ts";
import { parseTarget } from "../notify/subscribers/target.ts";
import type { Db, WriteDb } from "../storage/db.ts";
import { decrypt } from "../storage/secret-key.ts";
import { insertRows } from "../storage/writes/insert-rows.ts";
import { maxPageRows } from "./domain.ts";

type StoredSubscriber = typeof subscribers.$inferSelect;

/**
 * The push services of browsers accept only the key pair of this installation. A restored copy must not post to the team's
 * channels beside this one.
 */
export const isExported = sql`${subscribers.channel} <> 'push' AND NOT ${subscribers.isTeam}`;

/** Whatever one statement reads belongs together, although others subscribe and leave in the meantime. */
export async function readSubscriberPage(env: Env, db: Db, after = "") {
  const found = await db
    .select({
      subscriber: subscribers,
      endpoint: endpoints,
      components: choicesJSON(sql`SELECT component_id AS value FROM ${subscriberComponents} AS chosen`),
      groups: choicesJSON(sql`SELECT group_id AS value FROM ${subscriberGroups} AS chosen`),
      notices: choicesJSON(
        sql`SELECT json_object('noticeID', notice_id, 'isConfirmed', json(iif(is_confirmed, 'true', 'false')),
          'createdAt', created_at) AS value, notice_id FROM ${subscriberNotices} AS chosen`,
        sql`json(value)`,
      ),
    })
    .from(subscribers)
    .leftJoin(endpoints, eq(endpoints.subscriberID, subscribers.subscriberID))
    .where(sql`${subscribers.subscriberID} > ${after} AND ${isExported}`)
    .orderBy(subscribers.subscriberID)
    .limit(maxPageRows("subscribers"));
  const rows = await Promise.all(found.map((row) => toRow(env, row)));
  return { rows, last: found.at(-1)?.subscriber.subscriberID };
}

function choicesJSON(chosen: SQL, value = sql`value`): SQL<string> {
  return sql<string>`(SELECT json_group_array(${value}) FROM (${chosen}
    WHERE chosen.subscriber_id = ${subscribers.subscriberID} ORDER BY 1))`;
}

type FollowedNotice = Omit<typeof subscriberNotices.$inferSelect, "subscriberID">;

interface StoredRow {
  subscriber: StoredSubscriber;
  endpoint: typeof endpoints.$inferSelect | null;
  components: string;
  groups: string;
  notices: string;
}

/** The columns of a subscriber that an archive has, with the rows of other tables. */
export type SubscriberRow = Awaited<ReturnType<typeof toRow>>;

async function toRow(env: Env, { subscriber, endpoint, ...choices }: StoredRow) {
  const address =
    subscriber.channel === "email"
      ? subscriber.emailAddress
      : ((endpoint && (await decrypt(env, "endpoint-address", endpoint.address))) ?? "");
  const { subscriberID, state, endedReason, endedAt, everything, timeZone, language } = subscriber;
  const { dayReminder, hourReminder, createdAt, confirmedAt, confirmationSentAt, tokenVersion } = subscriber;
  const channel = subscriber.channel as Exclude<StoredSubscriber["channel"], "push">; // the statement reads no others
  return {
    subscriberID,
    channel,
    address,
    addressKey: address === "" ? subscriber.addressKey : null,
    state,
    endedReason,
    endedAt,
    everything,
    timeZone,
    language,
    dayReminder,
    hourReminder,
    createdAt,
    confirmedAt,
    confirmationSentAt,
    tokenVersion,
    components: JSON.parse(choices.components) as string[], // a column of texts
    groups: JSON.parse(choices.groups) as string[], // a column of texts
    notices: JSON.parse(choices.notices) as FollowedNotice[], // as the statement builds it
    endpoint: endpoint && channel !== "email" && address !== "" ? endpointRow(endpoint) : null,
  };
}

function endpointRow({
  pausedSince,
  secretVersion,
  rotatedAt,
  earlierRotations,
  isSecretShown,
}: typeof endpoints.$inferSelect) {
  return { pausedSince, secretVersion, rotatedAt, earlierRotations, isSecretShown };
}

/** What finds an address is made anew, with the SECRET_KEY of this installation. */
export async function subscriberStatements(
  env: Env,
  db: WriteDb,
  rows: SubscriberRow[],
): Promise<BatchItem<"sqlite">[]> {
  const made = await Promise.all(rows.map((row, index) => storedRow(env, row, `rows.${index}.address`)));
  return [
    insertRows(
      db,
      subscribers,
      made.map(({ subscriber }) => subscriber),
    ),
    insertRows(
      db,
      endpoints,
      made.flatMap(({ endpoint }) => endpoint ?? []),
    ),
    insertRows(
      db,
      subscriberComponents,
      rows.flatMap(({ subscriberID, components }) =>
        components.map((componentID) => ({ subscriberID, componentID })),
      ),
    ),
    insertRows(
      db,
      subscriberGroups,
      rows.flatMap(({ subscriberID, groups }) => groups.map((groupID) => ({ subscriberID, groupID }))),
    ),
    insertRows(
      db,
      subscriberNotices,
      rows.flatMap(({ subscriberID, notices }) => notices.map((notice) => ({ subscriberID, ...notice }))),
    ),
  ].flat();
}

async function storedRow(env: Env, row: SubscriberRow, path: string) {
  const { address, addressKey, components, groups, notices, endpoint, ...fields } = row;
  if (address === "") {
    if (addressKey === null || endpoint)
      throw invalidField(path, "A subscriber without an address needs its key.");
    return { subscriber: { ...fields, emailAddress: "", addressKey, mailboxKey: null }, endpoint: null };
  }
  const target = await parseTarget(env, address, channelOf).catch((error: unknown) => {
    throw error instanceof HttpError && error.status === 400
      ? invalidField(path, "Nothing can be sent to the address of a subscriber.")
      : error;
  });
  const isEmail = target.channel === "email";
  if (isEmail !== (fields.channel === "email") || isEmail !== (endpoint === null))
    throw invalidField(path, "The address of a subscriber doesn't belong to the channel.");
  return {
    subscriber: {
      ...fields,
      emailAddress: isEmail ? address : "",
      addressKey: target.keys.key,
      mailboxKey: target.mailboxKey,
    },
    endpoint: endpoint && {
      subscriberID: fields.subscriberID,
      address: target.encryptedURL,
      domainKey: target.domainKey,
      ...endpoint,
    },
  };
}
