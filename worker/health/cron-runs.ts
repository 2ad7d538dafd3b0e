import { sql } from "drizzle-orm";
import { isoTime } from "../shared/time/domain.ts";
import type { WriteDb } from "../storage/db.ts";
import { CRON_RECORD_INTERVAL_MS } from "./domain.ts";
import { cronRuns } from "./table.ts";

/** Writes a row every ten minutes. */
export async function recordCronRun(db: WriteDb, now: number): Promise<void> {
  const lastRunAt = isoTime(now);
  const since = isoTime(now - CRON_RECORD_INTERVAL_MS);
  await db.batch([
    db
      .insert(cronRuns)
      .values({ id: 1, lastRunAt })
      .onConflictDoUpdate({
        target: cronRuns.id,
        set: { lastRunAt },
        // A time in the future comes from a wrong clock.
        setWhere: sql`${cronRuns.lastRunAt} <= ${since} OR ${cronRuns.lastRunAt} > ${lastRunAt}`,
      }),
  ]);
}
