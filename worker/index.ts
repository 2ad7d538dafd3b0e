import { app } from "./api.ts";
import { hasStored, isInProgress, readUnfinished } from "./archive/unfinished.ts";
import { deleteOldAuditEntries } from "./audit/retention.ts";
import { responseFromMemory } from "./cache/public-response.ts";
import { auditOfSchedule } from "./calls/audit.ts";
import { deleteExpiredKeys } from "./calls/idempotency/store.ts";
import { write } from "./calls/write.ts";
import { deliver, sweepOutbox } from "./deliveries/deliver.ts";
import { recordCronRun } from "./health/store.ts";
import { deleteOldNotifications } from "./mail/bounces/store.ts";
import { queueReminders } from "./maintenances/reminders.ts";
import { startAndCompleteMaintenances } from "./maintenances/schedule.ts";
import { collectMessage } from "./metrics/collect.ts";
import type { CollectionMessage } from "./metrics/collection-tasks.ts";
import { runCollection } from "./metrics/plan-collection.ts";
import type { DatapointsMessage } from "./metrics/points-queue.ts";
import { retryDeadLetter, retryWithBackoff, storePoints } from "./metrics/store-points.ts";
import { continueNightlyExport } from "./nightly-exports/continue-export.ts";
import { deleteOldUndos } from "./notices/undo/store.ts";
import type { OutboxMessage } from "./outbox/lanes.ts";
import { continueRestore } from "./restores/continue-restore.ts";
import { database } from "./storage/db.ts";
import { logMigrations } from "./storage/migrations.ts";
import { withoutEffects } from "./storage/write-database.ts";
import { deleteExpiredSubscribers } from "./subscribers/store.ts";
import { tellFailures } from "./team/tell-failures.ts";
import { HOUR_MS, isoTime, MINUTE_MS } from "./time/domain.ts";

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
    const isComplete = !restore || !isInProgress(restore, now) || hasStored(restore, "metricBackfills");
    // A failing task must not stop the others.
    const outcomes = await Promise.allSettled([
      ...(isComplete
        ? [
            write(
              { env, executionCtx, db, audit: auditOfSchedule({ env, executionCtx }) },
              ["public", "mail"],
              (db) => startAndCompleteMaintenances(db, now),
            ),
            write({ env, executionCtx, db }, ["mail"], (db) => queueReminders(db, now)),
            runCollection(env, db, scheduledTime),
          ]
        : []),
      write({ env, executionCtx, db }, ["mail"], (db) => tellFailures(db, now)),
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
