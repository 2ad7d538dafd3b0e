import { type SQL, sql } from "drizzle-orm";
import { errorIncludes } from "../http/errors.ts";
import type { Db } from "./db.ts";

/**
 * For the front of a batch: unless `condition` holds, D1 breaks the whole batch off and nothing of it is stored.
 * SQLite has no other way to fail a plain statement than one of its functions that refuses its argument.
 */
export function guard(db: Db, condition: SQL) {
  return db.select({ held: sql`CASE WHEN ${condition} THEN 1 ELSE json('unmet') END` }).from(sql`(SELECT 1)`);
}

/** Whether a batch failed at its guard. */
export function isGuardFailure(error: unknown): boolean {
  return errorIncludes(error, "malformed JSON");
}
