import { sendBatch } from "../storage/send-batch.ts";
import { DAY_MS, MINUTE_MS } from "../time/domain.ts";
import type { MetricType } from "./domain.ts";
import type { Metric } from "./schema.ts";
import { sourceOf } from "./sources/index.ts";
import type { Range, Source } from "./sources/source.ts";

/** Metrics that can be asked for in one go; `key` is their source's for the likes of them. */
interface Group {
  type: MetricType;
  key: string;
  metricIDs: string[];
}

export type CollectionTask = Group & { range: Range } & (
    | { task: "recent" }
    | { task: "backfill"; day: string }
  );

/** A message of the queue `collection`: what one invocation fetches. Versions before this one sent a single task. */
export type CollectionMessage = CollectionTask[] | CollectionTask;

/** Of the 50 calls to the outside that an invocation has. */
export const MAX_CALLS = 48;
/** The points of so many whole days are what one invocation holds in memory and stores. */
export const MAX_WHOLE_DAYS = 20;
/** Of 500 ids and less, they stay under the queue's 256 kB. */
const MESSAGES_A_BATCH = 20;

/** Shares tasks among as few invocations as can do them; the first of the tasks are in the first. */
export function packTasks(tasks: CollectionTask[]): CollectionTask[][] {
  const invocations: { tasks: CollectionTask[]; calls: number; minutes: number }[] = [];
  for (const task of tasks) {
    const [calls, minutes] = [callsOf(task), minutesOf(task)];
    const found = invocations.find(
      (each) =>
        each.calls + calls <= MAX_CALLS && each.minutes + minutes <= (MAX_WHOLE_DAYS * DAY_MS) / MINUTE_MS,
    );
    const invocation = found ?? { tasks: [], calls: 0, minutes: 0 };
    if (!found) invocations.push(invocation);
    invocation.tasks.push(task);
    invocation.calls += calls;
    invocation.minutes += minutes;
  }
  return invocations.map((invocation) => invocation.tasks);
}

/** A message for each of the invocations. */
export async function sendTasks(env: Env, invocations: CollectionTask[][]): Promise<void> {
  for (let at = 0; at < invocations.length; at += MESSAGES_A_BATCH) {
    await sendBatch(env.COLLECTION, invocations.slice(at, at + MESSAGES_A_BATCH));
  }
}

/** How many calls to the outside a task is expected to make at most. */
export function callsOf({ type, metricIDs }: CollectionTask): number {
  return source(type)?.callsFor(metricIDs.length) ?? 0;
}

function minutesOf({ metricIDs, range }: CollectionTask): number {
  return (metricIDs.length * (range.to - range.from)) / MINUTE_MS;
}

/**
 * Metrics that one call can ask for, as many as it takes. Those that failed the last time are asked for apart, so
 * that they are no trouble for the others.
 */
export function groups(metrics: Metric[], most = Number.POSITIVE_INFINITY): Group[] {
  const together = Map.groupBy(metrics, (metric) =>
    JSON.stringify([metric.type, keyOf(metric), metric.collectionError !== ""]),
  );
  return [...together.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const head = { type: first.type, key: keyOf(first) };
    const atMost = Math.min(source(first.type)?.atMost ?? 1, most);
    const parts = Array.from({ length: Math.ceil(group.length / atMost) }, (_, at) =>
      group.slice(at * atMost, (at + 1) * atMost),
    );
    return parts.map((part) => ({ ...head, metricIDs: part.map(({ metricID }) => metricID) }));
  });
}

/** What was refused together, to be asked for in two parts, until it is clear which metric is the one. */
export function halves(task: CollectionTask): CollectionTask[] {
  const { metricIDs } = task;
  const middle = Math.ceil(metricIDs.length / 2);
  return [metricIDs.slice(0, middle), metricIDs.slice(middle)].map((part) => ({ ...task, metricIDs: part }));
}

export function keyOf({ type, props }: Pick<Metric, "type" | "props">): string {
  return source(type)?.groupOf(props) ?? "";
}

export function source(type: MetricType): Source<Metric["props"]> | undefined {
  // Stored props have passed their type's schema; a source sees no others than its own.
  return sourceOf(type) as Source<Metric["props"]> | undefined;
}
