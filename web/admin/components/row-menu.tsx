import { useState } from "react";
import { DeleteIcon, DownIcon, MoreIcon, UpIcon } from "../../ui/icons/icons.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import type { Move } from "../lists/ordering.ts";
import { changeComponent } from "./calls.ts";
import { changeGroup } from "./group-calls.ts";
import { DragHandle } from "./order/drag-handle.tsx";
import type { Entry, Item } from "./order/entries.ts";
import { type ListPosition, ordersFor, ordersForStepUp } from "./order/placing.ts";
import { findStep } from "./order/steps.ts";

interface RowMenuProps {
  name: string;
  item: Item;
  entries: Entry[];
  /** The entries as the list shows them, or undefined if it shows only those that were searched for. */
  shownEntries: Entry[] | undefined;
  onMove: (send: () => Promise<void>) => void;
  /** Called with the group that an item is moved into, which would hide the item if it were folded. */
  onUnfold: (groupID: string) => void;
  onDelete: () => void;
}

/** The drag handle of a row, and a menu with what is done less often. */
export function RowMenu({ name, item, entries, shownEntries, onMove, onUnfold, onDelete }: RowMenuProps) {
  /** The menu begins there when it is opened again, so that a row can be moved far with Enter alone. */
  const [lastMove, setLastMove] = useState<"up" | "down">("up");
  const up = findStep(entries, item, "up");
  const down = findStep(entries, item, "down");
  const moveHere = (position: ListPosition, orders = ordersFor) => {
    if (position.groupID !== null) onUnfold(position.groupID);
    onMove(() => send(orders(item, position, entries), item, position));
  };
  const startMove = (direction: "up" | "down", step: typeof up, close: () => void) =>
    step &&
    (() => {
      close();
      setLastMove(direction);
      moveHere(step, direction === "up" && !step.crossing ? ordersForStepUp : ordersFor);
    });
  return (
    <>
      {shownEntries && <DragHandle item={item} entries={shownEntries} onDrop={moveHere} />}
      <Menu
        label={`More for ${name}`}
        buttonClassName="grid size-9 shrink-0 place-items-center rounded-lg text-muted transition-colors hover:bg-hover hover:text-ink"
        button={<MoreIcon />}
      >
        {(close) => (
          <ul aria-label={`More for ${name}`}>
            <MenuItem
              text="Move up"
              label={`Move up ${name}${up?.crossing ?? ""}`}
              icon={<UpIcon />}
              isFirst={lastMove === "up"}
              onPress={startMove("up", up, close)}
            />
            <MenuItem
              text="Move down"
              label={`Move down ${name}${down?.crossing ?? ""}`}
              icon={<DownIcon />}
              isFirst={lastMove === "down"}
              onPress={startMove("down", down, close)}
            />
            <MenuItem
              text="Delete"
              label={`Delete ${name}`}
              icon={<DeleteIcon />}
              onPress={() => {
                close();
                onDelete();
              }}
            />
          </ul>
        )}
      </Menu>
    </>
  );
}

async function send(moves: Move<Item>[], moved: Item, { groupID }: ListPosition): Promise<void> {
  for (const { item, order } of moves) {
    const group = item === moved && { groupID };
    if (item.isGroup) await changeGroup(item.id, { order });
    else await changeComponent(item.id, { order, ...group });
  }
}
