import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";

interface MenuProps {
  /** The accessible name, which must contain the visible text. */
  label: string;
  button: ReactNode;
  buttonClassName: string;
  busy?: boolean;
  opensAtOnce?: boolean;
  onClose?: (() => void) | undefined;
  /** A choice that leaves the screen as it is must call `close`. */
  children: (close: () => void) => ReactNode;
}

const GAP_PX = 4;
const EDGE_PX = 8;

/** A button with a popover. The browser closes it on Escape and on a click elsewhere, and gives the focus back. */
export function Menu({
  label,
  button,
  buttonClassName,
  busy = false,
  opensAtOnce = false,
  onClose,
  children,
}: MenuProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!opensAtOnce) return;
    anchor.current?.scrollIntoView({ block: "center" });
    anchor.current?.focus();
    popover.current?.showPopover();
  }, [opensAtOnce]);

  return (
    <>
      <button
        ref={anchor}
        type="button"
        popoverTarget={id}
        aria-label={label}
        aria-busy={busy || undefined}
        data-own-escape={isOpen || undefined}
        className={buttonClassName}
      >
        {button}
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        data-own-escape="" // or Escape would close a dialog around it
        onBeforeToggle={({ newState, currentTarget }) => {
          if (newState !== "open" || !anchor.current) return;
          placeBeside(currentTarget, anchor.current);
          flushSync(() => setOpen(true)); // the browser shows it right after this event
        }}
        onToggle={({ newState, currentTarget }) => {
          if (newState === "closed") {
            setOpen(false);
            onClose?.();
          } else currentTarget.querySelector<HTMLElement>("[data-focus-first]")?.focus();
        }}
        className="absolute m-0 max-h-[45dvh] w-max overflow-y-auto rounded-xl border border-line bg-raised p-1 text-ink shadow-float open:animate-appear"
      >
        {isOpen && children(() => popover.current?.hidePopover())}
      </div>
    </>
  );
}

export const menuItemClass =
  "flex min-h-10 w-full items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-left transition-colors hover:bg-hover";

interface MenuItemProps {
  text: string;
  label: string;
  icon: ReactNode;
  isFirst?: boolean;
  onPress: (() => void) | undefined;
}

/** An item of a list in a menu. It can't be pressed if `onPress` is undefined. */
export function MenuItem({ text, label, icon, isFirst, onPress }: MenuItemProps) {
  return (
    <li>
      <button
        type="button"
        aria-label={label}
        aria-disabled={!onPress || undefined}
        data-focus-first={isFirst || undefined}
        onClick={onPress}
        className={`${menuItemClass} aria-disabled:opacity-35`}
      >
        {icon}
        {text}
      </button>
    </li>
  );
}

/** Places the popover where the window has more room. It scrolls with the page, because its position is in the document. */
function placeBeside({ style }: HTMLElement, anchor: Element) {
  const { left, right, top, bottom } = anchor.getBoundingClientRect();
  const root = document.documentElement;
  // Unlike `clientWidth`, this excludes the gutter of the scrollbar.
  const { width } = root.getBoundingClientRect();
  const isLeft = left + right < width;
  const isAbove = top + bottom < root.clientHeight;
  style.inset = "auto";
  if (isLeft) style.left = `${left}px`;
  else style.right = `${width - right}px`;
  style.maxWidth = `${(isLeft ? width - left : right) - EDGE_PX}px`;
  if (isAbove) style.top = `${bottom + window.scrollY + GAP_PX}px`;
  else style.bottom = `${root.clientHeight - top - window.scrollY + GAP_PX}px`;
}
