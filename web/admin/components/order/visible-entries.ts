import type { Entry } from "./entries.ts";

/** A list of more begins with its healthy groups folded. */
const MANY_COMPONENTS = 20;

/** @param chosen by group, whether an administrator has opened or folded it */
export function isFolded(entries: Entry[], { group }: Entry, chosen: ReadonlyMap<string, boolean>): boolean {
  if (!group) return false;
  const count = entries.reduce((sum, { components }) => sum + components.length, 0);
  return chosen.get(group.groupID) ?? (count > MANY_COMPONENTS && group.status === "Operational");
}

/** Leaves out the components of folded groups. */
export function foldEntries(entries: Entry[], isFoldedNow: (entry: Entry) => boolean): Entry[] {
  return entries.map((entry) =>
    entry.group && isFoldedNow(entry) ? { group: entry.group, components: [] } : entry,
  );
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
