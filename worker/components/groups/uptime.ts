import type { Component, ComponentUptime } from "../schema.ts";
import { parseSpans, toHistory, uptimeBegin, uptimeIn, uptimePeriod, worstSpans } from "../uptime.ts";
import type { GroupUptime } from "./schema.ts";

type Member = Pick<Component, "componentID" | "createdAt" | "showsUptime" | "uptimeSince">;

/**
 * A group always has the worst status of its components, so its downtime is the union of theirs. Those that don't show their
 * uptime don't count.
 * @param changesOf the changes of each component, as `changesByComponent` joins them
 */
export function computeGroupUptime(
  { groupID, createdAt }: { groupID: string; createdAt: string },
  { members, changesOf }: { members: Member[]; changesOf: Map<string, string> },
  window: { days: ComponentUptime["days"]; now: string },
): GroupUptime {
  const counted = members.filter(({ showsUptime }) => showsUptime);
  const begin = counted.map(uptimeBegin).sort()[0];
  const { since, end } = uptimePeriod(begin ?? createdAt, window);
  const timelines = counted.map((member) => {
    const ownSince = Math.min(end, Math.max(since, Date.parse(uptimeBegin(member))));
    return parseSpans(changesOf.get(member.componentID) ?? "", ownSince, end);
  });
  const group = { since, end, ...toHistory(worstSpans(timelines, since, end), since, end) };
  const uptime = { groupID, ...uptimeIn(group, window) };
  return begin === undefined ? { ...uptime, uptime: null } : uptime;
}
