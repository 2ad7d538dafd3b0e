/** Sets `--toasts` to the height of `toasts`, and `--save-bar` to how far from the window's end a bar that saves begins. */
export function keepToastRoom(toasts: Element): () => void {
  const { style } = document.documentElement;
  const update = () => {
    // The screen can change while a toast is shown.
    const bar = document.querySelector("[data-save-bar]");
    const { height } = toasts.getBoundingClientRect();
    style.setProperty("--toasts", `${Math.ceil(height)}px`);
    const barTop = bar?.getBoundingClientRect().top ?? window.innerHeight;
    // Without room above the bar, toasts are below it.
    const isAbove = barTop >= height + HEADER_PX;
    style.setProperty("--save-bar", `${isAbove ? Math.max(0, Math.ceil(window.innerHeight - barTop)) : 0}px`);
  };
  const observer = new ResizeObserver(update);
  for (const element of [toasts, document.body]) observer.observe(element);
  window.addEventListener("scroll", update, { passive: true });
  return () => {
    observer.disconnect();
    window.removeEventListener("scroll", update);
    for (const name of ["--toasts", "--save-bar"]) style.removeProperty(name);
  };
}

const HEADER_PX = 64;
