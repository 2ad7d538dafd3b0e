import { asc, lte, sql } from "drizzle-orm";
import { DAY_MS, daysBetween, isoTime } from "../../shared/time/domain.ts";
import type { WriteDb } from "../../storage/db.ts";
import type { MetricDay, MetricType } from "../domain.ts";
import { isAmong, metricBackfills, metrics } from "../table.ts";

const BACKFILL_DAYS = 30;
const MAX_CLAIMED_DAYS = 100;

export function planBackfill(db: WriteDb, metricID: string, type: MetricType) {
  if (type === "Self") return [];
  const now = Date.now();
  const days = daysToBackfill(now - BACKFILL_DAYS * DAY_MS, now);
  const metricDays = days.map((day) => ({ metricID, day }));
  return [scheduleBackfill(db, metricDays, now)];
}

export function daysToBackfill(from: number, now: number): string[] {
  return daysBetween(Math.max(from, now - BACKFILL_DAYS * DAY_MS), now + 1);
}

export function scheduleBackfill(db: WriteDb, days: MetricDay[], now: number) {
  const nextAttemptAt = isoTime(now);
  // The join leaves out metrics that were deleted in the meantime.
  return db
    .insert(metricBackfills)
    .select(
      sql`SELECT ${metrics.metricID}, value ->> 'day', 0, ${nextAttemptAt}
        FROM json_each(${JSON.stringify(days)}) JOIN ${metrics} ON ${metrics.metricID} = value ->> 'metricID'
        WHERE true`,
    )
    .onConflictDoUpdate({
      target: [metricBackfills.metricID, metricBackfills.day],
      set: { attempts: 0, nextAttemptAt },
    });
}

/** Schedules the retry of each day before it is fetched, so that a crash loses none. Newest days come first. */
export async function claimDueDays(db: WriteDb, now: number): Promise<MetricDay[]> {
  const dueDays = await db
    .select({ metricID: metricBackfills.metricID, day: metricBackfills.day })
    .from(metricBackfills)
    .where(lte(metricBackfills.nextAttemptAt, isoTime(now)))
    .orderBy(asc(metricBackfills.attempts), sql`${metricBackfills.day} DESC`)
    .limit(MAX_CLAIMED_DAYS);
  if (dueDays.length === 0) return [];
  await db.batch([
    db
      .update(metricBackfills)
      .set({ attempts: sql`${metricBackfills.attempts} + 1`, nextAttemptAt: nextAttempt(now) })
      .where(isAmong(metricBackfills, dueDays)),
  ]);
  return dueDays;
}

/** The backoff doubles with each attempt, from 5 minutes up to 12 hours. */
function nextAttempt(now: number) {
  return sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${isoTime(now)},
    '+' || min(5 << min(${metricBackfills.attempts}, 8), 720) || ' minutes')`;
}

/** Call only once the points of these days are stored or queued. */
export async function finishBackfill(db: WriteDb, days: MetricDay[]): Promise<void> {
  await db.batch([db.delete(metricBackfills).where(isAmong(metricBackfills, days))]);
}
