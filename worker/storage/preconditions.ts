import { type SQL, sql } from "drizzle-orm";
import { conflict } from "../http/errors.ts";
import { timestampAfter } from "../shared/time/timestamp-after.ts";
import type { Db } from "./db.ts";
import { guard, ifGuardFails, retryOnConflict } from "./writes/batch-guard.ts";

interface Row {
  table: SQL | { updatedAt: unknown };
  condition: SQL;
  unchangedSince: string | undefined;
}

/** Put it first in a deletion's batch. Deleting what is already gone is not a conflict. */
export function guardUnchanged(db: Db, { table, condition, unchangedSince }: Row) {
  return guard(
    db,
    unchangedSince === undefined
      ? sql`true`
      : sql`NOT EXISTS (SELECT 1 FROM ${table} WHERE ${condition} AND updated_at <> ${unchangedSince})`,
  );
}

/** Put it first in the batch of a change that doesn't depend on the stored item. */
export function guardExpected(db: Db, { table, condition, unchangedSince }: Row) {
  const version = unchangedSince === undefined ? sql`true` : sql`updated_at = ${unchangedSince}`;
  return guard(db, sql`EXISTS (SELECT 1 FROM ${table} WHERE ${condition} AND ${version})`);
}

export async function requireUnchanged<T>(batch: Promise<T>, read: () => Promise<object>): Promise<T> {
  return ifGuardFails(batch, async () => {
    throw conflict(await read());
  });
}

/**
 * Makes a change that depends on the stored item. If another change comes between reading and writing, both are done again.
 * @param write puts `unchanged` first into its batch, and stores `now` as the item's `updatedAt`
 * @throws HttpError 409 if the item has changed since `unchangedSince`
 */
export async function changeItem<Item extends { updatedAt: string }, Result>(
  db: Db,
  { table, condition, unchangedSince }: Row,
  read: () => Promise<Item>,
  write: (current: Item, version: { unchanged: ReturnType<typeof guard>; now: string }) => Promise<Result>,
): Promise<Result> {
  return retryOnConflict(async () => {
    const current = await read();
    if (unchangedSince !== undefined && unchangedSince !== current.updatedAt) throw conflict(current);
    const unchanged = guardExpected(db, { table, condition, unchangedSince: current.updatedAt });
    return write(current, { unchanged, now: timestampAfter(current.updatedAt) });
  });
}
