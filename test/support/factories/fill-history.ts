import { type FilledDatabase, withoutIndexing } from "../starters/without-indexing.ts";

interface History {
  components: number;
  /** They are spread evenly over the days. Each has one component and three updates, and is resolved after 45 minutes. */
  incidents: number;
  /** They are completed, spread evenly, and have one component each. The default is 0. */
  maintenances?: number;
  /** Adds the first component to all incidents and maintenances. */
  firstComponentInAll?: boolean;
  days: number;
  /** About the start of the last incident; ISO 8601. */
  now: string;
}

// The texts vary like real ones, so that a page compresses no better than a real one.
const sentences = [
  "Some requests to the public API fail with status 502.",
  "We have found the cause and are putting it right.",
  "A deployment halved the number of workers; it is being rolled back.",
  "Uploads above 100 MB take longer than they should.",
  "Customers in Europe may be signed out unexpectedly.",
  "The queue of webhooks is draining, about 9,000 events a minute.",
  "Search results can be up to an hour behind.",
  "A certificate of one of our providers has expired.",
  "Everything works again; we keep watching it through the next peak.",
  "No data has been lost, and nothing has to be sent again.",
  "Reports are generated from a replica that lags behind.",
];

/** Fills an empty D1 like years of use. Requests to the API would take too long. */
export async function fillHistory(
  db: FilledDatabase,
  { components, incidents, maintenances = 0, firstComponentInAll = false, days, now }: History,
): Promise<void> {
  const end = Date.parse(now) / 1000;
  const [createdAt, gapSeconds] = [end - (days + 1) * 86_400, (days * 86_400) / incidents];
  const count = (to: number) =>
    `WITH RECURSIVE count(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM count WHERE n < ${to - 1})`;
  const iso = (seconds: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${seconds}, 'unixepoch')`;
  const incidentStart = `${end - gapSeconds * incidents} + n * ${gapSeconds}`;
  const at = (minutes: number | string) => iso(`${incidentStart} + 60 * ${minutes}`);
  const steps = `json_each('[["Investigating", 0], ["Identified", 20], ["Resolved", 45]]') AS step`;
  const sentence = (n: string) => `('${JSON.stringify(sentences)}' ->> ((${n}) % ${sentences.length}))`;
  const changes = `json_each('[["Partial Outage", 0], ["Operational", 45]]') AS change`;
  const statements = [
    `INSERT INTO components (component_id, name, description, status, "order", created_at, updated_at)
      ${count(components)} SELECT 'component-' || n, 'Component ' || n, 'What it does, in a few words', 'Operational', n, ${iso(`${createdAt}`)}, ${iso(`${createdAt}`)} FROM count`,
    `INSERT INTO status_changes (component_id, status, at, cause)
      SELECT component_id, status, created_at, 'created' FROM components`,
    `INSERT INTO status_changes (component_id, status, at, cause)
      ${count(incidents)} SELECT 'component-' || (n % ${components}), change.value ->> 0, ${at("(change.value ->> 1)")}, 'incident:grown' || n FROM count, ${changes} ORDER BY n, change.key`,
    `INSERT INTO notices (notice_id, kind, name, status, message, created_at, updated_at)
      ${count(incidents)} SELECT 'grown' || n, 'incident', ${sentence("n * 3")}, 'Resolved', 'All is well again.', ${at(0)}, ${at(45)} FROM count`,
    `INSERT INTO notice_updates (notice_update_id, notice_id, status, message, created_at, updated_at)
      ${count(incidents)} SELECT 'grown' || n || '-' || step.key, 'grown' || n, step.value ->> 0, ${sentence("n * 7 + step.key")} || ' **' || ${sentence("n * 5 + step.key * 3")} || '**', ${at("(step.value ->> 1)")}, ${at("(step.value ->> 1)")} FROM count, ${steps}`,
    `INSERT INTO notice_components (notice_id, component_id, status, created_at, changed_at)
      ${count(incidents)} SELECT 'grown' || n, 'component-' || (n % ${components}), 'Operational', ${at(0)}, ${at(45)} FROM count`,
  ];
  const [firstStart, intervalSeconds] = [end - days * 86_400, (days * 86_400) / Math.max(maintenances, 1)];
  const start = iso(`${firstStart} + n * ${intervalSeconds}`);
  const finish = iso(`${firstStart} + n * ${intervalSeconds} + 3600`);
  if (maintenances > 0)
    statements.push(
      `INSERT INTO notices (notice_id, kind, name, status, message, start_at, end_at, created_at, updated_at)
        ${count(maintenances)} SELECT 'done' || n, 'maintenance', ${sentence("n * 3")}, 'Completed', 'Done.', ${start}, ${finish}, ${start}, ${finish} FROM count`,
      `INSERT INTO notice_updates (notice_update_id, notice_id, status, message, created_at, updated_at)
        ${count(maintenances)} SELECT 'done' || n, 'done' || n, 'Completed', ${sentence("n * 7")}, ${finish}, ${finish} FROM count`,
      `INSERT INTO notice_components (notice_id, component_id, status, created_at, changed_at)
        ${count(maintenances)} SELECT 'done' || n, 'component-' || (n % ${components}), 'Under Maintenance', ${start}, ${finish} FROM count`,
    );
  if (firstComponentInAll)
    statements.push(
      `INSERT OR IGNORE INTO notice_components (notice_id, component_id, status, created_at, changed_at)
        SELECT notice_id, 'component-0', 'Operational', created_at, changed_at FROM notices`,
    );
  statements.push("INSERT INTO notice_search (rowid, text) SELECT position, text FROM notice_texts");
  await withoutIndexing(db, async () => {
    for (const statement of statements) await db.exec(statement.replace(/\s+/g, " "));
  });
}
