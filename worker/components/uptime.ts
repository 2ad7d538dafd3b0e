import { createMemory } from "../cache/bounded-memory.ts";
import { DAY_MS, isoTime, MINUTE_MS } from "../time/domain.ts";
import { type ComponentStatus, componentStatuses, PARTIAL_OUTAGE_SHARE, worstStatus } from "./domain.ts";
import type { EarlierThatDay } from "./roll-up.ts";
import { type ComponentDay, type ComponentUptime, uptimeDays } from "./schema.ts";

const LONGEST = Math.max(...uptimeDays);

/** How much of a time in a status counts as being down. */
const weights = [
  ["Major Outage", 1],
  ["Partial Outage", PARTIAL_OUTAGE_SHARE],
] as const;

/** When the first of the last `days` UTC days begins, of which today is one. */
export function windowStart(days: number, now: string): string {
  return isoTime(midnight(Date.parse(now)) - (days - 1) * DAY_MS);
}

/**
 * Uptime and days of a component, out of its status changes alone.
 * @param changes the window's and the last one before it, as `changesByComponent` has them
 */
export function uptimeOf(
  { componentID, createdAt }: { componentID: string; createdAt: string },
  changes: string | undefined,
  { days, now }: { days: ComponentUptime["days"]; now: string },
): ComponentUptime {
  const end = Date.parse(now);
  const since = Math.min(end, Math.max(Date.parse(createdAt), midnight(end) - (days - 1) * DAY_MS));
  const { down, history } = pastOf(changes, since, end);
  return {
    componentID,
    days,
    since: isoTime(since),
    // Of a clock that is behind the one by which changes were summed up, it could be more than there was.
    uptime: end > since ? Math.max(0, 1 - down / (end - since)) : null,
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
function pastOf(changes = "", since: number, end: number): Past {
  const key = `${since} ${midnight(end)} ${changes}`;
  const known = pasts.get(key);
  if (known && known.from < end) return known;
  const spans = spansOf(changes, since, end);
  const days = timesByDay(spans, end);
  const present = spans.at(-1);
  const isFine = present && "status" in present && present.status === "Operational";
  const past = { down: downtimeOf(days), history: historyOf(days, since, end), from: present?.from ?? end };
  if (isFine && past.from < end && key.length < 10_000) {
    pasts.set(key, past);
  }
  return past;
}

/** Days without trouble are shared by all; one with trouble is an object of its own. */
const pasts = createMemory<Past>(({ history }) => {
  const troubled = history.filter(({ worst }) => worst !== "Operational").length;
  return history.length * POINTER_BYTES + troubled * TROUBLED_DAY_BYTES;
});
const POINTER_BYTES = 8;
const TROUBLED_DAY_BYTES = 250;

/** One status without a break, or what a day's earlier changes have been summed up to. */
type Span = { from: number; to: number } & ({ status: ComponentStatus } | { milliseconds: Milliseconds });

type Milliseconds = EarlierThatDay["milliseconds"];

/** From `since` to `end` without a gap; the last one is what is so now, and may be no time long. */
function spansOf(changes: string, since: number, end: number): Span[] {
  // What was before the first change that there is, nobody has recorded.
  const spans: Span[] = [{ status: "Operational", from: since, to: end }];
  const begin = (at: string, told: { status: ComponentStatus } | { milliseconds: Milliseconds }) => {
    const from = Math.min(end, Math.max(since, Date.parse(at)));
    const last = spans.at(-1);
    if (last?.from === from) spans.pop();
    else if (last) last.to = from;
    spans.push({ ...told, from, to: end });
  };
  for (const [at, , status, earlier] of oldestFirst(changes)) {
    if (earlier) begin(earlier.since, { milliseconds: earlier.milliseconds });
    begin(at, { status });
  }
  return spans;
}

type Change = [at: string, id: number, status: ComponentStatus, earlier?: EarlierThatDay];

/** What is of the same moment was stored in this order. */
function oldestFirst(changes: string): Change[] {
  const stored: Change[] = JSON.parse(`[${changes}]`);
  return stored.sort(([at, id], [otherAt, otherID]) =>
    at === otherAt ? id - otherID : at < otherAt ? -1 : 1,
  );
}

/**
 * How long each status held on each day that had any but Operational, by the day's midnight. A span's end is no longer of it:
 * what ends at midnight says nothing of the next day, but what is so now does.
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

/** In milliseconds. Whole ones are summed up before they are weighted, so that it is the same in whatever pieces they come. */
function downtimeOf(days: Map<number, Milliseconds>): number {
  let down = 0;
  for (const [status, weight] of weights) {
    let time = 0;
    for (const times of days.values()) time += times[status] ?? 0;
    down += weight * time;
  }
  return down;
}

function historyOf(days: Map<number, Milliseconds>, since: number, end: number): ComponentDay[] {
  const history = fineDays(midnight(since), midnight(end));
  for (const [day, times] of days) history[(day - midnight(since)) / DAY_MS] = troubledDay(day, times);
  return history;
}

function troubledDay(day: number, times: Milliseconds): ComponentDay {
  const statuses = componentStatuses.filter((status) => times[status] !== undefined);
  const minutes = statuses.map((status) => [status, Math.floor((times[status] ?? 0) / MINUTE_MS)] as const);
  return { date: dateOf(day), worst: worstStatus(statuses), minutes: Object.fromEntries(minutes) };
}

/** From `first` to `last`, LONGEST at most. */
function fineDays(first: number, last: number): ComponentDay[] {
  if (fine.last !== last)
    fine = { last, days: Array.from({ length: LONGEST }, (_, back) => fineDay(last, back)) };
  return fine.days.slice(0, (last - first) / DAY_MS + 1).reverse();
}

/** The last one first. Nearly all days of all components are among them, and they are made once a day. */
let fine: { last: number; days: ComponentDay[] } = { last: Number.NaN, days: [] };

function fineDay(last: number, back: number): ComponentDay {
  return { date: dateOf(last - back * DAY_MS), worst: "Operational", minutes: {} };
}

function dateOf(day: number): string {
  return isoTime(day).slice(0, 10);
}

function midnight(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS;
}
