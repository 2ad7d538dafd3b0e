import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "./db.ts";

/** A table whose rows are listed by an `order` that no two of them share. */
interface Ordered {
  table: SQLiteTable & { order: SQLiteColumn };
  id: SQLiteColumn;
}

/** Now in seconds, raised above the greatest order in use: computed by the statement that inserts, so no two tie. */
export function behindAll({ table }: Ordered): SQL<number> {
  const now = Math.floor(Date.now() / 1000);
  return sql<number>`(SELECT max(${now}, coalesce(max("order") + 1, 0)) FROM ${table})`;
}

/** Where another row has the wanted order, all behind that one move back by one: the two never tie. */
export function makeRoom(db: Db, { table, id }: Ordered, moved: string, order: number | undefined) {
  return db
    .update(table)
    .set({ order: sql`"order" + 1` })
    .where(sql`"order" > ${order ?? null} AND ${id} <> ${moved} AND ${taken({ table, id }, moved, order)}`);
}

/** The wanted order, or the place just behind the row that has it; undefined when no order is wanted. */
export function freeOrder(
  ordered: Ordered,
  moved: string,
  order: number | undefined,
): SQL<number> | undefined {
  return order === undefined ? undefined : sql<number>`${order} + ${taken(ordered, moved, order)}`;
}

function taken({ table, id }: Ordered, moved: string, order: number | undefined): SQL {
  return sql`EXISTS (SELECT 1 FROM ${table} AS other
    WHERE other."order" = ${order ?? null} AND other.${sql.identifier(id.name)} <> ${moved})`;
}
