import { MoveButtons } from "../move-buttons.tsx";
import { changeComponent } from "./calls.ts";
import { DragHandle } from "./drag-handle.tsx";
import type { Entry, Item } from "./entries.ts";
import { changeGroup } from "./group-calls.ts";
import { ordersFor, type Place } from "./placing.ts";
import { stepOf } from "./steps.ts";

interface StepButtonsProps {
  name: string;
  item: Item;
  entries: Entry[];
  onMove: (send: () => Promise<void>) => void;
}

export function StepButtons({ name, item, entries, onMove }: StepButtonsProps) {
  const up = stepOf(entries, item, "up");
  const down = stepOf(entries, item, "down");
  const moveHere = (place: Place) => onMove(() => moveTo(item, place, entries));
  return (
    <>
      <DragHandle item={item} entries={entries} onDrop={moveHere} />
      <MoveButtons
        tips={["Move up", "Move down"]}
        name={name}
        up={up && (() => moveHere(up))}
        down={down && (() => moveHere(down))}
        targets={[up?.crossing ?? "", down?.crossing ?? ""]}
      />
    </>
  );
}

async function moveTo(moved: Item, place: Place, entries: Entry[]): Promise<void> {
  for (const { item, order } of ordersFor(moved, place, entries)) {
    const group = item === moved && { groupID: place.groupID };
    if (item.isGroup) await changeGroup(item.id, { order });
    else await changeComponent(item.id, { order, ...group });
  }
}
