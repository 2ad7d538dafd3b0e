import type { Daymark } from "./daymark.ts";

type Database = Daymark["db"];

interface Column {
  name: string;
  /** 0 for a stored column, more for a generated one. */
  hidden: number;
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
    await db.batch([
      db.prepare("PRAGMA defer_foreign_keys = ON"),
      // Unlike Time Travel, a statement can delete only those entries that were deleted as too old.
      db.prepare("INSERT OR REPLACE INTO audit_chain VALUES (1, 0, '', 1000000, '')"),
      db.prepare("DELETE FROM audit_entries"),
      ...tables.map((table) => db.prepare(`DELETE FROM \`${table}\``)),
      ...copies.flatMap(({ table, columns, rows }) =>
        rows.map((row) =>
          db
            .prepare(`INSERT INTO \`${table}\` (${columns}) VALUES (${row.map(() => "?").join(", ")})`)
            .bind(...row),
        ),
      ),
    ]);
  };
}
