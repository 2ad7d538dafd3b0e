import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { WriteDb } from "../storage/db.ts";
import { countIDs } from "./chunks.ts";
import type { DeliveryState } from "./domain.ts";
import { mailChunks, mailCounts, mailDeliveries, mailProblems } from "./table.ts";

type Statements = BatchItem<"sqlite">[];

interface DeliveryChange {
  state: DeliveryState | SQL;
  error: string | SQL;
  otherColumns?: Partial<Pick<typeof mailDeliveries.$inferInsert, "subscriberID" | "serviceID">>;
}

export function changeDeliveries(
  db: WriteDb,
  condition: SQL,
  { state, error, otherColumns }: DeliveryChange,
): Statements {
  return [
    updateCounts(db, condition, state),
    subtractProblems(db, condition),
    addProblems(db, condition, { state, error }),
    db
      .update(mailDeliveries)
      .set({ state: sql`${state}`, error: sql`${error}`, ...otherColumns })
      .where(condition),
  ];
}

/** Must come before the statement that changes the state, so that running the batch again adds nothing. */
export function updateCounts(db: WriteDb, condition: SQL, state: DeliveryState | SQL) {
  const change = (counted: DeliveryState) =>
    sql`sum((${state} = ${counted}) - (${mailDeliveries.state} = ${counted}))`;
  return db
    .update(mailCounts)
    .set({
      waiting: sql`${mailCounts.waiting} + changes.waiting`,
      sent: sql`${mailCounts.sent} + changes.sent`,
      failed: sql`${mailCounts.failed} + changes.failed`,
      withdrawn: sql`${mailCounts.withdrawn} + changes.withdrawn`,
    })
    .from(
      sql`(SELECT message_id AS id, ${change("waiting")} AS waiting, ${change("sent")} AS sent, ${change("failed")} AS failed,
        ${change("withdrawn")} AS withdrawn FROM ${mailDeliveries} WHERE ${condition} GROUP BY message_id) AS changes`,
    )
    .where(sql`${mailCounts.messageID} = changes.id`);
}

export function subtractProblems(db: WriteDb, condition: SQL) {
  const solved = sql`(SELECT message_id AS id, error AS old_words, count(*) AS solved FROM ${mailDeliveries}
    WHERE (${condition}) AND ${isProblem(sql`${mailDeliveries.state}`, sql`${mailDeliveries.error}`)} GROUP BY 1, 2)`;
  return db
    .update(mailProblems)
    .set({ count: sql`${mailProblems.count} - solved` })
    .from(sql`${solved} AS was`)
    .where(sql`${mailProblems.messageID} = was.id AND ${mailProblems.words} = was.old_words`);
}

export function addProblems(db: WriteDb, condition: SQL, { state, error }: DeliveryChange) {
  return insertProblems(
    db,
    sql`SELECT message_id, ${error}, count(*) FROM ${mailDeliveries} WHERE (${condition})
      AND ${isProblem(sql`${state}`, sql`${error}`)} AND message_id IN (SELECT message_id FROM ${mailCounts}) GROUP BY 1, 2`,
  );
}

export function closeChunks(
  db: WriteDb,
  condition: SQL,
  { state, error }: { state: "failed" | "withdrawn"; error: string },
): Statements {
  const waitingChunks = sql`(${condition}) AND ${mailChunks.state} = 'waiting'`;
  const unclaimedCount = sql`sum(max(${countIDs(sql`subscriber_ids`)} - position, 0))`;
  return [
    db
      .update(mailCounts)
      .set({
        waiting: sql`${mailCounts.waiting} - unclaimed`,
        [state]: sql`${mailCounts[state]} + unclaimed`,
      })
      .from(
        sql`(SELECT message_id AS id, ${unclaimedCount} AS unclaimed FROM ${mailChunks} WHERE ${waitingChunks} GROUP BY 1) AS chunks`,
      )
      .where(sql`${mailCounts.messageID} = chunks.id`),
    ...(state === "failed"
      ? [
          insertProblems(
            db,
            sql`SELECT message_id, ${error}, ${unclaimedCount} FROM ${mailChunks} WHERE ${waitingChunks} GROUP BY 1`,
          ),
        ]
      : []),
    db.update(mailChunks).set({ state, error }).where(waitingChunks),
  ];
}

function insertProblems(db: WriteDb, rows: SQL) {
  return db
    .insert(mailProblems)
    .select(rows)
    .onConflictDoUpdate({
      target: [mailProblems.messageID, mailProblems.words],
      set: { count: sql`${mailProblems.count} + excluded.count` },
    });
}

function isProblem(state: SQL, words: SQL): SQL {
  return sql`${state} IN ('failed', 'waiting') AND ${words} <> ''`;
}

export function countOldMessages(db: WriteDb, messageIDs: SQL) {
  // The inner query comes first, so that the millions of mails of counted messages aren't read.
  const uncounted = sql`message_id IN (SELECT message_id FROM ${messageIDs} WHERE message_id NOT IN (SELECT message_id FROM ${mailCounts}))`;
  const inState = (state: DeliveryState) => sql`count(iif(state = ${state}, 1, NULL))`;
  return [
    insertProblems(
      db,
      sql`SELECT message_id, error, count(*) FROM ${mailDeliveries}
        WHERE ${uncounted} AND ${isProblem(sql`state`, sql`error`)} GROUP BY 1, 2`,
    ),
    db.insert(mailCounts).select(sql`
      SELECT message_id, ${inState("waiting")}, ${inState("sent")}, ${inState("failed")}, ${inState("withdrawn")}
      FROM ${mailDeliveries} WHERE ${uncounted} GROUP BY 1`),
  ] as const;
}
