import { describeError } from "../http/errors.ts";
import { log } from "../http/log.ts";
import type { WriteDb } from "../storage/db.ts";
import { finishDays } from "./backfill.ts";
import { isSuperseded, recordCollection } from "./collection-progress.ts";
import {
  type CollectionMessage,
  type CollectionTask,
  callsOf,
  halves,
  keyOf,
  MAX_CALLS,
  packTasks,
  sendTasks,
  source,
} from "./collection-tasks.ts";
import { DAYS_A_RUN, type Delivery, deliveries, newestFirst, sendPoints } from "./ingest.ts";
import { type Collected, RefusedTogether } from "./sources/source.ts";
import { type PulledMetric, selectMetrics } from "./store.ts";
import { logStoreFailure, nameOf, storeDays } from "./store-days.ts";

/** What has come by then is stored without waiting for services that are slow. */
const QUICK_MS = 2000;

interface Outcome {
  task: CollectionTask;
  collected: Collected[];
}

/** What one message of the queue `collection` names. */
export async function collectMessage(env: Env, db: WriteDb, message: CollectionMessage): Promise<void> {
  const tasks = (Array.isArray(message) ? message : [message]).filter(isStillDue);
  if (tasks.length === 0) return;
  const metricIDs = [...new Set(tasks.flatMap((task) => task.metricIDs))];
  await collectTasks(env, db, tasks, await selectMetrics(db, metricIDs));
}

/**
 * Fetches and stores what one invocation can. What it can't store goes into the queue of points, and what it has no calls left for
 * into that of the collection.
 * @param metrics as they are now, among them those of the tasks
 */
export async function collectTasks(
  env: Env,
  db: WriteDb,
  tasks: CollectionTask[],
  metrics: PulledMetric[],
): Promise<void> {
  const byID = new Map(metrics.map((metric) => [metric.metricID, metric]));
  const finished: Outcome[] = [];
  const postponed: CollectionTask[] = [];
  let [callsLeft, daysLeft] = [MAX_CALLS, DAYS_A_RUN];

  function takeCalls(calls: number): boolean {
    if (calls > callsLeft) return false;
    callsLeft -= calls;
    return true;
  }
  async function fetchTask(task: CollectionTask): Promise<void> {
    // One that has been changed meanwhile is the next minute's.
    const asked = task.metricIDs
      .flatMap((metricID) => byID.get(metricID) ?? [])
      .filter((metric) => metric.type === task.type && keyOf(metric) === task.key);
    if (asked.length === 0) return;
    if (!takeCalls(callsOf(task))) return void postponed.push(task);
    try {
      const collected = await source(task.type)?.collect(env, asked, task.range, takeCalls);
      if (collected) finished.push({ task, collected });
    } catch (error) {
      if (!(error instanceof RefusedTogether)) throw error;
      await Promise.all(halves(task).map(fetchTask));
    }
  }
  async function storeFinished(): Promise<void> {
    const outcomes = finished.splice(0);
    const days = newestFirst(pointsOf(outcomes));
    const stored = days.slice(0, daysLeft);
    daysLeft -= stored.length;
    await keep(env, db, { stored, sent: days.slice(stored.length), outcomes, byID });
  }

  const fetching = Promise.allSettled(tasks.filter(isStillDue).map(fetchTask));
  await waitAtMost(QUICK_MS, fetching);
  await storeFinished();
  const fetched = await fetching;
  if (postponed.length > 0) await sendTasks(env, packTasks(postponed));
  await storeFinished();
  for (const outcome of fetched) if (outcome.status === "rejected") throw outcome.reason;
}

/** A late run has been overtaken by the ones after it. */
function isStillDue({ task, range }: CollectionTask): boolean {
  return task === "backfill" || !isSuperseded(range, Date.now());
}

function pointsOf(outcomes: Outcome[]): Delivery[] {
  const points = outcomes.flatMap(({ task, collected }) =>
    collected.flatMap(({ metricID, points }) =>
      points
        .filter(({ time, value }) => isWithin(task, time) && Number.isFinite(value))
        .map((point) => ({ metricID, ...point })),
    ),
  );
  return deliveries(points, Date.now()).map((day) => ({ ...day, isCollected: true }));
}

function isWithin({ range: { from, to } }: CollectionTask, time: number): boolean {
  return time >= from && time < to;
}

interface Work {
  /** Days that this invocation stores itself. */
  stored: Delivery[];
  /** Days beyond what it can store. */
  sent: Delivery[];
  outcomes: Outcome[];
  byID: Map<string, PulledMetric>;
}

/** Records nothing of a metric whose points are neither stored nor in the queue, so that the next run asks for them again. */
async function keep(env: Env, db: WriteDb, { stored, sent, outcomes, byID }: Work): Promise<void> {
  if (outcomes.length === 0) return;
  const failed = stored.length > 0 ? await storeDays(env, db, stored) : new Set<string>();
  const left = [...stored.filter((day) => failed.has(nameOf(day))), ...sent];
  const lost = new Set<string>();
  if (left.length > 0) {
    await sendPoints(env, left).catch((error: unknown) => {
      logStoreFailure(error);
      for (const { metricID } of left) lost.add(metricID);
    });
  }
  const kept = outcomes.map(({ task, collected }) => ({
    task,
    collected: collected.filter(({ metricID }) => !lost.has(metricID)),
  }));
  // A failure here costs nothing but another attempt: the next run asks for the same points, which are stored once.
  await recordOutcomes(db, kept, byID).catch((error: unknown) => {
    log("error", { event: "collection not recorded", error: describeError(error) });
  });
}

async function recordOutcomes(db: WriteDb, outcomes: Outcome[], byID: Work["byID"]): Promise<void> {
  const recent = outcomes.flatMap(({ task: { task, range }, collected }) =>
    task === "recent" ? collected.map(({ metricID, error }) => ({ metricID, error, range })) : [],
  );
  await recordCollection(db, recent, byID);
  const days = outcomes.flatMap(({ task, collected }) =>
    task.task === "backfill"
      ? collected.flatMap(({ metricID, error }) => (error === "" ? { metricID, day: task.day } : []))
      : [],
  );
  if (days.length > 0) await finishDays(db, days);
}

async function waitAtMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const timedOut = Promise.withResolvers<void>();
  const timer = setTimeout(timedOut.resolve, milliseconds);
  await Promise.race([work, timedOut.promise]);
  clearTimeout(timer);
}
