import type { Daymark } from "../starters/daymark.ts";

type Database = Daymark["db"];

interface Column {
  name: string;
  /** 0 for a stored column, more for a generated one. */
  hidden: number;
}

/** They keep the entries of the audit log. */
async function triggersOf(db: Database) {
  const { results } = await db
    .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit_entries'")
    .all<{ name: string; sql: string }>();
  return results;
}

/** Lists the tables that `wrangler d1 export` exports. */
async function tablesOf(db: Database): Promise<string[]> {
  const { results } = await db
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '_cf_%' AND name NOT LIKE 'notice_search%' ORDER BY name",
    )
    .all<{ name: string }>();
  return results.map(({ name }) => name);
}

async function storedColumnsOf(db: Database, table: string): Promise<string[]> {
  const { results } = await db.prepare(`PRAGMA table_xinfo(\`${table}\`)`).all<Column>();
  return results.filter(({ hidden }) => hidden === 0).map(({ name }) => name);
}

/**
 * Copies all rows, like an export of D1 or a bookmark of Time Travel.
 * @returns a function that replaces all rows with the copies
 */
export async function backUp(db: Database): Promise<() => Promise<void>> {
  const tables = await tablesOf(db);
  const copies = await Promise.all(
    tables.map(async (table) => {
      const columns = (await storedColumnsOf(db, table)).map((name) => `\`${name}\``).join(", ");
      const rows = await db.prepare(`SELECT ${columns} FROM \`${table}\``).raw();
      return { table, columns, rows };
    }),
  );
  return async () => {
    const triggers = await triggersOf(db);
    await db.batch([
      db.prepare("PRAGMA defer_foreign_keys = ON"),
      ...triggers.map(({ name }) => db.prepare(`DROP TRIGGER ${name}`)),
      ...tables.map((table) => db.prepare(`DELETE FROM \`${table}\``)),
      ...copies.flatMap(({ table, columns, rows }) =>
        rows.map((row) =>
          db
            .prepare(`INSERT INTO \`${table}\` (${columns}) VALUES (${row.map(() => "?").join(", ")})`)
            .bind(...row),
        ),
      ),
      ...triggers.map(({ sql }) => db.prepare(sql)),
    ]);
  };
}
