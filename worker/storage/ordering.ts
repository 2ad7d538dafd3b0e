import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { MAX_ORDER } from "../http/schema.ts";
import type { WriteDb } from "./db.ts";

/** A table whose rows are listed by an `order` that no two of them share. */
interface Ordered {
  table: SQLiteTable & { order: SQLiteColumn };
  id: SQLiteColumn;
}

/** Now in seconds, raised above the greatest order in use: computed by the statement that inserts, so no two tie. */
function behindAll({ table }: Ordered): SQL<number> {
  const now = Math.floor(Date.now() / 1000);
  return sql<number>`(SELECT min(${MAX_ORDER}, max(${now}, coalesce(max("order") + 1, 0))) FROM ${table})`;
}

/**
 * Where another row has the wanted order, those behind that one without a gap move back by one: the two never tie. Where they
 * reach the greatest order that there is, that one and those before it move forward instead.
 */
export function makeRoom(db: WriteDb, { table, id }: Ordered, moved: string, order: number | undefined) {
  const wanted = sql`${order ?? null}`;
  const key = sql.identifier(id.name);
  const isFull = sql`(SELECT count(*) FROM ${table} AS other
    WHERE other."order" >= ${wanted} AND other.${key} <> ${moved}) > ${MAX_ORDER} - ${wanted}`;
  const behind = sql`SELECT ${key} FROM (SELECT ${key}, "order", row_number() OVER (ORDER BY "order") AS place
    FROM ${table} WHERE "order" > ${wanted} AND ${key} <> ${moved}) WHERE "order" = ${wanted} + place`;
  const before = sql`SELECT ${key} FROM (SELECT ${key}, "order", row_number() OVER (ORDER BY "order" DESC) AS place
    FROM ${table} WHERE "order" <= ${wanted} AND ${key} <> ${moved}) WHERE "order" = ${wanted} + 1 - place`;
  return db
    .update(table)
    .set({ order: sql`"order" + CASE WHEN ${isFull} THEN -1 ELSE 1 END` })
    .where(
      sql`${taken({ table, id }, moved, order)}
        AND CASE WHEN ${isFull} THEN ${id} IN (${before}) ELSE ${id} IN (${behind}) END`,
    );
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

/** For a row that is added, behind all others unless it has a place; to be put into the batch that inserts it. */
export function makeRoomForNew(db: WriteDb, ordered: Ordered, added: string, order: number | undefined) {
  // Only where the greatest order is taken there is no place behind it.
  return makeRoom(db, ordered, added, order ?? MAX_ORDER);
}

/** The order of a row that is added, after `makeRoomForNew`. */
export function newOrder(ordered: Ordered, added: string, order: number | undefined): SQL<number> {
  return freeOrder(ordered, added, order) ?? behindAll(ordered);
}
