import type { Db } from "../db.ts";
import { finishDay, takeDueDays } from "./backfill.ts";
import { DAY, MINUTE, startOf } from "./days.ts";
import { deliveries, sendPoints } from "./ingest.ts";
import type { Metric } from "./schema.ts";
import { sourceOf } from "./sources/index.ts";
import type { Range, Source } from "./sources/source.ts";
import type { MetricType } from "./statuses.ts";
import { listPulledMetrics, noteCollection, selectMetrics } from "./store.ts";

/** A message of the queue `collection`: what one invocation fetches. */
export type CollectionMessage = { type: MetricType; metricIDs: string[]; range: Range } & (
  | { task: "recent" }
  | { task: "backfill"; day: string }
);

/** Late and partial points settle, and a missed run heals by itself. */
const OVERLAP = 15 * MINUTE;
/** CloudWatch keeps 60 s periods for 15 days, then 300 s. */
const FINE_DAYS = 15;

/** The minute's work, handed to the queue in pieces: the last 15 minutes of every metric, and days still missing. */
export async function planCollection(env: Env, db: Db, minute: number): Promise<void> {
  const pulled = await listPulledMetrics(db);
  if (pulled.length === 0) return;
  const to = Math.floor(minute / MINUTE) * MINUTE + MINUTE;
  const range = { from: to - OVERLAP, to, periodSeconds: 60 } as const;
  const recent = groups(pulled).map((group) => ({ ...group, task: "recent", range }) as const);
  const byID = new Map(pulled.map((metric) => [metric.metricID, metric]));
  const byDay = Map.groupBy(await takeDueDays(db, minute), ({ day }) => day);
  const past = [...byDay].flatMap(([day, due]) =>
    groups(due.flatMap(({ metricID }) => byID.get(metricID) ?? [])).map(
      (group) => ({ ...group, task: "backfill", day, range: rangeOf(day, minute) }) as const,
    ),
  );
  const bodies: CollectionMessage[] = [...recent, ...past];
  for (let at = 0; at < bodies.length; at += 20) {
    await env.COLLECTION.sendBatch(bodies.slice(at, at + 20).map((body) => ({ body, contentType: "json" })));
  }
}

function rangeOf(day: string, now: number): Range {
  const from = startOf(day);
  return { from, to: from + DAY, periodSeconds: now - from > FINE_DAYS * DAY ? 300 : 60 };
}

/** Metrics that one call can ask for, as many as it takes. */
function groups(metrics: Metric[]): { type: MetricType; metricIDs: string[] }[] {
  const together = Map.groupBy(metrics, ({ type, props }) => `${type} ${source(type)?.groupOf(props)}`);
  return [...together.values()].flatMap((group) => {
    const type = group[0]?.type ?? "Self";
    const atMost = source(type)?.atMost ?? 1;
    const parts = Array.from({ length: Math.ceil(group.length / atMost) }, (_, at) =>
      group.slice(at * atMost, (at + 1) * atMost),
    );
    return parts.map((part) => ({ type, metricIDs: part.map(({ metricID }) => metricID) }));
  });
}

/** Fetches what one message names and hands it on to be stored. */
export async function collect(env: Env, db: Db, message: CollectionMessage): Promise<void> {
  const metrics = (await selectMetrics(db, message.metricIDs)).filter(({ type }) => type === message.type);
  const collected = (await source(message.type)?.collect(env, metrics, message.range)) ?? [];
  const { from, to } = message.range;
  const points = collected.flatMap((outcome) =>
    "points" in outcome
      ? outcome.points
          .filter(({ time, value }) => time >= from && time < to && Number.isFinite(value))
          .map((point) => ({ metricID: outcome.metricID, ...point }))
      : [],
  );
  await sendPoints(env, deliveries(points, Date.now()));
  const done = collected.filter((outcome) => "points" in outcome);
  if (message.task === "backfill") {
    const [first, ...rest] = done.map(({ metricID }) => finishDay(db, metricID, message.day));
    if (first) await db.batch([first, ...rest]);
    return;
  }
  const outcomes = collected.map((outcome) => ({
    metricID: outcome.metricID,
    error: "error" in outcome ? outcome.error : "",
  }));
  if (outcomes.length > 0) await noteCollection(db, outcomes);
}

function source(type: MetricType): Source<Metric["props"]> | undefined {
  // Stored props have passed their type's schema; a source sees no others than its own.
  return sourceOf(type) as Source<Metric["props"]> | undefined;
}
