import { DAY_MS, minuteOfDay, utcDay } from "../../shared/time/domain.ts";
import { sendBatch } from "../../storage/send-batch.ts";
import { dayKey, type MetricDay } from "../domain.ts";
import type { Point } from "./day-files.ts";

export interface DayPoints extends MetricDay {
  points: Point[];
  /** Every run collects the same points again, so an equal value is not a change. */
  isCollected?: true;
}

export type DatapointsMessage = DayPoints[];

/** A point takes at most 110 bytes with its metric and day, so that a message stays below 128 kB and two below the 256 kB of a batch. */
const MAX_POINTS_PER_MESSAGE = 1000;
const MAX_POINTS_PER_BATCH = 2 * MAX_POINTS_PER_MESSAGE;
/** Each day takes two R2 calls of the 1,000 that an invocation has. The rest is for conflicts. */
export const MAX_DAYS_PER_RUN = 400;
const MAX_PAST_DAYS = 20;

interface TimedPoint {
  metricID: string;
  time: number;
  value: number;
}

export function groupByDay(points: TimedPoint[], acceptedAt: number): DayPoints[] {
  const byDay = new Map<string, MetricDay & { byMinute: Map<number, Point> }>();
  for (const { metricID, time, value } of points) {
    const day = utcDay(time);
    const key = dayKey({ metricID, day });
    const group = byDay.get(key) ?? { metricID, day, byMinute: new Map() };
    byDay.set(key, group);
    group.byMinute.set(minuteOfDay(time), [minuteOfDay(time), value, acceptedAt]);
  }
  return [...byDay.values()].map(({ byMinute, ...day }) => ({ ...day, points: [...byMinute.values()] }));
}

/**
 * Once this returns, the points can't get lost.
 * @throws HttpError 503 where the queue takes no messages; sending all of them again does no harm
 */
export async function sendPoints(
  env: Env,
  days: DayPoints[],
  { maxPastDays = MAX_PAST_DAYS } = {},
): Promise<void> {
  const { recent, past } = splitByAge(days, Date.now());
  const isBacklog = past.length > maxPastDays;
  for (const messages of toBatches(toMessages(isBacklog ? recent : [...recent, ...past])))
    await sendBatch(env.DATAPOINTS, messages);
  if (isBacklog) for (const messages of toBatches(toMessages(past))) await sendBatch(env.BACKLOG, messages);
}

export function splitByAge(days: DayPoints[], now: number): { recent: DayPoints[]; past: DayPoints[] } {
  const yesterday = utcDay(now - DAY_MS);
  const sorted = newestFirst(days);
  return {
    recent: sorted.filter(({ day }) => day >= yesterday),
    past: sorted.filter(({ day }) => day < yesterday),
  };
}

export function newestFirst(days: DayPoints[]): DayPoints[] {
  return days.toSorted((one, other) => compareDays(other.day, one.day));
}

function compareDays(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function toMessages(days: DayPoints[]): DatapointsMessage[] {
  const messages: DatapointsMessage[] = [];
  let message: DatapointsMessage = [];
  let pointsLeft = 0;
  for (const { points, ...day } of days) {
    for (let start = 0; start < points.length; ) {
      if (pointsLeft === 0 || message.length === MAX_DAYS_PER_RUN) {
        message = [];
        messages.push(message);
        pointsLeft = MAX_POINTS_PER_MESSAGE;
      }
      const part = points.slice(start, start + pointsLeft);
      message.push({ ...day, points: part });
      start += part.length;
      pointsLeft -= part.length;
    }
  }
  return messages;
}

function toBatches(messages: DatapointsMessage[]): DatapointsMessage[][] {
  const batches: DatapointsMessage[][] = [];
  let pointsLeft = 0;
  for (const message of messages) {
    const count = message.reduce((sum, { points }) => sum + points.length, 0);
    if (batches.length === 0 || count > pointsLeft) {
      batches.push([]);
      pointsLeft = MAX_POINTS_PER_BATCH;
    }
    batches.at(-1)?.push(message);
    pointsLeft -= count;
  }
  return batches;
}

/** After a rollback the queue can hold messages of a later version. Zod would be too slow for the 100,000 points of a batch. */
export function isDatapointsMessage(body: unknown): body is DatapointsMessage {
  return Array.isArray(body) && body.every(isDayPoints);
}

function isDayPoints(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { metricID, day, points }: { metricID?: unknown; day?: unknown; points?: unknown } = value;
  return (
    typeof metricID === "string" && typeof day === "string" && Array.isArray(points) && points.every(isPoint)
  );
}

export function isPoint(value: unknown): value is Point {
  return Array.isArray(value) && value.length === 3 && value.every(Number.isFinite);
}
