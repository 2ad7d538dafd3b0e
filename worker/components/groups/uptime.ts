import type { ComponentUptime } from "../schema.ts";
import { parseSpans, toHistory, uptimeIn, uptimePeriod, worstSpans } from "../uptime.ts";
import type { GroupUptime } from "./schema.ts";

interface Member {
  componentID: string;
  createdAt: string;
}

/**
 * A group always has the worst status of its components, so its downtime is the union of theirs.
 * @param changesOf the changes of each component, as `changesByComponent` joins them
 */
export function computeGroupUptime(
  { groupID, createdAt }: { groupID: string; createdAt: string },
  { members, changesOf }: { members: Member[]; changesOf: Map<string, string> },
  window: { days: ComponentUptime["days"]; now: string },
): GroupUptime {
  const begin = members.map((member) => member.createdAt).sort()[0];
  const { since, end } = uptimePeriod(begin ?? createdAt, window);
  const timelines = members.map(({ componentID }) =>
    parseSpans(changesOf.get(componentID) ?? "", since, end),
  );
  const group = { since, end, ...toHistory(worstSpans(timelines, since, end), since, end) };
  const uptime = { groupID, ...uptimeIn(group, window) };
  return begin === undefined ? { ...uptime, uptime: null } : uptime;
}
