import { type ComponentDay, type ComponentUptime, uptimeDays } from "./schema.ts";
import { type ComponentStatus, PARTIAL_OUTAGE_SHARE, worstStatus } from "./statuses.ts";

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const LONGEST = Math.max(...uptimeDays);

/** How much of a time in a status counts as being down. */
const weights: Partial<Record<ComponentStatus, number>> = {
  "Major Outage": 1,
  "Partial Outage": PARTIAL_OUTAGE_SHARE,
};

/** When the first of the last `days` UTC days begins, of which today is one. */
export function windowStart(days: number, now: string): string {
  return iso(midnight(Date.parse(now)) - (days - 1) * DAY);
}

/**
 * Uptime and days of a component, out of its status changes alone.
 * @param changes the window's and the last one before it, as `changesIn` has them
 */
export function uptimeOf(
  { componentID, createdAt }: { componentID: string; createdAt: string },
  changes: string | undefined,
  { days, now }: { days: ComponentUptime["days"]; now: string },
): ComponentUptime {
  const end = Date.parse(now);
  const since = Math.min(end, Math.max(Date.parse(createdAt), midnight(end) - (days - 1) * DAY));
  const { down, history } = pastOf(changes, since, end);
  return {
    componentID,
    days,
    since: iso(since),
    uptime: end > since ? 1 - down / (end - since) : null,
    history,
  };
}

interface Past {
  /** Milliseconds. */
  down: number;
  history: ComponentDay[];
  /** From when on it says the same for the rest of the day, since the component is Operational. */
  from: number;
}

/** Of most components it is the same at each look, and putting it together takes longer than to see that. */
function pastOf(changes = "[]", since: number, end: number): Past {
  const key = `${since} ${midnight(end)} ${changes}`;
  const known = pasts.get(key);
  if (known && known.from < end) return known;
  const spans = spansOf(changes, since, end);
  const down = spans.reduce((sum, { status, from, to }) => sum + (weights[status] ?? 0) * (to - from), 0);
  const last = spans.at(-1);
  const past = { down, history: daysOf(spans, since, end), from: last?.from ?? end };
  if (last?.status === "Operational" && past.from < end && key.length < 10_000) {
    if (pasts.size >= 1000) pasts.clear();
    pasts.set(key, past);
  }
  return past;
}
const pasts = new Map<string, Past>();

interface Span {
  status: ComponentStatus;
  from: number;
  to: number;
}

/** From `since` to `end` without a gap; the last one is what is so now, and may be no time long. */
function spansOf(changes: string, since: number, end: number): Span[] {
  // What was before the first change that there is, nobody has recorded.
  const spans: Span[] = [{ status: "Operational", from: since, to: end }];
  for (const [at, , status] of oldestFirst(changes)) {
    const from = Math.min(end, Math.max(since, Date.parse(at)));
    const last = spans.at(-1);
    if (last?.from === from) spans.pop();
    else if (last) last.to = from;
    spans.push({ status, from, to: end });
  }
  return spans;
}

/** What is of the same moment was stored in this order. */
function oldestFirst(changes: string): [at: string, id: number, status: ComponentStatus][] {
  const stored: ReturnType<typeof oldestFirst> = JSON.parse(changes);
  return stored.sort(([at, id], [otherAt, otherID]) =>
    at === otherAt ? id - otherID : at < otherAt ? -1 : 1,
  );
}

/** A span's end is no longer of it: what ends at midnight says nothing of the next day, but what is so now does. */
function daysOf(spans: Span[], since: number, end: number): ComponentDay[] {
  const troubled = new Map<number, ComponentDay["minutes"]>();
  for (const span of spans) {
    const { status, from } = span;
    if (status === "Operational") continue;
    const to = span === spans.at(-1) ? span.to + 1 : span.to;
    for (let day = midnight(from); day < to; day += DAY) {
      const times = troubled.get(day) ?? {};
      troubled.set(day, times);
      times[status] = (times[status] ?? 0) + Math.min(span.to, day + DAY) - Math.max(from, day);
    }
  }
  const history = fineDays(midnight(since), midnight(end));
  for (const [day, times] of troubled) history[(day - midnight(since)) / DAY] = troubledDay(day, times);
  return history;
}

/** @param times of each status, in milliseconds */
function troubledDay(day: number, times: ComponentDay["minutes"]): ComponentDay {
  const statuses = Object.keys(times) as (keyof typeof times)[]; // its own keys
  const minutes = statuses.map((status) => [status, Math.floor((times[status] ?? 0) / MINUTE)] as const);
  return { date: dateOf(day), worst: worstStatus(statuses), minutes: Object.fromEntries(minutes) };
}

/** From `first` to `last`, LONGEST at most. */
function fineDays(first: number, last: number): ComponentDay[] {
  if (fine.last !== last)
    fine = { last, days: Array.from({ length: LONGEST }, (_, back) => fineDay(last, back)) };
  return fine.days.slice(0, (last - first) / DAY + 1).reverse();
}

/** The last one first. Nearly all days of all components are among them, and they are made once a day. */
let fine: { last: number; days: ComponentDay[] } = { last: Number.NaN, days: [] };

function fineDay(last: number, back: number): ComponentDay {
  return { date: dateOf(last - back * DAY), worst: "Operational", minutes: {} };
}

function dateOf(day: number): string {
  return iso(day).slice(0, 10);
}

function midnight(time: number): number {
  return Math.floor(time / DAY) * DAY;
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
