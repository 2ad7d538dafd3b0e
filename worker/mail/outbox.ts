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

/** What is posted, as far as the notice itself does not say it. */
export type Posted = Pick<NoticeContent, "noticeID" | "first" | "status" | "message" | "postedAt"> & {
  noticeUpdateID: string;
};

/**
 * For the batch that posts an update, at its end: what it says and who is to hear it, as of then. Nothing as long as
 * mail is off, or nobody is there to hear it.
 */
export function queueNoticeMail(db: WriteDb<"mail">, posted: Posted): BatchItem<"sqlite">[] {
  const { noticeID, noticeUpdateID, first, status, message, postedAt } = posted;
  const messageID = newID();
  const now = new Date().toISOString();
  const touched = sql`SELECT component FROM (
      SELECT c."order" AS place, json_object('name', c.name, 'status', c.status) AS component
      FROM ${noticeComponents} AS t JOIN ${components} AS c ON c.component_id = t.component_id
      WHERE t.notice_id = ${noticeID}
      UNION ALL SELECT d."order", json_object('name', d.name, 'status', d.status, 'deleted', json('true'))
      FROM ${deletedComponents} AS d WHERE d.notice_id = ${noticeID}) ORDER BY place`;
  const content = sql`json_object('kind', n.kind, 'noticeID', n.notice_id, 'first', json(${first ? "true" : "false"}),
    'name', n.name, 'status', ${status}, 'message', ${message}, 'postedAt', ${postedAt},
    'startAt', n.start_at, 'endAt', n.end_at,
    'lastWords', json(${message === "" ? wordsOf(noticeID, sql`DESC`) : null}),
    'announcement', json(${first ? null : wordsOf(noticeID, sql`ASC`)}),
    'components', json((SELECT json_group_array(json(component)) FROM (${touched}))))`;
  return [
    db.insert(mailMessages).select(sql`
      SELECT ${messageID}, n.kind, n.notice_id, ${noticeUpdateID}, ${content}, ${now} FROM ${notices} AS n
      WHERE n.notice_id = ${noticeID} AND EXISTS (SELECT 1 FROM ${settings} WHERE email_enabled)
        AND EXISTS (SELECT 1 FROM ${subscribers} AS s WHERE ${concerns(noticeID)})`),
    ...insertChunks(db, { messageID, recipients: concerns(noticeID), now }),
  ];
}

/** The update of a notice that has words, the newest or the oldest of them, as a JSON object; NULL without any. */
function wordsOf(noticeID: string, order: SQL): SQL {
  return sql`(SELECT json_object('status', u.status, 'message', u.message, 'postedAt', u.created_at)
    FROM ${noticeUpdates} AS u WHERE u.notice_id = ${noticeID} AND u.message <> ''
    ORDER BY u.created_at ${order}, u.rowid ${order} LIMIT 1)`;
}

/**
 * Of a subscriber `s`: whether a notice is theirs to hear about, by the components that it has touched.
 * @param componentIDs others that it is going to touch
 */
export function concerns(noticeID: string, componentIDs: string[] = []): SQL {
  return sql`s.state = 'confirmed' AND (s.everything OR EXISTS (
    SELECT 1 FROM ${subscriberComponents} AS chosen WHERE chosen.subscriber_id = s.subscriber_id
      AND chosen.component_id IN (SELECT component_id FROM ${noticeComponents} WHERE notice_id = ${noticeID}
        UNION ALL SELECT value FROM json_each(${JSON.stringify(componentIDs)}))))`;
}

/**
 * For the batch that stores a subscription: the mail with the link that confirms it, or that says that it is there.
 * Nothing while such a mail still waits: a service that comes back is not to send one for each time it was asked.
 * @param which of the subscribers, one or none: a condition on their columns
 * @returns `queued`, a condition that holds later in the batch where there is such a mail now, by this `messageID`
 */
export function queueConfirmation(db: WriteDb<"mail">, which: SQL) {
  const messageID = newID();
  const now = new Date().toISOString();
  const none = sql`NOT EXISTS (SELECT 1 FROM ${mailDeliveries} AS d JOIN ${mailMessages} AS m ON m.message_id = d.message_id
    WHERE d.subscriber_id = ${subscribers.subscriberID} AND d.state = 'waiting' AND m.kind = 'confirmation')`;
  const statements: BatchItem<"sqlite">[] = [
    db.insert(mailMessages).select(sql`
      SELECT ${messageID}, 'confirmation', NULL, NULL, NULL, ${now}
      FROM ${subscribers} WHERE ${which} AND ${none} LIMIT 1`),
    db.insert(mailDeliveries).select(sql`
      SELECT NULL, ${messageID}, subscriber_id, 'waiting', 0, ${now}, '', '', 1, NULL
      FROM ${subscribers} WHERE ${which} AND ${none} LIMIT 1`),
  ];
  const queued = sql`EXISTS (SELECT 1 FROM ${mailMessages} WHERE message_id = ${messageID})`;
  return { messageID, statements, queued };
}
