import type { WriteDb } from "../storage/db.ts";
import { DAY_MS, MINUTE_MS, startOfDay } from "../time/domain.ts";
import { takeDueDays } from "./backfill.ts";
import { collectTasks } from "./collect.ts";
import { handOverLongGaps, recentSpanMs, requireWritableMarks } from "./collection-progress.ts";
import { type CollectionTask, groups, MAX_WHOLE_DAYS, packTasks, sendTasks } from "./collection-tasks.ts";
import type { Range } from "./sources/source.ts";
import { listPulledMetrics, type PulledMetric } from "./store.ts";

/** CloudWatch keeps 60 s periods for 15 days, then 300 s. */
const FINE_DAYS = 15;

/**
 * The minute's work: every metric's points since it was last collected, 15 minutes at least, and days still missing. As much as one
 * invocation can do is done by this one, so that few metrics cost no message. The rest goes into the queue.
 */
export async function runCollection(env: Env, db: WriteDb, minute: number): Promise<void> {
  const pulled = await listPulledMetrics(db);
  if (pulled.length === 0) return;
  const to = Math.floor(minute / MINUTE_MS) * MINUTE_MS + MINUTE_MS;
  await requireWritableMarks(db, pulled, to);
  const marked = await handOverLongGaps(db, pulled, to);
  const tasks = [...recentTasks(pulled, to), ...(await dueBackfills(db, pulled, minute))];
  const [own = [], ...others] = packTasks(tasks);
  // A queue that takes nothing does not keep this invocation from its own part.
  const outcomes = await Promise.allSettled([sendTasks(env, others), collectTasks(env, db, own, marked)]);
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

function recentTasks(pulled: PulledMetric[], to: number): CollectionTask[] {
  const bySpan = Map.groupBy(pulled, (metric) => recentSpanMs(metric, to));
  return [...bySpan].flatMap(([span, metrics]) => {
    const range = { from: to - span, to, periodSeconds: 60 } as const;
    const most = Math.floor((MAX_WHOLE_DAYS * DAY_MS) / span);
    return groups(metrics, most).map((group) => ({ ...group, task: "recent", range }) as const);
  });
}

async function dueBackfills(db: WriteDb, pulled: PulledMetric[], minute: number): Promise<CollectionTask[]> {
  const byID = new Map(pulled.map((metric) => [metric.metricID, metric]));
  const byDay = Map.groupBy(await takeDueDays(db, minute), ({ day }) => day);
  return [...byDay].flatMap(([day, due]) =>
    groups(
      due.flatMap(({ metricID }) => byID.get(metricID) ?? []),
      MAX_WHOLE_DAYS,
    ).map((group) => ({ ...group, task: "backfill", day, range: rangeOf(day, minute) }) as const),
  );
}

function rangeOf(day: string, now: number): Range {
  const from = startOfDay(day);
  return { from, to: from + DAY_MS, periodSeconds: now - from > FINE_DAYS * DAY_MS ? 300 : 60 };
}
