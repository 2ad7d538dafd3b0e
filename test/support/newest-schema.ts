import { migrate } from "../../tools/start/migrations.ts";
import type { Database } from "./direct-access.ts";

interface Copy {
  schema: string;
  filled: { table: string; rows: Record<string, unknown>[] }[];
}

let copy: Copy | undefined;

/** Migrates the first empty database of a process. Later ones copy its schema and rows, which takes a fifth of the time. */
export async function createNewestSchema(db: Database): Promise<void> {
  if (!copy) {
    await migrate(db);
    copy = await readCopy(db);
    return;
  }
  await db.batch([db.prepare(copy.schema), ...copy.filled.map((each) => insertion(db, each))]);
}

async function readCopy(db: Database): Promise<Copy> {
  // SQLite makes the tables of a full-text index itself.
  const { results } = await db
    .prepare(
      `SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT GLOB '_cf_*' AND name <> 'sqlite_sequence'
        AND NOT (type = 'table' AND name GLOB 'notice_search_*') ORDER BY rowid`,
    )
    .all<{ type: string; name: string; sql: string }>();
  const tables = results.flatMap(({ type, name }) => (type === "table" ? [name] : []));
  const rows = await db.batch(tables.map((table) => db.prepare(`SELECT * FROM "${table}"`)));
  return {
    schema: results.map(({ sql }) => sql).join(";\n"),
    filled: tables
      .map((table, n) => ({ table, rows: rows[n]?.results ?? [] }))
      .filter(({ rows }) => rows.length > 0),
  };
}

function insertion(db: Database, { table, rows }: { table: string; rows: Record<string, unknown>[] }) {
  const columns = Object.keys(rows[0] ?? {});
  const values = columns.map((column) => `value ->> '${column}'`);
  return db
    .prepare(`INSERT INTO "${table}" (${columns.join()}) SELECT ${values.join()} FROM json_each(?)`)
    .bind(JSON.stringify(rows));
}
