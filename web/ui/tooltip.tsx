import { useEffect, useState } from "react";

interface Tip {
  anchor: Element;
  text: string;
}

const SHOW_DELAY_MS = 300;
/** The pointer needs this long to move from the anchor onto the tooltip. */
const HIDE_DELAY_MS = 150;
const MAX_SHOWN_MS = 5_000;

/**
 * Shows the `data-tip` of the element under the pointer or focus. Rendered once for the whole app. Screen readers need no
 * tooltip: the accessible name has the same text.
 */
export function TooltipLayer() {
  const [tip, setTip] = useState<Tip>();
  useEffect(() => watchTips(setTip), []);
  if (!tip) return null;
  return (
    <div
      role="tooltip"
      ref={(box) => {
        if (box) positionBox(box, tip.anchor);
      }}
      className="pointer-events-auto fixed top-0 left-0 z-50 max-w-64 animate-appear rounded-md bg-tip px-2 py-1 text-xs text-on-tip shadow-float [overflow-wrap:anywhere]"
    >
      {tip.text}
    </div>
  );
}

function watchTips(show: (tip: Tip | undefined) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let anchor: Element | undefined;

  function schedule(delayMs: number, action: () => void) {
    clearTimeout(timer);
    timer = setTimeout(action, delayMs);
  }
  function open(target: Element) {
    show({ anchor: target, text: target.getAttribute("data-tip") ?? "" });
    schedule(MAX_SHOWN_MS, () => show(undefined));
  }
  function close() {
    clearTimeout(timer);
    anchor = undefined;
    show(undefined);
  }
  function onPointerOver({ target, pointerType }: PointerEvent) {
    // Touch has no hover.
    if (!(target instanceof Element) || pointerType === "touch" || target.closest("[role=tooltip]")) return;
    const tipAnchor = target.closest("[data-tip]") ?? undefined;
    if (tipAnchor === anchor) return;
    anchor = tipAnchor;
    if (tipAnchor) schedule(SHOW_DELAY_MS, () => open(tipAnchor));
    else schedule(HIDE_DELAY_MS, close);
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

  const controller = new AbortController();
  const { signal } = controller;
  document.addEventListener("pointerover", onPointerOver, { signal });
  document.addEventListener("focusin", onFocusIn, { signal });
  document.addEventListener("focusout", close, { signal });
  document.addEventListener("keydown", onKeyDown, { signal, capture: true });
  document.addEventListener("pointerdown", close, { signal, capture: true });
  document.addEventListener("click", onClick, { signal });
  // Scrolling moves the anchor away from its tooltip. It then fires a pointerover, which may show another one.
  document.addEventListener("scroll", () => show(undefined), { signal, capture: true, passive: true });
  return () => {
    clearTimeout(timer);
    controller.abort();
  };
}

const GAP_PX = 6;
const EDGE_PX = 8;

function positionBox(box: HTMLElement, anchor: Element) {
  const around = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = box;
  const centered = around.left + around.width / 2 - width / 2;
  const left = Math.max(EDGE_PX, Math.min(centered, document.documentElement.clientWidth - width - EDGE_PX));
  const above = around.top - height - GAP_PX;
  box.style.left = `${left}px`;
  box.style.top = `${above < EDGE_PX ? around.bottom + GAP_PX : above}px`;
}
