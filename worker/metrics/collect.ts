import type { Db } from "../db.ts";
import { describeError } from "../errors.ts";
import { sendBatch } from "../send-batch.ts";
import { finishDays, takeDueDays } from "./backfill.ts";
import { DAY, MINUTE, startOf } from "./days.ts";
import {
  handOverLongGaps,
  isSuperseded,
  recentSpanMs,
  recordCollection,
  requireWritableMarks,
} from "./gaps.ts";
import { deliveries, sendPoints } from "./ingest.ts";
import type { Metric } from "./schema.ts";
import { sourceOf } from "./sources/index.ts";
import { type Collected, type Range, RefusedTogether, type Source } from "./sources/source.ts";
import type { MetricType } from "./statuses.ts";
import { listPulledMetrics, selectMetrics } from "./store.ts";

/** Metrics that can be asked for in one go; `key` is their source's for the likes of them. */
interface Group {
  type: MetricType;
  key: string;
  metricIDs: string[];
}

/** A message of the queue `collection`: what one invocation fetches. */
export type CollectionMessage = Group & { range: Range } & (
    | { task: "recent" }
    | { task: "backfill"; day: string }
  );

/** CloudWatch keeps 60 s periods for 15 days, then 300 s. */
const FINE_DAYS = 15;
/** Of 500 ids and less, they stay under the queue's 256 kB. */
const MESSAGES_A_BATCH = 20;

/** The points of so many whole days are what one invocation can hand on. */
const DAYS_A_MESSAGE = 20;

/**
 * The minute's work, handed to the queue in pieces: every metric's points since it was last collected, 15 minutes at
 * least, and days still missing.
 */
export async function planCollection(env: Env, db: Db, minute: number): Promise<void> {
  const pulled = await listPulledMetrics(db);
  if (pulled.length === 0) return;
  const to = Math.floor(minute / MINUTE) * MINUTE + MINUTE;
  await requireWritableMarks(db, pulled, to);
  await handOverLongGaps(db, pulled, to);
  const bySpan = Map.groupBy(pulled, (metric) => recentSpanMs(metric, to));
  const recent = [...bySpan].flatMap(([span, metrics]) => {
    const range = { from: to - span, to, periodSeconds: 60 } as const;
    const most = Math.floor((DAYS_A_MESSAGE * DAY) / span);
    return groups(metrics, most).map((group) => ({ ...group, task: "recent", range }) as const);
  });
  const byID = new Map(pulled.map((metric) => [metric.metricID, metric]));
  const byDay = Map.groupBy(await takeDueDays(db, minute), ({ day }) => day);
  const past = [...byDay].flatMap(([day, due]) =>
    groups(
      due.flatMap(({ metricID }) => byID.get(metricID) ?? []),
      DAYS_A_MESSAGE,
    ).map((group) => ({ ...group, task: "backfill", day, range: rangeOf(day, minute) }) as const),
  );
  await sendWork(env, [...recent, ...past]);
}

async function sendWork(env: Env, bodies: CollectionMessage[]): Promise<void> {
  for (let at = 0; at < bodies.length; at += MESSAGES_A_BATCH) {
    await sendBatch(env.COLLECTION, bodies.slice(at, at + MESSAGES_A_BATCH));
  }
}

function rangeOf(day: string, now: number): Range {
  const from = startOf(day);
  return { from, to: from + DAY, periodSeconds: now - from > FINE_DAYS * DAY ? 300 : 60 };
}

/**
 * Metrics that one call can ask for, as many as it takes. Those that failed the last time are asked for apart, so
 * that they are no trouble for the others.
 */
function groups(metrics: Metric[], most = Number.POSITIVE_INFINITY): Group[] {
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

function keyOf({ type, props }: Metric): string {
  return source(type)?.groupOf(props) ?? "";
}

/** Fetches what one message names and hands it on to be stored. */
export async function collect(env: Env, db: Db, message: CollectionMessage): Promise<void> {
  if (message.task === "recent" && isSuperseded(message.range, Date.now())) return;
  // One that has been changed meanwhile is the next minute's.
  const metrics = (await selectMetrics(db, message.metricIDs)).filter(
    (metric) => metric.type === message.type && keyOf(metric) === message.key,
  );
  if (metrics.length === 0) return;
  const collected = await source(message.type)
    ?.collect(env, metrics, message.range)
    .catch((error) => {
      if (!(error instanceof RefusedTogether)) throw error;
    });
  if (!collected) return sendWork(env, halves(message));
  const { from, to } = message.range;
  const points = collected.flatMap(({ metricID, points }) =>
    points
      .filter(({ time, value }) => time >= from && time < to && Number.isFinite(value))
      .map((point) => ({ metricID, ...point })),
  );
  const days = deliveries(points, Date.now()).map((day) => ({ ...day, isCollected: true }) as const);
  await sendPoints(env, days);
  // The points are in the queue. A message that failed now would send them again; the next run, or the next attempt at the
  // day, asks for them in any case.
  await recordOutcome(db, message, collected).catch((error: unknown) => {
    console.error(
      JSON.stringify({ level: "error", event: "collection not recorded", error: describeError(error) }),
    );
  });
}

async function recordOutcome(db: Db, message: CollectionMessage, collected: Collected[]): Promise<void> {
  if (message.task === "recent") return recordCollection(db, collected, message.range);
  const whole = collected.filter(({ error }) => error === "");
  if (whole.length === 0) return;
  await finishDays(
    db,
    whole.map(({ metricID }) => metricID),
    message.day,
  );
}

/** What was refused together, to be asked for in two parts, until it is clear which metric is the one. */
function halves(message: CollectionMessage): CollectionMessage[] {
  const { metricIDs } = message;
  const middle = Math.ceil(metricIDs.length / 2);
  return [metricIDs.slice(0, middle), metricIDs.slice(middle)].map((part) => ({
    ...message,
    metricIDs: part,
  }));
}

function source(type: MetricType): Source<Metric["props"]> | undefined {
  // Stored props have passed their type's schema; a source sees no others than its own.
  return sourceOf(type) as Source<Metric["props"]> | undefined;
}
