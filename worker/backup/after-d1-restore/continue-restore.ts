import { purgeSomeSnapshots } from "../../cache/snapshots.ts";
import { timeframes } from "../../metrics/domain.ts";
import { readDay, sumByHour } from "../../metrics/points/day-files.ts";
import { deleteUnconfirmedSums, markSumsUnconfirmed, upsertDaySums } from "../../metrics/store.ts";
import { DAY_MS, utcDay } from "../../shared/time/domain.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { write } from "../../writes/write.ts";
import {
  endRestore,
  invalidateCalendars,
  type Restore,
  readMetricIDs,
  readRestore,
  updateRestore,
} from "./store.ts";

const MAX_FILES_PER_MINUTE = 50;

/**
 * Runs one bounded step per minute after a restore of D1. R2 was not restored with it, so snapshots may show lost content, and
 * the hourly sums in D1 may differ from the day files.
 */
export async function continueRestore(
  env: Env,
  db: WriteDb,
  { now, executionCtx }: { now: number; executionCtx: ExecutionContext },
): Promise<void> {
  const restore = await readRestore(db);
  if (!restore) return;
  if (restore.step === "begin") {
    await write({ env, executionCtx, db }, ["public"], invalidateCalendars);
  } else if (restore.step === "snapshots") {
    // Nothing would ever replace a snapshot of a page that no longer exists.
    const { areAllPurged } = await purgeSomeSnapshots(env.FILES);
    if (areAllPurged) await db.batch([updateRestore(db, { step: "sums" })]);
  } else await rebuildSums(env, db, { restore, now });
}

async function rebuildSums(env: Env, db: WriteDb, { restore, now }: { restore: Restore; now: number }) {
  const remaining = await remainingDays(db, restore, now);
  const days = remaining.slice(0, MAX_FILES_PER_MINUTE);
  const last = days.at(-1);
  if (!last) return endRestore(db);
  // This comes first, so that sums stored while the files are read count as newer.
  await markSumsUnconfirmed(db, days);
  const sums = await Promise.all(
    days.map(async ({ metricID, day }) => {
      const { revision, points } = await readDay(env.FILES, metricID, day);
      return { metricID, day, revision, ...sumByHour(points) };
    }),
  );
  await db.batch([
    upsertDaySums(
      db,
      sums.filter(({ revision }) => revision > 0),
    ),
    deleteUnconfirmedSums(db, days),
    updateRestore(db, last),
  ]);
  if (remaining.length === days.length) await endRestore(db);
}

async function remainingDays(db: Db, { day: lastDay, metricID: lastID }: Restore, now: number) {
  const metricIDs = await readMetricIDs(db);
  // Two more days: a point can be some minutes in the future, and the longest timeframe does not begin at midnight.
  const days = Array.from({ length: timeframes.month.days + 2 }, (_, daysAgo) =>
    utcDay(now + DAY_MS - daysAgo * DAY_MS),
  );
  return days
    .flatMap((day) => metricIDs.map((metricID) => ({ metricID, day })))
    .filter(({ metricID, day }) => lastDay === "" || day < lastDay || (day === lastDay && metricID > lastID));
}
