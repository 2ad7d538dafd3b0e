import type { ComponentDay, ComponentUptime } from "./schema.ts";
import { type ComponentStatus, worstStatus } from "./statuses.ts";

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** How much of a time in a status counts as being down. */
const weights: Partial<Record<ComponentStatus, number>> = { "Major Outage": 1, "Partial Outage": 0.3 };

/** `at` in ISO 8601, as it is stored. */
export interface StatusChange {
  status: ComponentStatus;
  at: string;
}

/** When the first of the last `days` UTC days begins, of which today is one. */
export function windowStart(days: number, now: string): string {
  return iso(midnight(Date.parse(now)) - (days - 1) * DAY);
}

/**
 * Uptime and days of a component, out of its status changes alone.
 * @param changes oldest first: the window's, and the last one before it
 */
export function uptimeOf(
  { componentID, createdAt }: { componentID: string; createdAt: string },
  changes: readonly StatusChange[],
  { days, now }: { days: ComponentUptime["days"]; now: string },
): ComponentUptime {
  const end = Date.parse(now);
  const since = Math.min(end, Math.max(Date.parse(createdAt), Date.parse(windowStart(days, now))));
  const spans = spansOf(changes, since, end);
  const down = spans.reduce((sum, { status, from, to }) => sum + (weights[status] ?? 0) * (to - from), 0);
  return {
    componentID,
    days,
    since: iso(since),
    uptime: end > since ? 1 - down / (end - since) : null,
    history: daysOf(spans),
  };
}

interface Span {
  status: ComponentStatus;
  from: number;
  to: number;
}

/** From `since` to `end` without a gap; the last one is what is so now, and may be no time long. */
function spansOf(changes: readonly StatusChange[], since: number, end: number): Span[] {
  // What was before the first change that there is, nobody has recorded.
  const spans: Span[] = [{ status: "Operational", from: since, to: end }];
  for (const { status, at } of changes) {
    const from = Math.min(end, Math.max(since, Date.parse(at)));
    const last = spans.at(-1);
    if (last?.from === from) spans.pop();
    else if (last) last.to = from;
    spans.push({ status, from, to: end });
  }
  return spans;
}

/** A span's end is no longer of it: what ends at midnight says nothing of the next day, but what is so now does. */
function daysOf(spans: Span[]): ComponentDay[] {
  const days = new Map<number, Map<ComponentStatus, number>>();
  for (const span of spans) {
    const { status, from, to } = span;
    const end = span === spans.at(-1) ? to + 1 : to;
    for (let day = midnight(from); day < end; day += DAY) {
      const times = days.get(day) ?? new Map();
      days.set(day, times);
      times.set(status, (times.get(status) ?? 0) + Math.min(to, day + DAY) - Math.max(from, day));
    }
  }
  return [...days].map(([day, times]) => ({
    date: iso(day).slice(0, 10),
    worst: worstStatus([...times.keys()]),
    minutes: minutesOf(times),
  }));
}

function minutesOf(times: Map<ComponentStatus, number>): ComponentDay["minutes"] {
  const minutes: ComponentDay["minutes"] = {};
  for (const [status, time] of times) {
    if (status !== "Operational") minutes[status] = Math.floor(time / MINUTE);
  }
  return minutes;
}

function midnight(time: number): number {
  return Math.floor(time / DAY) * DAY;
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
