import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { MAX_ORDER } from "../http/domain.ts";
import { SECOND_MS } from "../shared/time/domain.ts";
import type { WriteDb } from "./db.ts";

type OrderedTable = SQLiteTable & { order: SQLiteColumn };

interface Ordered {
  table: OrderedTable;
  /** Its rows stand in the same list, so that a new row of one table is after those of the other, too. */
  beside?: OrderedTable;
  id: SQLiteColumn;
}

/** The inserting statement computes it, so that two concurrent inserts never tie. */
function lastOrder({ table, beside }: Ordered): SQL<number> {
  const now = Math.floor(Date.now() / SECOND_MS);
  const next = [table, ...(beside ? [beside] : [])].map(
    (each) => sql`coalesce((SELECT max("order") + 1 FROM ${each}), 0)`,
  );
  return sql<number>`min(${MAX_ORDER}, max(${now}, ${sql.join(next, sql`, `)}))`;
}

/**
 * If another row has the requested order, the rows right after it move down by one. If no order is left below them, it and the rows
 * right before it move up instead.
 */
export function makeRoom(db: WriteDb, { table, id }: Ordered, moved: string, order: number | undefined) {
  const requested = sql`${order ?? null}`;
  const key = sql.identifier(id.name);
  const isFull = sql`(SELECT count(*) FROM ${table} AS other
    WHERE other."order" >= ${requested} AND other.${key} <> ${moved}) > ${MAX_ORDER} - ${requested}`;
  const behind = sql`SELECT ${key} FROM (SELECT ${key}, "order", row_number() OVER (ORDER BY "order") AS place
    FROM ${table} WHERE "order" > ${requested} AND ${key} <> ${moved}) WHERE "order" = ${requested} + place`;
  const before = sql`SELECT ${key} FROM (SELECT ${key}, "order", row_number() OVER (ORDER BY "order" DESC) AS place
    FROM ${table} WHERE "order" <= ${requested} AND ${key} <> ${moved}) WHERE "order" = ${requested} + 1 - place`;
  return db
    .update(table)
    .set({ order: sql`"order" + CASE WHEN ${isFull} THEN -1 ELSE 1 END` })
    .where(
      sql`${isOrderTaken({ table, id }, moved, order)}
        AND CASE WHEN ${isFull} THEN ${id} IN (${before}) ELSE ${id} IN (${behind}) END`,
    );
}

/** @returns the requested order, or the next one if another row has it */
export function freeOrder(
  ordered: Ordered,
  moved: string,
  order: number | undefined,
): SQL<number> | undefined {
  return order === undefined ? undefined : sql<number>`${order} + ${isOrderTaken(ordered, moved, order)}`;
}

function isOrderTaken({ table, id }: Ordered, moved: string, order: number | undefined): SQL {
  return sql`EXISTS (SELECT 1 FROM ${table} AS other
    WHERE other."order" = ${order ?? null} AND other.${sql.identifier(id.name)} <> ${moved})`;
}

export function makeRoomForNew(db: WriteDb, ordered: Ordered, added: string, order: number | undefined) {
  // The new row is last if no order is requested. There is always room for it unless MAX_ORDER is taken.
  return makeRoom(db, ordered, added, order ?? MAX_ORDER);
}

export function newOrder(ordered: Ordered, added: string, order: number | undefined): SQL<number> {
  return freeOrder(ordered, added, order) ?? lastOrder(ordered);
}
