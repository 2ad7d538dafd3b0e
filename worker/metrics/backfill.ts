import { asc, lte, sql } from "drizzle-orm";
import type { WriteDb } from "../storage/db.ts";
import { DAY_MS, daysBetween } from "../time/domain.ts";
import type { MetricType } from "./domain.ts";
import { metricBackfills, metrics } from "./table.ts";

const BACKFILLED_DAYS = 30;
/** As many as one minute's run hands to the queue. */
const DAYS_A_MINUTE = 100;

/** For the batch that makes or moves a metric: the last 30 days, each to be fetched. The user's own have no past. */
export function planBackfill(db: WriteDb, metricID: string, type: MetricType) {
  if (type === "Self") return [];
  const now = Date.now();
  const days = backfilledDays(now - BACKFILLED_DAYS * DAY_MS, now);
  return [
    scheduleDays(
      db,
      days.map((day) => ({ metricID, day })),
      now,
    ),
  ];
}

/** The days from `from` on, 30 days back at most. */
export function backfilledDays(from: number, now: number): string[] {
  return daysBetween(Math.max(from, now - BACKFILLED_DAYS * DAY_MS), now + 1);
}

/** Has each of the days fetched as soon as its turn comes, also one that has failed before. */
export function scheduleDays(db: WriteDb, days: { metricID: string; day: string }[], now: number) {
  const nextAttemptAt = new Date(now).toISOString();
  // Joined, so that a metric that was deleted meanwhile is left out.
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

/** The days whose turn it is, newest first, and their next attempt set: it stands if this one says nothing. */
export async function takeDueDays(db: WriteDb, now: number): Promise<{ metricID: string; day: string }[]> {
  const due = await db
    .select({
      metricID: metricBackfills.metricID,
      day: metricBackfills.day,
      attempts: metricBackfills.attempts,
    })
    .from(metricBackfills)
    .where(lte(metricBackfills.nextAttemptAt, new Date(now).toISOString()))
    .orderBy(asc(metricBackfills.attempts), sql`${metricBackfills.day} DESC`)
    .limit(DAYS_A_MINUTE);
  if (due.length === 0) return [];
  await db
    .update(metricBackfills)
    .set({ attempts: sql`${metricBackfills.attempts} + 1`, nextAttemptAt: nextAttempt(now) })
    .where(isAmong(due));
  return due.map(({ metricID, day }) => ({ metricID, day }));
}

/** 5 minutes after the first attempt, then 10, 20 and so on up to 12 hours. */
function nextAttempt(now: number) {
  const base = new Date(now).toISOString();
  return sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${base},
    '+' || min(5 << min(${metricBackfills.attempts}, 8), 720) || ' minutes')`;
}

/** Call once the points of these days are stored or in the queue: they are not fetched again. */
export async function finishDays(db: WriteDb, days: { metricID: string; day: string }[]): Promise<void> {
  await db.delete(metricBackfills).where(isAmong(days));
}

function isAmong(days: { metricID: string; day: string }[]) {
  return sql`(${metricBackfills.metricID}, ${metricBackfills.day}) IN (
    SELECT value ->> 'metricID', value ->> 'day' FROM json_each(${JSON.stringify(days)}))`;
}
