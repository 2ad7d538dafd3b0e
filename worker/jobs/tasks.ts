import { hasReceivedAlerts, isAlertDue } from "../alerts/engine/due.ts";
import { isHeartbeatDue } from "../alerts/heartbeats/due.ts";
import { isRestoreDue } from "../backup/after-d1-restore/due.ts";
import { isNightlyExportDue } from "../backup/nightly/due.ts";
import { isCronRecordDue } from "../health/due.ts";
import { isCollectionDue } from "../metrics/sources/due.ts";
import { isMaintenanceDue } from "../notices/maintenance/due.ts";
import { isFailureDue } from "../notify/failures/due.ts";
import { isOutboxDue } from "../notify/outbox/due.ts";
import type { WriteDb } from "../storage/db.ts";
import { SCHEDULED_AT } from "../storage/due.ts";
import { isExpiredKeyDue } from "../writes/idempotency/due.ts";

interface Run {
  env: Env;
  executionCtx: ExecutionContext;
  db: WriteDb;
  /** Milliseconds since the epoch. */
  scheduledTime: number;
  /** It as text. */
  minute: string;
}

export interface Task {
  /** A condition in SQL. The task itself looks again what there is to do. */
  isDue: string;
  /**
   * `complete`: a maintenance without its components must not start, and the days to fetch of a metric come after it. `unrestored`:
   * nothing of an unfinished restore may be exported or deleted.
   */
  needsPage?: "complete" | "unrestored";
  /** Imports what it needs, so that a minute without work loads nothing. */
  run: (run: Run) => Promise<unknown>;
}

const isHourBegun = `substr(${SCHEDULED_AT}, 15, 2) = '00'`;

export const tasks = {
  cronRecord: {
    isDue: isCronRecordDue,
    run: async ({ db, scheduledTime }) =>
      (await import("../health/cron-runs.ts")).recordCronRun(db, scheduledTime),
  },
  maintenances: {
    isDue: isMaintenanceDue,
    needsPage: "complete",
    run: async ({ db, env, executionCtx, minute }) => {
      const [{ startAndCompleteMaintenances }, { makeScheduleAudit }, { write }] = await Promise.all([
        import("../notices/maintenance/schedule.ts"),
        import("../writes/audit.ts"),
        import("../writes/write.ts"),
      ]);
      const audit = makeScheduleAudit({ env, executionCtx });
      await write({ env, executionCtx, db, audit }, ["public", "mail"], (db) =>
        startAndCompleteMaintenances(db, minute),
      );
    },
  },
  reminders: {
    isDue: isMaintenanceDue,
    needsPage: "complete",
    run: async ({ db, env, executionCtx, minute }) => {
      const [{ queueReminders }, { write }] = await Promise.all([
        import("../notices/maintenance/reminders.ts"),
        import("../writes/write.ts"),
      ]);
      await write({ env, executionCtx, db }, ["mail"], (db) => queueReminders(db, minute));
    },
  },
  heartbeats: {
    isDue: isHeartbeatDue,
    needsPage: "complete",
    run: async ({ db, minute }) => (await import("../alerts/heartbeats/beats.ts")).findMissing(db, minute),
  },
  alerts: {
    isDue: isAlertDue,
    needsPage: "complete",
    run: async ({ db, env, executionCtx, scheduledTime }) =>
      (await import("../alerts/engine/run.ts")).runRules({ env, executionCtx, db }, scheduledTime),
  },
  oldAlerts: {
    isDue: `CASE WHEN ${isHourBegun} THEN ${hasReceivedAlerts} END`,
    run: async ({ db, scheduledTime }) =>
      (await import("../alerts/received/store.ts")).deleteOldReceived(db, scheduledTime),
  },
  collection: {
    isDue: isCollectionDue,
    needsPage: "complete",
    run: async ({ db, env, scheduledTime }) =>
      (await import("../metrics/collection/plan-collection.ts")).runCollection(env, db, scheduledTime),
  },
  failures: {
    isDue: isFailureDue,
    run: async ({ db, env, executionCtx, minute }) => {
      const [{ notifyTeamOfFailures }, { write }] = await Promise.all([
        import("../notify/team/notify-failures.ts"),
        import("../writes/write.ts"),
      ]);
      await write({ env, executionCtx, db }, ["mail"], (db) => notifyTeamOfFailures(db, minute));
    },
  },
  outbox: {
    isDue: isOutboxDue,
    run: async ({ db, env }) => (await import("../notify/outbox/sweep.ts")).sweepOutbox(env, db),
  },
  expiredKeys: {
    isDue: isExpiredKeyDue,
    run: async ({ db, scheduledTime }) =>
      (await import("../writes/idempotency/store.ts")).deleteExpiredKeys(db, scheduledTime),
  },
  restore: {
    isDue: isRestoreDue,
    run: async ({ db, env, executionCtx, scheduledTime: now }) =>
      (await import("../backup/after-d1-restore/continue-restore.ts")).continueRestore(env, db, {
        now,
        executionCtx,
      }),
  },
  nightlyExport: {
    isDue: isNightlyExportDue,
    needsPage: "unrestored",
    run: async ({ db, env, scheduledTime }) =>
      (await import("../backup/nightly/continue-export.ts")).continueNightlyExport(env, db, scheduledTime),
  },
  expiredSubscribers: {
    isDue: isHourBegun,
    needsPage: "unrestored",
    run: async ({ db, scheduledTime }) =>
      (await import("../notify/subscribers/store.ts")).deleteExpiredSubscribers(db, scheduledTime),
  },
  oldNotifications: {
    isDue: isHourBegun,
    run: async ({ db, scheduledTime }) =>
      (await import("../notify/mail/bounces/store.ts")).deleteOldNotifications(db, scheduledTime),
  },
  oldUndos: {
    isDue: isHourBegun,
    run: async ({ db, scheduledTime }) =>
      (await import("../writes/undo/store.ts")).deleteOldUndos(db, scheduledTime),
  },
  oldAuditEntries: {
    isDue: isHourBegun,
    // A trigger refuses to delete entries that are young by the clock of the database.
    run: async ({ db }) =>
      (await import("../writes/audit/retention.ts")).deleteOldAuditEntries(db, Date.now()),
  },
  migrations: {
    isDue: isHourBegun,
    run: async ({ db }) => (await import("../storage/migrations.ts")).logMigrations(db),
  },
} satisfies Record<string, Task>;
