import { type SQL, sql } from "drizzle-orm";
import type { Db, WriteDb } from "../storage/db.ts";
import { subscribers } from "../subscribers/table.ts";
import { dueUntil } from "./pause.ts";
import { mailChunks, mailCounts, mailDeliveries, mailMessages } from "./table.ts";

/** A row of some 8 kB: D1 takes 2 MB a value, and a post to 100,000 writes 200 of them. */
const MAX_RECIPIENTS = 500;

/** Written into the statement: D1 takes a parameter for a floating-point number, by which no whole number is divided. */
const maxRecipients = sql.raw(`${MAX_RECIPIENTS}`);

/** For the batch that inserts a message, after it: who is to get it, as of now, in chunks, and how many they are. */
export function insertChunks(
  db: WriteDb,
  { messageID, recipients, now }: { messageID: string; recipients: SQL; now: string },
) {
  const numbered = sql`(SELECT m.message_id, s.subscriber_id, (row_number() OVER () - 1) / ${maxRecipients} AS chunk
    FROM ${mailMessages} AS m JOIN ${subscribers} AS s ON ${recipients} WHERE m.message_id = ${messageID})`;
  return [
    db.insert(mailChunks).select(sql`
      SELECT NULL, message_id, json_group_array(subscriber_id), 0, 'waiting', '', ${now} FROM ${numbered} GROUP BY chunk`),
    db.insert(mailCounts).select(sql`
      SELECT message_id, sum(json_array_length(subscriber_ids)), 0, 0, 0 FROM ${mailChunks}
      WHERE message_id = ${messageID} GROUP BY message_id`),
  ];
}

/** A subquery of the chunk whose recipients are next: one, or none while the service is left in peace. */
function nextChunk(now: string): SQL {
  return sql`(SELECT chunk_id FROM ${mailChunks} WHERE state = 'waiting' AND created_at <= ${dueUntil(now)}
    ORDER BY created_at, chunk_id LIMIT 1)`;
}

/** As SQL: whether a recipient in a chunk is due. */
export function isChunkDue(now: string): SQL {
  return sql`EXISTS ${nextChunk(now)}`;
}

/**
 * Takes the next recipients out of their chunk: each has a row in `mail_deliveries` from now on.
 * @param until when others may take those rows
 * @returns the ids of the rows
 */
export async function takeFromChunk(db: WriteDb, limit: number, until: string): Promise<number[]> {
  const chunk = nextChunk(new Date().toISOString());
  // By number, since SQLite would read all 500 of the list otherwise.
  const numbers = JSON.stringify(Array.from({ length: limit }, (_, number) => number));
  const [taken] = await db.batch([
    db
      .insert(mailDeliveries)
      .select(
        sql`SELECT NULL, c.message_id, s.subscriber_id, 'waiting', 0, ${until}, '', '', 0, NULL
          FROM ${mailChunks} AS c CROSS JOIN json_each(${numbers}) AS n
          LEFT JOIN ${subscribers} AS s ON s.subscriber_id = json_extract(c.subscriber_ids, '$[' || (c.position + n.value) || ']')
          WHERE c.chunk_id = ${chunk} AND c.position + n.value < json_array_length(c.subscriber_ids) ORDER BY n.value`,
      )
      .returning({ deliveryID: mailDeliveries.deliveryID }),
    db
      .update(mailChunks)
      .set({ position: sql`min(position + ${limit}, json_array_length(subscriber_ids))` })
      .where(sql`chunk_id = ${chunk}`),
    db.delete(mailChunks).where(sql`chunk_id = ${chunk} AND position = json_array_length(subscriber_ids)`),
  ]);
  return taken.map(({ deliveryID }) => deliveryID).sort((one, other) => one - other);
}

/** For a batch: puts nobody in the place of a subscriber, who is so counted still. */
export function forgetInChunks(db: WriteDb, subscriberID: SQL) {
  return db
    .update(mailChunks)
    .set({ subscriberIDs: sql`replace(subscriber_ids, json_quote(${subscriberID}), 'null')` })
    .where(isIn(subscriberID));
}

/** What a subscriber has not been sent yet, or was not to be sent any more; for a batch. */
export function selectChunksOf(db: Db, subscriberID: SQL) {
  const place = sql`(SELECT key FROM json_each(${mailChunks.subscriberIDs}) WHERE value = ${subscriberID})`;
  return db
    .select({
      kind: mailMessages.kind,
      name: sql<string>`coalesce(content ->> 'name', '')`.as("name"),
      status: sql<string>`coalesce(content ->> 'status', '')`.as("status"),
      createdAt: mailMessages.createdAt,
      state: mailChunks.state,
      error: mailChunks.error,
    })
    .from(mailChunks)
    .innerJoin(mailMessages, sql`${mailMessages.messageID} = ${mailChunks.messageID}`)
    .where(sql`iif(${isIn(subscriberID)}, ${place} >= ${mailChunks.position}, false)`)
    .orderBy(sql`chunk_id DESC`);
}

function isIn(subscriberID: SQL): SQL {
  return sql`instr(${mailChunks.subscriberIDs}, json_quote(${subscriberID})) > 0`;
}
