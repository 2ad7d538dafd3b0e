import type { Stack } from "../start/stack.ts";

/** Sets times that the API can't change: when components were added, and when maintenances started and ended. */
export async function backdate({ db }: Pick<Stack, "db">, since: Date): Promise<void> {
  const statements = [
    `UPDATE components SET created_at = '${since.toISOString()}'`,
    `UPDATE notice_updates SET created_at = (
        SELECT min(notice_updates.created_at, iif(notice_updates.status = 'Completed', end_at, start_at))
        FROM notices WHERE notices.notice_id = notice_updates.notice_id)
      WHERE status IN ('In Progress', 'Completed')`,
    // The status changes have today's times, so they are derived again from the updates.
    "DELETE FROM status_overrides",
    "DELETE FROM status_changes",
    `INSERT INTO status_changes (component_id, status, at, cause)
      SELECT component_id, 'Operational', created_at, 'created' FROM components`,
    `INSERT INTO status_changes (component_id, status, at, cause)
      SELECT component_id, new_status, notice_updates.created_at, kind || ':' || notice_id
      FROM notice_update_components JOIN notice_updates USING (notice_update_id) JOIN notices USING (notice_id)
      WHERE old_status <> new_status ORDER BY notice_updates.created_at, notice_updates.rowid`,
    "UPDATE notice_updates SET updated_at = created_at",
    `UPDATE notices SET edited_at = '', updated_at = (
        SELECT max(created_at) FROM notice_updates WHERE notice_updates.notice_id = notices.notice_id)`,
    `UPDATE notice_components SET (created_at, changed_at) = (
        SELECT created_at, changed_at FROM notices WHERE notices.notice_id = notice_components.notice_id)`,
    `UPDATE components SET updated_at = (
        SELECT max(at) FROM status_changes WHERE status_changes.component_id = components.component_id)`,
    "UPDATE content_version SET version = version + 1",
  ];
  await db.batch(statements.map((statement) => db.prepare(statement)));
}
