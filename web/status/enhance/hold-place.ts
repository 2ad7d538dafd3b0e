/**
 * Keeps what is being read where it is while something comes or goes above it, as most browsers do by themselves; at
 * the top of the page news are to be seen.
 * @returns what to call once the page has changed
 */
export function holdPlace(): () => void {
  if (scrollY === 0 || CSS.supports("overflow-anchor", "auto")) return () => undefined;
  const place = (element: Element) => element.getBoundingClientRect().top;
  const held = [...document.querySelectorAll("main [id]:not([hidden] *)")].find(
    (element) => place(element) >= 0,
  );
  if (!held) return () => undefined;
  const before = place(held);
  return () => held.isConnected && scrollBy(0, place(held) - before);
}
