/**
 * Sets `--keyboard` to how much the on-screen keyboard covers of the page: 0 where index.html's `interactive-widget` works. Safari
 * ignores that, and may move the visual viewport down by `offsetTop`.
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
