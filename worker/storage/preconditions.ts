import { type SQL, sql } from "drizzle-orm";
import { conflict } from "../http/errors.ts";
import type { Db } from "./db.ts";
import { guard, ifGuardFails } from "./writes/batch-guard.ts";

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

export async function requireUnchanged<T>(batch: Promise<T>, read: () => Promise<object>): Promise<T> {
  return ifGuardFails(batch, async () => {
    throw conflict(await read());
  });
}
