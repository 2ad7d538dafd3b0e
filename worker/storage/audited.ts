import { and, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "./db.ts";
import { listed } from "./listed.ts";

/** The fields of an item. Null is in no entry. Its name is `itemName`, or else the field `name` or `title`. */
export type AuditedRow = { itemID: string } & Record<string, unknown>;

/** What the audit log says of the items of an entity. */
export interface Audited {
  select: (db: Db, itemIDs: string[], noticeUpdateID: string) => RunnableQuery<AuditedRow[], "sqlite">;
  /** It says only that these changed. */
  privateFields?: string[];
}

type Fields = Record<string, SQLiteColumn | SQL>;

/** @param id null if the table has one row */
export function auditedTable(
  table: SQLiteTable,
  id: SQLiteColumn | null,
  toFields: (noticeUpdateID: string) => Fields,
  condition?: SQL,
): Audited {
  return {
    select: (db, itemIDs, noticeUpdateID) =>
      db
        .select({ itemID: sql<string>`${id ?? ""}`, ...toFields(noticeUpdateID) })
        .from(table)
        .where(and(condition, id ? inArray(id, listed(itemIDs)) : undefined)),
  };
}

/**
 * Every column but the omitted ones, so that a new column is in the log unless somebody decides otherwise. JSON is compared as it is
 * stored, so that a damaged value is one like others.
 */
export function columnsWithout(table: SQLiteTable, ...omitted: string[]): () => Fields {
  const columns = Object.entries(getTableColumns(table))
    .filter(([name, { generated }]) => !omitted.includes(name) && generated === undefined)
    .map(([name, column]) => [name, column.dataType === "custom" ? sql`${column}` : column]);
  return () => Object.fromEntries(columns);
}
