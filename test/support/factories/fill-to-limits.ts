import { type FilledDatabase, withoutIndexing } from "../starters/without-indexing.ts";

/** Accepted texts that get longest in HTML, JSON or email: markup, letters of three bytes, links, lists. */
const patterns = [`"&<>''`, "障", "a.co ", "- b\n", "https://a.co/?b=*c* "];

/** Builds an SQL expression that repeats one of the patterns up to `characters`. */
function longText(characters: number): string {
  const cases = patterns.map((pattern, index) => {
    const text = `'${pattern.replaceAll("'", "''").replaceAll("\n", "' || char(10) || '")}'`;
    const times = Math.floor(characters / pattern.length);
    return `WHEN ${index} THEN replace(hex(zeroblob(${times})), '00', ${text})`;
  });
  return `CASE n % ${patterns.length} ${cases.join(" ")} END`;
}

const name = longText(198);
const message = longText(20_000);
const count = (to: number) =>
  `WITH RECURSIVE count(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM count WHERE n < ${to - 1})`;
const ago = (minutes: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || (${minutes}) || ' minutes')`;
const ahead = (minutes: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+' || (${minutes}) || ' minutes')`;

/** Builds an SQL expression for a notice's ID of the usual length, because a list's cursor takes no other. */
const idOf = (prefix: string) => `printf('${prefix}%0${12 - prefix.length}d', n)`;
const firstID = (prefix: string) => prefix.padEnd(12, "0");

/** More notices than any response has, by far: the messages of older ones can be short, so that filling is quicker. */
const LONG_NOTICES = 200;
/** Their messages have 12 MB. */
const LONG_UPDATES = 600;

function notices(kind: string, prefix: string, noticeCount: number, status: string, at: string) {
  const text = `iif(n < ${LONG_NOTICES}, ${message}, 'An older message.')`;
  const window = kind === "incident" ? "NULL, NULL" : `${ahead("n + 60")}, ${ahead("n + 120")}`;
  return [
    `INSERT INTO notices (notice_id, kind, name, status, message, start_at, end_at, created_at, updated_at)
      ${count(noticeCount)} SELECT ${idOf(prefix)}, '${kind}', ${name}, '${status}', ${text}, ${window}, ${at}, ${at} FROM count`,
    `INSERT INTO notice_updates (notice_update_id, notice_id, status, message, created_at, updated_at)
      ${count(noticeCount)} SELECT ${idOf(prefix)} || 'u', ${idOf(prefix)}, '${status}', ${text}, ${at}, ${at} FROM count`,
  ];
}

/** The IDs that reads.ts requests: the largest item of each kind. */
export const largestItems = {
  componentID: "component0",
  groupID: "group0",
  incidentID: firstID("open"),
  maintenanceID: firstID("planned"),
  metricID: "metric0",
  templateID: "template0",
};

const listedItems = [
  `INSERT INTO component_groups (group_id, name, "order", created_at, updated_at)
      ${count(100)} SELECT 'group' || n, ${name}, 10 * n, ${ago("600000")}, ${ago("600000")} FROM count`,
  `INSERT INTO components (component_id, name, description, status, "order", created_at, updated_at, group_id)
      ${count(1000)} SELECT 'component' || n, ${name}, ${longText(1000)}, iif(n = 999, 'Major Outage', 'Operational'), n, ${ago("600000")}, ${ago("600000")}, 'group' || (n / 10) FROM count`,
  `INSERT INTO status_changes (component_id, status, at, cause)
      SELECT component_id, 'Operational', created_at, 'created' FROM components`,
  `INSERT INTO status_changes (component_id, status, at, cause)
      ${count(90)} SELECT component_id, iif(n % 2, 'Partial Outage', 'Operational'), ${ago("1440 * (90 - n)")}, 'administrator' FROM count, components`,
  `INSERT INTO metrics (metric_id, type, title, status, unit, description, decimal_places, "order", props, created_at, updated_at)
      ${count(500)} SELECT 'metric' || n, 'Self', ${name}, 'Visible', ${longText(20)}, ${longText(1000)}, 2, n, '{}', ${ago("1")}, ${ago("1")} FROM count`,
];

