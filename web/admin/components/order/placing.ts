import { HOUR_MS, SECOND_MS } from "../../../../worker/shared/time/domain.ts";
import type { Move } from "../../lists/ordering.ts";
import type { Entry, Item } from "./entries.ts";

export interface ListPosition {
  /** null at the top level of the page. */
  groupID: string | null;
  /** It counts the items that are there without the moved one. */
  index: number;
}

/** Unique for each item, and ascending in the order of the page. */
function orderRank({ order, isGroup }: Pick<Item, "order" | "isGroup">): number {
  return order * 2 + (isGroup ? 0 : 1);
}

function toItems({ group, components: [component] }: Entry): Item[] {
  if (group) return [{ id: group.groupID, order: group.order, isGroup: true }];
  return component ? [{ id: component.componentID, order: component.order, isGroup: false }] : [];
}

function itemsIn(entries: Entry[], groupID: string | null): Item[] {
  if (groupID === null) return entries.flatMap(toItems);
  const entry = entries.find(({ group }) => group?.groupID === groupID);
  return (entry?.components ?? []).map(({ componentID, order }) => ({
    id: componentID,
    order,
    isGroup: false,
  }));
}

/** Orders (seconds since the epoch) that bring an item to a place: one, or several if no integer is free there. */
export function ordersFor(
  moved: Item,
  { groupID, index }: ListPosition,
  entries: Entry[],
  nowMs: number = Date.now(),
): Move<Item>[] {
  const groups = entries.flatMap(({ group }) => (group ? [group.groupID] : []));
  const others = [null, ...groups]
    .flatMap((each) => itemsIn(entries, each))
    .filter(({ id }) => id !== moved.id);
  const takenRanks = new Set(others.map(orderRank));
  const siblings = itemsIn(entries, groupID).filter(({ id }) => id !== moved.id);
  const previous = siblings[index - 1];
  const next = siblings[index];
  const low = previous ? orderRank(previous) : -1;
  const high = next ? orderRank(next) : Number.POSITIVE_INFINITY;
  const isBetween = (order: number) => {
    const rank = orderRank({ ...moved, order });
    return rank > low && rank < high;
  };
  if (isBetween(moved.order)) return [{ item: moved, order: moved.order }];

  const middle = orderBetween(previous?.order, next?.order, Math.floor(nowMs / SECOND_MS));
  for (const direction of [1, -1]) {
    // The middle itself can be outside of a narrow gap.
    let order = isBetween(middle) ? middle : middle + 1;
    while (isBetween(order) && takenRanks.has(orderRank({ ...moved, order }))) order += direction;
    if (order >= 0 && isBetween(order)) return [{ item: moved, order }];
  }
  // The moved item changes last, so its present order is taken until then.
  return makeRoom([moved, ...siblings.slice(index)], low, takenRanks.add(orderRank(moved)));
}

/** Orders that bring an item one place up: the item before it moves down instead, unless that needs more changes. */
export function ordersForStepUp(
  moved: Item,
  position: ListPosition,
  entries: Entry[],
  nowMs?: number,
): Move<Item>[] {
  const own = ordersFor(moved, position, entries, nowMs);
  const previous = itemsIn(entries, position.groupID)[position.index];
  const swapped = previous && ordersFor(previous, { ...position, index: position.index + 1 }, entries, nowMs);
  return swapped && swapped.length <= own.length ? swapped : own;
}

function orderBetween(previous: number | undefined, next: number | undefined, now: number): number {
  if (next === undefined) return Math.max(Math.floor(((previous ?? now) + now) / 2), (previous ?? 0) + 1);
  return Math.floor(((previous ?? Math.max(0, next - HOUR_MS / SECOND_MS)) + next) / 2);
}

/** Moves the items that would come too early to free orders, the last item first. */
function makeRoom(items: Item[], low: number, taken: ReadonlySet<number>): Move<Item>[] {
  const moves: Move<Item>[] = [];
  let rank = low;
  for (const [index, item] of items.entries()) {
    if (index > 0 && orderRank(item) > rank) break;
    let order = Math.floor((rank - (item.isGroup ? 0 : 1)) / 2) + 1;
    while (taken.has(orderRank({ ...item, order }))) order += 1;
    rank = orderRank({ ...item, order });
    moves.push({ item, order });
  }
  return moves.reverse();
}
