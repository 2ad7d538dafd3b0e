import { asc, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { DAY_MS, isoTime } from "../../shared/time/domain.ts";
import { raiseConsoleVersion } from "../../storage/content-version/store.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { listed } from "../../storage/listed.ts";
import { RETENTION_MS } from "./domain.ts";
import { closeMessageLanes } from "./queue.ts";
import { deliveries, messageLanes, messages } from "./table.ts";

const MAX_EXPIRED_PER_RUN = 500;
/** Deleting these rows takes D1 about 50 ms, and all runs of a day delete more than accounts may send. */
const MAX_DELETED_ROWS_PER_RUN = 2000;
const MAX_DELETED_MESSAGES_PER_RUN = 100;
const EXPIRED_ERROR = "Gave up after a day.";

export async function cleanUp(db: WriteDb): Promise<void> {
  const now = Date.now();
  const dayAgo = isoTime(now - DAY_MS);
  const isExpired = sql`lane = 'MAIL' AND due_at < ${dayAgo}`;
  const [expired, expiredLanes, oldMessages] = await db.batch([
    selectExpired(db, dayAgo),
    db
      .select({ messageID: messageLanes.messageID })
      .from(messageLanes)
      .where(sql`state = 'waiting' AND ${isExpired}`)
      .limit(1),
    db
      .select({ messageID: messages.messageID })
      .from(messages)
      .where(sql`${messages.createdAt} < ${isoTime(now - RETENTION_MS)}`)
      .orderBy(asc(messages.createdAt))
      .limit(MAX_DELETED_MESSAGES_PER_RUN),
  ]);
  if (expired.length + expiredLanes.length > 0)
    await db.batch([
      raiseConsoleVersion(db),
      db
        .update(deliveries)
        .set({
          state: "failed",
          error: sql`${EXPIRED_ERROR} || iif(${deliveries.error} = '', '', ' ' || ${deliveries.error})`,
        })
        .where(
          sql`delivery_id IN ${listed(expired.map(({ deliveryID }) => deliveryID))}
            AND state = 'waiting'`,
        ),
      closeMessageLanes(db, isExpired, { state: "failed", error: EXPIRED_ERROR }),
    ]);
  if (oldMessages.length > 0)
    await deleteMessages(
      db,
      oldMessages.map(({ messageID }) => messageID),
    );
}

/** Looks only at emails due for longest. Retries come later: they are due again within minutes. Endpoints are tried for days. */
function selectExpired(db: Db, before: string) {
  const dueLongest = (
    lane: "MAIL" | "CONFIRMATIONS",
  ) => sql`SELECT * FROM (SELECT delivery_id, message_id FROM ${deliveries}
    WHERE state = 'waiting' AND next_at IS NOT NULL AND lane = ${lane} AND is_slow = 0 ORDER BY next_at LIMIT ${MAX_EXPIRED_PER_RUN})`;
  return db
    .select({ deliveryID: sql<number>`delivery_id`.as("deliveryID") })
    .from(sql`(${dueLongest("MAIL")} UNION ALL ${dueLongest("CONFIRMATIONS")}) AS due`)
    .where(
      sql`EXISTS (SELECT 1 FROM ${messages} AS m WHERE m.message_id = due.message_id AND m.created_at < ${before})`,
    );
}

async function deleteMessages(db: WriteDb, messageIDs: string[]): Promise<void> {
  const old = listed(messageIDs);
  const hasNone = (table: SQLiteTable) =>
    sql`NOT EXISTS (SELECT 1 FROM ${table} AS part WHERE part.message_id = ${messages.messageID})`;
  await db.batch([
    db
      .delete(deliveries)
      .where(
        sql`rowid IN (SELECT rowid FROM ${deliveries} WHERE message_id IN ${old} LIMIT ${MAX_DELETED_ROWS_PER_RUN})`,
      ),
    db.delete(messages).where(sql`message_id IN ${old} AND ${hasNone(deliveries)}`),
  ]);
}
