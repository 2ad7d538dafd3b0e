import { IconButton } from "../../ui/button.tsx";
import { DownIcon, UpIcon } from "../../ui/icons/icons.tsx";
import { useMoveAction } from "./move-action.ts";
import { type Move, moveDown, moveUp, type Ordered } from "./ordering.ts";

export function useMoves<Item extends Ordered>(
  items: readonly Item[] = [],
  change: (item: Item, order: number) => Promise<unknown>,
) {
  const { busy, error, move } = useMoveAction(({ item, order }: Move<Item>) => change(item, order));
  const moveBy = (moved: Move<Item> | undefined) => moved && (() => move(moved));
  return {
    busy,
    error,
    at: (index: number) => ({ up: moveBy(moveUp(items, index)), down: moveBy(moveDown(items, index)) }),
  };
}

interface MoveButtonsProps {
  name: string;
  tips: readonly [up: string, down: string];
  up: (() => void) | undefined;
  down: (() => void) | undefined;
  /** The names of the buttons say where they move the item. */
  targets?: readonly [up: string, down: string];
}

export function MoveButtons({ name, tips, up, down, targets = ["", ""] }: MoveButtonsProps) {
  return (
    <>
      <IconButton tip={tips[0]} label={`${tips[0]} ${name}${targets[0]}`} inactive={!up} onClick={up}>
        <UpIcon />
      </IconButton>
      <IconButton tip={tips[1]} label={`${tips[1]} ${name}${targets[1]}`} inactive={!down} onClick={down}>
        <DownIcon />
      </IconButton>
    </>
  );
}
