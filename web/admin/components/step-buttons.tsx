import { MoveButtons } from "../lists/move-buttons.tsx";
import type { Move } from "../lists/ordering.ts";
import { changeComponent } from "./calls.ts";
import { DragHandle } from "./drag-handle.tsx";
import type { Entry, Item } from "./entries.ts";
import { changeGroup } from "./group-calls.ts";
import { type ListPosition, ordersFor, ordersForStepUp } from "./placing.ts";
import { findStep } from "./steps.ts";

interface StepButtonsProps {
  name: string;
  item: Item;
  entries: Entry[];
  onMove: (send: () => Promise<void>) => void;
}

export function StepButtons({ name, item, entries, onMove }: StepButtonsProps) {
  const up = findStep(entries, item, "up");
  const down = findStep(entries, item, "down");
  const moveHere = (position: ListPosition, orders = ordersFor) =>
    onMove(() => send(orders(item, position, entries), item, position));
  return (
    <>
      <DragHandle item={item} entries={entries} onDrop={moveHere} />
      <MoveButtons
        tips={["Move up", "Move down"]}
        name={name}
        up={up && (() => moveHere(up, up.crossing ? ordersFor : ordersForStepUp))}
        down={down && (() => moveHere(down))}
        targets={[up?.crossing ?? "", down?.crossing ?? ""]}
      />
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
