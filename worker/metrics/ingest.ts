import type { Db } from "../db.ts";
import { dayOf, minuteOf } from "./days.ts";
import { mergePoints, type Point, sumByHour } from "./points.ts";
import { keepDaySums, selectMetrics } from "./store.ts";

/** Points of one metric and one day on their way through the queue. */
export interface Delivery {
  metricID: string;
  day: string;
  points: Point[];
}

/** A message of the queue `datapoints`. */
export type DatapointsMessage = Delivery[];

/** So that a message stays under the queue's 128 kB: the longest point and the longest head of one take 110 bytes. */
const POINTS_A_MESSAGE = 1000;
/** Two calls to R2 each, of the 1,000 that an invocation has for Cloudflare's own services. */
const DAYS_A_RUN = 200;

interface TimedPoint {
  metricID: string;
  /** Milliseconds since the epoch; its seconds are cut off. */
  time: number;
  value: number;
}

/** Sorts points by metric and day; of two points of a minute the later in the list stays. */
export function deliveries(points: TimedPoint[], at: number): Delivery[] {
  const byDay = new Map<string, { metricID: string; day: string; byMinute: Map<number, Point> }>();
  for (const { metricID, time, value } of points) {
    const day = dayOf(time);
    const key = `${metricID} ${day}`;
    const delivery = byDay.get(key) ?? { metricID, day, byMinute: new Map() };
    byDay.set(key, delivery);
    delivery.byMinute.set(minuteOf(time), [minuteOf(time), value, at]);
  }
  return [...byDay.values()].map(({ byMinute, ...day }) => ({ ...day, points: [...byMinute.values()] }));
}

/** Once this returns, the points are the queue's to keep. */
export async function sendPoints(env: Env, all: Delivery[]): Promise<void> {
  const bodies = chunks(all);
  for (let at = 0; at < bodies.length; at += 2) {
    // Two messages at a time stay under the 256 kB of a batch.
    await env.DATAPOINTS.sendBatch(bodies.slice(at, at + 2).map((body) => ({ body, contentType: "json" })));
  }
}

function chunks(all: Delivery[]): DatapointsMessage[] {
  const bodies: DatapointsMessage[] = [];
  let room = 0;
  for (const { metricID, day, points } of all) {
    for (let at = 0; at < points.length; ) {
      if (room === 0) room = bodies.push([]) && POINTS_A_MESSAGE;
      const part = points.slice(at, at + room);
      bodies.at(-1)?.push({ metricID, day, points: part });
      at += part.length;
      room -= part.length;
    }
  }
  return bodies;
}

/**
 * Stores a batch of the queue: each metric-day's file is written once. A message whose day could not be written
 * comes again; since a minute is the key, all that it brings a second time changes nothing.
 */
export async function storePoints(env: Env, db: Db, batch: MessageBatch<DatapointsMessage>): Promise<void> {
  const arrived = gather(batch.messages.flatMap(({ body }) => body));
  const known = new Set(
    (
      await selectMetrics(
        db,
        arrived.map(({ metricID }) => metricID),
      )
    ).map((m) => m.metricID),
  );
  const kept = arrived.filter(({ metricID }) => known.has(metricID));
  if (kept.length < arrived.length) {
    const gone = arrived.filter(({ metricID }) => !known.has(metricID)).map(({ metricID }) => metricID);
    console.info(
      JSON.stringify({ level: "info", event: "points of deleted metrics dropped", metricIDs: gone }),
    );
  }
  const [now, later] = [kept.slice(0, DAYS_A_RUN), kept.slice(DAYS_A_RUN)];
  if (later.length > 0) await sendPoints(env, later);
  const outcomes = await Promise.allSettled(
    now.map(async ({ metricID, day, points }) => {
      const file = await mergePoints(env.FILES, metricID, day, points);
      return { metricID, day, revision: file.revision, ...sumByHour(file.points) };
    }),
  );
  const days = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  if (days.length > 0) await keepDaySums(db, days);
  const failed = new Set(now.filter((_, at) => outcomes[at]?.status === "rejected").map(nameOf));
  for (const message of batch.messages) {
    if (message.body.some((delivery) => failed.has(nameOf(delivery)))) message.retry({ delaySeconds: 5 });
    else message.ack();
  }
  const [first] = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  if (first)
    console.error(JSON.stringify({ level: "error", event: "points not stored", error: String(first) }));
}

/** One delivery for each metric and day. */
function gather(arrived: Delivery[]): Delivery[] {
  const byDay = Map.groupBy(arrived, nameOf);
  return [...byDay.values()].flatMap((parts) =>
    parts[0] ? [{ ...parts[0], points: parts.flatMap(({ points }) => points) }] : [],
  );
}

function nameOf({ metricID, day }: Delivery): string {
  return `${metricID} ${day}`;
}
