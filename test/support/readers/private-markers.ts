import type { Daymark } from "../starters/daymark.ts";

/** The columns that visitors may see, by table. All others are private. */
const publicColumns: Record<string, string[]> = {
  components: [
    ...["component_id", "name", "description", "status", "created_at", "updated_at"],
    ...["shown", "uptime_since", "link"],
  ],
  component_groups: ["group_id", "name", "created_at", "updated_at"],
  status_changes: ["component_id", "status", "at"],
  status_overrides: ["component_id", "from", "to", "status"],
  notices: [
    ...["notice_id", "kind", "name", "status", "message", "start_at", "end_at", "created_at", "updated_at"],
    ...["edited_at", "postmortem_published_at"],
  ],
  notice_updates: ["notice_update_id", "notice_id", "status", "message", "created_at", "updated_at"],
  notice_components: ["notice_id", "component_id", "status"],
  deleted_components: ["notice_id", "component_id", "name", "status"],
  notice_update_components: ["notice_update_id", "component_id", "name", "old_status", "new_status"],
  cancelled_maintenances: ["maintenance_id", "name", "start_at", "end_at", "created_at", "cancelled_at"],
  content_version: ["raised_at"],
  metrics: ["metric_id", "type", "title", "status", "unit", "description", "created_at", "updated_at"],
  metric_days: ["metric_id", "day", "sums", "counts"],
  settings: [
    ...["service_name", "background_color", "logo_id", "privacy_notice_url", "updated_at"],
    ...[
      "note",
      "header_links",
      "footer_links",
      "accent_color",
      "header_color",
      "page_tint",
      "page_width",
      "font",
    ],
    ...["dark_logo_id", "favicon_id"],
  ],
};

interface Column {
  table: string;
  name: string;
  type: string;
  parent: string | null;
  parentColumn: string | null;
}

/** Selects every stored column with the column that its foreign key references. */
const selectColumns = `SELECT t.name AS "table", c.name, lower(c.type) AS type, f."table" AS parent, f."to" AS parentColumn
  FROM sqlite_master AS t JOIN pragma_table_xinfo(t.name) AS c
  LEFT JOIN pragma_foreign_key_list(t.name) AS f ON f."from" = c.name
  WHERE t.type = 'table' AND c.hidden = 0 AND NOT (t.name LIKE 'sqlite_%' OR t.name LIKE 'd1_%' OR t.name LIKE '_cf_%')`;

/**
 * Writes a marker into every private text column of D1. Adds a row to each empty table first.
 * @returns the columns with a marker, as `table.column`
 */
export async function plantMarkers(db: Daymark["db"], marker: string): Promise<string[]> {
  const { results: columns } = await db.prepare(selectColumns).all<Column>();
  const tables = Map.groupBy(columns, ({ table }) => table);
  // It takes several rounds, because a row can reference one of a later table.
  let empty = [...tables];
  for (let round = 0; empty.length > 0 && round < tables.size; round += 1) {
    const rejected: typeof empty = [];
    for (const [table, ofTable] of empty)
      await addRow(db, table, ofTable, marker).catch(() => rejected.push([table, ofTable]));
    empty = rejected;
  }
  // The triggers refuse changes of the audit log.
  await db.exec("DROP TRIGGER audit_entries_unchanged");
  const privateColumns = columns.filter(({ table, name, type, parent }) => {
    // A referenced column can't be updated. It has the marker since `addRow`.
    const isReferenced = columns.some((other) => other.parent === table && other.parentColumn === name);
    return type === "text" && parent === null && !isReferenced && !publicColumns[table]?.includes(name);
  });
  const updates = await db.batch(
    privateColumns.map(({ table, name }) => {
      const text = `'${marker}x${table}x${name}x' || rowid`;
      const values: Record<string, string> = {
        props: `json_object('Namespace', ${text})`,
        // Nobody could sign in with one that can't be read.
        sign_in: `json_object('kind', 'variables', 'more', ${text})`,
      };
      const value = values[name] ?? text;
      return db.prepare(`UPDATE "${table}" SET "${name}" = ${value}`);
    }),
  );
  return privateColumns.map(({ table, name }, index) => {
    if (!updates[index]?.meta.changes) throw new Error(`${table} has no row.`);
    return `${table}.${name}`;
  });
}

async function addRow(db: Daymark["db"], table: string, columns: Column[], marker: string): Promise<void> {
  const values = columns.map(({ name, type, parent, parentColumn }) => {
    if (parent) return `(SELECT "${parentColumn}" FROM "${parent}" LIMIT 1)`;
    if (publicColumns[table]?.includes(name)) return "'[]'"; // Some columns hold JSON.
    return type === "text" ? `'${marker}'` : "1";
  });
  const names = columns.map(({ name }) => `"${name}"`).join();
  const isEmpty = `NOT EXISTS (SELECT 1 FROM "${table}")`;
  await db.prepare(`INSERT INTO "${table}" (${names}) SELECT ${values.join()} WHERE ${isEmpty}`).run();
}
