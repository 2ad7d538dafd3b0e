import { useState } from "react";
import { DownIcon, UpIcon } from "../../ui/icons/icons.tsx";
import type { MoreAction } from "./more-menu.tsx";

type Direction = "up" | "down";

interface Choice {
  text: string;
  label: string;
  move: (() => void) | undefined;
}

/** The menu begins at the last move when it is opened again, so that a row can be moved far with Enter alone. */
export function useMoveActions(choices: Record<Direction, Choice>): MoreAction[] {
  const [lastMove, setLastMove] = useState<Direction>("up");
  const action = (direction: Direction): MoreAction => {
    const { text, label, move } = choices[direction];
    return {
      text,
      label,
      icon: direction === "up" ? <UpIcon /> : <DownIcon />,
      isFirst: lastMove === direction,
      onPress:
        move &&
        (() => {
          setLastMove(direction);
          move();
        }),
    };
  };
  return [action("up"), action("down")];
}
