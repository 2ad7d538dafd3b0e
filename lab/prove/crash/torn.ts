import type { Stored } from "./stored.ts";

/**
 * Each query finds what is stored without the rest of its batch. The cron must not have started or ended a maintenance meanwhile,
 * because its entries have no update of an administrator.
 */
const queries: Record<string, string> = {
  "a notice without an update":
    "SELECT notice_id FROM notices WHERE notice_id NOT IN (SELECT notice_id FROM notice_updates)",
  "a notice that differs from its newest update": `SELECT n.notice_id FROM notices AS n WHERE (n.status, n.message) IS NOT (
    SELECT u.status, iif(u.message = '', n.message, u.message) FROM notice_updates AS u WHERE u.notice_id = n.notice_id
    ORDER BY u.created_at DESC, u.rowid DESC LIMIT 1)`,
  "a notice whose updates and entries in the audit log differ in number": `SELECT n.notice_id FROM notices AS n WHERE
    (SELECT count(*) FROM notice_updates AS u WHERE u.notice_id = n.notice_id)
    <> (SELECT count(*) FROM audit_entries AS e WHERE e.item_id = n.notice_id)`,
  "an update without its message in the outbox": `SELECT notice_update_id FROM notice_updates
    WHERE notice_update_id NOT IN (SELECT notice_update_id FROM messages WHERE notice_update_id IS NOT NULL)`,
  "a message in the outbox without its recipients": `SELECT message_id FROM messages WHERE kind <> 'confirmation'
    AND message_id NOT IN (SELECT message_id FROM message_lanes UNION ALL SELECT message_id FROM deliveries)`,
  "a component whose status isn't that of its last recorded change": `SELECT c.component_id FROM components AS c WHERE c.status IS NOT (
    SELECT s.status FROM status_changes AS s WHERE s.component_id = c.component_id ORDER BY s.at DESC, s.id DESC LIMIT 1)`,
  // A kill leaves entries open whose changed fields were not recorded yet.
  "a component whose status isn't that of its last entry in the audit log": `SELECT c.component_id FROM components AS c
    LEFT JOIN audit_entries AS e ON e.seq = (SELECT max(seq) FROM audit_entries WHERE item_id = c.component_id AND after ->> 'status' IS NOT NULL)
    WHERE c.status IS NOT e.after ->> 'status' AND NOT EXISTS (SELECT 1 FROM audit_entries AS open
      WHERE open.after IS NULL AND open.seq > e.seq AND (open.item_id = c.component_id
        OR open.item_id IN (SELECT notice_id FROM notice_components WHERE component_id = c.component_id)))`,
  "an incident without its Idempotency-Key":
    "SELECT notice_id FROM notices WHERE notice_id NOT IN (SELECT created_id FROM idempotency_keys)",
  "a gap in the audit log":
    "SELECT number FROM (SELECT max(seq) AS last, count(*) AS number FROM audit_entries) WHERE last <> number",
  "a row that refers to nothing": "PRAGMA foreign_key_check",
};

export function findTorn(stored: Stored): string[] {
  const torn = Object.entries(queries).flatMap(([name, sql]) =>
    stored.rows(sql).map((row) => `${name}: ${Object.values(row)[0]}`),
  );
  const [integrity] = stored.rows("PRAGMA integrity_check").map((row) => Object.values(row)[0]);
  return integrity === "ok" ? torn : [...torn, `a damaged database: ${integrity}`];
}
