const DAY = ".bars > li";

/** Makes each strip of days one stop of the Tab key; within it the arrow keys go from day to day. */
export function enhanceBars(page: Document): void {
  for (const strip of page.querySelectorAll(".bars")) {
    const current = strip.querySelector("[tabindex='0'][data-current]") ?? strip.lastElementChild;
    for (const day of strip.children) day.setAttribute("tabindex", day === current ? "0" : "-1");
  }
}

function dayAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(DAY) : null;
}

function goTo(day: HTMLElement): void {
  for (const other of day.parentElement?.children ?? []) {
    if (!(other instanceof HTMLElement)) continue;
    other.tabIndex = other === day ? 0 : -1;
    other.toggleAttribute("data-current", other === day);
  }
  day.focus({ preventScroll: true });
}

addEventListener("keydown", (event) => {
  if (event.key === "Escape") return shut();
  const day = dayAt(event.target);
  const to = day && destination(day, event.key);
  if (!to) return;
  event.preventDefault();
  goTo(to);
});

/** The day that a key leads to. */
function destination(day: HTMLElement, key: string): HTMLElement | null {
  const strip = day.parentElement;
  const forward = document.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
  const back = document.dir === "rtl" ? "ArrowRight" : "ArrowLeft";
  const to = {
    [forward]: day.nextElementSibling,
    [back]: day.previousElementSibling,
    Home: strip?.firstElementChild,
    End: strip?.lastElementChild,
  }[key];
  return to instanceof HTMLElement ? to : null;
}

/** What a day says goes until it is pointed at or focused again (WCAG 1.4.13). */
function shut(): void {
  for (const day of document.querySelectorAll(`${DAY}:is(:hover, :focus)`)) day.setAttribute("data-shut", "");
}
for (const event of ["pointerout", "focusout"])
  addEventListener(event, ({ target }) => dayAt(target)?.removeAttribute("data-shut"));

// A finger goes along the days, and says where it is done with them by touching something else.
addEventListener("pointermove", ({ pointerType, clientX, clientY }) => {
  const day = pointerType === "touch" && dayAt(document.elementFromPoint(clientX, clientY));
  if (day && day !== document.activeElement) goTo(day);
});
addEventListener("click", ({ target }) => {
  const day = dayAt(target);
  if (day) goTo(day);
  else dayAt(document.activeElement)?.blur();
});
