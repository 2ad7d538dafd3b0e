export interface Ordered {
  order: number;
}

export interface Move<Item> {
  item: Item;
  order: number;
}

/** Orders are seconds since the epoch. */
function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/**
 * The item and the order that puts it below its next one: the integer midpoint between the next one's order and that of
 * the one after it, or the current time where none follows. Where no integer is left between the two, it is the next
 * one's own order: the server then puts the moved item just behind it. Undefined for the last item.
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

/** Moving up is moving the previous item down. Undefined for the first item. */
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
