import type { Stack } from "./stack.ts";

/**
 * Moves the demo's past to when it is said to have been: no call dates back when a component was added, or what the
 * schedule did.
 */
export async function age({ write }: Stack, since: Date): Promise<void> {
  await write([
    `UPDATE components SET created_at = '${since.toISOString()}'`,
    `UPDATE status_changes SET at = '${since.toISOString()}' WHERE cause = 'created'`,
    `UPDATE notice_updates SET created_at = (
        SELECT min(notice_updates.created_at, iif(notice_updates.status = 'Completed', end_at, start_at))
        FROM notices WHERE notices.notice_id = notice_updates.notice_id)
      WHERE status IN ('In Progress', 'Completed')`,
    // A change of status was when the update was that made it.
    `UPDATE status_changes SET at = coalesce((
        SELECT notice_updates.created_at FROM notice_updates JOIN notice_update_components USING (notice_update_id)
        WHERE cause IN ('incident:' || notice_id, 'maintenance:' || notice_id)
          AND component_id = status_changes.component_id AND new_status = status_changes.status AND old_status <> new_status
        ORDER BY notice_updates.created_at LIMIT 1), at)`,
    "UPDATE notice_updates SET updated_at = created_at",
    `UPDATE notices SET edited_at = '', updated_at = (
        SELECT max(created_at) FROM notice_updates WHERE notice_updates.notice_id = notices.notice_id)`,
    `UPDATE notice_components SET (created_at, changed_at) = (
        SELECT created_at, changed_at FROM notices WHERE notices.notice_id = notice_components.notice_id)`,
    `UPDATE components SET updated_at = (
        SELECT max(at) FROM status_changes WHERE status_changes.component_id = components.component_id)`,
    "UPDATE content_version SET version = version + 1",
  ]);
}
