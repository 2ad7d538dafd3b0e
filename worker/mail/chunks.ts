import { type SQL, sql } from "drizzle-orm";
import type { Db, WriteDb } from "../storage/db.ts";
import { readableJSON } from "../storage/stored-json.ts";
import { subscribers } from "../subscribers/table.ts";
import { dueCutoff } from "./pause.ts";
import { readableContent } from "./readable-content.ts";
import { type MessageKind, mailChunks, mailCounts, mailDeliveries, mailMessages } from "./table.ts";

/** Keeps a row at about 8 kB; D1 allows 2 MB a value. Raw, because D1 would bind it as a float and not divide whole numbers. */
const MAX_RECIPIENTS_PER_CHUNK = sql.raw("500");

/** Only channels of the team get messages about failures, and nobody has a record of those. */
export const subscriberKind = sql<Exclude<MessageKind, "failure">>`${mailMessages.kind}`.as("kind");

export function insertChunks(
  db: WriteDb,
  { messageID, recipients, dueAt }: { messageID: string; recipients: SQL; dueAt: string },
) {
  const numbered = sql`(SELECT m.message_id, s.subscriber_id, (row_number() OVER () - 1) / ${MAX_RECIPIENTS_PER_CHUNK} AS chunk
    FROM ${mailMessages} AS m JOIN ${subscribers} AS s ON ${recipients} WHERE m.message_id = ${messageID})`;
  return [
    db.insert(mailChunks).select(sql`
      SELECT NULL, message_id, json_group_array(subscriber_id), 0, 'waiting', '', ${dueAt} FROM ${numbered} GROUP BY chunk`),
    db.insert(mailCounts).select(sql`
      SELECT message_id, sum(json_array_length(subscriber_ids)), 0, 0, 0 FROM ${mailChunks}
      WHERE message_id = ${messageID} GROUP BY message_id`),
  ];
}

function nextChunk(now: string): SQL {
  return sql`(SELECT chunk_id FROM ${mailChunks} WHERE state = 'waiting' AND created_at <= ${dueCutoff(now)}
    ORDER BY created_at, chunk_id LIMIT 1)`;
}

export function isChunkDue(now: string): SQL {
  return sql`EXISTS ${nextChunk(now)}`;
}

export async function claimFromChunk(db: WriteDb, limit: number, leaseEnd: string): Promise<number[]> {
  const chunk = nextChunk(new Date().toISOString());
  // IDs are looked up by index, because SQLite would otherwise read all 500 of the list.
  const offsets = JSON.stringify(Array.from({ length: limit }, (_, offset) => offset));
  const [claimed] = await db.batch([
    db
      .insert(mailDeliveries)
      .select(
        sql`SELECT NULL, c.message_id, s.subscriber_id, 'waiting', 0, ${leaseEnd}, '', '', 0, NULL
          FROM ${mailChunks} AS c CROSS JOIN json_each(${offsets}) AS n
          LEFT JOIN ${subscribers} AS s ON s.subscriber_id = json_extract(${readableIDs(sql`c.subscriber_ids`)}, '$[' || (c.position + n.value) || ']')
          WHERE c.chunk_id = ${chunk} AND c.position + n.value < ${countIDs(sql`c.subscriber_ids`)} ORDER BY n.value`,
      )
      .returning({ deliveryID: mailDeliveries.deliveryID }),
    db
      .update(mailChunks)
      .set({ position: sql`min(position + ${limit}, ${countIDs(sql`subscriber_ids`)})` })
      .where(sql`chunk_id = ${chunk}`),
    db.delete(mailChunks).where(sql`chunk_id = ${chunk} AND position >= ${countIDs(sql`subscriber_ids`)}`),
  ]);
  return claimed.map(({ deliveryID }) => deliveryID).sort((one, other) => one - other);
}

function readableIDs(text: SQL): SQL {
  return readableJSON(text, "array");
}

/** A chunk whose list was damaged has none, and is deleted. */
export function countIDs(text: SQL): SQL {
  return sql`coalesce(json_array_length(${readableIDs(text)}), 0)`;
}

export function eraseFromChunks(db: WriteDb, subscriberID: SQL) {
  return db
    .update(mailChunks)
    .set({ subscriberIDs: sql`replace(subscriber_ids, json_quote(${subscriberID}), 'null')` })
    .where(includes(subscriberID));
}

/** The mails to a subscriber that no run has claimed, including those that were given up or withdrawn. */
export function selectUnclaimed(db: Db, subscriberID: SQL) {
  const index = sql`(SELECT key FROM json_each(${readableIDs(sql`${mailChunks.subscriberIDs}`)}) WHERE value = ${subscriberID})`;
  return db
    .select({
      kind: subscriberKind,
      name: sql<string>`coalesce(${readableContent} ->> 'name', '')`.as("name"),
      status: sql<string>`coalesce(${readableContent} ->> 'status', '')`.as("status"),
      createdAt: mailMessages.createdAt,
      state: mailChunks.state,
      error: mailChunks.error,
    })
    .from(mailChunks)
    .innerJoin(mailMessages, sql`${mailMessages.messageID} = ${mailChunks.messageID}`)
    .where(sql`iif(${includes(subscriberID)}, ${index} >= ${mailChunks.position}, false)`)
    .orderBy(sql`chunk_id DESC`);
}

function includes(subscriberID: SQL): SQL {
  return sql`instr(${mailChunks.subscriberIDs}, json_quote(${subscriberID})) > 0`;
}
