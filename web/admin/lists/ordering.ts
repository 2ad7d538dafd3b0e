import { SECOND_MS } from "../../../worker/shared/time/domain.ts";

export interface Ordered {
  order: number;
}

export interface Move<Item> {
  item: Item;
  order: number;
}

/** Orders are seconds since the epoch. */
function nowInSeconds(): number {
  return Math.floor(Date.now() / SECOND_MS);
}

/**
 * The order that puts an item below the next one: between the next two, or the current time. If no integer is left, it is the next
 * item's, and the server makes room.
 */
export function moveDown<Item extends Ordered>(
  items: readonly Item[],
  index: number,
  now: number = nowInSeconds(),
): Move<Item> | undefined {
  const item = items[index];
  const next = items[index + 1];
  if (!item || !next) return undefined;
  const after = items[index + 2];
  if (after) return { item, order: midpoint(next.order, after.order) };
  // Orders may lie in the future, and the moved item must still come after the last one.
  return { item, order: Math.max(midpoint(next.order, now), next.order + 1) };
}

export function moveUp<Item extends Ordered>(
  items: readonly Item[],
  index: number,
  now: number = nowInSeconds(),
): Move<Item> | undefined {
  return moveDown(items, index - 1, now);
}

function midpoint(low: number, high: number): number {
  return Math.floor((low + high) / 2);
}
