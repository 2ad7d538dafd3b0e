import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { IconButton } from "../ui/button.tsx";
import { DownIcon, UpIcon } from "../ui/icons.tsx";
import { useAction } from "./action.ts";
import { type Move, moveDown, moveUp, type Ordered } from "./ordering.ts";

interface Moves {
  count: number;
  busy: boolean;
  error: Error | null;
  up: (index: number) => void;
  down: (index: number) => void;
}

export function useMoves<Item extends Ordered>(
  items: readonly Item[] = [],
  queryKey: QueryKey,
  change: (item: Item, order: number) => Promise<unknown>,
): Moves {
  const queryClient = useQueryClient();
  const moving = useAction({
    title: "Move",
    mutationFn: ({ item, order }: Move<Item>) => change(item, order),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });

  function move(moved: Move<Item> | undefined) {
    if (moved && !moving.isPending) moving.mutate(moved);
  }

  return {
    count: items.length,
    busy: moving.isPending,
    error: moving.error,
    up: (index) => move(moveUp(items, index)),
    down: (index) => move(moveDown(items, index)),
  };
}

interface MoveButtonsProps {
  moves: Moves;
  index: number;
  name: string;
  tips: readonly [up: string, down: string];
}

export function MoveButtons({ moves, index, name, tips: [up, down] }: MoveButtonsProps) {
  return (
    <>
      <IconButton tip={up} label={`${up} ${name}`} inactive={index === 0} onClick={() => moves.up(index)}>
        <UpIcon />
      </IconButton>
      <IconButton
        tip={down}
        label={`${down} ${name}`}
        inactive={index === moves.count - 1}
        onClick={() => moves.down(index)}
      >
        <DownIcon />
      </IconButton>
    </>
  );
}
