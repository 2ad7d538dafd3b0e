/**
 * Scroll anchoring for browsers without it (Safari): content keeps its place while something above it comes or goes.
 * At the top of the page nothing is anchored, so that new content is seen.
 * @returns call it after the page has changed
 */
export function anchorScroll(): () => void {
  if (scrollY === 0 || CSS.supports("overflow-anchor", "auto")) return () => undefined;
  const topOf = (element: Element) => element.getBoundingClientRect().top;
  const anchor = [...document.querySelectorAll("main [id]:not([hidden] *)")].find(
    (element) => topOf(element) >= 0,
  );
  if (!anchor) return () => undefined;
  const before = topOf(anchor);
  return () => anchor.isConnected && scrollBy(0, topOf(anchor) - before);
}
