import { type ComponentStatus, worstStatus } from "../../../worker/components/domain.ts";
import { DAY_MS, isoTime } from "../../../worker/shared/time/domain.ts";

const midnight = (time: number) => Math.floor(time / DAY_MS) * DAY_MS;

export interface Change {
  status: ComponentStatus;
  /** ISO 8601. */
  at: string;
}

/**
 * Computes a component's uptime by the definition, from all its status changes, oldest first. Slow and simple: compares
 * each day with each interval between two changes.
 */
export function expectedUptime(
  { createdAt, changes }: { createdAt: string; changes: Change[] },
  windowDays: number,
  now: string,
) {
  const end = Date.parse(now);
  const since = Math.min(end, Math.max(Date.parse(createdAt), midnight(end) - (windowDays - 1) * DAY_MS));
  const intervals = changes.map(({ status, at }, n) => {
    const next = changes[n + 1];
    return { status, from: Date.parse(at), to: next ? Date.parse(next.at) : end };
  });
  const totals = new Map<ComponentStatus, number>();
  const history = [];
  for (let day = midnight(since); day <= end; day += DAY_MS) {
    const times = new Map<ComponentStatus, number>();
    for (const { status, from, to } of intervals) {
      const time = Math.min(to, day + DAY_MS, end) - Math.max(from, day, since);
      if (time > 0 && status !== "Operational") times.set(status, (times.get(status) ?? 0) + time);
    }
    const current = intervals.at(-1)?.status;
    if (day === midnight(end) && current && current !== "Operational")
      times.set(current, times.get(current) ?? 0);
    for (const [status, time] of times) totals.set(status, (totals.get(status) ?? 0) + time);
    history.push({
      date: isoTime(day).slice(0, 10),
      worst: worstStatus([...times.keys()]),
      minutes: Object.fromEntries([...times].map(([status, time]) => [status, Math.floor(time / 60_000)])),
    });
  }
  const down = (totals.get("Major Outage") ?? 0) + 0.3 * (totals.get("Partial Outage") ?? 0);
  return { since: isoTime(since), uptime: end > since ? 1 - down / (end - since) : null, history };
}
