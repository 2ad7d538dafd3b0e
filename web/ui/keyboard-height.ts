/**
 * Sets `--keyboard` to the height by which the on-screen keyboard covers the page. It stays 0 where index.html's
 * `interactive-widget` makes the page smaller instead. Safari on iOS ignores that, and may also move the visual viewport down
 * by `offsetTop`.
 * @see https://developer.mozilla.org/docs/Web/API/VisualViewport
 */
export function followKeyboard(): void {
  const { visualViewport: viewport } = window;
  if (!viewport) return;
  const update = () => {
    // Zooming in also makes the visual viewport smaller.
    const coveredPx = viewport.scale > 1 ? 0 : window.innerHeight - viewport.height - viewport.offsetTop;
    document.documentElement.style.setProperty("--keyboard", `${Math.max(0, Math.round(coveredPx))}px`);
  };
  viewport.addEventListener("resize", update);
  viewport.addEventListener("scroll", update);
}
