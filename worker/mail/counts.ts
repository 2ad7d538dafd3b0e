import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { WriteDb } from "../storage/db.ts";
import type { DeliveryState } from "./domain.ts";
import { mailChunks, mailCounts, mailDeliveries, mailProblems } from "./table.ts";

type Statements = BatchItem<"sqlite">[];

/** As SQL, it may use the columns as they were before. */
interface DeliveryChange {
  state: DeliveryState | SQL;
  error: string | SQL;
  /** Columns that are not counted. */
  others?: Partial<Pick<typeof mailDeliveries.$inferInsert, "subscriberID" | "serviceID">>;
}

/** For a batch: changes deliveries, and moves the counts of their messages along. */
export function changeDeliveries(
  db: WriteDb,
  which: SQL,
  { state, error, others }: DeliveryChange,
): Statements {
  return [
    moveCounts(db, which, state),
    removeProblems(db, which),
    recordProblems(db, which, { state, error }),
    db
      .update(mailDeliveries)
      .set({ state: sql`${state}`, error: sql`${error}`, ...others })
      .where(which),
  ];
}

/**
 * For a batch, before the statement that changes the state of deliveries. A repeat after that statement changes nothing,
 * so that a batch whose answer was lost can be run again.
 */
export function moveCounts(db: WriteDb, which: SQL, state: DeliveryState | SQL) {
  const moved = (of: DeliveryState) => sql`sum((${state} = ${of}) - (${mailDeliveries.state} = ${of}))`;
  return db
    .update(mailCounts)
    .set({
      waiting: sql`${mailCounts.waiting} + moved.waiting`,
      sent: sql`${mailCounts.sent} + moved.sent`,
      failed: sql`${mailCounts.failed} + moved.failed`,
      withdrawn: sql`${mailCounts.withdrawn} + moved.withdrawn`,
    })
    .from(
      sql`(SELECT message_id AS id, ${moved("waiting")} AS waiting, ${moved("sent")} AS sent, ${moved("failed")} AS failed,
        ${moved("withdrawn")} AS withdrawn FROM ${mailDeliveries} WHERE ${which} GROUP BY message_id) AS moved`,
    )
    .where(sql`${mailCounts.messageID} = moved.id`);
}

/** As `moveCounts`: takes what was said of those that wait or failed off the counts. */
export function removeProblems(db: WriteDb, which: SQL) {
  const solved = sql`(SELECT message_id AS id, error AS old_words, count(*) AS solved FROM ${mailDeliveries}
    WHERE (${which}) AND ${isProblem(sql`${mailDeliveries.state}`, sql`${mailDeliveries.error}`)} GROUP BY 1, 2)`;
  return db
    .update(mailProblems)
    .set({ count: sql`${mailProblems.count} - solved` })
    .from(sql`${solved} AS was`)
    .where(sql`${mailProblems.messageID} = was.id AND ${mailProblems.words} = was.old_words`);
}

/** After `removeProblems`: counts what is said of them from now on. */
export function recordProblems(db: WriteDb, which: SQL, { state, error }: DeliveryChange) {
  return addProblems(
    db,
    sql`SELECT message_id, ${error}, count(*) FROM ${mailDeliveries} WHERE (${which})
      AND ${isProblem(sql`${state}`, sql`${error}`)} AND message_id IN (SELECT message_id FROM ${mailCounts}) GROUP BY 1, 2`,
  );
}

/** For a batch: gives up those recipients of chunks that no run has taken yet, and counts them as that. */
export function settleChunks(
  db: WriteDb,
  which: SQL,
  { state, error }: { state: "failed" | "withdrawn"; error: string },
): Statements {
  const waiting = sql`(${which}) AND ${mailChunks.state} = 'waiting'`;
  const left = sql`sum(json_array_length(subscriber_ids) - position)`;
  return [
    db
      .update(mailCounts)
      .set({
        waiting: sql`${mailCounts.waiting} - untaken`,
        [state]: sql`${mailCounts[state]} + untaken`,
      })
      .from(
        sql`(SELECT message_id AS id, ${left} AS untaken FROM ${mailChunks} WHERE ${waiting} GROUP BY 1) AS chunks`,
      )
      .where(sql`${mailCounts.messageID} = chunks.id`),
    ...(state === "failed"
      ? [
          addProblems(
            db,
            sql`SELECT message_id, ${error}, ${left} FROM ${mailChunks} WHERE ${waiting} GROUP BY 1`,
          ),
        ]
      : []),
    db.update(mailChunks).set({ state, error }).where(waiting),
  ];
}

function addProblems(db: WriteDb, rows: SQL) {
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

/**
 * For a batch: counts messages that the version before has stored, which kept no counts.
 * @param messageIDs a subquery of few
 */
export function countOlder(db: WriteDb, messageIDs: SQL) {
  // Which of the messages have no counts comes first: the mails of the others, of which there can be millions, are not read.
  const uncounted = sql`message_id IN (SELECT message_id FROM ${messageIDs} WHERE message_id NOT IN (SELECT message_id FROM ${mailCounts}))`;
  const inState = (state: DeliveryState) => sql`count(iif(state = ${state}, 1, NULL))`;
  return [
    addProblems(
      db,
      sql`SELECT message_id, error, count(*) FROM ${mailDeliveries}
        WHERE ${uncounted} AND ${isProblem(sql`state`, sql`error`)} GROUP BY 1, 2`,
    ),
    db.insert(mailCounts).select(sql`
      SELECT message_id, ${inState("waiting")}, ${inState("sent")}, ${inState("failed")}, ${inState("withdrawn")}
      FROM ${mailDeliveries} WHERE ${uncounted} GROUP BY 1`),
  ] as const;
}
