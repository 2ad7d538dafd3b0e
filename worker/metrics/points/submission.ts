import { parseInstant } from "../../http/domain.ts";
import { badRequest, type HttpError } from "../../http/errors.ts";
import type { ErrorResponse } from "../../http/schema.ts";
import { DAY_MS, MINUTE_MS } from "../../shared/time/domain.ts";
import { MAX_POINTS_PER_REQUEST, type MetricType } from "../domain.ts";

const MAX_FUTURE_MS = 10 * MINUTE_MS;
const MAX_AGE_MS = 400 * DAY_MS;
/** Smaller numbers are taken for seconds, because as milliseconds they would be before 1973-03-03. */
const MIN_PLAUSIBLE_MS = 1e11;
const MAX_TIME_MS = Date.parse("9999-12-31T23:59:59.999Z");

export interface SubmittedPoint {
  metricID: string;
  time: number;
  value: number;
}

/** @throws HttpError 400 with every reason and its path */
export function checkSubmission(
  body: Record<string, unknown>,
  types: Map<string, MetricType>,
  now: number,
): SubmittedPoint[] {
  const errors: NonNullable<ErrorResponse["errors"]> = [];
  const points: SubmittedPoint[] = [];
  for (const [metricID, list] of Object.entries(body)) {
    const message = metricError(metricID, types.get(metricID));
    if (message) errors.push({ path: metricID, message });
    if (!Array.isArray(list)) {
      errors.push({
        path: metricID,
        message: "The points of a metric must be a list of {timestamp, value}.",
      });
      continue;
    }
    for (const [index, point] of list.entries()) {
      if (typeof point !== "object" || point === null || Array.isArray(point)) {
        errors.push({
          path: `${metricID}.${index}`,
          message: "A point must be an object: {timestamp, value}.",
        });
        continue;
      }
      const { timestamp, value } = point as { timestamp?: unknown; value?: unknown }; // both are checked next
      const time = parseTime(timestamp, now);
      if (typeof time === "string") errors.push({ path: `${metricID}.${index}.timestamp`, message: time });
      if (typeof value !== "number" || !Number.isFinite(value)) {
        errors.push({ path: `${metricID}.${index}.value`, message: "value must be a finite number." });
      } else if (typeof time === "number") points.push({ metricID, time, value });
    }
  }
  if (errors.length > 0) throw submissionError(errors);
  return points;
}

/** Call this first, because `checkSubmission` lists an error for each invalid point. @throws HttpError 400 */
export function limitPoints(body: Record<string, unknown>): void {
  const count = Object.values(body).reduce(
    (sum: number, list) => sum + (Array.isArray(list) ? list.length : 0),
    0,
  );
  if (count <= MAX_POINTS_PER_REQUEST) return;
  const message = `A request can have ${MAX_POINTS_PER_REQUEST.toLocaleString("en")} points at most; this one has ${count.toLocaleString("en")}.`;
  throw submissionError([{ message }]);
}

function metricError(metricID: string, type: MetricType | undefined): string {
  if (type === "Self") return "";
  if (type === undefined) return `There is no metric ${metricID}.`;
  return `Metric ${metricID} is not of type Self: its points come from its monitoring service.`;
}

/** @returns the start of the time's minute, or an error message */
function parseTime(timestamp: unknown, now: number): number | string {
  const time = typeof timestamp === "string" ? parseInstant(timestamp) : timestamp;
  if (typeof time !== "number" || !Number.isFinite(time) || Math.abs(time) > MAX_TIME_MS) {
    return "timestamp must be a date and time such as 2026-01-31T09:00:00Z, or milliseconds since the epoch.";
  }
  if (typeof timestamp === "number" && time < MIN_PLAUSIBLE_MS) {
    return "timestamp looks like seconds since the epoch: send milliseconds.";
  }
  if (time > now + MAX_FUTURE_MS) return "timestamp is more than 10 minutes in the future.";
  if (time < now - MAX_AGE_MS) return "timestamp is more than 400 days in the past.";
  return Math.floor(time / MINUTE_MS) * MINUTE_MS;
}

function submissionError(errors: NonNullable<ErrorResponse["errors"]>): HttpError {
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  return badRequest(`Nothing was stored. ${first?.message}${more}`, { errors });
}
