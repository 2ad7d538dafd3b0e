import { useEffect, useState } from "react";

interface Tip {
  anchor: Element;
  text: string;
}

const POINTED_AT_FOR = 300;
/** Time to move the pointer from the anchor onto the tooltip. */
const GRACE = 150;
const HIDE_AFTER = 5_000;

/**
 * Shows the `data-tip` of whatever is pointed at or reached by keyboard; it hides by itself after 5 seconds. Rendered
 * once for the whole app: a list of a hundred rows then has no tooltip machinery in it. What carries a tip has the same
 * words as its accessible name, so screen readers need no tooltip. Where that is all that a button is for, a tap shows it, too.
 */
export function TooltipLayer() {
  const [tip, setTip] = useState<Tip>();
  useEffect(() => watchTips(setTip), []);
  if (!tip) return null;
  return (
    <div
      role="tooltip"
      ref={(box) => {
        if (box) place(box, tip.anchor);
      }}
      className="pointer-events-auto fixed top-0 left-0 z-50 max-w-64 animate-appear rounded-md bg-tip px-2 py-1 text-xs text-on-tip shadow-float [overflow-wrap:anywhere]"
    >
      {tip.text}
    </div>
  );
}

/** @returns stops watching */
function watchTips(show: (tip: Tip | undefined) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let anchor: Element | undefined;

  function later(wait: number, what: () => void) {
    clearTimeout(timer);
    timer = setTimeout(what, wait);
  }
  function open(found: Element) {
    show({ anchor: found, text: found.getAttribute("data-tip") ?? "" });
    later(HIDE_AFTER, () => show(undefined));
  }
  function close() {
    clearTimeout(timer);
    anchor = undefined;
    show(undefined);
  }
  function onPointerOver({ target, pointerType }: PointerEvent) {
    // Touch has no hover.
    if (!(target instanceof Element) || pointerType === "touch" || target.closest("[role=tooltip]")) return;
    const found = target.closest("[data-tip]") ?? undefined;
    if (found === anchor) return;
    anchor = found;
    if (found) later(POINTED_AT_FOR, () => open(found));
    else later(GRACE, close);
  }
  function onFocusIn({ target }: FocusEvent) {
    if (!(target instanceof Element) || !target.matches(":focus-visible")) return;
    anchor = target.closest("[data-tip]") ?? undefined;
    if (anchor) open(anchor);
    else close();
  }
  function onClick({ target }: MouseEvent) {
    anchor = (target instanceof Element && target.closest("[data-help]")) || undefined;
    if (anchor) open(anchor);
  }
  const onKeyDown = ({ key }: KeyboardEvent) => key === "Escape" && close();

  const watching = new AbortController();
  const { signal } = watching;
  document.addEventListener("pointerover", onPointerOver, { signal });
  document.addEventListener("focusin", onFocusIn, { signal });
  document.addEventListener("focusout", close, { signal });
  document.addEventListener("keydown", onKeyDown, { signal, capture: true });
  document.addEventListener("pointerdown", close, { signal, capture: true });
  document.addEventListener("click", onClick, { signal });
  // What is shown has lost its place. What is about to be shown may still: scrolling brings a pointerover of its own.
  document.addEventListener("scroll", () => show(undefined), { signal, capture: true, passive: true });
  return () => {
    clearTimeout(timer);
    watching.abort();
  };
}

const GAP = 6;
const EDGE = 8;

/** Places it above the anchor, or below if there is no room, inside the window. */
function place(box: HTMLElement, anchor: Element) {
  const around = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = box;
  const centred = around.left + around.width / 2 - width / 2;
  const left = Math.max(EDGE, Math.min(centred, document.documentElement.clientWidth - width - EDGE));
  const above = around.top - height - GAP;
  box.style.left = `${left}px`;
  box.style.top = `${above < EDGE ? around.bottom + GAP : above}px`;
}
