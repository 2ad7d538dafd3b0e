import { sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { components } from "../components/table.ts";
import { mailMessages } from "../mail/table.ts";
import type { WriteDb } from "../storage/db.ts";
import { newID } from "../storage/ids.ts";
import { subscriberComponents, subscriberGroups, subscribers } from "../subscribers/table.ts";
import { getsMessages, isEndpointRecipient, wakeEndpoints } from "./outbox.ts";
import { endpointDeliveries, endpoints } from "./table.ts";

interface Cause {
  /** The notice whose write this is, so that undoing the write also deletes the message. */
  noticeID?: string;
  /** Nothing is sent before, because the write can be undone until then. */
  notBefore?: string | undefined;
}

const isFollower = sql`s.channel = 'webhook' AND s.state = 'confirmed'`;

/**
 * Queues what a batch changes about the statuses of components for webhooks. Put `before` before and `after` behind the
 * statements that may change them. A batch makes one message with all changes, and one delivery for each webhook that follows
 * any of them, so that a change of all components writes few rows.
 */
export function componentWebhooks(
  db: WriteDb<"mail"> | WriteDb<"webhooks">,
  { noticeID, notBefore }: Cause = {},
): { before: BatchItem<"sqlite">[]; after: BatchItem<"sqlite">[] } {
  const messageID = newID();
  const now = new Date().toISOString();
  const dueAt = notBefore ?? now;
  const isMessage = sql`message_id = ${messageID}`;
  const statuses = sql`(SELECT json_group_object(c.component_id, c.status) FROM ${components} AS c)`;
  const changes = sql`(SELECT json_object('changes', json_group_array(json_object('componentID', c.component_id, 'name', c.name,
      'oldStatus', old.value, 'newStatus', c.status, 'at', c.updated_at) ORDER BY c."order"))
    FROM json_each(${mailMessages.content}) AS old CROSS JOIN ${components} AS c
    WHERE c.component_id = old.key AND c.status <> old.value)`;
  const waiting = sql`'waiting', 0, ${dueAt}, '', NULL, NULL`;
  const followers = sql`${endpoints} AS e CROSS JOIN ${subscribers} AS s ON s.subscriber_id = e.subscriber_id
    AND ${getsMessages} AND ${isFollower}`;
  const changed = sql`SELECT change.key AS place, c.component_id, c.group_id FROM ${mailMessages} AS m
    CROSS JOIN json_each(m.content, '$.changes') AS change CROSS JOIN ${components} AS c
    WHERE m.message_id = ${messageID} AND c.component_id = change.value ->> 'componentID'`;
  return {
    before: [
      db.insert(mailMessages).select(sql`
        SELECT ${messageID}, 'component', ${noticeID ?? null}, NULL, ${statuses}, ${now}, NULL
        WHERE ${isEndpointRecipient(isFollower)}`),
    ],
    after: [
      db.update(mailMessages).set({ content: changes }).where(isMessage),
      db.delete(mailMessages).where(sql`${isMessage} AND json_array_length(content, '$.changes') = 0`),
      db.insert(endpointDeliveries).select(sql`
        WITH changed AS MATERIALIZED (${changed})
        SELECT NULL, ${messageID}, s.subscriber_id, s.channel, ${waiting}, NULL, 0
        FROM ${followers} WHERE s.everything AND EXISTS (SELECT 1 FROM changed)
        UNION ALL
        SELECT NULL, ${messageID}, subscriber_id, channel, ${waiting}, json_group_array(place ORDER BY place), 0 FROM (
          SELECT s.subscriber_id, s.channel, changed.place
          FROM ${followers} CROSS JOIN ${subscriberComponents} AS chosen ON chosen.subscriber_id = s.subscriber_id
          CROSS JOIN changed ON changed.component_id = chosen.component_id WHERE NOT s.everything
          UNION
          SELECT s.subscriber_id, s.channel, changed.place
          FROM ${followers} CROSS JOIN ${subscriberGroups} AS followed ON followed.subscriber_id = s.subscriber_id
          CROSS JOIN changed ON changed.group_id = followed.group_id WHERE NOT s.everything)
        GROUP BY subscriber_id, channel`),
      db
        .delete(mailMessages)
        .where(
          sql`${isMessage} AND NOT EXISTS (SELECT 1 FROM ${endpointDeliveries} AS d WHERE d.message_id = ${messageID})`,
        ),
      wakeEndpoints(
        db,
        sql`SELECT d.subscriber_id FROM ${endpointDeliveries} AS d WHERE d.message_id = ${messageID}`,
        dueAt,
      ),
    ],
  };
}
