import { asc, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { raiseConsoleVersion } from "../storage/content-version/store.ts";
import type { Db, WriteDb } from "../storage/db.ts";
import { DAY_MS, isoTime } from "../time/domain.ts";
import { changeDeliveries, closeChunks } from "./counts.ts";
import { mailChunks, mailDeliveries, mailMessages, mailProblems } from "./table.ts";

const RETENTION_MS = 90 * DAY_MS;
const MAX_EXPIRED_PER_RUN = 500;
/** Deleting these rows takes D1 about 50 ms, and all runs of a day delete more than accounts may send. */
const MAX_DELETED_ROWS_PER_RUN = 2000;
const MAX_DELETED_MESSAGES_PER_RUN = 100;
const EXPIRED_ERROR = "Gave up after a day.";

export async function cleanUp(db: WriteDb): Promise<void> {
  const now = Date.now();
  const [expired, expiredChunks, oldMessages] = await db.batch([
    selectExpired(db, isoTime(now - DAY_MS)),
    db
      .select({ chunkID: mailChunks.chunkID })
      .from(mailChunks)
      .where(sql`${mailChunks.state} = 'waiting' AND ${mailChunks.createdAt} < ${isoTime(now - DAY_MS)}`)
      .orderBy(asc(mailChunks.createdAt))
      .limit(MAX_EXPIRED_PER_RUN),
    db
      .select({ messageID: mailMessages.messageID })
      .from(mailMessages)
      .where(sql`${mailMessages.createdAt} < ${isoTime(now - RETENTION_MS)}`)
      .orderBy(asc(mailMessages.createdAt))
      .limit(MAX_DELETED_MESSAGES_PER_RUN),
  ]);
  if (expired.length + expiredChunks.length > 0) {
    await giveUp(
      db,
      expired.map(({ deliveryID }) => deliveryID),
      expiredChunks.map(({ chunkID }) => chunkID),
    );
  }
  if (oldMessages.length > 0)
    await deleteMessages(
      db,
      oldMessages.map(({ messageID }) => messageID),
    );
}

/** Looks only at those due for longest. Retries come later: they are due again within minutes. */
function selectExpired(db: Db, before: string) {
  const dueLongest = (
    isConfirmation: 0 | 1,
  ) => sql`SELECT * FROM (SELECT delivery_id, message_id FROM ${mailDeliveries}
    WHERE state = 'waiting' AND is_confirmation = ${isConfirmation} ORDER BY next_at LIMIT ${MAX_EXPIRED_PER_RUN})`;
  return db
    .select({ deliveryID: sql<number>`delivery_id`.as("deliveryID") })
    .from(sql`(${dueLongest(0)} UNION ALL ${dueLongest(1)}) AS due`)
    .where(
      sql`EXISTS (SELECT 1 FROM ${mailMessages} AS m WHERE m.message_id = due.message_id AND m.created_at < ${before})`,
    );
}

async function giveUp(db: WriteDb, deliveryIDs: number[], chunkIDs: number[]): Promise<void> {
  const [first, ...others] = [
    raiseConsoleVersion(db),
    ...changeDeliveries(
      db,
      sql`${mailDeliveries.deliveryID} IN (SELECT value FROM json_each(${JSON.stringify(deliveryIDs)}))
        AND ${mailDeliveries.state} = 'waiting'`,
      {
        state: "failed",
        error: sql`${EXPIRED_ERROR} || iif(${mailDeliveries.error} = '', '', ' ' || ${mailDeliveries.error})`,
      },
    ),
    ...closeChunks(db, sql`chunk_id IN (SELECT value FROM json_each(${JSON.stringify(chunkIDs)}))`, {
      state: "failed",
      error: EXPIRED_ERROR,
    }),
  ];
  if (first) await db.batch([first, ...others]);
}

async function deleteMessages(db: WriteDb, messageIDs: string[]): Promise<void> {
  const old = sql`(SELECT value FROM json_each(${JSON.stringify(messageIDs)}))`;
  const firstRows = (table: SQLiteTable) =>
    sql`rowid IN (SELECT rowid FROM ${table} WHERE message_id IN ${old} LIMIT ${MAX_DELETED_ROWS_PER_RUN})`;
  const hasNone = (table: SQLiteTable) =>
    sql`NOT EXISTS (SELECT 1 FROM ${table} AS part WHERE part.message_id = ${mailMessages.messageID})`;
  await db.batch([
    db.delete(mailDeliveries).where(firstRows(mailDeliveries)),
    db.delete(mailProblems).where(firstRows(mailProblems)),
    db.delete(mailChunks).where(firstRows(mailChunks)),
    db
      .delete(mailMessages)
      .where(
        sql`message_id IN ${old} AND ${hasNone(mailDeliveries)} AND ${hasNone(mailProblems)} AND ${hasNone(mailChunks)}`,
      ),
  ]);
}
