import { type SQL, sql } from "drizzle-orm";
import { errorIncludes } from "../../http/errors.ts";
import type { Db } from "../db.ts";

/** Each attempt fails only because another write succeeded. */
const MAX_ATTEMPTS = 100;

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

/** @param otherwise responds if the guard of the batch failed, so that nothing was stored */
export async function ifGuardFails<T>(batch: Promise<T>, otherwise: () => T | Promise<T>): Promise<T> {
  return batch.catch((error: unknown) => {
    if (!isGuardFailure(error)) throw error;
    return otherwise();
  });
}

/**
 * Runs `write` again if its guard failed because another write came first. It reads again, and so merges with that write, or refuses
 * if the client sent If-Match.
 */
export async function retryOnConflict<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (!isGuardFailure(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
