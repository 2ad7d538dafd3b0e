import { DAY_MS } from "../../../worker/time/domain.ts";
import type { Language } from "../texts/languages.ts";
import { formatDay } from "../views/time-format.ts";

/** Says what a day without trouble was like, of which there is no element in the page. */
const tip = document.createElement("b");

/** The one day of all strips that is shown, and its strip's drawing. */
let read: { drawing: SVGSVGElement; day: number } | undefined;

/** Makes each strip of days one stop of the Tab key; within it the arrow keys go from day to day. */
export function enhanceDayStrips(page: Document): void {
  for (const drawing of page.querySelectorAll<SVGSVGElement>(".strip > svg")) {
    const last = daysOf(drawing) - 1;
    drawing.role = "slider";
    drawing.tabIndex = 0;
    drawing.ariaValueMin = "0";
    drawing.ariaValueMax = `${last}`;
    choose(drawing, Math.min(last, Number(drawing.ariaValueNow ?? last)));
    const strip = stripOf(drawing);
    strip.dataset.live = "";
    for (const day of strip.querySelectorAll("li")) day.removeAttribute("tabindex");
  }
}

/** Shows the day that was read before the page changed. */
export function readAgain(): void {
  const { drawing, day } = read ?? {};
  read = undefined;
  if (drawing?.isConnected && day !== undefined) show(drawing, Math.min(day, daysOf(drawing) - 1));
}

function stripOf(drawing: SVGSVGElement): HTMLElement {
  return drawing.parentElement as HTMLElement; // as day-strip.tsx has it
}

function daysOf(drawing: SVGSVGElement): number {
  return Number(stripOf(drawing).dataset.days ?? drawing.viewBox.baseVal.width);
}

function positionOf(day: number): string[] {
  return [`t${Math.floor(day / 10)}`, `u${day % 10}`];
}

function troubleOn(drawing: SVGSVGElement, day: number): Element | null {
  return stripOf(drawing).querySelector(`li.${positionOf(day).join(".")}`);
}

function textOf(drawing: SVGSVGElement, day: number): string {
  const trouble = troubleOn(drawing, day)?.textContent;
  if (trouble) return trouble;
  const { until = "", since = "" } = stripOf(drawing).dataset;
  const page = drawing.ownerDocument;
  const { fine = "", uncounted = "" } = page.querySelector<HTMLElement>(".how")?.dataset ?? {};
  const time = Date.parse(until) - (daysOf(drawing) - 1 - day) * DAY_MS;
  const date = new Date(time).toISOString().slice(0, 10);
  const [text, shown] = date < since.slice(0, 10) ? [uncounted, since] : [fine, date];
  return text.replace("{date}", formatDay(shown, page.documentElement.lang as Language)); // the Worker writes no other
}

/** Makes a day the one at which the keys stand. */
function choose(drawing: SVGSVGElement, day: number): void {
  drawing.ariaValueNow = `${day}`;
  drawing.ariaValueText = textOf(drawing, day);
}

function show(drawing: SVGSVGElement, day: number): void {
  if (read?.drawing === drawing && read.day === day) return;
  hide();
  read = { drawing, day };
  let shown = troubleOn(drawing, day);
  if (!shown) {
    tip.ariaHidden = "true";
    tip.className = positionOf(day).join(" ");
    tip.textContent = textOf(drawing, day);
    drawing.after(tip);
    shown = tip;
  }
  shown.setAttribute("data-read", "");
}

function hide(): void {
  if (!read) return;
  const strip = stripOf(read.drawing);
  strip.querySelector("[data-read]")?.removeAttribute("data-read");
  strip.removeAttribute("data-shut");
  tip.remove();
  read = undefined;
}

/** Shows the day of the strip that has the focus, and none without. */
function showFocused(): void {
  const { activeElement } = document;
  if (activeElement instanceof SVGSVGElement) show(activeElement, Number(activeElement.ariaValueNow));
  else hide();
}

function drawingAt(target: EventTarget | null): SVGSVGElement | null | undefined {
  return target instanceof Element ? target.closest(".strip")?.querySelector("svg") : null;
}

/** The day below a pointer; none above the drawing, where the text of a day is, and none behind the last day. */
function dayAt(drawing: SVGSVGElement, { clientX, clientY }: MouseEvent): number | undefined {
  const { left, right, top } = drawing.getBoundingClientRect();
  const along = (document.dir === "rtl" ? right - clientX : clientX - left) / (right - left);
  const day = Math.floor(along * drawing.viewBox.baseVal.width);
  return clientY >= top && day >= 0 && day < daysOf(drawing) ? day : undefined;
}

addEventListener("keydown", (event) => {
  // What a day says goes until another one is read (WCAG 1.4.13).
  if (event.key === "Escape" && read) stripOf(read.drawing).dataset.shut = "";
  const drawing = drawingAt(event.target);
  if (!drawing) return;
  const to = destination(drawing, event.key);
  if (to === undefined) return;
  event.preventDefault();
  choose(drawing, to);
  show(drawing, to);
});

/** The day that a key leads to. */
function destination(drawing: SVGSVGElement, key: string): number | undefined {
  const [day, last] = [Number(drawing.ariaValueNow), daysOf(drawing) - 1];
  const forward = document.dir === "rtl" ? -1 : 1;
  const to = { ArrowRight: day + forward, ArrowLeft: day - forward, Home: 0, End: last }[key];
  return to === undefined ? undefined : Math.max(0, Math.min(last, to));
}

addEventListener("pointermove", (event) => {
  const drawing = drawingAt(event.target);
  if (!drawing) return event.pointerType === "mouse" ? showFocused() : undefined;
  const day = dayAt(drawing, event);
  if (day === undefined) return;
  // A finger leaves the strip without a word: what it has read stays until something else is touched.
  if (event.pointerType !== "mouse") focus(drawing, day);
  show(drawing, day);
});
addEventListener("click", (event) => {
  const drawing = drawingAt(event.target);
  if (!drawing) return drawingAt(document.activeElement)?.blur();
  const day = dayAt(drawing, event);
  if (day !== undefined) focus(drawing, day);
});

function focus(drawing: SVGSVGElement, day: number): void {
  choose(drawing, day);
  drawing.focus({ preventScroll: true });
  show(drawing, day);
}

for (const event of ["focusin", "focusout"]) addEventListener(event, () => setTimeout(showFocused));
document.documentElement.addEventListener("pointerleave", showFocused);
