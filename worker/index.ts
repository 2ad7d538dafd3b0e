import { app } from "./api.ts";
import { continueRestore } from "./backup/after-d1-restore/continue-restore.ts";
import { continueNightlyExport } from "./backup/nightly/continue-export.ts";
import { responseFromMemory } from "./cache/public-response.ts";
import { recordCronRun } from "./health/store.ts";
import { collectMessage } from "./metrics/collect.ts";
import type { CollectionMessage } from "./metrics/collection-tasks.ts";
import { runCollection } from "./metrics/plan-collection.ts";
import type { DatapointsMessage } from "./metrics/points-queue.ts";
import { retryDeadLetter, retryWithBackoff, storePoints } from "./metrics/store-points.ts";
import { queueReminders } from "./notices/maintenance/reminders.ts";
import { startAndCompleteMaintenances } from "./notices/maintenance/schedule.ts";
import { deliver, sweepOutbox } from "./notify/deliveries/deliver.ts";
import { deleteOldNotifications } from "./notify/mail/bounces/store.ts";
import type { OutboxMessage } from "./notify/outbox/lanes.ts";
import { deleteExpiredSubscribers } from "./notify/subscribers/store.ts";
import { notifyTeamOfFailures } from "./notify/team/notify-failures.ts";
import { HOUR_MS, isoTime, MINUTE_MS } from "./shared/time/domain.ts";
import { database } from "./storage/db.ts";
import { logMigrations } from "./storage/migrations.ts";
import { hasRestoredThrough, isInProgress, readUnfinished } from "./storage/writes/unfinished-restore.ts";
import { withoutEffects } from "./storage/writes/write-database.ts";
import { deleteOldAuditEntries } from "./writes/audit/retention.ts";
import { makeScheduleAudit } from "./writes/audit.ts";
import { deleteExpiredKeys } from "./writes/idempotency/store.ts";
import { deleteOldUndos } from "./writes/undo/store.ts";
import { write } from "./writes/write.ts";

export default {
  fetch: (request, env, executionCtx) => responseFromMemory(request) ?? app.fetch(request, env, executionCtx),
  async scheduled({ scheduledTime }, env, executionCtx) {
    const db = withoutEffects(database(env.DB, "primary"));
    const [restore] = await Promise.all([
      readUnfinished(db).catch(() => undefined),
      recordCronRun(db, scheduledTime).catch(() => undefined),
    ]);
    const now = isoTime(scheduledTime);
    // A maintenance without its components must not start, and the days to fetch of a metric come after it.
    const isComplete =
      !restore || !isInProgress(restore, now) || hasRestoredThrough(restore, "metricBackfills");
    // A failing task must not stop the others.
    const outcomes = await Promise.allSettled([
      ...(isComplete
        ? [
            write(
              { env, executionCtx, db, audit: makeScheduleAudit({ env, executionCtx }) },
              ["public", "mail"],
              (db) => startAndCompleteMaintenances(db, now),
            ),
            write({ env, executionCtx, db }, ["mail"], (db) => queueReminders(db, now)),
            runCollection(env, db, scheduledTime),
          ]
        : []),
      write({ env, executionCtx, db }, ["mail"], (db) => notifyTeamOfFailures(db, now)),
      sweepOutbox(env, db),
      deleteExpiredKeys(db, scheduledTime),
      continueRestore(env, db, { now: scheduledTime, executionCtx }),
      // It would export half a page.
      ...(restore ? [] : [continueNightlyExport(env, db, scheduledTime)]),
      ...(scheduledTime % HOUR_MS < MINUTE_MS
        ? [
            ...(restore ? [] : [deleteExpiredSubscribers(db, scheduledTime)]),
            deleteOldNotifications(db, scheduledTime),
            deleteOldUndos(db, scheduledTime),
            // A trigger refuses to delete entries that are young by the clock of the database.
            deleteOldAuditEntries(db, Date.now()),
            logMigrations(db),
          ]
        : []),
    ]);
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  },
  async queue(batch, env) {
    const db = withoutEffects(database(env.DB, "primary"));
    // The type assertions hold because only this Worker sends to these queues.
    const binding = (env.QUEUES as Record<string, string>)[batch.queue];
    switch (binding) {
      case "DATAPOINTS":
        return storePoints(env, db, batch as MessageBatch<DatapointsMessage>, {
          retryLater: retryWithBackoff,
          movesBacklog: true,
        });
      case "BACKLOG":
        return storePoints(env, db, batch as MessageBatch<DatapointsMessage>, {
          retryLater: retryWithBackoff,
        });
      case "DEAD_DATAPOINTS":
        return storePoints(env, db, batch as MessageBatch<DatapointsMessage>, {
          retryLater: retryDeadLetter,
        });
      case "MAIL":
      case "TEAM":
      case "CHAT":
      case "ENDPOINTS":
        for (const { body } of (batch as MessageBatch<OutboxMessage>).messages)
          await deliver(env, db, binding, body);
        return;
      case "COLLECTION":
        for (const { body } of (batch as MessageBatch<CollectionMessage>).messages)
          await collectMessage(env, db, body);
        return;
      default:
        // An error makes the queue retry the messages.
        throw new Error(
          `QUEUES in wrangler.toml lacks the queue ${batch.queue}: \`npm run deploy\` adds it.`,
        );
    }
  },
} satisfies ExportedHandler<Env, DatapointsMessage | CollectionMessage | OutboxMessage>;
