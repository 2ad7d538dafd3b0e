import { dayCount, STRIPS, stripOf } from "./strip-elements.ts";

let reader: typeof import("./day-reader.ts") | undefined;

/**
 * Makes each strip a slider whose days can be read. It is one tab stop, or none where all days are the same. The code is loaded on
 * the first use of a strip.
 */
export function enhanceDayStrips(page: Document): void {
  for (const drawing of page.querySelectorAll<SVGSVGElement>(STRIPS)) {
    const last = `${dayCount(drawing) - 1}`;
    drawing.setAttribute("role", "slider");
    const days = stripOf(drawing).querySelectorAll("li");
    drawing.tabIndex = days.length > 0 ? 0 : -1;
    drawing.setAttribute("aria-valuemin", "0");
    drawing.setAttribute("aria-valuemax", last);
    if (!drawing.hasAttribute("aria-valuenow")) drawing.setAttribute("aria-valuenow", last);
    for (const day of days) day.removeAttribute("tabindex");
  }
}

/** Call it after the page has changed. */
export function refreshDayCard(): void {
  reader?.refresh();
}

const isOnStrip = ({ target }: Event) => target instanceof Element && target.closest(".strip");
/** The next tab stop may be a strip. */
const isTab = (event: Event) => event instanceof KeyboardEvent && event.key === "Tab";

/** Keys that would scroll the page. */
const movesToDay = (event: Event) =>
  event instanceof KeyboardEvent && /^(Arrow(Left|Right)|Home|End)$/.test(event.key);

for (const type of ["pointermove", "click", "focusin", "focusout", "keydown"])
  addEventListener(type, (event) => {
    if (reader) reader.handle(event);
    else if (isOnStrip(event) || isTab(event)) {
      if (movesToDay(event)) event.preventDefault();
      import("./day-reader.ts")
        .then((loaded) => {
          reader = loaded;
          loaded.handle(event);
        })
        .catch(console.error); // the next event retries
    }
  });
