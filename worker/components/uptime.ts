import { createMemory } from "../http/bounded-memory.ts";
import { parseStored } from "../storage/stored-json.ts";
import { DAY_MS, isoTime, MINUTE_MS } from "../time/domain.ts";
import { type ComponentStatus, componentStatuses, PARTIAL_OUTAGE_SHARE, worstStatus } from "./domain.ts";
import { type ComponentDay, type ComponentUptime, EarlierThatDay, uptimeDays } from "./schema.ts";

const MAX_DAYS = Math.max(...uptimeDays);

const DOWNTIME_SHARES = [
  ["Major Outage", 1],
  ["Partial Outage", PARTIAL_OUTAGE_SHARE],
] as const;

export function windowStart(days: number, now: string): string {
  return isoTime(midnight(Date.parse(now)) - (days - 1) * DAY_MS);
}

export function uptimeOf(
  { componentID, createdAt }: { componentID: string; createdAt: string },
  changes: string | undefined,
  window: Window,
): ComponentUptime {
  const { since, end } = periodOf(createdAt, window);
  return { componentID, ...uptimeIn({ since, end, ...memoizedHistory(changes, since, end) }, window) };
}

interface Window {
  days: ComponentUptime["days"];
  now: string;
}

export function periodOf(begin: string, { days, now }: Window) {
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
  const spans = spansOf(changes, since, end);
  const present = spans.at(-1);
  const isOperational = present && "status" in present && present.status === "Operational";
  const past = { ...historyOf(spans, since, end), from: present?.from ?? end };
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

export type Span = { from: number; to: number } & (
  | { status: ComponentStatus }
  | { milliseconds: Milliseconds }
);

export type Milliseconds = EarlierThatDay["milliseconds"];

/**
 * Sums the time in each status from `from` to `to`. Changes that were rolled up have only their sum, which counts as far as
 * it fits.
 */
export function timesBetween(changes: string, from: number, to: number): Milliseconds {
  const times: Milliseconds = {};
  for (const span of spansOf(changes, from, to)) {
    const length = span.to - span.from;
    const spanTimes = "status" in span ? { [span.status]: length } : span.milliseconds;
    for (const status of componentStatuses)
      times[status] = (times[status] ?? 0) + Math.min(length, spanTimes[status] ?? 0);
  }
  return times;
}

/** Covers `since` to `end` without a gap. The last span is the current status and may be empty. */
export function spansOf(changes: string, since: number, end: number): Span[] {
  const spans: Span[] = [{ status: "Operational", from: since, to: end }];
  const begin = (at: string, span: { status: ComponentStatus } | { milliseconds: Milliseconds }) => {
    const from = Math.min(end, Math.max(since, Date.parse(at)));
    const last = spans.at(-1);
    if (last?.from === from) spans.pop();
    else if (last) last.to = from;
    spans.push({ ...span, from, to: end });
  };
  for (const [at, , status, earlierText] of oldestFirst(changes)) {
    const earlier = earlierText && parseEarlier(earlierText);
    if (earlier) begin(earlier.since, { milliseconds: earlier.milliseconds });
    begin(at, { status });
  }
  return spans;
}

type Change = [at: string, id: number, status: ComponentStatus, earlier?: string];

export function parseEarlier(text: string): EarlierThatDay | undefined {
  return parseStored(EarlierThatDay, "earlier_that_day", text);
}

function oldestFirst(changes: string): Change[] {
  const parsedChanges: Change[] = JSON.parse(`[${changes}]`);
  return parsedChanges.sort(([at, id], [otherAt, otherID]) =>
    at === otherAt ? id - otherID : at < otherAt ? -1 : 1,
  );
}

/**
 * Maps each midnight to the day's time in each status but Operational. A span that ends at midnight does not count for the
 * next day, but the current status counts for today even if it just began.
 */
function timesByDay(spans: Span[], end: number): Map<number, Milliseconds> {
  const days = new Map<number, Milliseconds>();
  const add = (day: number, status: ComponentStatus, time: number) => {
    if (status === "Operational") return;
    const times = days.get(day) ?? {};
    days.set(day, times);
    times[status] = (times[status] ?? 0) + time;
  };
  for (const span of spans) {
    if ("milliseconds" in span) {
      for (const status of componentStatuses) {
        const time = span.milliseconds[status];
        if (time) add(midnight(span.from), status, time);
      }
    } else if (span.status !== "Operational") {
      const { status, from, to } = span;
      for (let day = midnight(from); day < to; day += DAY_MS)
        add(day, status, Math.min(to, day + DAY_MS) - Math.max(from, day));
      if (span === spans.at(-1)) add(midnight(end), status, 0);
    }
  }
  return days;
}

/** Sums whole milliseconds before weighting them, so rolled-up days give exactly the same result. */
function downtimeOf(days: Map<number, Milliseconds>): number {
  let downtimeMs = 0;
  for (const [status, share] of DOWNTIME_SHARES) {
    let time = 0;
    for (const times of days.values()) time += times[status] ?? 0;
    downtimeMs += share * time;
  }
  return downtimeMs;
}

export function historyOf(spans: Span[], since: number, end: number): Omit<History, "from"> {
  const days = timesByDay(spans, end);
  const history = operationalHistory(midnight(since), midnight(end));
  for (const [day, times] of days) history[(day - midnight(since)) / DAY_MS] = dayWithTrouble(day, times);
  return { downtimeMs: downtimeOf(days), history };
}

function dayWithTrouble(day: number, times: Milliseconds): ComponentDay {
  const statuses = componentStatuses.filter((status) => times[status] !== undefined);
  const minutes = statuses.map((status) => [status, Math.floor((times[status] ?? 0) / MINUTE_MS)] as const);
  return { date: dateOf(day), worst: worstStatus(statuses), minutes: Object.fromEntries(minutes) };
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
  return { date: dateOf(last - back * DAY_MS), worst: "Operational", minutes: {} };
}

function dateOf(day: number): string {
  return isoTime(day).slice(0, 10);
}

function midnight(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS;
}
