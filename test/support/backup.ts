import type { Daymark } from "./daymark.ts";

type Database = Daymark["db"];

interface Column {
  name: string;
  /** 0 for one that is stored, more for one that is computed. */
  hidden: number;
}

/** The tables that an export of D1 has. */
async function tablesOf(db: Database): Promise<string[]> {
  const { results } = await db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '_cf_%' ORDER BY name")
    .all<{ name: string }>();
  return results.map(({ name }) => name);
}

/** The stored columns of a table. */
async function columnsOf(db: Database, table: string): Promise<string[]> {
  const { results } = await db.prepare(`PRAGMA table_xinfo(\`${table}\`)`).all<Column>();
  return results.filter(({ hidden }) => hidden === 0).map(({ name }) => name);
}

/**
 * Takes a copy of all rows, as an export of D1 or a bookmark of Time Travel is one.
 * @returns puts them back in the place of what is there then
 */
export async function backUp(db: Database): Promise<() => Promise<void>> {
  const tables = await tablesOf(db);
  const copies = await Promise.all(
    tables.map(async (table) => {
      const columns = (await columnsOf(db, table)).map((name) => `\`${name}\``).join(", ");
      const rows = await db.prepare(`SELECT ${columns} FROM \`${table}\``).raw();
      return { table, columns, rows };
    }),
  );
  return async () => {
    await db.batch([
      db.prepare("PRAGMA defer_foreign_keys = ON"),
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
