import { useLocation } from "wouter";
import { DeleteIcon } from "../../ui/icons/icons.tsx";
import { AuditIcon, OpenIcon } from "../../ui/icons/start-icons.tsx";
import { MoreMenu } from "../lists/more-menu.tsx";
import { useMoveActions } from "../lists/move-actions.tsx";
import type { Move } from "../lists/ordering.ts";
import { changeComponent } from "./calls.ts";
import { changeGroup } from "./group-calls.ts";
import { DragHandle } from "./order/drag-handle.tsx";
import type { Entry, Item } from "./order/entries.ts";
import { type ListPosition, ordersFor, ordersForStepUp } from "./order/placing.ts";
import { findStep } from "./order/steps.ts";
import { toFullPosition } from "./order/visible-entries.ts";

interface RowMenuProps {
  name: string;
  item: Item;
  /** Its page for visitors, who see no page of an empty group. */
  pageURL: string | undefined;
  entries: Entry[];
  /** The entries as the list shows them, or undefined if it shows only those that were searched for. */
  shownEntries: Entry[] | undefined;
  onMove: (send: () => Promise<void>) => void;
  /** Called with the group that an item is moved into, which would hide the item if it were folded. */
  onUnfold: (groupID: string) => void;
  onDelete: () => void;
}

/** The drag handle of a row, and a menu with what is done less often. */
export function RowMenu({
  name,
  item,
  pageURL,
  entries,
  shownEntries,
  onMove,
  onUnfold,
  onDelete,
}: RowMenuProps) {
  const [, navigate] = useLocation();
  const up = findStep(entries, item, "up");
  const down = findStep(entries, item, "down");
  const moveHere = (position: ListPosition, orders = ordersFor) => {
    if (position.groupID !== null) onUnfold(position.groupID);
    onMove(() => send(orders(item, position, entries), item, position));
  };
  const moveActions = useMoveActions({
    up: {
      text: "Move up",
      label: `Move up ${name}${up?.crossing ?? ""}`,
      move: up && (() => moveHere(up, up.crossing ? ordersFor : ordersForStepUp)),
    },
    down: {
      text: "Move down",
      label: `Move down ${name}${down?.crossing ?? ""}`,
      move: down && (() => moveHere(down)),
    },
  });
  const historyAction = {
    text: "History",
    label: `History, ${name}`,
    icon: <AuditIcon />,
    onPress: () => navigate(`/audit?item=${item.id}`),
  };
  const viewAction = {
    text: "View on page",
    label: `View on page, ${name}`,
    icon: <OpenIcon />,
    onPress: pageURL === undefined ? undefined : () => void window.open(pageURL, "_blank", "noopener"),
  };
  const deleteAction = {
    text: "Delete",
    label: `Delete ${name}`,
    icon: <DeleteIcon />,
    onPress: onDelete,
  };
  return (
    <>
      {shownEntries && (
        <DragHandle
          item={item}
          entries={shownEntries}
          onDrop={(position) => moveHere(toFullPosition(entries, shownEntries, item, position))}
        />
      )}
      <MoreMenu name={name} actions={[...moveActions, viewAction, historyAction, deleteAction]} />
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
