import type { Daymark } from "./daymark.ts";

/** What visitors may see of each table; of the tables that are not here, nothing. */
const shown: Record<string, string[]> = {
  components: ["component_id", "name", "description", "status", "created_at", "updated_at"],
  status_changes: ["component_id", "status", "at", "earlier_that_day"],
  notices: [
    ...["notice_id", "kind", "name", "status", "message", "start_at", "end_at", "created_at", "updated_at"],
    "edited_at",
  ],
  notice_updates: ["notice_update_id", "notice_id", "status", "message", "created_at", "updated_at"],
  notice_components: ["notice_id", "component_id", "status"],
  deleted_components: ["notice_id", "component_id", "name", "status"],
  notice_update_components: ["notice_update_id", "component_id", "name", "old_status", "new_status"],
  cancelled_maintenances: ["maintenance_id", "name", "start_at", "end_at", "created_at", "cancelled_at"],
  content_version: ["raised_at"],
  metrics: ["metric_id", "type", "title", "status", "unit", "description", "created_at", "updated_at"],
  metric_days: ["metric_id", "day", "sums", "counts"],
  settings: ["service_name", "background_color", "logo_id", "privacy_notice_url", "updated_at"],
};

interface Column {
  table: string;
  name: string;
  type: string;
  parent: string | null;
  parentColumn: string | null;
}

/** Every column that is stored, with what it refers to. */
const columnsOf = `SELECT t.name AS "table", c.name, lower(c.type) AS type, f."table" AS parent, f."to" AS parentColumn
  FROM sqlite_master AS t JOIN pragma_table_xinfo(t.name) AS c
  LEFT JOIN pragma_foreign_key_list(t.name) AS f ON f."from" = c.name
  WHERE t.type = 'table' AND c.hidden = 0 AND NOT (t.name LIKE 'sqlite_%' OR t.name LIKE 'd1_%' OR t.name LIKE '_cf_%')`;

/**
 * Writes a marker into every text of D1 that no visitor may see, with a row in each table that has none.
 * @returns the columns that have it, as `table.column`
 */
export async function plantMarkers(db: Daymark["db"], marker: string): Promise<string[]> {
  const { results: columns } = await db.prepare(columnsOf).all<Column>();
  const tables = Map.groupBy(columns, ({ table }) => table);
  // Again and again, since a row can refer to one that comes later.
  for (let round = 0; round < tables.size; round += 1)
    for (const [table, all] of tables) await addRow(db, table, all, marker).catch(() => undefined);
  const planted = [];
  for (const { table, name, type, parent } of columns) {
    // What others refer to has had its marker from the beginning, with its row.
    const isReferredTo = columns.some((other) => other.parent === table && other.parentColumn === name);
    if (type !== "text" || parent !== null || isReferredTo || shown[table]?.includes(name)) continue;
    const text = `'${marker}x${table}x${name}x' || rowid`;
    const value = name === "props" ? `json_object('Namespace', ${text})` : text;
    const { meta } = await db.prepare(`UPDATE "${table}" SET "${name}" = ${value}`).run();
    if (meta.changes > 0) planted.push(`${table}.${name}`);
    else throw new Error(`There is no row in ${table}.`);
  }
  return planted;
}

async function addRow(db: Daymark["db"], table: string, columns: Column[], marker: string): Promise<void> {
  const values = columns.map(({ name, type, parent, parentColumn }) => {
    if (parent) return `(SELECT "${parentColumn}" FROM "${parent}" LIMIT 1)`;
    if (shown[table]?.includes(name)) return "'[]'"; // some are JSON
    return type === "text" ? `'${marker}'` : "1";
  });
  const names = columns.map(({ name }) => `"${name}"`).join();
  const none = `NOT EXISTS (SELECT 1 FROM "${table}")`;
  await db.prepare(`INSERT INTO "${table}" (${names}) SELECT ${values.join()} WHERE ${none}`).run();
}
