import { describeError } from "../../http/errors.ts";
import { log } from "../../http/log.ts";
import { resultWithin } from "../../shared/with-timeout.ts";
import type { WriteDb } from "../../storage/db.ts";
import { dayKey } from "../domain.ts";
import {
  type DayPoints,
  groupByDay,
  MAX_DAYS_PER_RUN,
  newestFirst,
  sendPoints,
} from "../points/points-queue.ts";
import { logStoreFailure, storeDays } from "../points/store-days.ts";
import { sourceOf } from "../sources/index.ts";
import { BatchRejectedError, type CollectionResult } from "../sources/source.ts";
import { type PulledMetric, selectMetrics } from "../store.ts";
import { finishBackfill } from "./backfill.ts";
import { isSuperseded, recordResults } from "./collection-progress.ts";
import {
  type CollectionMessage,
  type CollectionTask,
  groupKey,
  MAX_CALLS,
  maxTaskCalls,
  packTasks,
  sendTasks,
  splitInHalf,
} from "./collection-tasks.ts";

/** Results that arrive within this time are stored without waiting for slower services. */
const FIRST_STORE_MS = 2000;

interface TaskResults {
  task: CollectionTask;
  results: CollectionResult[];
}

export async function collectMessage(env: Env, db: WriteDb, message: CollectionMessage): Promise<void> {
  const tasks = message.filter(isStillDue);
  if (tasks.length === 0) return;
  const metricIDs = [...new Set(tasks.flatMap((task) => task.metricIDs))];
  await collectTasks(env, db, tasks, await selectMetrics(db, metricIDs));
}

export async function collectTasks(
  env: Env,
  db: WriteDb,
  tasks: CollectionTask[],
  metrics: PulledMetric[],
): Promise<void> {
  const byID = new Map(metrics.map((metric) => [metric.metricID, metric]));
  const unstored: TaskResults[] = [];
  const postponed: CollectionTask[] = [];
  let [callsLeft, daysLeft] = [MAX_CALLS, MAX_DAYS_PER_RUN];

  function reserveCalls(calls: number): boolean {
    if (calls > callsLeft) return false;
    callsLeft -= calls;
    return true;
  }
  async function fetchTask(task: CollectionTask): Promise<void> {
    // The next minute's run collects metrics whose source has changed since the task was planned.
    const unchanged = task.metricIDs
      .flatMap((metricID) => byID.get(metricID) ?? [])
      .filter((metric) => metric.type === task.type && groupKey(metric) === task.key);
    if (unchanged.length === 0) return;
    if (!reserveCalls(maxTaskCalls(task))) return void postponed.push(task);
    try {
      const results = await sourceOf(task.type)?.collect(env, unchanged, task.range, reserveCalls);
      if (results) unstored.push({ task, results });
    } catch (error) {
      if (!(error instanceof BatchRejectedError)) throw error;
      await Promise.all(splitInHalf(task).map(fetchTask));
    }
  }
  async function storeFetched(): Promise<void> {
    const fetched = unstored.splice(0);
    const days = newestFirst(toDayPoints(fetched));
    const daysToStore = days.slice(0, daysLeft);
    daysLeft -= daysToStore.length;
    await storeAndRecord(env, db, {
      daysToStore,
      daysToQueue: days.slice(daysToStore.length),
      fetched,
      byID,
    });
  }

  const fetches = Promise.allSettled(tasks.filter(isStillDue).map(fetchTask));
  await resultWithin(FIRST_STORE_MS, fetches);
  await storeFetched();
  const outcomes = await fetches;
  if (postponed.length > 0) await sendTasks(env, packTasks(postponed));
  await storeFetched();
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

function isStillDue({ task, range }: CollectionTask): boolean {
  return task === "backfill" || !isSuperseded(range, Date.now());
}

function toDayPoints(fetched: TaskResults[]): DayPoints[] {
  const points = fetched.flatMap(({ task, results }) =>
    results.flatMap(({ metricID, points }) =>
      points
        .filter(({ time, value }) => isWithin(task, time) && Number.isFinite(value))
        .map((point) => ({ metricID, ...point })),
    ),
  );
  return groupByDay(points, Date.now()).map((day) => ({ ...day, isCollected: true }));
}

function isWithin({ range: { from, to } }: CollectionTask, time: number): boolean {
  return time >= from && time < to;
}

interface Work {
  daysToStore: DayPoints[];
  daysToQueue: DayPoints[];
  fetched: TaskResults[];
  byID: Map<string, PulledMetric>;
}

/** Records nothing for a metric whose points are neither stored nor queued, so that the next run fetches them again. */
async function storeAndRecord(env: Env, db: WriteDb, { daysToStore, daysToQueue, fetched, byID }: Work) {
  if (fetched.length === 0) return;
  const failed = daysToStore.length > 0 ? await storeDays(env, db, daysToStore) : new Set<string>();
  const queued = [...daysToStore.filter((day) => failed.has(dayKey(day))), ...daysToQueue];
  const lost = new Set<string>();
  if (queued.length > 0) {
    await sendPoints(env, queued).catch((error: unknown) => {
      logStoreFailure(error);
      for (const { metricID } of queued) lost.add(metricID);
    });
  }
  const recorded = fetched.map(({ task, results }) => ({
    task,
    results: results.filter(({ metricID }) => !lost.has(metricID)),
  }));
  // After a failure here the next run fetches the same points again, and storing them twice changes nothing.
  await recordFetched(db, recorded, byID).catch((error: unknown) => {
    log("error", { event: "collection not recorded", error: describeError(error) });
  });
}

async function recordFetched(db: WriteDb, fetched: TaskResults[], byID: Work["byID"]): Promise<void> {
  const recent = fetched.flatMap(({ task: { task, range }, results }) =>
    task === "recent"
      ? results.map(({ metricID, error, note = "" }) => ({ metricID, error, note, range }))
      : [],
  );
  await recordResults(db, recent, byID);
  const days = fetched.flatMap(({ task, results }) =>
    task.task === "backfill"
      ? results.flatMap(({ metricID, error }) => (error === "" ? { metricID, day: task.day } : []))
      : [],
  );
  if (days.length > 0) await finishBackfill(db, days);
}
