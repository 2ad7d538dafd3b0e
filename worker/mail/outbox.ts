import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { components } from "../components/table.ts";
import { insertEndpointDeliveries, isEndpointRecipient } from "../endpoints/outbox.ts";
import { deletedComponents, noticeComponents, notices, noticeUpdates } from "../notices/table.ts";
import { settings } from "../settings/table.ts";
import type { WriteDb } from "../storage/db.ts";
import { newID } from "../storage/ids.ts";
import type { Reminder } from "../subscribers/domain.ts";
import {
  subscriberComponents,
  subscriberGroups,
  subscriberNotices,
  subscribers,
} from "../subscribers/table.ts";
import { insertChunks } from "./chunks.ts";
import { mailChunks, mailMessages, type NoticeContent } from "./table.ts";

export type PostedUpdate = Pick<
  NoticeContent,
  "noticeID" | "first" | "status" | "message" | "postedAt" | "reminder"
> & {
  noticeUpdateID: string | null;
  isPostmortem?: true;
  movedFrom?: { startAt: string | null; endAt: string | null };
};

/**
 * Stores the message and its recipients as of now, for email and for endpoints. Put it at the end of the batch that posts the update.
 * @param notBefore the mail isn't sent before, because the update can be undone until then
 */
export function queueNoticeMail(
  db: WriteDb<"mail">,
  posted: PostedUpdate,
  notBefore?: string,
): BatchItem<"sqlite">[] {
  const {
    noticeID,
    noticeUpdateID,
    first,
    status,
    message,
    postedAt,
    isPostmortem = false,
    movedFrom,
    reminder,
  } = posted;
  const recipients = reminder ? sql`${isRecipient(noticeID)} AND ${wants[reminder]}` : isRecipient(noticeID);
  const messageID = newID();
  const now = new Date().toISOString();
  const dueAt = notBefore ?? now;
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
    'announcement', json(${first || isPostmortem ? null : updateWithMessage(noticeID, sql`ASC`)}),
    ${isPostmortem ? sql`'postmortem', json('true'),` : sql``}
    ${movedFrom ? sql`'movedFrom', json_object('startAt', ${movedFrom.startAt}, 'endAt', ${movedFrom.endAt}),` : sql``}
    ${reminder ? sql`'reminder', ${reminder},` : sql``}
    'components', json((SELECT json_group_array(json(component)) FROM (${affected}))))`;
  return [
    // An earlier update can't be undone any more, and its mail comes first.
    ...(first ? [] : [releaseHeldMail(db, noticeID, now)]),
    db.insert(mailMessages).select(sql`
      SELECT ${messageID}, n.kind, n.notice_id, ${noticeUpdateID}, ${content}, ${now}, NULL FROM ${notices} AS n
      WHERE n.notice_id = ${noticeID} AND (EXISTS (SELECT 1 FROM ${subscribers} AS s WHERE ${isMailRecipient(recipients)})
        OR (${isEndpointRecipient(recipients)}))`),
    ...insertChunks(db, { messageID, recipients: isMailRecipient(recipients), dueAt }),
    ...insertEndpointDeliveries(db, { messageID, recipients, dueAt }),
  ];
}

const wants: Record<Reminder, SQL> = { day: sql`s.day_reminder`, hour: sql`s.hour_reminder` };

function releaseHeldMail(db: WriteDb<"mail">, noticeID: string, now: string) {
  return db
    .update(mailChunks)
    .set({ createdAt: now })
    .where(sql`state = 'waiting' AND created_at > ${now}
    AND message_id IN (SELECT m.message_id FROM ${mailMessages} AS m WHERE m.notice_id = ${noticeID})`);
}

function updateWithMessage(noticeID: string, order: SQL): SQL {
  return sql`(SELECT json_object('status', u.status, 'message', u.message, 'postedAt', u.created_at)
    FROM ${noticeUpdates} AS u WHERE u.notice_id = ${noticeID} AND u.message <> ''
    ORDER BY u.created_at ${order}, u.rowid ${order} LIMIT 1)`;
}

export function isMailRecipient(recipients: SQL): SQL {
  return sql`(SELECT email_enabled FROM ${settings}) AND s.channel = 'email' AND ${recipients}`;
}

/**
 * A condition on a subscriber `s` of any channel.
 * @param componentIDs components that the notice will also affect
 */
export function isRecipient(noticeID: string, componentIDs: string[] = []): SQL {
  const affected = sql`SELECT component_id FROM ${noticeComponents} WHERE notice_id = ${noticeID}
    UNION ALL SELECT value FROM json_each(${JSON.stringify(componentIDs)})`;
  return sql`s.state = 'confirmed' AND (s.everything OR EXISTS (
    SELECT 1 FROM ${subscriberComponents} AS chosen WHERE chosen.subscriber_id = s.subscriber_id
      AND chosen.component_id IN (${affected})) OR EXISTS (
    SELECT 1 FROM ${subscriberGroups} AS followed WHERE followed.subscriber_id = s.subscriber_id
      AND followed.group_id IN (SELECT group_id FROM ${components} WHERE component_id IN (${affected}))) OR EXISTS (
    SELECT 1 FROM ${subscriberNotices} AS alone WHERE alone.subscriber_id = s.subscriber_id
      AND alone.notice_id = ${noticeID} AND alone.is_confirmed))`;
}
