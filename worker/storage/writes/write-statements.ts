import type { SQL, Subquery } from "drizzle-orm";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type {
  IndexColumn,
  SelectedFieldsFlat,
  SQLiteInsertValue,
  SQLiteTable,
  SQLiteUpdateSetSource,
} from "drizzle-orm/sqlite-core";

/** Drizzle's builders without the methods that run a statement, because a write has effects only in a batch. */
export interface WriteStatements {
  insert<Table extends SQLiteTable>(table: Table): Insert<Table>;
  update<Table extends SQLiteTable>(
    table: Table,
  ): { set(values: SQLiteUpdateSetSource<Table>): Update<Table> };
  delete<Table extends SQLiteTable>(table: Table): Delete<Table>;
}

export interface WriteStatement<Result> {
  readonly _: { readonly dialect: "sqlite"; readonly result: Result };
  /** Drizzle's builders have a `then`. With this type, `await` of one does not compile. */
  then(neverAwait: "Run it in db.batch."): never;
}

export interface Insert<Table extends SQLiteTable> {
  values(values: SQLiteInsertValue<Table> | SQLiteInsertValue<Table>[]): InsertedRows<Table>;
  select(rows: SQL): InsertedRows<Table>;
}

export interface InsertedRows<Table extends SQLiteTable> extends WrittenRows<Table> {
  onConflictDoNothing(): InsertedRows<Table>;
  onConflictDoUpdate(conflict: {
    target: IndexColumn | IndexColumn[];
    set: SQLiteUpdateSetSource<Table>;
    targetWhere?: SQL;
    setWhere?: SQL;
  }): InsertedRows<Table>;
}

export interface Update<Table extends SQLiteTable> extends Delete<Table> {
  from(source: SQL | SQLiteTable | Subquery): Delete<Table>;
}

export interface Delete<Table extends SQLiteTable> extends WrittenRows<Table> {
  where(condition: SQL | undefined): WrittenRows<Table>;
}

export interface WrittenRows<Table extends SQLiteTable> extends WriteStatement<D1Result> {
  returning(): WriteStatement<Table["$inferSelect"][]>;
  returning<Fields extends SelectedFieldsFlat>(fields: Fields): WriteStatement<SelectResultFields<Fields>[]>;
}
