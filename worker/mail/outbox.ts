import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { components } from "../components/table.ts";
import { deletedComponents, noticeComponents, notices, noticeUpdates } from "../notices/table.ts";
import { settings } from "../settings/table.ts";
import type { WriteDb } from "../storage/db.ts";
import { newID } from "../storage/ids.ts";
import { subscriberComponents, subscribers } from "../subscribers/table.ts";
import { insertChunks } from "./chunks.ts";
import { mailDeliveries, mailMessages, type NoticeContent } from "./table.ts";

export type PostedUpdate = Pick<NoticeContent, "noticeID" | "first" | "status" | "message" | "postedAt"> & {
  noticeUpdateID: string;
};

/** Stores the mail and its recipients as of now. Put it at the end of the batch that posts the update. */
export function queueNoticeMail(db: WriteDb<"mail">, posted: PostedUpdate): BatchItem<"sqlite">[] {
  const { noticeID, noticeUpdateID, first, status, message, postedAt } = posted;
  const messageID = newID();
  const now = new Date().toISOString();
  const affected = sql`SELECT component FROM (
      SELECT c."order" AS place, json_object('name', c.name, 'status', c.status) AS component
      FROM ${noticeComponents} AS t JOIN ${components} AS c ON c.component_id = t.component_id
      WHERE t.notice_id = ${noticeID}
      UNION ALL SELECT d."order", json_object('name', d.name, 'status', d.status, 'deleted', json('true'))
      FROM ${deletedComponents} AS d WHERE d.notice_id = ${noticeID}) ORDER BY place`;
  const content = sql`json_object('kind', n.kind, 'noticeID', n.notice_id, 'first', json(${first ? "true" : "false"}),
    'name', n.name, 'status', ${status}, 'message', ${message}, 'postedAt', ${postedAt},
    'startAt', n.start_at, 'endAt', n.end_at,
    'lastWords', json(${message === "" ? updateWithMessage(noticeID, sql`DESC`) : null}),
    'announcement', json(${first ? null : updateWithMessage(noticeID, sql`ASC`)}),
    'components', json((SELECT json_group_array(json(component)) FROM (${affected}))))`;
  return [
    db.insert(mailMessages).select(sql`
      SELECT ${messageID}, n.kind, n.notice_id, ${noticeUpdateID}, ${content}, ${now} FROM ${notices} AS n
      WHERE n.notice_id = ${noticeID} AND EXISTS (SELECT 1 FROM ${settings} WHERE email_enabled)
        AND EXISTS (SELECT 1 FROM ${subscribers} AS s WHERE ${isRecipient(noticeID)})`),
    ...insertChunks(db, { messageID, recipients: isRecipient(noticeID), now }),
  ];
}

function updateWithMessage(noticeID: string, order: SQL): SQL {
  return sql`(SELECT json_object('status', u.status, 'message', u.message, 'postedAt', u.created_at)
    FROM ${noticeUpdates} AS u WHERE u.notice_id = ${noticeID} AND u.message <> ''
    ORDER BY u.created_at ${order}, u.rowid ${order} LIMIT 1)`;
}

/**
 * A condition on a subscriber `s`.
 * @param componentIDs components that the notice will also affect
 */
export function isRecipient(noticeID: string, componentIDs: string[] = []): SQL {
  return sql`s.state = 'confirmed' AND (s.everything OR EXISTS (
    SELECT 1 FROM ${subscriberComponents} AS chosen WHERE chosen.subscriber_id = s.subscriber_id
      AND chosen.component_id IN (SELECT component_id FROM ${noticeComponents} WHERE notice_id = ${noticeID}
        UNION ALL SELECT value FROM json_each(${JSON.stringify(componentIDs)}))))`;
}

/**
 * Queues nothing while such a mail is waiting, so that a recovering email service doesn't send one for each request.
 * @param whose a condition that matches at most one subscriber
 * @returns `queued`, a condition for later statements of the batch
 */
export function queueConfirmation(db: WriteDb<"mail">, whose: SQL) {
  const messageID = newID();
  const now = new Date().toISOString();
  const noneWaiting = sql`NOT EXISTS (SELECT 1 FROM ${mailDeliveries} AS d JOIN ${mailMessages} AS m ON m.message_id = d.message_id
    WHERE d.subscriber_id = ${subscribers.subscriberID} AND d.state = 'waiting' AND m.kind = 'confirmation')`;
  const statements: BatchItem<"sqlite">[] = [
    db.insert(mailMessages).select(sql`
      SELECT ${messageID}, 'confirmation', NULL, NULL, NULL, ${now}
      FROM ${subscribers} WHERE ${whose} AND ${noneWaiting} LIMIT 1`),
    db.insert(mailDeliveries).select(sql`
      SELECT NULL, ${messageID}, subscriber_id, 'waiting', 0, ${now}, '', '', 1, NULL
      FROM ${subscribers} WHERE ${whose} AND ${noneWaiting} LIMIT 1`),
  ];
  const queued = sql`EXISTS (SELECT 1 FROM ${mailMessages} WHERE message_id = ${messageID})`;
  return { messageID, statements, queued };
}
