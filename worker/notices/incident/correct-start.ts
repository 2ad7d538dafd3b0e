import { eq, type SQL, sql } from "drizzle-orm";
import { beganAt, severitySQL } from "../../components/status-history.ts";
import { statusChanges, statusOverrides } from "../../components/table.ts";
import type { WriteDb } from "../../storage/db.ts";
import { type notices, noticeUpdateComponents, noticeUpdates } from "../table.ts";

type Incident = Pick<typeof notices.$inferSelect, "noticeID" | "isBackfilled" | "createdAt">;

/**
 * The worse statuses of the first update count from the corrected start, but not from before the component's previous change. A
 * later start takes back only what was added.
 */
export function correctStart(db: WriteDb, incident: Incident, start: string) {
  const cause = `incident:${incident.noticeID}`;
  const own = statusOverrides;
  const isOwn = eq(own.cause, cause);
  if (incident.isBackfilled)
    return [
      db
        .update(own)
        .set({ from: sql`min(${own.to}, ${start})` })
        .where(isOwn),
    ];
  const beginning = (componentID: SQL, at: SQL) => sql`max(${start}, coalesce((SELECT ${beganAt(sql`before`)}
    FROM ${statusChanges} AS before WHERE before.component_id = ${componentID} AND before.at < ${at}
    ORDER BY before.at DESC, before.id DESC LIMIT 1), ''))`;
  const moved = sql`(SELECT id, min("to", ${beginning(sql`override.component_id`, sql`override."to"`)}) AS "from"
    FROM ${own} AS override WHERE override.cause = ${cause}) AS moved`;
  const firstUpdateID = sql`(SELECT notice_update_id FROM ${noticeUpdates} WHERE notice_id = ${incident.noticeID}
    ORDER BY created_at, rowid LIMIT 1)`;
  const changeID = sql`(SELECT id FROM ${statusChanges} AS first WHERE first.component_id = reported.component_id
    AND first.cause = ${cause} AND first.at >= min(opening.created_at, ${incident.createdAt}) ORDER BY at, id LIMIT 1)`;
  return [
    db.update(own).set({ from: sql`moved."from"` }).from(moved).where(sql`${own.id} = moved.id`),
    db.insert(own).select(sql`
      SELECT NULL, change.component_id, ${beginning(sql`change.component_id`, sql`change.at`)}, change.at, change.status, ${cause}
      FROM ${noticeUpdates} AS opening CROSS JOIN ${noticeUpdateComponents} AS reported
        ON reported.notice_update_id = opening.notice_update_id CROSS JOIN ${statusChanges} AS change ON change.id = ${changeID}
      WHERE opening.notice_update_id = ${firstUpdateID} AND change.at > ${start}
        AND ${severitySQL(sql`reported.new_status`)} > ${severitySQL(sql`reported.old_status`)}
        AND NOT EXISTS (SELECT 1 FROM ${own} WHERE ${isOwn} AND ${own.componentID} = change.component_id)`),
  ];
}
