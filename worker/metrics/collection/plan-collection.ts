import { DAY_MS, MINUTE_MS, startOfDay } from "../../shared/time/domain.ts";
import type { WriteDb } from "../../storage/db.ts";
import type { TimeRange } from "../sources/source.ts";
import { listPulledMetrics, type PulledMetric } from "../store.ts";
import { claimDueDays } from "./backfill.ts";
import { collectTasks } from "./collect.ts";
import { backfillLongGaps, recentSpanMs, requireWritableWatermarks } from "./collection-progress.ts";
import {
  type CollectionTask,
  groupMetrics,
  MAX_WHOLE_DAYS,
  packTasks,
  sendTasks,
} from "./collection-tasks.ts";

/** CloudWatch keeps periods of 60 s for 15 days, and longer ones after that. */
const MAX_60_S_PERIOD_DAYS = 15;

/** Collects as much as one invocation can, so that a few metrics need no message, and queues the rest. */
export async function runCollection(env: Env, db: WriteDb, minute: number): Promise<void> {
  const pulled = await listPulledMetrics(db);
  if (pulled.length === 0) return;
  const to = Math.floor(minute / MINUTE_MS) * MINUTE_MS + MINUTE_MS;
  await requireWritableWatermarks(db, pulled, to);
  const metrics = await backfillLongGaps(db, pulled, to);
  const tasks = [...recentTasks(pulled, to), ...(await backfillTasks(db, pulled, minute))];
  const [first = [], ...others] = packTasks(tasks);
  // This invocation still collects its own part while the queue takes no messages.
  const outcomes = await Promise.allSettled([sendTasks(env, others), collectTasks(env, db, first, metrics)]);
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

function recentTasks(pulled: PulledMetric[], to: number): CollectionTask[] {
  const bySpan = Map.groupBy(pulled, (metric) => recentSpanMs(metric, to));
  return [...bySpan].flatMap(([span, metrics]) => {
    const range = { from: to - span, to, periodSeconds: 60 } as const;
    const maxMetrics = Math.floor((MAX_WHOLE_DAYS * DAY_MS) / span);
    return groupMetrics(metrics, maxMetrics).map((group) => ({ ...group, task: "recent", range }) as const);
  });
}

async function backfillTasks(db: WriteDb, pulled: PulledMetric[], minute: number): Promise<CollectionTask[]> {
  const byID = new Map(pulled.map((metric) => [metric.metricID, metric]));
  const byDay = Map.groupBy(await claimDueDays(db, minute), ({ day }) => day);
  return [...byDay].flatMap(([day, due]) =>
    groupMetrics(
      due.flatMap(({ metricID }) => byID.get(metricID) ?? []),
      MAX_WHOLE_DAYS,
    ).map((group) => ({ ...group, task: "backfill", day, range: dayRange(day, minute) }) as const),
  );
}

function dayRange(day: string, now: number): TimeRange {
  const from = startOfDay(day);
  return { from, to: from + DAY_MS, periodSeconds: now - from > MAX_60_S_PERIOD_DAYS * DAY_MS ? 300 : 60 };
}
