/**
 * Sets `--keyboard` to the height of the on-screen keyboard where it covers the page, so that dialogs, sticky save bars and
 * toasts stay above it. Chrome and Firefox on Android make the page itself smaller, as index.html asks for with
 * `interactive-widget`, so the variable stays 0. Safari on iOS ignores that: it makes only the visual viewport smaller, and may
 * move it down by `offsetTop` to show the focused field.
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
