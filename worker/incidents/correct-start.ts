import { sql } from "drizzle-orm";
import { rowStart } from "../components/roll-up.ts";
import { severityOf } from "../components/status-changes.ts";
import { statusChanges } from "../components/table.ts";
import { noticeComponents, notices, noticeUpdates } from "../notices/table.ts";
import type { WriteDb } from "../storage/db.ts";

/**
 * Dates the status changes of an incident's first update to its corrected start, if they were for the worse, and within the
 * component's previous and next change. A change that was rolled up stays. Must run before the incident's own time changes.
 */
export function correctFirstChanges(db: WriteDb, incidentID: string, createdAt: string) {
  const firstUpdate = sql`(SELECT min(${noticeUpdates.createdAt}) FROM ${noticeUpdates}
    WHERE ${noticeUpdates.noticeID} = ${incidentID})`;
  const ofComponent = sql`component_id = touched.component_id`;
  const first = sql`(SELECT id FROM ${statusChanges} WHERE ${ofComponent}
    AND at >= min(incident.created_at, ${firstUpdate})
    AND cause = ${`incident:${incidentID}`} ORDER BY at, id LIMIT 1)`;
  // A new incident can start before a component's previous change: its own change then has that change's time.
  const isOfFirstUpdate = sql`(own.at <= max(incident.created_at, ${firstUpdate}) OR own.at = before.at)`;
  const before = sql`(SELECT id FROM ${statusChanges} WHERE ${ofComponent} AND (at, id) < (own.at, own.id)
    ORDER BY at DESC, id DESC LIMIT 1)`;
  const after = sql`(SELECT ${rowStart(sql`next`)} FROM ${statusChanges} AS next
    WHERE next.component_id = touched.component_id AND (next.at, next.id) > (own.at, own.id)
    ORDER BY next.at, next.id LIMIT 1)`;
  const moved = sql`(SELECT own.id, max(before.at, min(${createdAt}, coalesce(${after}, ${createdAt}))) AS at
    FROM ${notices} AS incident CROSS JOIN ${noticeComponents} AS touched
    CROSS JOIN ${statusChanges} AS own CROSS JOIN ${statusChanges} AS before
    WHERE incident.notice_id = ${incidentID} AND touched.notice_id = incident.notice_id
      AND own.id = ${first} AND own.earlier_that_day IS NULL AND before.id = ${before}
      AND ${isOfFirstUpdate} AND ${severityOf(sql`own.status`)} > ${severityOf(sql`before.status`)}
    LIMIT -1)`; // Without a limit, SQLite joins it to all status changes instead of looking up those that it names.
  return db
    .update(statusChanges)
    .set({ at: sql`moved.at` })
    .from(sql`${moved} AS moved`)
    .where(sql`${statusChanges.id} = moved.id AND ${statusChanges.at} <> moved.at`);
}