const noticesWithoutLastUpdates = [
  ...notices("incident", "open", 1200, "Investigating", ago("n")),
  ...notices("incident", "past", 1200, "Resolved", ago("n * 5")),
  ...notices("maintenance", "planned", 1200, "Scheduled", ago("n")),
  ...notices("maintenance", "running", 200, "In Progress", ago("n")),
  // The newest hundred of each kind are more than any response has, and indexing all would take half a minute.
  ...["incident", "maintenance"].map(
    (kind) =>
      `INSERT INTO notice_search (rowid, text) SELECT position, text FROM notice_texts WHERE notice_id IN
        (SELECT notice_id FROM notices WHERE kind = '${kind}' ORDER BY created_at DESC LIMIT 100)`,
  ),
  // The first notice of each kind has more text than any response, and all components. It is indexed with its last update.
  ...["open", "past", "planned"].map(
    (prefix) =>
      `INSERT INTO notice_updates (notice_update_id, notice_id, status, message, created_at, updated_at)
        ${count(LONG_UPDATES)} SELECT notice_id || 'u' || n, notice_id, status, ${message}, ${ago("n")}, ${ago("n")} FROM count, notices WHERE notice_id = '${firstID(prefix)}'`,
  ),
  ...["open", "past"].map(
    (prefix) =>
      `INSERT INTO postmortems (notice_id, postmortem_id, body, state, published_at, created_at, updated_at)
        ${count(60)} SELECT ${idOf(prefix)}, ${idOf(prefix)} || 'p', ${longText(50_000)}, 'Published', ${ago("0")}, ${ago("0")}, ${ago("0")} FROM count`,
  ),
  `UPDATE notices SET postmortem_published_at = ${ago("0")} WHERE notice_id IN (SELECT notice_id FROM postmortems)`,
  // An incident of years ago has 1,000 short updates. It is indexed with the last of them, too.
  `INSERT INTO notices (notice_id, kind, name, status, message, created_at, updated_at)
      VALUES ('long', 'incident', 'Long', 'Resolved', '', '2020-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z')`,
  `INSERT INTO notice_updates (notice_update_id, notice_id, status, message, created_at, updated_at)
      ${count(999)} SELECT 'long' || n, 'long', 'Resolved', 'Update ' || n, ${ago("n")}, ${ago("n")} FROM count`,
];

const lastUpdatesAndMore = [
  ...["open", "past", "planned"].flatMap((prefix) => [
    `INSERT INTO notice_updates (notice_update_id, notice_id, status, message, created_at, updated_at)
        SELECT notice_id || 'last', notice_id, status, message, ${ago("998")}, ${ago("998")} FROM notices WHERE notice_id = '${firstID(prefix)}'`,
    `INSERT INTO notice_components (notice_id, component_id, status, created_at, changed_at)
        SELECT notice_id, component_id, c.status, n.created_at, n.changed_at
          FROM notices AS n, components AS c WHERE notice_id = '${firstID(prefix)}'`,
    `INSERT INTO notice_update_components (notice_update_id, component_id, name, old_status, new_status)
        SELECT u.notice_update_id, c.component_id, c.name, c.status, c.status FROM components AS c,
          (SELECT notice_update_id FROM notice_updates WHERE notice_id = '${firstID(prefix)}' LIMIT 20) AS u`,
  ]),
  `INSERT INTO notice_updates (notice_update_id, notice_id, status, message, created_at, updated_at)
      SELECT 'long999', 'long', 'Resolved', 'Update 999', ${ago("999")}, ${ago("999")}`,
  // The first component is part of all notices, and the next 29 of those with long messages.
  `INSERT OR IGNORE INTO notice_components (notice_id, component_id, status, created_at, changed_at)
      ${count(30)} SELECT notice_id, 'component' || n, 'Operational', created_at, changed_at
        FROM notices, count WHERE n = 0 OR message <> 'An older message.'`,
  `INSERT INTO cancelled_maintenances (maintenance_id, name, start_at, end_at, sequence, created_at, cancelled_at)
      ${count(1000)} SELECT 'gone' || n, ${name}, ${ago("n")}, ${ago("n")}, 1, ${ago("n")}, ${ago("n")} FROM count`,
  "UPDATE content_version SET version = version + 1",
];

/** Fills an empty D1 with more items and longer texts than any real service has. */
export async function fillToLimits(db: FilledDatabase): Promise<void> {
  const run = async (statements: string[]) => {
    for (const statement of statements) await db.exec(statement.replace(/\s+/g, " "));
  };
  await run(listedItems);
  await withoutIndexing(db, () => run(noticesWithoutLastUpdates));
  await run(lastUpdatesAndMore);
}
