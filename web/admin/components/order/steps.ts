import type { Entry, Item } from "./entries.ts";
import type { ListPosition } from "./placing.ts";

export interface Step extends ListPosition {
  /** Follows the name of the component, such as "into Platform". */
  crossing: string;
}

type Direction = "up" | "down";

export function findStep(entries: Entry[], { id, isGroup }: Item, direction: Direction): Step | undefined {
  return isGroup ? groupStep(entries, id, direction) : componentStep(entries, id, direction);
}

function groupStep(entries: Entry[], groupID: string, direction: Direction): Step | undefined {
  const at = entries.findIndex(({ group }) => group?.groupID === groupID);
  const index = direction === "up" ? at - 1 : at + 1;
  return entries[index] && { groupID: null, index, crossing: "" };
}

/** Goes component by component, and into and out of each group on the way. */
function componentStep(entries: Entry[], componentID: string, direction: Direction): Step | undefined {
  const at = entries.findIndex(({ components }) =>
    components.some((component) => component.componentID === componentID),
  );
  const entry = entries[at];
  if (!entry) return undefined;
  const isUp = direction === "up";
  if (entry.group) {
    const { groupID, name } = entry.group;
    const member = entry.components.findIndex((component) => component.componentID === componentID);
    const index = isUp ? member - 1 : member + 1;
    return entry.components[index]
      ? { groupID, index, crossing: "" }
      : { groupID: null, index: isUp ? at : at + 1, crossing: ` out of ${name}` };
  }
  const index = isUp ? at - 1 : at + 1;
  const neighbor = entries[index];
  if (!neighbor?.group) return neighbor && { groupID: null, index, crossing: "" };
  const { groupID, name } = neighbor.group;
  return { groupID, index: isUp ? neighbor.components.length : 0, crossing: ` into ${name}` };
}
