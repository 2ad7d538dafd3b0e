import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { components } from "../../components/table.ts";
import { deletedComponents, noticeComponents, notices, noticeUpdates } from "../../notices/table.ts";
import { isoTime } from "../../shared/time/domain.ts";
import type { WriteDb } from "../../storage/db.ts";
import { newID } from "../../storage/ids.ts";
import { queueForLanes } from "../outbox/queue.ts";
import { follows, isLaneOn, isNotPaused } from "../outbox/recipients.ts";
import { messageLanes, messages, type NoticeContent } from "../outbox/table.ts";
import { subscribers } from "../subscribers/table.ts";

export type PostedUpdate = Pick<
  NoticeContent,
  "noticeID" | "first" | "status" | "message" | "postedAt" | "reminder"
> & {
  noticeUpdateID: string | null;
  messageID?: string;
  isPostmortem?: true;
  movedFrom?: { startAt: string | null; endAt: string | null };
};

/**
 * Stores the message for those who follow the notice now, in every lane. Put it at the end of the batch that posts the update.
 * @param notBefore the mail isn't sent before, because the update can be undone until then
 */
export function queueNotice(
  db: WriteDb<"mail">,
  posted: PostedUpdate,
  notBefore?: string,
): BatchItem<"sqlite">[] {
  const {
    noticeID,
    noticeUpdateID,
    messageID = newID(),
    first,
    status,
    message,
    postedAt,
    isPostmortem = false,
    movedFrom,
    reminder,
  } = posted;
  const now = isoTime(Date.now());
  const affected = sql`SELECT component FROM (
      SELECT c."order" AS place, json_object('componentID', c.component_id, 'name', c.name, 'status', c.status) AS component
      FROM ${noticeComponents} AS t JOIN ${components} AS c ON c.component_id = t.component_id
      WHERE t.notice_id = ${noticeID}
      UNION ALL SELECT d."order", json_object('componentID', d.component_id, 'name', d.name, 'status', d.status, 'deleted', json('true'))
      FROM ${deletedComponents} AS d WHERE d.notice_id = ${noticeID}) ORDER BY place`;
  const content = sql`json_object('kind', n.kind, 'noticeID', n.notice_id, 'first', json(${first ? "true" : "false"}),
    'name', n.name, 'status', ${status}, 'message', ${message}, 'postedAt', ${postedAt},
    'startAt', n.start_at, 'endAt', n.end_at,
    'lastUpdate', json(${message === "" ? updateWithMessage(noticeID, sql`DESC`) : null}),
    'announcement', json(${first || isPostmortem ? null : updateWithMessage(noticeID, sql`ASC`)}),
    ${isPostmortem ? sql`'postmortem', json('true'),` : sql``}
    ${movedFrom ? sql`'movedFrom', json_object('startAt', ${movedFrom.startAt}, 'endAt', ${movedFrom.endAt}),` : sql``}
    ${reminder ? sql`'reminder', ${reminder},` : sql``}
    'components', json((SELECT json_group_array(json(component)) FROM (${affected}))))`;
  const writtenAt = sql`(SELECT n.changed_at FROM ${notices} AS n WHERE n.notice_id = ${noticeID})`;
  return [
    // An earlier update can't be undone any more, and its mail comes first.
    ...(first ? [] : [releaseHeld(db, { noticeID, now, writtenAt })]),
    db.insert(messages).select(sql`
      SELECT ${messageID}, n.kind, n.notice_id, ${noticeUpdateID}, ${content}, ${now}, NULL FROM ${notices} AS n
      WHERE n.notice_id = ${noticeID} AND EXISTS (SELECT 1 FROM ${subscribers} AS s
        WHERE ${isLaneOn(sql`s.lane`)} AND ${isFollower({ noticeID })} AND ${isNotPaused})`),
    // With the time of the write, it comes before the changes of components that the write makes.
    queueForLanes(db, messageID, notBefore ?? (reminder || isPostmortem ? now : writtenAt)),
  ];
}

function releaseHeld(
  db: WriteDb<"mail">,
  { noticeID, now, writtenAt }: { noticeID: string; now: string; writtenAt: SQL },
) {
  // The clock is already later than the time of the write. Another machine's clock can have been ahead.
  const createdAt = sql`(SELECT m.created_at FROM ${messages} AS m WHERE m.message_id = ${messageLanes.messageID})`;
  return db
    .update(messageLanes)
    .set({ dueAt: sql`min(${createdAt}, ${writtenAt})` })
    .where(sql`state = 'waiting' AND due_at > ${now}
    AND message_id IN (SELECT m.message_id FROM ${messages} AS m WHERE m.notice_id = ${noticeID})`);
}

function updateWithMessage(noticeID: string, order: SQL): SQL {
  return sql`(SELECT json_object('status', u.status, 'message', u.message, 'postedAt', u.created_at)
    FROM ${noticeUpdates} AS u WHERE u.notice_id = ${noticeID} AND u.message <> ''
    ORDER BY u.created_at ${order}, u.rowid ${order} LIMIT 1)`;
}

/**
 * A condition: subscriber `s` of any channel has chosen to be notified of the notice.
 * @param componentIDs components that the notice will also affect
 */
export function isFollower({
  noticeID,
  componentIDs = [],
}: {
  noticeID: string;
  componentIDs?: string[];
}): SQL {
  return follows({
    noticeID: sql`${noticeID}`,
    affected: sql`SELECT component_id FROM ${noticeComponents} WHERE notice_id = ${noticeID}
      UNION ALL SELECT value FROM json_each(${JSON.stringify(componentIDs)})`,
  });
}
