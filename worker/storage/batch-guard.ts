import { type SQL, sql } from "drizzle-orm";
import { errorIncludes } from "../http/errors.ts";
import type { Db } from "./db.ts";

/**
 * Put it first in a batch: unless `condition` is true, D1 stores nothing of the batch. In SQLite, only a function that rejects
 * its argument can make a SELECT fail.
 */
export function guard(db: Db, condition: SQL) {
  return db.select({ held: sql`CASE WHEN ${condition} THEN 1 ELSE json('unmet') END` }).from(sql`(SELECT 1)`);
}

export function isGuardFailure(error: unknown): boolean {
  return errorIncludes(error, "malformed JSON");
}
