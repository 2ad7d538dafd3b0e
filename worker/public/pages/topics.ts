import type { SubscriptionTopic } from "../../../web/status/views/subscribe/subscribe-fields.tsx";
import { pageEntries } from "../../components/groups/domain.ts";
import type { Component } from "../../components/schema.ts";

/** In the order of the page. Groups without components are left out. */
export function toTopics(
  components: Component[],
  groups: { groupID: string; name: string; order: number }[],
): SubscriptionTopic[] {
  const entries = pageEntries(components, groups).filter((entry) => entry.components.length > 0);
  return entries.map(({ group, components: members }) => ({
    group: group && { groupID: group.groupID, name: group.name },
    components: members.map(({ componentID, name }) => ({ componentID, name })),
  }));
}
