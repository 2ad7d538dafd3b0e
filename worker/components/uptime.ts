import { createMemory } from "../shared/bounded-memory.ts";
import { DAY_MS, isoTime, MINUTE_MS } from "../shared/time/domain.ts";
import {
  type ComponentStatus,
  componentStatuses,
  PARTIAL_OUTAGE_SHARE,
  uptimeDays,
  worstStatus,
} from "./domain.ts";
import type { Component, ComponentDay, ComponentUptime } from "./schema.ts";

const MAX_DAYS = Math.max(...uptimeDays);

const DOWNTIME_SHARES = [
  ["Major Outage", 1],
  ["Partial Outage", PARTIAL_OUTAGE_SHARE],
] as const;

export function windowStart(days: number, now: string): string {
  return isoTime(midnight(Date.parse(now)) - (days - 1) * DAY_MS);
}

/** @returns when the uptime of a component begins, which can be before its creation here */
export function uptimeBegin({
  createdAt,
  uptimeSince,
}: Pick<Component, "createdAt" | "uptimeSince">): string {
  return uptimeSince === "" ? createdAt : isoTime(Date.parse(uptimeSince));
}

export function computeUptime(
  component: Pick<Component, "componentID" | "createdAt" | "uptimeSince">,
  changes: string | undefined,
  window: Window,
): ComponentUptime {
  const { componentID } = component;
  const { since, end } = uptimePeriod(uptimeBegin(component), window);
  return { componentID, ...uptimeIn({ since, end, ...memoizedHistory(changes, since, end) }, window) };
}

interface Window {
  days: ComponentUptime["days"];
  now: string;
}

export function uptimePeriod(begin: string, { days, now }: Window) {
  const end = Date.parse(now);
  return { since: Math.min(end, Math.max(Date.parse(begin), midnight(end) - (days - 1) * DAY_MS)), end };
}

export function uptimeIn(
  { since, end, downtimeMs, history }: { since: number; end: number } & Omit<History, "from">,
  { days }: Window,
) {
  return {
    days,
    since: isoTime(since),
    // Downtime can exceed the period if this machine's clock is behind.
    uptime: end > since ? Math.max(0, 1 - downtimeMs / (end - since)) : null,
    history,
  };
}

interface History {
  downtimeMs: number;
  history: ComponentDay[];
  /** The result stays the same from this time until the end of the UTC day. */
  from: number;
}

/** Most components have the same history at each request, and building it is slower than comparing the key. */
function memoizedHistory(changes = "", since: number, end: number): History {
  const key = `${since} ${midnight(end)} ${changes}`;
  const memoized = histories.get(key);
  if (memoized && memoized.from < end) return memoized;
  const spans = parseSpans(changes, since, end);
  const present = spans.at(-1);
  const isOperational = present?.status === "Operational";
  const past = { ...toHistory(spans, since, end), from: present?.from ?? end };
  if (isOperational && past.from < end && key.length < 10_000) {
    histories.set(key, past);
  }
  return past;
}

/** Operational days are shared between components; any other day is an object of its own. */
const histories = createMemory<History>(({ history }) => {
  const troubled = history.filter(({ worst }) => worst !== "Operational").length;
  return history.length * POINTER_BYTES + troubled * DAY_BYTES;
});
const POINTER_BYTES = 8;
const DAY_BYTES = 250;

export interface Span {
  status: ComponentStatus;
  from: number;
  to: number;
}

export type Milliseconds = { [status in ComponentStatus]?: number };

/** Sums the time in each status from `from` to `to`. */
export function timesBetween(changes: string, from: number, to: number): Milliseconds {
  const times: Milliseconds = {};
  for (const span of parseSpans(changes, from, to))
    times[span.status] = (times[span.status] ?? 0) + span.to - span.from;
  return times;
}

/**
 * Covers `since` to `end` without a gap, each moment with the worse of what was recorded then and what was learned later. The
 * last span is the current status and may be empty.
 */
export function parseSpans(changes: string, since: number, end: number): Span[] {
  const items: (Change | Override)[] = JSON.parse(`[${changes}]`);
  const clampTime = (at: string) => Math.min(end, Math.max(since, Date.parse(at)));
  const recorded: Span[] = [{ status: "Operational", from: since, to: end }];
  for (const [at, , status] of items.filter(isChange).sort(oldestFirst)) {
    const from = clampTime(at);
    const last = recorded.at(-1);
    if (last?.from === from) recorded.pop();
    else if (last) last.to = from;
    recorded.push({ status, from, to: end });
  }
  const overrides = items.flatMap((item): Span[][] => {
    if (isChange(item) || item[0] >= item[1]) return [];
    const [from, to] = [clampTime(item[0]), clampTime(item[1])];
    return [
      [
        { status: item[2], from, to },
        { status: "Operational", from: to, to: end },
      ],
    ];
  });
  return overrides.length === 0 ? recorded : worstSpans([recorded, ...overrides], since, end);
}

