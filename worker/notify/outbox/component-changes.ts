import { type SQL, sql } from "drizzle-orm";
import { components, statusChanges } from "../../components/table.ts";
import { isoTime } from "../../shared/time/domain.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { newID } from "../../storage/ids.ts";
import { readableJSON } from "../../storage/stored-json.ts";
import { undos } from "../../writes/undo/table.ts";
import { subscribers } from "../subscribers/table.ts";
import type { Lane } from "./domain.ts";
import { hasRecipient } from "./recipients.ts";
import { lanes, messageLanes, messages } from "./table.ts";

/** Keeps a message below 200 kB. The rest follows in later ones. */
const MAX_CHANGES = 1000;

/** The webhooks of a lane. The conditions are written out, so that the partial index is used. */
function webhooks(lane: Lane | SQL): SQL {
  return sql`${subscribers} WHERE channel = 'webhook' AND state = 'confirmed' AND is_team = (${lane} = 'TEAM')`;
}

function cursor(lane: Lane | SQL): SQL {
  return sql`coalesce((SELECT changes_cursor FROM ${lanes} AS own WHERE own.lane = ${lane}), 0)`;
}

/** The last change to be announced now, or null. What can still be undone waits, and with it what comes after. */
function lastDue(lane: Lane | SQL, now: string): SQL {
  const firstHeld = sql`(SELECT min(held.id) FROM ${undos} AS undo CROSS JOIN ${statusChanges} AS held
    WHERE undo.expires_at > ${now} AND held.id > ${cursor(lane)} AND held.cause = undo.kind || ':' || undo.notice_id)`;
  return sql`(SELECT max(id) FROM (SELECT id FROM ${statusChanges}
    WHERE id > ${cursor(lane)} AND id < coalesce(${firstHeld}, 9e15) ORDER BY id LIMIT ${MAX_CHANGES}))`;
}

export function hasNewChanges(lane: Lane | SQL, now: string): SQL {
  return sql`(${lane} IN ('TEAM', 'ENDPOINTS') AND EXISTS (SELECT 1 FROM ${webhooks(lane)}) AND ${lastDue(lane, now)} IS NOT NULL)`;
}

/** A condition: webhooks have not been notified of the change yet. */
export function isUnannounced(id: SQL): SQL {
  const isUnannouncedIn = (lane: Lane) =>
    sql`(${id} > ${cursor(lane)} AND EXISTS (SELECT 1 FROM ${webhooks(lane)}))`;
  return sql`(${isUnannouncedIn("TEAM")} OR ${isUnannouncedIn("ENDPOINTS")})`;
}

/** @returns the ID of the last change that the lane announces now */
export async function readLastDue(db: Db, lane: Lane): Promise<number | undefined> {
  if (lane !== "TEAM" && lane !== "ENDPOINTS") return undefined;
  const now = isoTime(Date.now());
  const [due] = await db
    .select({ last: sql<number>`last`.as("last") })
    .from(sql`(SELECT ${lastDue(lane, now)} AS last WHERE ${hasNewChanges(lane, now)})`);
  return due?.last;
}

/** Makes a message of each write's changes of components since the last one, and moves the lane's cursor. */
export async function queueChanges(db: WriteDb, lane: Lane, last: number): Promise<void> {
  const prefix = newID();
  const isNew = sql`m.message_id BETWEEN ${prefix} AND ${`${prefix}~`}`;
  const changes = sql`SELECT change.id, c.component_id, c.name, change.previous_status, change.status, change.at, change.cause
    FROM ${statusChanges} AS change CROSS JOIN ${components} AS c ON c.component_id = change.component_id
    WHERE change.id > ${cursor(lane)} AND change.id <= ${last} AND change.previous_status IS NOT NULL`;
  const postedAt = sql`coalesce(${readableJSON(sql`n.content`, "object")} ->> 'postedAt', n.created_at)`;
  // What was posted before the change, or with it, is sent first. Later notices come after it.
  const earlierDueAt = sql`(SELECT max(l.due_at) FROM ${messageLanes} AS l CROSS JOIN ${messages} AS n ON n.message_id = l.message_id
    WHERE l.lane = ${lane} AND l.state = 'waiting' AND l.due_at <= ${isoTime(Date.now())} AND ${postedAt} <= m.created_at)`;
  await db.batch([
    db.insert(messages).select(sql`
      SELECT ${prefix} || '-' || min(id), 'component', NULL, NULL, json_object('changes', json_group_array(json_object(
        'componentID', component_id, 'name', name, 'oldStatus', previous_status, 'newStatus', status, 'at', at) ORDER BY id)), at, NULL
      FROM (${changes}) GROUP BY at, cause ORDER BY min(id)`),
    db.insert(messageLanes).select(sql`
      SELECT m.message_id, ${lane}, '', max(m.created_at, coalesce(${earlierDueAt}, '')), 'waiting', '', 0 FROM ${messages} AS m
      WHERE ${isNew} AND ${hasRecipient(sql`${lane}`)} ORDER BY m.rowid`),
    db.delete(messages).where(
      sql`message_id IN (SELECT m.message_id FROM ${messages} AS m WHERE ${isNew}
        AND NOT EXISTS (SELECT 1 FROM ${messageLanes} AS l WHERE l.message_id = m.message_id))`,
    ),
    moveCursor(db, lane, sql`${last}`),
  ]);
}

/** Nobody in the lane will be notified of the changes so far. */
export function skipChanges(db: WriteDb, lane: Lane) {
  return moveCursor(db, lane, sql`(SELECT max(id) FROM ${statusChanges})`);
}

function moveCursor(db: WriteDb, lane: Lane, to: SQL) {
  return db
    .insert(lanes)
    .select(sql`SELECT ${lane}, '', '', '', ${to} WHERE ${to} IS NOT NULL`)
    .onConflictDoUpdate({
      target: lanes.lane,
      set: { changesCursor: sql`max(${lanes.changesCursor}, excluded.changes_cursor)` },
    });
}
