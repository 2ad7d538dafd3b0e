import { getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type * as z from "zod";

type Columns<Table extends SQLiteTable, Schema extends z.ZodObject> = Pick<
  Table["_"]["columns"],
  keyof Table["_"]["columns"] & keyof Schema["shape"]
>;

/** The columns that a response's schema names: a new column is in no response before its schema has it. */
export function columnsOfSchema<Table extends SQLiteTable, Schema extends z.ZodObject>(
  table: Table,
  schema: Schema,
): Columns<Table, Schema> {
  const named = Object.entries(getTableColumns(table)).filter(([name]) => name in schema.shape);
  return Object.fromEntries(named) as Columns<Table, Schema>; // those with the schema's names
}
