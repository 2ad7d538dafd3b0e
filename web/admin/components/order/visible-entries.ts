import type { Component } from "../../../../worker/components/schema.ts";
import type { Entry, Item } from "./entries.ts";
import type { ListPosition } from "./placing.ts";

/** What a group shows of its components. */
export type Fold = "none" | "affected" | "all";

/** A list of more begins with its healthy components folded. */
const MANY_COMPONENTS = 20;

/** A line about a single component would take as much room as the component. */
const MIN_FOLDED = 2;

export function isHealthy({ status }: Component): boolean {
  return status === "Operational";
}

type Test = (component: Component) => boolean;

/** @param staysShown tells whether a healthy component is not folded with the others */
export function defaultFold(entries: readonly Entry[], { group, components }: Entry, staysShown: Test): Fold {
  const count = entries.reduce((sum, entry) => sum + entry.components.length, 0);
  if (!group || count <= MANY_COMPONENTS) return "all";
  if (!components.some(staysShown)) return "none";
  return components.filter((component) => !staysShown(component)).length < MIN_FOLDED ? "all" : "affected";
}

export function foldEntry(entry: Entry, fold: Fold, staysShown: Test): Entry {
  const { group, components } = entry;
  if (!group || fold === "all") return entry;
  return { group, components: fold === "none" ? [] : components.filter(staysShown) };
}

/** Returns the place in a group with all of its components for one among those that it shows. */
export function toFullPosition(
  entries: readonly Entry[],
  shown: readonly Entry[],
  moved: Item,
  { groupID, index }: ListPosition,
): ListPosition {
  if (groupID === null) return { groupID, index };
  const others = (list: readonly Entry[]) =>
    (list.find(({ group }) => group?.groupID === groupID)?.components ?? [])
      .map(({ componentID }) => componentID)
      .filter((id) => id !== moved.id);
  const [all, visible] = [others(entries), others(shown)];
  const next = visible[index];
  if (next !== undefined) return { groupID, index: all.indexOf(next) };
  const last = visible.at(-1);
  return { groupID, index: last === undefined ? 0 : all.indexOf(last) + 1 };
}

/** A group whose name matches has all of its components. */
export function findEntries(entries: Entry[], search: string): Entry[] {
  const matches = nameMatcher(search);
  return entries.flatMap((entry): Entry[] => {
    const { group } = entry;
    if (!group) return matches(entry.components[0].name) ? [entry] : [];
    if (matches(group.name)) return [entry];
    const components = entry.components.filter(({ name }) => matches(`${group.name} ${name}`));
    return components.length > 0 ? [{ group, components }] : [];
  });
}

/** Tells whether a name contains every word of a search, in any order and case. */
export function nameMatcher(search: string): (name: string) => boolean {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return (name) => words.every((word) => name.toLocaleLowerCase().includes(word));
}
