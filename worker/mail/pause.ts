import { type SQL, sql } from "drizzle-orm";
import type { WriteDb } from "../storage/db.ts";
import { mailPause } from "./table.ts";

export async function pauseMail(db: WriteDb, durationMs: number): Promise<void> {
  const until = new Date(Date.now() + durationMs).toISOString();
  await db.batch([
    db
      .insert(mailPause)
      .values({ one: 1, until })
      .onConflictDoUpdate({ target: mailPause.one, set: { until } }),
  ]);
}

/** Nothing is due during the pause. As one value, it bounds an index scan, so that mail that isn't due isn't read. */
export function dueCutoff(now: string): SQL {
  return sql`iif(EXISTS (SELECT 1 FROM ${mailPause} WHERE ${mailPause.until} > ${now}), '', ${now})`;
}
