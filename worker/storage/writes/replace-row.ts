import type { SQL } from "drizzle-orm";
import type {
  SQLiteColumn,
  SQLiteInsertValue,
  SQLiteTable,
  SQLiteUpdateSetSource,
} from "drizzle-orm/sqlite-core";
import type { WriteDb } from "../db.ts";

type OneRowTable = SQLiteTable & { id: SQLiteColumn };

/**
 * Replaces the one row of a job's table whole. The type requires every column, so nothing of the job before is left.
 * @param setWhere a condition of the row that is replaced
 */
export function replaceRow<Table extends OneRowTable>(
  db: WriteDb,
  table: Table,
  row: Omit<Table["$inferSelect"], "id">,
  setWhere?: SQL,
) {
  const whole: unknown = { ...row, id: 1 };
  return db
    .insert(table)
    .values(whole as SQLiteInsertValue<Table>) // a row that can be selected can be inserted
    .onConflictDoUpdate({
      target: table.id,
      set: whole as SQLiteUpdateSetSource<Table>, // and can replace another
      ...(setWhere && { setWhere }),
    });
}
