import { getTableColumns, getTableName, sql } from "drizzle-orm";
import { type SQLiteTable, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { WriteDb } from "../db.ts";

export function columnOf(table: SQLiteTable, name: string) {
  const column = getTableColumns(table)[name];
  if (!column) throw new Error(`There is no column ${name}.`);
  return column;
}

/** Columns that the rows don't have get their defaults. All rows have the same fields. */
export function insertRows(db: WriteDb, table: SQLiteTable, rows: Record<string, unknown>[]) {
  const [first] = rows;
  return first ? [insertJSON(db, table, Object.keys(first), rows)] : [];
}

/** D1 takes at most 100 parameters per statement, so all rows are one. */
function insertJSON(db: WriteDb, table: SQLiteTable, names: string[], rows: Record<string, unknown>[]) {
  const columns = names.map((name) => columnOf(table, name));
  const stored = rows.map((row) =>
    columns.map((column, n) => {
      const value = row[names[n] ?? ""] ?? null;
      return value === null ? null : column.mapToDriverValue(value);
    }),
  );
  // The type of a column has no effect on an insertion.
  const target = sqliteTable(
    getTableName(table),
    Object.fromEntries(columns.map(({ name }) => [name, text(name)])),
  );
  const values = columns.map((_, n) => sql`value ->> ${sql.raw(`'$[${n}]'`)}`);
  return db
    .insert(target)
    .select(sql`SELECT ${sql.join(values, sql`, `)} FROM json_each(${JSON.stringify(stored)}) WHERE true`);
}