type Change = [at: string, id: number, status: ComponentStatus];
type Override = [from: string, to: string, status: ComponentStatus];

function isChange(item: Change | Override): item is Change {
  return typeof item[1] === "number";
}

function oldestFirst([at, id]: Change, [otherAt, otherID]: Change): number {
  return at === otherAt ? id - otherID : at < otherAt ? -1 : 1;
}

/** @param timelines each covers the time until `end`: its last span is the present */
export function worstSpans(timelines: Span[][], since: number, end: number): Span[] {
  const events = timelines.flatMap((spans) =>
    spans.flatMap((span) => {
      // The present status has no end, even if it began just now.
      const begins = { at: span.from, status: span.status, change: 1 };
      return span === spans.at(-1) ? [begins] : [begins, { at: span.to, status: span.status, change: -1 }];
    }),
  );
  events.sort((one, other) => one.at - other.at);
  const counts = new Map<ComponentStatus, number>();
  const merged: Span[] = [{ status: "Operational", from: since, to: end }];
  for (const [index, { at, status, change }] of events.entries()) {
    counts.set(status, (counts.get(status) ?? 0) + change);
    if (events[index + 1]?.at === at) continue;
    const worst = componentStatuses.findLast((each) => counts.get(each)) ?? "Operational";
    const last = merged.at(-1);
    if (last?.status === worst) continue;
    if (last?.from === at) merged.pop();
    else if (last) last.to = at;
    merged.push({ status: worst, from: at, to: end });
  }
  return merged;
}

/**
 * Maps each midnight to the day's time in each status but Operational. A span that ends at midnight isn't on the next day, but the
 * current status is on today even if it just began.
 */
function timesByDay(spans: Span[], end: number): Map<number, Milliseconds> {
  const days = new Map<number, Milliseconds>();
  const add = (day: number, status: ComponentStatus, time: number) => {
    const times = days.get(day) ?? {};
    days.set(day, times);
    times[status] = (times[status] ?? 0) + time;
  };
  for (const span of spans) {
    const { status, from, to } = span;
    if (status === "Operational") continue;
    for (let day = midnight(from); day < to; day += DAY_MS)
      add(day, status, Math.min(to, day + DAY_MS) - Math.max(from, day));
    if (span === spans.at(-1)) add(midnight(end), status, 0);
  }
  return days;
}

/** Sums whole milliseconds before weighting them, so the order of days makes no difference. */
function weightedDowntime(days: Map<number, Milliseconds>): number {
  let downtimeMs = 0;
  for (const [status, share] of DOWNTIME_SHARES) {
    let time = 0;
    for (const times of days.values()) time += times[status] ?? 0;
    downtimeMs += share * time;
  }
  return downtimeMs;
}

export function toHistory(spans: Span[], since: number, end: number): Omit<History, "from"> {
  const days = timesByDay(spans, end);
  const history = operationalHistory(midnight(since), midnight(end));
  for (const [day, times] of days) history[(day - midnight(since)) / DAY_MS] = dayWithTrouble(day, times);
  return { downtimeMs: weightedDowntime(days), history };
}

function dayWithTrouble(day: number, times: Milliseconds): ComponentDay {
  const statuses = componentStatuses.filter((status) => times[status] !== undefined);
  const minutes = statuses.map((status) => [status, Math.floor((times[status] ?? 0) / MINUTE_MS)] as const);
  return { date: toDate(day), worst: worstStatus(statuses), minutes: Object.fromEntries(minutes) };
}

function operationalHistory(first: number, last: number): ComponentDay[] {
  if (operationalDays.last !== last)
    operationalDays = {
      last,
      days: Array.from({ length: MAX_DAYS }, (_, back) => operationalDay(last, back)),
    };
  return operationalDays.days.slice(0, (last - first) / DAY_MS + 1).reverse();
}

/** Newest first. All components share these days, which are rebuilt once a day. */
let operationalDays: { last: number; days: ComponentDay[] } = { last: Number.NaN, days: [] };

function operationalDay(last: number, back: number): ComponentDay {
  return { date: toDate(last - back * DAY_MS), worst: "Operational", minutes: {} };
}

function toDate(day: number): string {
  return isoTime(day).slice(0, 10);
}

function midnight(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS;
}
