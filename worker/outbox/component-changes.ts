import { type SQL, sql } from "drizzle-orm";
import { components, statusChanges } from "../components/table.ts";
import { undos } from "../notices/undo/table.ts";
import type { Db, WriteDb } from "../storage/db.ts";
import { newID } from "../storage/ids.ts";
import { subscribers } from "../subscribers/table.ts";
import { isoTime } from "../time/domain.ts";
import type { Lane } from "./domain.ts";
import { isRecipient } from "./recipients.ts";
import { lanes, messageLanes, messages } from "./table.ts";

/** Keeps a message below 200 kB. The rest follows in the next one. */
const MAX_CHANGES = 1000;

/** The webhooks of a lane. The conditions are written out, so that the partial index is used. */
function webhooks(lane: Lane | SQL): SQL {
  return sql`${subscribers} WHERE channel = 'webhook' AND state = 'confirmed' AND is_team = (${lane} = 'TEAM')`;
}

function cursor(lane: Lane | SQL): SQL {
  return sql`coalesce((SELECT changes_cursor FROM ${lanes} AS own WHERE own.lane = ${lane}), 0)`;
}

/** The last change to be told now, or null. What can still be undone waits, and with it what comes after. */
function lastDue(lane: Lane | SQL, now: string): SQL {
  const firstHeld = sql`(SELECT min(held.id) FROM ${undos} AS undo CROSS JOIN ${statusChanges} AS held
    WHERE undo.expires_at > ${now} AND held.id > ${cursor(lane)} AND held.cause = undo.kind || ':' || undo.notice_id)`;
  return sql`(SELECT max(id) FROM (SELECT id FROM ${statusChanges}
    WHERE id > ${cursor(lane)} AND id < coalesce(${firstHeld}, 9e15) ORDER BY id LIMIT ${MAX_CHANGES}))`;
}

export function hasNewChanges(lane: Lane | SQL, now: string): SQL {
  return sql`(${lane} IN ('TEAM', 'ENDPOINTS') AND EXISTS (SELECT 1 FROM ${webhooks(lane)}) AND ${lastDue(lane, now)} IS NOT NULL)`;
}

/** @returns whether components have changed in a way that followers in the lane are to be told of now */
export async function areChangesDue(db: Db, lane: Lane): Promise<boolean> {
  if (lane !== "TEAM" && lane !== "ENDPOINTS") return false;
  const due = await db
    .select({ one: sql<number>`1`.as("one") })
    .from(sql`(SELECT 1 WHERE ${hasNewChanges(lane, isoTime(Date.now()))})`);
  return due.length > 0;
}

/** Makes a message of the changes of components since the last one, and moves the lane's cursor. */
export async function queueChanges(db: WriteDb, lane: Lane): Promise<void> {
  const messageID = newID();
  const now = isoTime(Date.now());
  const changes = sql`SELECT change.id, c.component_id, c.name, change.previous_status, change.status, change.at
    FROM ${statusChanges} AS change CROSS JOIN ${components} AS c ON c.component_id = change.component_id
    WHERE change.id > ${cursor(lane)} AND change.id <= ${lastDue(lane, now)} AND change.previous_status IS NOT NULL
      AND change.at >= (SELECT min(coalesce(confirmed_at, '')) FROM ${webhooks(lane)})`;
  const heldUntil = sql`(SELECT max(l.due_at) FROM ${messageLanes} AS l CROSS JOIN ${messages} AS n ON n.message_id = l.message_id
    WHERE l.lane = ${lane} AND l.state = 'waiting' AND n.notice_id IN (SELECT substr(cause, instr(cause, ':') + 1)
      FROM ${statusChanges} WHERE id > ${cursor(lane)} AND id <= ${lastDue(lane, now)}))`;
  await db.batch([
    db.insert(messages).select(sql`
      SELECT ${messageID}, 'component', NULL, NULL, json_object('changes', json_group_array(json_object(
        'componentID', component_id, 'name', name, 'oldStatus', previous_status, 'newStatus', status, 'at', at) ORDER BY id)), ${now}, NULL
      FROM (${changes}) HAVING count(*) > 0`),
    // With the time of the change, it is sent before notices that were posted later, but not before the notice that made it.
    db
      .insert(messageLanes)
      .select(sql`SELECT m.message_id, ${lane}, '', max(m.content ->> '$.changes[0].at', coalesce(${heldUntil}, '')), 'waiting', '', 0 FROM ${messages} AS m
      WHERE m.message_id = ${messageID} AND EXISTS (SELECT 1 FROM ${subscribers} AS s WHERE s.lane = ${lane} AND ${isRecipient})`),
    db.delete(messages).where(sql`message_id = ${messageID}
      AND NOT EXISTS (SELECT 1 FROM ${messageLanes} AS l WHERE l.message_id = ${messageID})`),
    moveCursor(db, lane, lastDue(lane, now)),
  ]);
}

/** Nobody in the lane is told of the changes until now. */
export function skipChanges(db: WriteDb, lane: Lane) {
  return moveCursor(db, lane, sql`(SELECT max(id) FROM ${statusChanges})`);
}

function moveCursor(db: WriteDb, lane: Lane, to: SQL) {
  return db
    .insert(lanes)
    .select(sql`SELECT ${lane}, '', '', '', ${to} WHERE ${to} IS NOT NULL`)
    .onConflictDoUpdate({ target: lanes.lane, set: { changesCursor: sql`excluded.changes_cursor` } });
}
