const SHOWN = ".bars > li";
/** Of those before the component's first day, one speaks for all. */
const DAY = `${SHOWN}:not([aria-hidden])`;

const daysOf = (strip: Element | null) => [...(strip?.querySelectorAll<HTMLElement>(DAY) ?? [])];

/** Makes each strip of days one stop of the Tab key; within it the arrow keys go from day to day. */
export function enhanceBars(page: Document): void {
  for (const strip of page.querySelectorAll(".bars")) {
    const days = daysOf(strip);
    const current = days.find((day) => day.hasAttribute("data-current")) ?? days.at(-1);
    for (const day of days) day.tabIndex = day === current ? 0 : -1;
  }
}

function dayAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(DAY) : null;
}

function goTo(day: HTMLElement): void {
  for (const other of daysOf(day.parentElement)) {
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
function destination(day: HTMLElement, key: string): HTMLElement | undefined {
  const days = daysOf(day.parentElement);
  const at = days.indexOf(day);
  const [forward, back] = document.dir === "rtl" ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
  return { [forward]: days[at + 1], [back]: days[at - 1], Home: days[0], End: days.at(-1) }[key];
}

/** What a day says goes until it is pointed at or focused again (WCAG 1.4.13). */
function shut(): void {
  for (const day of document.querySelectorAll(`${SHOWN}:is(:hover, :focus)`))
    day.setAttribute("data-shut", "");
}
for (const event of ["pointerout", "focusout"])
  addEventListener(event, ({ target }) => {
    if (target instanceof Element) target.closest(SHOWN)?.removeAttribute("data-shut");
  });

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
