import { sendBatch } from "../storage/send-batch.ts";
import { DAY_MS, dayOf, minuteOfDay } from "../time/domain.ts";
import type { Point } from "./day-files.ts";

/** Points of one metric and one day on their way through the queue. */
export interface Delivery {
  metricID: string;
  day: string;
  points: Point[];
  /** Collected points are asked for again and again: the value that is stored already is nothing new. */
  isCollected?: true;
}

/** A message of the queue `datapoints`. */
export type DatapointsMessage = Delivery[];

/** So that a message stays under the queue's 128 kB: the longest point and the longest head of one take 110 bytes. */
const POINTS_A_MESSAGE = 1000;
/** Two messages at a time stay under the 256 kB of a batch. */
const POINTS_A_BATCH = 2 * POINTS_A_MESSAGE;
/**
 * A run makes two calls to R2 for each day, of the 1,000 that an invocation has for Cloudflare's own services. The rest is for
 * files that somebody else writes meanwhile.
 */
export const DAYS_A_RUN = 400;
/** Past days of a request that are stored along with its recent ones. More of them are a backlog, which has its own queue. */
const MAX_PAST_DAYS = 20;

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
    delivery.byMinute.set(minuteOfDay(time), [minuteOfDay(time), value, at]);
  }
  return [...byDay.values()].map(({ byMinute, ...day }) => ({ ...day, points: [...byMinute.values()] }));
}

/**
 * Once this returns, the points are the queue's to keep. Recent ones go first, and a backlog goes into a queue of its own, so that
 * it delays no other metric's points.
 * @param maxPastDays how many past days are no backlog
 * @throws Refusal 503 where the queue takes nothing; what it took before is stored, and stored again changes nothing
 */
export async function sendPoints(
  env: Env,
  all: Delivery[],
  { maxPastDays = MAX_PAST_DAYS } = {},
): Promise<void> {
  const { recent, past } = splitByAge(all, Date.now());
  const isBacklog = past.length > maxPastDays;
  for (const bodies of batches(chunks(isBacklog ? recent : [...recent, ...past])))
    await sendBatch(env.DATAPOINTS, bodies);
  if (isBacklog) for (const bodies of batches(chunks(past))) await sendBatch(env.BACKLOG, bodies);
}

/** Recent are today, yesterday and what is ahead, in UTC. */
export function splitByAge(all: Delivery[], now: number): { recent: Delivery[]; past: Delivery[] } {
  const yesterday = dayOf(now - DAY_MS);
  const sorted = newestFirst(all);
  return {
    recent: sorted.filter(({ day }) => day >= yesterday),
    past: sorted.filter(({ day }) => day < yesterday),
  };
}

export function newestFirst(all: Delivery[]): Delivery[] {
  return all.toSorted((one, other) => compareDays(other.day, one.day));
}

function compareDays(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function chunks(all: Delivery[]): DatapointsMessage[] {
  const bodies: DatapointsMessage[] = [];
  let body: DatapointsMessage = [];
  let room = 0;
  for (const { points, ...day } of all) {
    for (let at = 0; at < points.length; ) {
      if (room === 0 || body.length === DAYS_A_RUN) {
        body = [];
        bodies.push(body);
        room = POINTS_A_MESSAGE;
      }
      const part = points.slice(at, at + room);
      body.push({ ...day, points: part });
      at += part.length;
      room -= part.length;
    }
  }
  return bodies;
}

/** As few batches as the queue's limit on their size allows; each is one call. */
function batches(bodies: DatapointsMessage[]): DatapointsMessage[][] {
  const groups: DatapointsMessage[][] = [];
  let room = 0;
  for (const body of bodies) {
    const size = body.reduce((sum, { points }) => sum + points.length, 0);
    if (groups.length === 0 || size > room) {
      groups.push([]);
      room = POINTS_A_BATCH;
    }
    groups.at(-1)?.push(body);
    room -= size;
  }
  return groups;
}
