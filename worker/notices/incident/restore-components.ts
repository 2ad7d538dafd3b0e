import { type SQL, sql } from "drizzle-orm";
import type { ComponentStatuses } from "../../components/schema.ts";
import { type Change, setComponentStatuses } from "../../components/status-changes.ts";
import { statusFromOtherNotices } from "../../components/status-from-other-notices.ts";
import { statusRows } from "../../components/status-history.ts";
import type { WriteDb } from "../../storage/db.ts";
import { isNotice } from "../store.ts";
import { noticeComponents, notices, noticeUpdateComponents, noticeUpdates } from "../table.ts";

export function restoredByIncident(noticeID: string, named: ComponentStatuses): SQL {
  return sql`(SELECT own.component_id,
      coalesce(${statusFromOtherNotices(sql`own.component_id`, noticeID)}, 'Operational') AS status
    FROM ${noticeComponents} AS own WHERE ${isAffected(noticeID, named)})`;
}

function isAffected(noticeID: string, named: ComponentStatuses): SQL {
  return sql`own.notice_id = ${noticeID} AND own.status <> 'Operational'
    AND EXISTS (SELECT 1 FROM ${notices} WHERE ${isNotice("incident", noticeID)})
    AND own.component_id NOT IN (SELECT component_id FROM ${statusRows(named)})`;
}

/**
 * Gives each component of an incident the status from other notices, or else Operational.
 * @param named components that get a status of their own in the same change
 */
export function restoreIncidentComponents(
  db: WriteDb<"public">,
  noticeID: string,
  change: Change,
  named: ComponentStatuses = [],
) {
  const has = isAffected(noticeID, named);
  const earlierStatuses = sql`SELECT changed.new_status FROM ${noticeUpdates} AS past
    CROSS JOIN ${noticeUpdateComponents} AS changed ON changed.notice_update_id = past.notice_update_id
    WHERE past.notice_id = ${noticeID} AND changed.component_id = own.component_id
      AND changed.new_status <> changed.old_status`;
  return [
    ...setComponentStatuses(db, restoredByIncident(noticeID, named), change),
    // A maintenance in progress would otherwise restore this incident's status when it ends.
    db
      .update(noticeComponents)
      .set({ restoreStatus: "Operational" })
      .from(sql`(SELECT own.component_id, own.status FROM ${noticeComponents} AS own WHERE ${has}) AS own`)
      .where(
        sql`notice_components.component_id = own.component_id AND notice_components.notice_id <> ${noticeID}
          AND notice_components.restore_status IS NOT NULL
          AND (notice_components.restore_status = own.status OR notice_components.restore_status IN (${earlierStatuses}))`,
      ),
    db
      .update(noticeComponents)
      .set({ status: "Operational" })
      .from(sql`(SELECT own.component_id FROM ${noticeComponents} AS own WHERE ${has}) AS own`)
      .where(
        sql`notice_components.notice_id = ${noticeID} AND notice_components.component_id = own.component_id`,
      ),
  ];
}
