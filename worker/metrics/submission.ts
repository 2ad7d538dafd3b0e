import { Refusal } from "../http/errors.ts";
import { type ErrorAnswer, parseInstant } from "../http/schema.ts";
import { DAY_MS, MINUTE_MS } from "../time/domain.ts";
import { MAX_POINTS, type MetricType } from "./domain.ts";

const AHEAD = 10 * MINUTE_MS;
const BACK = 400 * DAY_MS;
/** 2001-09-09 in milliseconds, and far beyond any date in seconds. */
const LIKELY_SECONDS = 1e11;

/** The end of the year 9999. */
const LATEST = 253_402_300_799_999;

/** A point as it is kept. */
export interface SubmittedPoint {
  metricID: string;
  /** The start of its minute, in milliseconds since the epoch. */
  time: number;
  value: number;
}

/**
 * Checks a whole submission, `{metricID: [{timestamp, value}]}`.
 * @param types of those metrics that the body names and that are there
 * @throws Refusal 400 with every reason and its path
 */
export function checkSubmission(
  body: Record<string, unknown>,
  types: Map<string, MetricType>,
  now: number,
): SubmittedPoint[] {
  const errors: NonNullable<ErrorAnswer["errors"]> = [];
  const points: SubmittedPoint[] = [];
  for (const [metricID, list] of Object.entries(body)) {
    const refused = metricError(metricID, types.get(metricID));
    if (refused) errors.push({ path: metricID, message: refused });
    if (!Array.isArray(list)) {
      errors.push({
        path: metricID,
        message: "The points of a metric must be a list of {timestamp, value}.",
      });
      continue;
    }
    for (const [at, point] of list.entries()) {
      if (typeof point !== "object" || point === null || Array.isArray(point)) {
        errors.push({ path: `${metricID}.${at}`, message: "A point must be an object: {timestamp, value}." });
        continue;
      }
      const { timestamp, value } = point as { timestamp?: unknown; value?: unknown }; // both are checked next
      const time = timeOf(timestamp, now);
      if (typeof time === "string") errors.push({ path: `${metricID}.${at}.timestamp`, message: time });
      if (typeof value !== "number" || !Number.isFinite(value)) {
        errors.push({ path: `${metricID}.${at}.value`, message: "value must be a finite number." });
      } else if (typeof time === "number") points.push({ metricID, time, value });
    }
  }
  if (errors.length > 0) throw refusedSubmission(errors);
  return points;
}

/** So many points that nobody would read a reason for each. @throws Refusal 400 */
export function limitPoints(body: Record<string, unknown>): void {
  const count = Object.values(body).reduce(
    (sum: number, list) => sum + (Array.isArray(list) ? list.length : 0),
    0,
  );
  if (count <= MAX_POINTS) return;
  const message = `A request can have ${MAX_POINTS.toLocaleString("en")} points at most; this one has ${count.toLocaleString("en")}.`;
  throw refusedSubmission([{ message }]);
}

function metricError(metricID: string, type: MetricType | undefined): string {
  if (type === "Self") return "";
  if (type === undefined) return `There is no metric ${metricID}.`;
  return `Metric ${metricID} is not of type Self: its points come from its monitoring service.`;
}

/** The start of a timestamp's minute, or why there is none. */
function timeOf(timestamp: unknown, now: number): number | string {
  const time = typeof timestamp === "string" ? parseInstant(timestamp) : timestamp;
  if (typeof time !== "number" || !Number.isFinite(time) || Math.abs(time) > LATEST) {
    return "timestamp must be a date and time such as 2026-01-31T09:00:00Z, or milliseconds since the epoch.";
  }
  if (typeof timestamp === "number" && time < LIKELY_SECONDS) {
    return "timestamp looks like seconds since the epoch: send milliseconds.";
  }
  if (time > now + AHEAD) return "timestamp is more than 10 minutes in the future.";
  if (time < now - BACK) return "timestamp is more than 400 days in the past.";
  return Math.floor(time / MINUTE_MS) * MINUTE_MS;
}

function refusedSubmission(errors: NonNullable<ErrorAnswer["errors"]>): Refusal {
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  return new Refusal(400, `Nothing was stored. ${first?.message}${more}`, { errors });
}
