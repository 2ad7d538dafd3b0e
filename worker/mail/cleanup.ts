import { asc, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db, WriteDb } from "../storage/db.ts";
import { DAY_MS, isoTime } from "../time/domain.ts";
import { changeDeliveries, settleChunks } from "./counts.ts";
import { mailChunks, mailDeliveries, mailMessages, mailProblems } from "./table.ts";

/** How long it is remembered who was told what. */
const KEPT_MS = 90 * DAY_MS;
/** Mails of one kind that a minute looks at, those that have been due for longest, and chunks. */
const GIVEN_UP_AT_ONCE = 500;
/** Rows that a minute deletes: some 50 ms, and nearly three million a day, which is more than accounts may send. */
const DELETED_AT_ONCE = 2000;
const MESSAGES_AT_ONCE = 100;
const GIVEN_UP = "Gave up after a day.";

/** The minute's part of giving up what could not be delivered in a day, and of forgetting what is long past. */
export async function cleanUp(db: WriteDb): Promise<void> {
  const now = Date.now();
  const [waiting, chunks, forgotten] = await db.batch([
    selectTooOld(db, isoTime(now - DAY_MS)),
    db
      .select({ chunkID: mailChunks.chunkID })
      .from(mailChunks)
      .where(sql`${mailChunks.state} = 'waiting' AND ${mailChunks.createdAt} < ${isoTime(now - DAY_MS)}`)
      .orderBy(asc(mailChunks.createdAt))
      .limit(GIVEN_UP_AT_ONCE),
    db
      .select({ messageID: mailMessages.messageID })
      .from(mailMessages)
      .where(sql`${mailMessages.createdAt} < ${isoTime(now - KEPT_MS)}`)
      .orderBy(asc(mailMessages.createdAt))
      .limit(MESSAGES_AT_ONCE),
  ]);
  if (waiting.length + chunks.length > 0) {
    await giveUp(
      db,
      waiting.map(({ deliveryID }) => deliveryID),
      chunks.map(({ chunkID }) => chunkID),
    );
  }
  if (forgotten.length > 0)
    await forget(
      db,
      forgotten.map(({ messageID }) => messageID),
    );
}

/** Mails that are tried again are due within minutes: what has never been tried comes before them. */
function selectTooOld(db: Db, before: string) {
  const longestDue = (
    isConfirmation: 0 | 1,
  ) => sql`SELECT * FROM (SELECT delivery_id, message_id FROM ${mailDeliveries}
    WHERE state = 'waiting' AND is_confirmation = ${isConfirmation} ORDER BY next_at LIMIT ${GIVEN_UP_AT_ONCE})`;
  return db
    .select({ deliveryID: sql<number>`delivery_id`.as("deliveryID") })
    .from(sql`(${longestDue(0)} UNION ALL ${longestDue(1)}) AS due`)
    .where(
      sql`EXISTS (SELECT 1 FROM ${mailMessages} AS m WHERE m.message_id = due.message_id AND m.created_at < ${before})`,
    );
}

async function giveUp(db: WriteDb, deliveryIDs: number[], chunkIDs: number[]): Promise<void> {
  const [first, ...others] = [
    ...changeDeliveries(
      db,
      sql`${mailDeliveries.deliveryID} IN (SELECT value FROM json_each(${JSON.stringify(deliveryIDs)}))
        AND ${mailDeliveries.state} = 'waiting'`,
      {
        state: "failed",
        error: sql`${GIVEN_UP} || iif(${mailDeliveries.error} = '', '', ' ' || ${mailDeliveries.error})`,
      },
    ),
    ...settleChunks(db, sql`chunk_id IN (SELECT value FROM json_each(${JSON.stringify(chunkIDs)}))`, {
      state: "failed",
      error: GIVEN_UP,
    }),
  ];
  if (first) await db.batch([first, ...others]);
}

/** A message is deleted when nothing but its counts is left of it. */
async function forget(db: WriteDb, messageIDs: string[]): Promise<void> {
  const old = sql`(SELECT value FROM json_each(${JSON.stringify(messageIDs)}))`;
  const few = (table: SQLiteTable) =>
    sql`rowid IN (SELECT rowid FROM ${table} WHERE message_id IN ${old} LIMIT ${DELETED_AT_ONCE})`;
  const hasNone = (table: SQLiteTable) =>
    sql`NOT EXISTS (SELECT 1 FROM ${table} AS part WHERE part.message_id = ${mailMessages.messageID})`;
  await db.batch([
    db.delete(mailDeliveries).where(few(mailDeliveries)),
    db.delete(mailProblems).where(few(mailProblems)),
    db.delete(mailChunks).where(few(mailChunks)),
    db
      .delete(mailMessages)
      .where(
        sql`message_id IN ${old} AND ${hasNone(mailDeliveries)} AND ${hasNone(mailProblems)} AND ${hasNone(mailChunks)}`,
      ),
  ]);
}
