import { getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

type Columns<Table extends SQLiteTable> = Table["_"]["columns"];

/**
 * The columns of a response: all but the hidden ones. The compiler wants every column hidden that `Item` lacks, so that a new column is in no
 * response before its schema has it. The schema itself is too large to be read when the Worker starts.
 */
export function columnsFor<Item>() {
  return <Table extends SQLiteTable>(
    table: Table,
    hidden: Record<Exclude<keyof Columns<Table>, keyof Item>, true>,
  ): Pick<Columns<Table>, keyof Columns<Table> & keyof Item> => {
    const shown = Object.entries(getTableColumns(table)).filter(([name]) => !(name in hidden));
    return Object.fromEntries(shown) as Pick<Columns<Table>, keyof Columns<Table> & keyof Item>; // those that are not hidden
  };
}
