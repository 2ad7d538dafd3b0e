import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useRef } from "react";
import { IconButton } from "../ui/button.tsx";
import { DownIcon, UpIcon } from "../ui/icons.tsx";
import { type Move, moveDown, moveUp, type Ordered } from "./ordering.ts";

interface Moves {
  count: number;
  busy: boolean;
  error: Error | null;
  /** @param button that was pressed */
  up: (index: number, button: HTMLElement) => void;
  down: (index: number, button: HTMLElement) => void;
}

/** Moving the items of a list, one at a time. */
export function useMoves<Item extends Ordered>(
  items: readonly Item[] = [],
  queryKey: QueryKey,
  change: (item: Item, order: number) => Promise<unknown>,
): Moves {
  const queryClient = useQueryClient();
  const moving = useMutation({
    mutationFn: ({ item, order }: Move<Item>) => change(item, order),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });

  // Rows that change places leave the document for a moment, and the focus with them: it goes back to the button that
  // was pressed, so that a keyboard can press it again.
  const pressed = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (items.length > 0 && document.activeElement === document.body) pressed.current?.focus();
  }, [items]);

  function move(moved: Move<Item> | undefined, button: HTMLElement) {
    if (!moved || moving.isPending) return;
    pressed.current = button;
    moving.mutate(moved);
  }

  return {
    count: items.length,
    busy: moving.isPending,
    error: moving.error,
    up: (index, button) => move(moveUp(items, index), button),
    down: (index, button) => move(moveDown(items, index), button),
  };
}

interface MoveButtonsProps {
  moves: Moves;
  index: number;
  /** Of the item. */
  name: string;
  /** What moving up and moving down is called. */
  tips: readonly [up: string, down: string];
}

export function MoveButtons({ moves, index, name, tips: [up, down] }: MoveButtonsProps) {
  return (
    <>
      <IconButton
        tip={up}
        label={`${up} ${name}`}
        off={index === 0}
        onClick={(event) => moves.up(index, event.currentTarget)}
      >
        <UpIcon />
      </IconButton>
      <IconButton
        tip={down}
        label={`${down} ${name}`}
        off={index === moves.count - 1}
        onClick={(event) => moves.down(index, event.currentTarget)}
      >
        <DownIcon />
      </IconButton>
    </>
  );
}
