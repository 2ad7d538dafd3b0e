import { purgeSnapshotBatch } from "../../cache/snapshots.ts";
import { write } from "../../http/write.ts";
import { readDay, sumByHour } from "../../metrics/day-files.ts";
import { timeframes } from "../../metrics/domain.ts";
import { deleteUnconfirmedSums, doubtDaySums, keepDaySums } from "../../metrics/store.ts";
import { DAY_MS, dayOf } from "../../time/domain.ts";
import type { Db, WriteDb } from "../db.ts";
import {
  endRestore,
  invalidateCopies,
  type Restore,
  readMetricIDs,
  readRestore,
  updateRestore,
} from "./store.ts";

/** Day files that one minute reads. */
const FILES_A_MINUTE = 50;

/**
 * Removes the traces of a restore, a bounded step each minute: copies of what was lost by it, and hourly sums in the database
 * that are not those of the day files, which were not restored along. Does nothing unless the restore has been told of.
 */
export async function continueRestore(
  env: Env,
  db: WriteDb,
  { now, executionCtx }: { now: number; executionCtx: ExecutionContext },
): Promise<void> {
  const restore = await readRestore(db);
  if (!restore) return;
  if (restore.step === "begin") {
    await write({ env, executionCtx, db }, ["public"], invalidateCopies);
  } else if (restore.step === "snapshots") {
    // Among them may be pages that do not exist anymore, which nobody would ever replace.
    if (await purgeSnapshotBatch(env.FILES)) await updateRestore(db, { step: "sums" });
  } else await rebuildSums(env, db, { restore, now });
}

async function rebuildSums(env: Env, db: WriteDb, { restore, now }: { restore: Restore; now: number }) {
  const left = await daysLeft(db, restore, now);
  const days = left.slice(0, FILES_A_MINUTE);
  const last = days.at(-1);
  if (!last) return endRestore(db);
  // First, so that whatever is stored while the files are read counts as newer than what is read.
  await doubtDaySums(db, days);
  const found = await Promise.all(
    days.map(async ({ metricID, day }) => {
      const { revision, points } = await readDay(env.FILES, metricID, day);
      return { metricID, day, revision, ...sumByHour(points) };
    }),
  );
  await db.batch([
    keepDaySums(
      db,
      found.filter(({ revision }) => revision > 0),
    ),
    deleteUnconfirmedSums(db, days),
    updateRestore(db, last),
  ]);
  if (left.length === days.length) await endRestore(db);
}

/** Each metric's days that a graph can show, the newest first. */
async function daysLeft(db: Db, { day: lastDay, metricID: lastID }: Restore, now: number) {
  const metricIDs = await readMetricIDs(db);
  // A point may be some minutes ahead of now, and the longest timeframe begins within a day.
  const days = Array.from({ length: timeframes.month.days + 2 }, (_, past) =>
    dayOf(now + DAY_MS - past * DAY_MS),
  );
  return days
    .flatMap((day) => metricIDs.map((metricID) => ({ metricID, day })))
    .filter(({ metricID, day }) => lastDay === "" || day < lastDay || (day === lastDay && metricID > lastID));
}
