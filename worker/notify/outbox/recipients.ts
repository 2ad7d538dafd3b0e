import { type SQL, sql } from "drizzle-orm";
import { components } from "../../components/table.ts";
import { settings } from "../../settings/table.ts";
import { readableJSON } from "../../storage/stored-json.ts";
import { endpoints } from "../endpoints/table.ts";
import {
  subscriberComponents,
  subscriberGroups,
  subscriberNotices,
  subscribers,
} from "../subscribers/table.ts";
import { messageLanes, messages } from "./table.ts";

interface Topic {
  noticeID: SQL;
  /** A query for the IDs of the components. */
  affected: SQL;
}

/** A condition: subscriber `s` is confirmed and has chosen to be notified of the topic. */
export function follows({ noticeID, affected }: Topic): SQL {
  return sql`s.state = 'confirmed' AND (s.everything OR EXISTS (
    SELECT 1 FROM ${subscriberComponents} AS chosen WHERE chosen.subscriber_id = s.subscriber_id
      AND chosen.component_id IN (${affected})) OR EXISTS (
    SELECT 1 FROM ${subscriberGroups} AS followed WHERE followed.subscriber_id = s.subscriber_id
      AND followed.group_id IN (SELECT group_id FROM ${components} WHERE component_id IN (${affected}))) OR EXISTS (
    SELECT 1 FROM ${subscriberNotices} AS alone WHERE alone.subscriber_id = s.subscriber_id
      AND alone.notice_id = ${noticeID} AND alone.is_confirmed))`;
}

/** A condition: the channel is on. The setting for endpoints is about followers, not about channels of the team. */
export function isLaneOn(lane: SQL): SQL {
  return sql`iif(${lane} IN ('MAIL', 'CONFIRMATIONS'), (SELECT email_enabled FROM ${settings}),
    ${lane} = 'TEAM' OR (SELECT endpoints_enabled FROM ${settings}))`;
}

export const isNotPaused = sql`(s.channel = 'email' OR EXISTS (SELECT 1 FROM ${endpoints} AS e
  WHERE e.subscriber_id = s.subscriber_id AND e.resting_since IS NULL))`;

const content = readableJSON(sql`m.content`, "object");
const affected = sql`SELECT value ->> 'componentID' FROM json_each(${content}, iif(m.kind = 'component', '$.changes', '$.components'))`;

/** A condition: subscriber `s` gets message `m`, which is about a notice or about components. */
const isRecipient = sql`s.state = 'confirmed' AND coalesce(s.confirmed_at, '') <= m.created_at
  AND (m.kind <> 'component' OR s.channel = 'webhook')
  AND CASE ${content} ->> 'reminder' WHEN 'day' THEN s.day_reminder WHEN 'hour' THEN s.hour_reminder ELSE true END
  AND ${follows({ noticeID: sql`m.notice_id`, affected })} AND ${isNotPaused}
  AND (m.kind <> 'component' OR ${changesFor(sql`EXISTS (SELECT 1`, sql`)`)})`;

/** A condition: message `m` has a recipient in the lane. The index is named, because SQLite prefers the one of states. */
export function hasRecipient(lane: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM ${subscribers} AS s INDEXED BY subscribers_by_lane WHERE s.lane = ${lane} AND ${isRecipient})`;
}

/** The recipients `s` of a row of `message_lanes` that have no delivery of its message `m`. */
export const fromRemainingRecipients = sql`${messages} AS m CROSS JOIN ${subscribers} AS s
  WHERE m.message_id = ${messageLanes.messageID} AND s.lane = ${messageLanes.lane} AND s.subscriber_id > ${messageLanes.cursor}
    AND ${isRecipient}`;

const allChanges = sql`(SELECT json_group_array(key) FROM json_each(${content}, '$.changes'))`;

/** The indexes of the changes in message `m` that webhook `s` is notified of, as a JSON list. Null for all, and for other messages. */
export const followedChanges = sql`iif(m.kind = 'component',
  nullif(${changesFor(sql`(SELECT json_group_array(change.key)`, sql`)`)}, ${allChanges}), NULL)`;

function changesFor(before: SQL, after: SQL): SQL {
  return sql`${before} FROM json_each(${content}, '$.changes') AS change WHERE (s.everything OR change.value ->> 'componentID' IN (
      SELECT component_id FROM ${subscriberComponents} AS chosen WHERE chosen.subscriber_id = s.subscriber_id
      UNION ALL SELECT c.component_id FROM ${subscriberGroups} AS followed CROSS JOIN ${components} AS c
        WHERE followed.subscriber_id = s.subscriber_id AND c.group_id = followed.group_id))${after}`;
}
