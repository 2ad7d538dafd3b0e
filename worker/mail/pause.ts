import { type SQL, sql } from "drizzle-orm";
import type { WriteDb } from "../storage/db.ts";
import { mailPause } from "./table.ts";

/** Leaves the service in peace for so long. */
export async function pauseMail(db: WriteDb, milliseconds: number): Promise<void> {
  const until = new Date(Date.now() + milliseconds).toISOString();
  await db
    .insert(mailPause)
    .values({ one: 1, until })
    .onConflictDoUpdate({ target: mailPause.one, set: { until } });
}

/**
 * As SQL: what became due by then is due, and nothing while the service is left in peace, so that whoever wakes the outbox
 * does not ask it again. One value, by which an index finds what is due without reading what is not.
 */
export function dueUntil(now: string): SQL {
  return sql`iif(EXISTS (SELECT 1 FROM ${mailPause} WHERE ${mailPause.until} > ${now}), '', ${now})`;
}
