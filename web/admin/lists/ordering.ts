import { HOUR_MS, SECOND_MS } from "../../../worker/shared/time/domain.ts";

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

/** There is room before the first item for others. */
const FIRST_GAP_SECONDS = HOUR_MS / SECOND_MS;

/**
 * The order that puts an item at an index among the others: between its neighbors there, or the current time. If no integer is left,
 * it is that of the item before it, and the server makes room.
 */
export function moveTo<Item extends Ordered>(
  items: readonly Item[],
  item: Item,
  index: number,
  now: number = nowInSeconds(),
): Move<Item> {
  const others = items.filter((other) => other !== item);
  const previous = others[index - 1];
  const next = others[index];
  if (next)
    return {
      item,
      order: midpoint(previous?.order ?? Math.max(0, next.order - FIRST_GAP_SECONDS), next.order),
    };
  // Orders may lie in the future, and the moved item must still come after the last one.
  const last = previous?.order ?? 0;
  return { item, order: Math.max(midpoint(last, now), last + 1) };
}

export function moveDown<Item extends Ordered>(
  items: readonly Item[],
  index: number,
  now: number = nowInSeconds(),
): Move<Item> | undefined {
  const item = items[index];
  return item && items[index + 1] && moveTo(items, item, index + 1, now);
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
