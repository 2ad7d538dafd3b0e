import { DAY_MS } from "../../shared/time/domain.ts";
import { sendBatch } from "../../storage/send-batch.ts";
import type { MetricType } from "../domain.ts";
import type { Metric } from "../schema.ts";
import { sourceOf } from "../sources/index.ts";
import type { TimeRange } from "../sources/source.ts";

interface MetricGroup {
  type: MetricType;
  key: string;
  metricIDs: string[];
}

export type CollectionTask = MetricGroup & { range: TimeRange } & (
    | { task: "recent" }
    | { task: "backfill"; day: string }
  );

/** Each message is the work of one invocation. */
export type CollectionMessage = CollectionTask[];

/** An invocation has 50 external subrequests. */
export const MAX_CALLS = 48;
/** One invocation holds this many days of points in memory and stores them. */
export const MAX_WHOLE_DAYS = 20;
/** Messages of up to 500 IDs stay below the batch limit of 256 kB. */
const MAX_MESSAGES_PER_BATCH = 20;

export function packTasks(tasks: CollectionTask[]): CollectionTask[][] {
  const invocations: { tasks: CollectionTask[]; calls: number; durationMs: number }[] = [];
  for (const task of tasks) {
    const calls = maxTaskCalls(task);
    const durationMs = task.metricIDs.length * (task.range.to - task.range.from);
    const invocation = invocations.find(
      (candidate) =>
        candidate.calls + calls <= MAX_CALLS && candidate.durationMs + durationMs <= MAX_WHOLE_DAYS * DAY_MS,
    );
    if (invocation) {
      invocation.tasks.push(task);
      invocation.calls += calls;
      invocation.durationMs += durationMs;
    } else invocations.push({ tasks: [task], calls, durationMs });
  }
  return invocations.map((invocation) => invocation.tasks);
}

export async function sendTasks(env: Env, invocations: CollectionTask[][]): Promise<void> {
  for (let start = 0; start < invocations.length; start += MAX_MESSAGES_PER_BATCH) {
    await sendBatch(env.COLLECTION, invocations.slice(start, start + MAX_MESSAGES_PER_BATCH));
  }
}

export function maxTaskCalls({ type, metricIDs }: CollectionTask): number {
  return sourceOf(type)?.maxCallsFor(metricIDs.length) ?? 0;
}

/** Metrics that failed last time get groups of their own, so that they don't slow down the others. */
export function groupMetrics(metrics: Metric[], maxMetrics = Number.POSITIVE_INFINITY): MetricGroup[] {
  const byKey = Map.groupBy(metrics, (metric) =>
    JSON.stringify([metric.type, groupKey(metric), metric.collectionError !== ""]),
  );
  return [...byKey.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const size = Math.min(sourceOf(first.type)?.maxMetricsPerTask ?? 1, maxMetrics);
    return Array.from({ length: Math.ceil(group.length / size) }, (_, part) => ({
      type: first.type,
      key: groupKey(first),
      metricIDs: group.slice(part * size, (part + 1) * size).map(({ metricID }) => metricID),
    }));
  });
}

/** Isolates the metric that makes a service refuse the whole call. */
export function splitInHalf(task: CollectionTask): CollectionTask[] {
  const { metricIDs } = task;
  const middle = Math.ceil(metricIDs.length / 2);
  return [metricIDs.slice(0, middle), metricIDs.slice(middle)].map((half) => ({ ...task, metricIDs: half }));
}

export function groupKey({ type, props }: Pick<Metric, "type" | "props">): string {
  return sourceOf(type)?.groupKey(props) ?? "";
}
