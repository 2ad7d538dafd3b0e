import { continueRestore } from "../backup/after-d1-restore/continue-restore.ts";
import { continueNightlyExport } from "../backup/nightly/continue-export.ts";
import { recordCronRun } from "../health/store.ts";
import { runCollection } from "../metrics/plan-collection.ts";
import { queueReminders } from "../notices/maintenance/reminders.ts";
import { startAndCompleteMaintenances } from "../notices/maintenance/schedule.ts";
import { sweepOutbox } from "../notify/deliveries/deliver.ts";
import { deleteOldNotifications } from "../notify/mail/bounces/store.ts";
import { deleteExpiredSubscribers } from "../notify/subscribers/store.ts";
import { notifyTeamOfFailures } from "../notify/team/notify-failures.ts";
import { HOUR_MS, isoTime, MINUTE_MS } from "../shared/time/domain.ts";
import { database } from "../storage/db.ts";
import { logMigrations } from "../storage/migrations.ts";
import { hasRestoredThrough, isInProgress, readUnfinished } from "../storage/writes/unfinished-restore.ts";
import { withoutEffects } from "../storage/writes/write-database.ts";
import { deleteOldAuditEntries } from "../writes/audit/retention.ts";
import { makeScheduleAudit } from "../writes/audit.ts";
import { deleteExpiredKeys } from "../writes/idempotency/store.ts";
import { deleteOldUndos } from "../writes/undo/store.ts";
import { write } from "../writes/write.ts";

interface Run {
  env: Env;
  executionCtx: ExecutionContext;
  db: ReturnType<typeof openDatabase>;
  /** Milliseconds since the epoch. */
  scheduledTime: number;
  /** The restore that is not finished. */
  restore: Restore;
}

type Restore = Awaited<ReturnType<typeof readUnfinished>>;

/** Runs each minute. A failing task doesn't stop the others. */
export async function runCron(
  { scheduledTime }: ScheduledController,
  env: Env,
  executionCtx: ExecutionContext,
): Promise<void> {
  const db = openDatabase(env);
  const [restore] = await Promise.all([
    readUnfinished(db).catch(() => undefined),
    recordCronRun(db, scheduledTime).catch(() => undefined),
  ]);
  const run = { env, executionCtx, db, scheduledTime, restore };
  const outcomes = await Promise.allSettled([
    ...(isPageComplete(run) ? startPageTasks(run) : []),
    ...startMinuteTasks(run),
    ...(scheduledTime % HOUR_MS < MINUTE_MS ? startHourlyTasks(run) : []),
  ]);
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

function openDatabase(env: Env) {
  return withoutEffects(database(env.DB, "primary"));
}

/** A maintenance without its components must not start, and the days to fetch of a metric come after it. */
function isPageComplete({ restore, scheduledTime }: Run): boolean {
  return (
    !restore ||
    !isInProgress(restore, isoTime(scheduledTime)) ||
    hasRestoredThrough(restore, "metricBackfills")
  );
}

function startPageTasks({ env, executionCtx, db, scheduledTime }: Run): Promise<unknown>[] {
  const now = isoTime(scheduledTime);
  const audit = makeScheduleAudit({ env, executionCtx });
  return [
    write({ env, executionCtx, db, audit }, ["public", "mail"], (db) =>
      startAndCompleteMaintenances(db, now),
    ),
    write({ env, executionCtx, db }, ["mail"], (db) => queueReminders(db, now)),
    runCollection(env, db, scheduledTime),
  ];
}

function startMinuteTasks({ env, executionCtx, db, scheduledTime, restore }: Run): Promise<unknown>[] {
  return [
    write({ env, executionCtx, db }, ["mail"], (db) => notifyTeamOfFailures(db, isoTime(scheduledTime))),
    sweepOutbox(env, db),
    deleteExpiredKeys(db, scheduledTime),
    continueRestore(env, db, { now: scheduledTime, executionCtx }),
    // It would export half a page.
    ...(restore ? [] : [continueNightlyExport(env, db, scheduledTime)]),
  ];
}

function startHourlyTasks({ db, scheduledTime, restore }: Run): Promise<unknown>[] {
  return [
    ...(restore ? [] : [deleteExpiredSubscribers(db, scheduledTime)]),
    deleteOldNotifications(db, scheduledTime),
    deleteOldUndos(db, scheduledTime),
    // A trigger refuses to delete entries that are young by the clock of the database.
    deleteOldAuditEntries(db, Date.now()),
    logMigrations(db),
  ];
}
