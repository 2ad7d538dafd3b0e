import { useMoveAction } from "./move-action.ts";
import { type Move, moveDown, moveTo, moveUp, type Ordered } from "./ordering.ts";

export function useMoves<Item extends Ordered>(
  items: readonly Item[] = [],
  change: (item: Item, order: number) => Promise<unknown>,
) {
  const { busy, error, move } = useMoveAction(({ item, order }: Move<Item>) => change(item, order));
  const moveBy = (moved: Move<Item> | undefined) => moved && (() => move(moved));
  return {
    busy,
    error,
    /** Called with where a row was dropped. */
    to: (item: Item, index: number) => move(moveTo(items, item, index)),
    at: (index: number) => ({ up: moveBy(moveUp(items, index)), down: moveBy(moveDown(items, index)) }),
  };
}
