import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { postmortems } from "../../notices/postmortem/table.ts";
import { noticeUpdates } from "../../notices/table.ts";
import { isoTime } from "../../shared/time/domain.ts";
import { raiseConsoleVersion } from "../../storage/content-version/store.ts";
import type { WriteDb } from "../../storage/db.ts";
import { endpoints } from "../endpoints/table.ts";
import { subscribers } from "../subscribers/table.ts";
import { activateNext, deliveryColumns } from "./claim.ts";
import { DELETED_UPDATE_ERROR, deletedNoticeError, type Lane } from "./domain.ts";
import { laneNames } from "./lanes.ts";
import { fromRemainingRecipients, hasRecipient, isLaneOn } from "./recipients.ts";
import { deliveries, messageLanes, messages } from "./table.ts";

export type { EarlierUpdate, NoticeContent, ProposedIncident, TeamAlert } from "./table.ts";

/** For a message with many recipients: runs give them deliveries later. */
export function queueForLanes(
  db: WriteDb<"mail">,
  messageID: string,
  dueAt: string | SQL,
): BatchItem<"sqlite"> {
  return db.insert(messageLanes).select(sql`
    SELECT m.message_id, lane_names.name, '', ${dueAt}, 'waiting', '', 0 FROM ${messages} AS m CROSS JOIN ${laneNames}
    WHERE m.message_id = ${messageID} AND ${isLaneOn(sql`lane_names.name`)}
      AND ${hasRecipient(sql`lane_names.name`)}`);
}

/**
 * For a message with few recipients.
 * @param recipients a condition on a subscriber `s`
 * @param lane if it isn't the subscribers' own
 */
export function queueFor(
  db: WriteDb<"mail">,
  messageID: string,
  { recipients, lane = sql`s.lane` }: { recipients: SQL; lane?: SQL },
): BatchItem<"sqlite"> {
  const nextAt = isoTime(Date.now());
  return db.insert(deliveries).select(sql`SELECT ${deliveryColumns({ lane, nextAt, changes: sql`NULL` })}
    FROM ${messages} AS m CROSS JOIN ${subscribers} AS s WHERE m.message_id = ${messageID} AND ${recipients}`);
}

/** Ends what waits for recipients without deliveries. @param condition on `message_lanes` */
export function closeMessageLanes(
  db: WriteDb,
  condition: SQL,
  { state, error }: { state: "failed" | "withdrawn"; error: string },
) {
  const remaining = sql`(SELECT count(*) FROM ${fromRemainingRecipients})`;
  return db
    .update(messageLanes)
    .set({ state, error, remaining })
    .where(sql`state = 'waiting' AND ${condition}`);
}

/** Recipients without deliveries would take their turns at the account's rate before later email. @param condition on `m` */
export function withdrawEmail(db: WriteDb<"mail">, condition: SQL, error: string) {
  const isAbout = sql`lane = 'MAIL' AND message_id IN (SELECT m.message_id FROM ${messages} AS m WHERE ${condition})`;
  return closeMessageLanes(db, isAbout, { state: "withdrawn", error });
}

/** For lanes that have been turned off. */
export async function withdrawAll(
  db: WriteDb,
  lanes: Lane[],
  error: string,
  also: BatchItem<"sqlite">[] = [],
): Promise<void> {
  const isInLane = sql`lane IN ${lanes}`;
  await db.batch([
    closeMessageLanes(db, isInLane, { state: "withdrawn", error }),
    db
      .update(deliveries)
      .set({ state: "withdrawn", error })
      // Those that wait for an earlier one to the same endpoint are in another index.
      .where(
        sql`delivery_id IN (SELECT delivery_id FROM ${deliveries} WHERE state = 'waiting' AND next_at IS NOT NULL AND ${isInLane}
          UNION ALL SELECT delivery_id FROM ${deliveries} WHERE state = 'waiting' AND channel <> 'email' AND ${isInLane} AND next_at IS NULL)`,
      ),
    ...also,
  ]);
}

/** Sends what was withdrawn because of a deletion that is undone. */
export function resumeWithdrawn(db: WriteDb<"mail">, noticeID: string): BatchItem<"sqlite">[] {
  const errors = JSON.stringify([
    ...["incident", "maintenance"].map(deletedNoticeError),
    DELETED_UPDATE_ERROR,
  ]);
  const updateExists = sql`(EXISTS (SELECT 1 FROM ${noticeUpdates} AS u WHERE u.notice_update_id = m.notice_update_id)
    OR EXISTS (SELECT 1 FROM ${postmortems} AS p WHERE p.postmortem_id = m.notice_update_id))`;
  const messageIDs = sql`SELECT m.message_id FROM ${messages} AS m
    WHERE m.notice_id = ${noticeID} AND (m.notice_update_id IS NULL OR ${updateExists})`;
  const isWithdrawn = sql`message_id IN (${messageIDs}) AND state = 'withdrawn' AND error IN (SELECT value FROM json_each(${errors}))`;
  const now = isoTime(Date.now());
  return [
    db.update(messageLanes).set({ state: "waiting", error: "", remaining: 0 }).where(isWithdrawn),
    db
      .update(deliveries)
      .set({ state: "waiting", error: "", nextAt: sql`iif(channel = 'email', ${now}, NULL)` })
      .where(isWithdrawn),
    activateNext(db, sql`SELECT subscriber_id FROM ${deliveries} WHERE message_id IN (${messageIDs})`, now),
  ];
}

/** Withdraws what waits for endpoints whose subscription ends. What was sent stays in the log. @param subscriberIDs a query */
export function endEndpoints(db: WriteDb, subscriberIDs: SQL) {
  return [
    db
      .update(deliveries)
      .set({ state: "withdrawn", error: "The subscription has ended." })
      .where(sql`subscriber_id IN (${subscriberIDs}) AND state = 'waiting' AND channel <> 'email'`),
    db.delete(endpoints).where(sql`subscriber_id IN (${subscriberIDs})`),
  ] as const;
}

/** What was sent is still counted. @param subscriberID a subquery */
export function eraseRecipient(db: WriteDb, subscriberID: SQL): BatchItem<"sqlite">[] {
  const isOfSubscriber = sql`subscriber_id = ${subscriberID}`;
  const hasError = sql`EXISTS (SELECT 1 FROM ${deliveries} WHERE ${isOfSubscriber} AND channel = 'email' AND state = 'waiting' AND error <> '')`;
  return [
    raiseConsoleVersion(db, hasError),
    db
      .update(deliveries)
      .set({
        state: sql`iif(state = 'waiting', 'withdrawn', state)`,
        error: "",
        subscriberID: null,
        serviceID: "",
      })
      .where(isOfSubscriber),
    db.delete(endpoints).where(isOfSubscriber),
  ];
}

/** A query for the messages to a subscriber that have no delivery yet, or never got one. */
export function selectUndelivered(subscriberID: SQL): SQL {
  return sql`(SELECT ${messageLanes.messageID}, ${messageLanes.state}, ${messageLanes.error}
    FROM ${messageLanes} CROSS JOIN ${fromRemainingRecipients} AND s.subscriber_id = ${subscriberID})`;
}
