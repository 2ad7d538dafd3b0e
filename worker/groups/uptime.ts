import { type ComponentStatus, componentStatuses } from "../components/domain.ts";
import type { ComponentUptime } from "../components/schema.ts";
import { historyOf, periodOf, type Span, spansOf, uptimeIn } from "../components/uptime.ts";
import type { GroupUptime } from "./schema.ts";

interface Member {
  componentID: string;
  createdAt: string;
}

/**
 * A group always has the worst status of its components, so its downtime is the union of theirs.
 * @param changesOf the changes of each component, as `changesByComponent` joins them
 */
export function groupUptimeOf(
  { groupID, createdAt }: { groupID: string; createdAt: string },
  { members, changesOf }: { members: Member[]; changesOf: Map<string, string> },
  window: { days: ComponentUptime["days"]; now: string },
): GroupUptime {
  const begin = members.map((member) => member.createdAt).sort()[0];
  const { since, end } = periodOf(begin ?? createdAt, window);
  const timelines = members.map(({ componentID }) =>
    spansOf(changesOf.get(componentID) ?? "", since, end).flatMap(withPlaces),
  );
  const group = { since, end, ...historyOf(worstOf(timelines, since, end), since, end) };
  const uptime = { groupID, ...uptimeIn(group, window) };
  return begin === undefined ? { ...uptime, uptime: null } : uptime;
}

interface StatusSpan {
  status: ComponentStatus;
  from: number;
  to: number;
}

/**
 * A rolled-up span has only the sum of each status. These are placed at its beginning, worst first, so that the times of
 * components that failed together count once.
 */
function withPlaces(span: Span): StatusSpan[] {
  if ("status" in span) return [span];
  let from = span.from;
  const placedSpans = componentStatuses.toReversed().map((status) => {
    const length = status === "Operational" ? 0 : (span.milliseconds[status] ?? 0);
    const to = Math.min(span.to, from + length);
    const place = { status, from, to };
    from = to;
    return place;
  });
  return placedSpans.filter((place) => place.to > place.from);
}

function worstOf(timelines: StatusSpan[][], since: number, end: number): Span[] {
  const events = timelines.flatMap((spans) =>
    spans.flatMap((span) => {
      // The present status has no end, even if it began just now.
      const isPresent = span === spans.at(-1) && span.to === end;
      const begins = { at: span.from, status: span.status, change: 1 };
      return isPresent ? [begins] : [begins, { at: span.to, status: span.status, change: -1 }];
    }),
  );
  events.sort((one, other) => one.at - other.at);
  const counts = new Map<ComponentStatus, number>();
  const merged: StatusSpan[] = [{ status: "Operational", from: since, to: end }];
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
