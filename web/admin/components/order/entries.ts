import { type PageEntry, pageEntries } from "../../../../worker/components/groups/domain.ts";
import type { Group } from "../../../../worker/components/groups/schema.ts";
import type { Component } from "../../../../worker/components/schema.ts";

export type Entry = PageEntry<Component, Group>;

/** Dragging knows no more of an entry. */
export interface Row {
  group: { groupID: string } | null;
  components: readonly { componentID: string }[];
}

/** A group or a component. Each kind has unique orders, and a group comes before a component with the same order. */
export interface Item {
  id: string;
  order: number;
  isGroup: boolean;
}

/** The lists are loaded separately, so a component may name a group that the list of groups doesn't have yet. */
export function toEntries(components: Component[], groups: Group[]): Entry[] {
  const knownGroupIDs = new Set<string | null>(groups.map(({ groupID }) => groupID));
  const placedComponents = components.map((component) =>
    knownGroupIDs.has(component.groupID) ? component : { ...component, groupID: null },
  );
  return pageEntries(placedComponents, groups);
}
