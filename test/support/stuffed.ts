interface Database {
  exec(sql: string): Promise<unknown>;
}

/** What stays the longest of all that is accepted, whatever writes it down: markup, letters of three bytes, links, lists. */
const shapes = [`"&<>''`, "障", "a.co ", "- b\n", "https://a.co/?b=*c* "];

/** An expression for as many characters of one of them, or one less than its length more. */
function filled(characters: number): string {
  const each = shapes.map((shape, at) => {
    const text = `'${shape.replaceAll("'", "''").replaceAll("\n", "' || char(10) || '")}'`;
    const times = Math.floor(characters / shape.length);
    return `WHEN ${at} THEN replace(hex(zeroblob(${times})), '00', ${text})`;
  });
  return `CASE n % ${shapes.length} ${each.join(" ")} END`;
}

const name = filled(198);
const message = filled(20_000);
const count = (to: number) =>
  `WITH RECURSIVE count(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM count WHERE n < ${to - 1})`;
const ago = (minutes: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || (${minutes}) || ' minutes')`;
const ahead = (minutes: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+' || (${minutes}) || ' minutes')`;

/** An expression for the id of a notice by its number, in the form of real ones: a list's cursor takes no other. */
const idOf = (prefix: string) => `printf('${prefix}%0${12 - prefix.length}d', n)`;
const first = (prefix: string) => prefix.padEnd(12, "0");

function notices(kind: string, prefix: string, many: number, status: string, at: string) {
  const window = kind === "incident" ? "NULL, NULL" : `${ahead("n + 60")}, ${ahead("n + 120")}`;
  return [
    `INSERT INTO notices (notice_id, kind, name, status, message, start_at, end_at, created_at, updated_at)
      ${count(many)} SELECT ${idOf(prefix)}, '${kind}', ${name}, '${status}', ${message}, ${window}, ${at}, ${at} FROM count`,
    `INSERT INTO notice_updates (notice_update_id, notice_id, status, message, created_at, updated_at)
      ${count(many)} SELECT ${idOf(prefix)} || 'u', ${idOf(prefix)}, '${status}', ${message}, ${at}, ${at} FROM count`,
  ];
}

/** The ids that the answers of `reads` are asked for by: each is the worst of its kind. */
export const worst = {
  componentID: "component0",
  incidentID: first("open"),
  maintenanceID: first("planned"),
  metricID: "metric0",
};

/** Fills an empty D1 with more, and with longer texts, than any honest service has. */
export async function stuff(db: Database): Promise<void> {
  const statements = [
    `INSERT INTO components (component_id, name, description, status, "order", created_at, updated_at)
      ${count(1000)} SELECT 'component' || n, ${name}, ${filled(1000)}, iif(n = 999, 'Major Outage', 'Operational'), n, ${ago("600000")}, ${ago("600000")} FROM count`,
    `INSERT INTO status_changes (component_id, status, at, cause)
      SELECT component_id, 'Operational', created_at, 'created' FROM components`,
    `INSERT INTO status_changes (component_id, status, at, cause)
      ${count(90)} SELECT component_id, iif(n % 2, 'Partial Outage', 'Operational'), ${ago("1440 * (90 - n)")}, 'administrator' FROM count, components`,
    `INSERT INTO metrics (metric_id, type, title, status, unit, description, decimal_places, "order", props, created_at, updated_at)
      ${count(500)} SELECT 'metric' || n, 'Self', ${name}, 'Visible', ${filled(20)}, ${filled(1000)}, 2, n, '{}', ${ago("1")}, ${ago("1")} FROM count`,
    ...notices("incident", "open", 2500, "Investigating", ago("n")),
    ...notices("incident", "past", 2500, "Resolved", ago("n * 5")),
    ...notices("maintenance", "planned", 2500, "Scheduled", ago("n")),
    ...notices("maintenance", "running", 200, "In Progress", ago("n")),
    // The first of each kind has 1,000 updates, and all components.
    ...["open", "past", "planned"].flatMap((prefix) => [
      `INSERT INTO notice_updates (notice_update_id, notice_id, status, message, created_at, updated_at)
        ${count(999)} SELECT notice_id || 'u' || n, notice_id, status, ${message}, ${ago("n")}, ${ago("n")} FROM count, notices WHERE notice_id = '${first(prefix)}'`,
      `INSERT INTO notice_components (notice_id, component_id, status)
        SELECT '${first(prefix)}', component_id, status FROM components`,
      `INSERT INTO notice_update_components (notice_update_id, component_id, name, old_status, new_status)
        SELECT u.notice_update_id, c.component_id, c.name, c.status, c.status FROM components AS c,
          (SELECT notice_update_id FROM notice_updates WHERE notice_id = '${first(prefix)}' LIMIT 20) AS u`,
    ]),
    // One of years ago has as many short ones.
    `INSERT INTO notices (notice_id, kind, name, status, message, created_at, updated_at)
      VALUES ('long', 'incident', 'Long', 'Resolved', '', '2020-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z')`,
    `INSERT INTO notice_updates (notice_update_id, notice_id, status, message, created_at, updated_at)
      ${count(1000)} SELECT 'long' || n, 'long', 'Resolved', 'Update ' || n, ${ago("n")}, ${ago("n")} FROM count`,
    // The first component has all notices, and each of them 30 components.
    `INSERT OR IGNORE INTO notice_components (notice_id, component_id, status)
      ${count(30)} SELECT notice_id, 'component' || n, 'Operational' FROM count, notices`,
    `UPDATE notice_components SET (created_at, changed_at) = (
      SELECT created_at, changed_at FROM notices WHERE notices.notice_id = notice_components.notice_id)`,
    `INSERT INTO cancelled_maintenances (maintenance_id, name, start_at, end_at, sequence, created_at, cancelled_at)
      ${count(1000)} SELECT 'gone' || n, ${name}, ${ago("n")}, ${ago("n")}, 1, ${ago("n")}, ${ago("n")} FROM count`,
    "UPDATE content_version SET version = version + 1",
  ];
  for (const statement of statements) await db.exec(statement.replace(/\s+/g, " "));
}
