export const MAX_GROUPS = 100;

interface Placed {
  groupID: string | null;
  order: number;
}

export type PageEntry<C, G> = { group: G; components: C[] } | { group: null; components: [C] };

/** Arranges the top level of the page: groups, and components of none, by their `order`. The components must be sorted. */
export function pageEntries<C extends Placed, G extends { groupID: string; order: number }>(
  components: C[],
  groups: G[],
): PageEntry<C, G>[] {
  const members = Map.groupBy(components, ({ groupID }) => groupID);
  const alone = members.get(null) ?? [];
  const entries = [
    ...groups.map((group) => ({
      order: group.order,
      entry: { group, components: members.get(group.groupID) ?? [] },
    })),
    ...alone.map((component) => ({
      order: component.order,
      entry: { group: null, components: [component] as [C] },
    })),
  ];
  // The sort is stable, so a group stays before a component with the same order.
  return entries.sort((one, other) => one.order - other.order).map(({ entry }) => entry);
}
