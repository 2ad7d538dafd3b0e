import type { Item, Row } from "./entries.ts";
import type { ListPosition } from "./placing.ts";

/** Vertical pixels in the window. */
export interface RowBounds {
  top: number;
  bottom: number;
}

export interface Drop {
  position: ListPosition;
  /** Where the line stands that shows the place. */
  y: number;
}

/** The end of a group and the place after it would be at the same height. */
const DROP_GAP_PX = 10;

/**
 * Returns the place nearest to the pointer.
 * @param rows of each group and component, in the order of the list
 */
export function nearestDrop(
  entries: readonly Row[],
  moved: Item,
  rows: RowBounds[],
  y: number,
): Drop | undefined {
  const distance = (drop: Drop) => Math.abs(drop.y - y);
  return possibleDrops(entries, moved, rows).reduce<Drop | undefined>(
    (nearest, drop) => (nearest && distance(nearest) <= distance(drop) ? nearest : drop),
    undefined,
  );
}

/** Groups are one level deep, so a group has no places within groups. */
function possibleDrops(entries: readonly Row[], moved: Item, rows: RowBounds[]): Drop[] {
  const drops: Drop[] = [];
  const at = (row: number): RowBounds => rows[row] ?? { top: 0, bottom: 0 };
  let row = 0;
  let index = 0;
  let isAfterGroup = false;
  for (const { group, components } of entries) {
    drops.push({ position: { groupID: null, index }, y: at(row).top + (isAfterGroup ? DROP_GAP_PX : 0) });
    isAfterGroup = group !== null;
    if (group) {
      if (!moved.isGroup) drops.push(...dropsWithin(group.groupID, components, moved, rows.slice(row)));
      row += 1;
    }
    row += components.length;
    const isMoved = group ? group.groupID === moved.id : components[0]?.componentID === moved.id;
    if (!isMoved) index += 1;
  }
  drops.push({
    position: { groupID: null, index },
    y: at(row - 1).bottom + (isAfterGroup ? DROP_GAP_PX : 0),
  });
  return drops;
}

function dropsWithin(groupID: string, components: Row["components"], moved: Item, rows: RowBounds[]): Drop[] {
  let index = 0;
  const bottom = (row: number) => rows[row]?.bottom ?? 0;
  const drops = [{ position: { groupID, index }, y: bottom(0) }];
  for (const [member, { componentID }] of components.entries()) {
    if (componentID !== moved.id) index += 1;
    drops.push({ position: { groupID, index }, y: bottom(member + 1) });
  }
  const last = drops.at(-1);
  if (last) last.y -= DROP_GAP_PX;
  return drops;
}

export function findPosition(entries: readonly Row[], { id }: Item): ListPosition | undefined {
  for (const [index, { group, components }] of entries.entries()) {
    if (group?.groupID === id) return { groupID: null, index };
    const member = components.findIndex(({ componentID }) => componentID === id);
    if (member >= 0) return group ? { groupID: group.groupID, index: member } : { groupID: null, index };
  }
  return undefined;
}
