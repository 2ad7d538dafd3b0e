import {
  type CSSProperties,
  type Dispatch,
  type PointerEvent,
  type SetStateAction,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { type Drop, findPosition, nearestDrop } from "./drop-positions.ts";
import type { Item, Row } from "./entries.ts";
import type { ListPosition } from "./placing.ts";

interface DragHandleProps {
  item: Item;
  entries: readonly Row[];
  onDrop: (position: ListPosition) => void;
}

// Classes would add to the style sheet that every screen loads first.
const handleStyle: CSSProperties = {
  position: "absolute",
  top: 0,
  bottom: 0,
  left: 0,
  width: 24,
  display: "grid",
  placeItems: "center",
  cursor: "grab",
  touchAction: "none",
};
const dotsStyle: CSSProperties = {
  width: 10,
  height: 15,
  backgroundImage: "radial-gradient(currentColor 1px, transparent 1.5px)",
  backgroundSize: "5px 5px",
};
const lineStyle: CSSProperties = { position: "absolute", zIndex: 1, height: 4, borderRadius: 2 };

/** The component of a group begins there on a phone. */
const INDENT = 60;
/** Near the edges of the window, which the header covers in part, the page scrolls. */
const EDGE = 90;
const SCROLL_STEP = 8;
const FRAME_MS = 16;

/** Drags a row by mouse, pen or finger. It is hidden from screen readers and the keyboard, which have the buttons. */
export function DragHandle({ item, entries, onDrop }: DragHandleProps) {
  const handle = useRef<HTMLSpanElement>(null);
  const [pointer, setPointer] = useState<number>();
  const row = handle.current?.closest("li");
  const list = row?.parentElement;
  const isDragging = pointer !== undefined;
  const drop = list && isDragging ? dropAt(list, entries, item, pointer) : undefined;

  useHighlight(isDragging ? row : undefined, () => setPointer(undefined));
  useEdgeScroll(pointer, setPointer);

  function start(event: PointerEvent<HTMLSpanElement>) {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    setPointer(event.clientY);
  }

  function end() {
    setPointer(undefined);
    const position = drop?.position;
    const from = findPosition(entries, item);
    if (position && !(position.groupID === from?.groupID && position.index === from.index)) onDrop(position);
  }

  return (
    <span
      ref={handle}
      aria-hidden="true"
      data-drag-handle={item.id}
      onPointerDown={start}
      onPointerMove={({ clientY }) => isDragging && setPointer(clientY)}
      onPointerUp={() => isDragging && end()}
      onPointerCancel={() => setPointer(undefined)}
      className="text-muted"
      style={handleStyle}
    >
      <span style={dotsStyle} />
      {row && drop && <DropLine row={row} drop={drop} />}
    </span>
  );
}

/** Colors the row that is dragged. Escape cancels. */
function useHighlight(row: HTMLElement | null | undefined, onCancel: () => void) {
  const cancel = useEffectEvent(onCancel);
  useEffect(() => {
    if (!row) return;
    const onKeyDown = ({ key }: KeyboardEvent) => key === "Escape" && cancel();
    window.addEventListener("keydown", onKeyDown);
    row.style.background = "var(--color-accent-soft)";
    return () => {
      window.removeEventListener("keydown", onKeyDown);
      row.style.background = "";
    };
  }, [row]);
}

function useEdgeScroll(
  pointer: number | undefined,
  setPointer: Dispatch<SetStateAction<number | undefined>>,
) {
  useEffect(() => {
    if (pointer === undefined) return;
    const step = pointer < EDGE ? -SCROLL_STEP : pointer > window.innerHeight - EDGE ? SCROLL_STEP : 0;
    if (step === 0) return;
    const timer = setInterval(() => {
      window.scrollBy(0, step);
      // The rows have moved below the pointer. A fraction of a pixel makes a new value, which renders the line again.
      setPointer((y) => y && y + 0.001);
    }, FRAME_MS);
    return () => clearInterval(timer);
  }, [pointer, setPointer]);
}

function dropAt(list: Element, entries: readonly Row[], item: Item, y: number): Drop | undefined {
  const rows = [...list.querySelectorAll(":scope > :not([data-healthy])")].map((row) =>
    row.getBoundingClientRect(),
  );
  const count = entries.reduce((sum, { group, components }) => sum + (group ? 1 : 0) + components.length, 0);
  // The rows of groups are in a file that may still load.
  return rows.length === count ? nearestDrop(entries, item, rows, y) : undefined;
}

function DropLine({ row, drop: { position, y } }: { row: Element; drop: Drop }) {
  const { top, width } = row.getBoundingClientRect();
  const indent = position.groupID === null ? 0 : INDENT;
  return (
    <span
      className="bg-accent"
      style={{ ...lineStyle, top: y - top - 2, left: indent, width: width - indent }}
    />
  );
}
