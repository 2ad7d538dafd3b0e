import { DAY_MS } from "../../../worker/time/domain.ts";
import type { Language } from "../texts/languages.ts";
import { positionClasses } from "../views/day-position.ts";
import { formatDay } from "../views/time-format.ts";

/** Shows the text of a day without trouble, for which the page has no element. */
const tooltip = document.createElement("b");

/** The day whose text is visible; at most one of all strips. */
let visible: { drawing: SVGSVGElement; day: number } | undefined;

/** Makes each strip one tab stop: a slider whose arrow keys move from day to day. */
export function enhanceDayStrips(page: Document): void {
  for (const drawing of page.querySelectorAll<SVGSVGElement>(".strip:not(.still) > svg")) {
    const last = daysOf(drawing) - 1;
    drawing.role = "slider";
    drawing.tabIndex = 0;
    drawing.ariaValueMin = "0";
    drawing.ariaValueMax = `${last}`;
    setSliderValue(drawing, Math.min(last, Number(drawing.ariaValueNow ?? last)));
    const strip = stripOf(drawing);
    strip.dataset.live = "";
    for (const day of strip.querySelectorAll("li")) day.removeAttribute("tabindex");
  }
}

/** Shows the text again that was visible before the page changed. */
export function restoreReadDay(): void {
  const { drawing, day } = visible ?? {};
  visible = undefined;
  if (drawing?.isConnected && day !== undefined) showText(drawing, Math.min(day, daysOf(drawing) - 1));
}

function stripOf(drawing: SVGSVGElement): HTMLElement {
  return drawing.parentElement as HTMLElement; // as day-strip.tsx has it
}

function daysOf(drawing: SVGSVGElement): number {
  return Number(stripOf(drawing).dataset.days ?? drawing.viewBox.baseVal.width);
}

function troubleElement(drawing: SVGSVGElement, day: number): Element | null {
  return stripOf(drawing).querySelector(`li.${positionClasses(day).join(".")}`);
}

function textOf(drawing: SVGSVGElement, day: number): string {
  const trouble = troubleElement(drawing, day)?.textContent;
  if (trouble) return trouble;
  const { until = "", since = "" } = stripOf(drawing).dataset;
  const page = drawing.ownerDocument;
  const { operational = "", notCounted = "" } =
    page.querySelector<HTMLElement>(".uptime-legend")?.dataset ?? {};
  const time = Date.parse(until) - (daysOf(drawing) - 1 - day) * DAY_MS;
  const date = new Date(time).toISOString().slice(0, 10);
  const [template, shownDate] = date < since.slice(0, 10) ? [notCounted, since] : [operational, date];
  return template.replace("{date}", formatDay(shownDate, page.documentElement.lang as Language)); // the Worker writes no other
}

function setSliderValue(drawing: SVGSVGElement, day: number): void {
  drawing.ariaValueNow = `${day}`;
  drawing.ariaValueText = textOf(drawing, day);
}

function showText(drawing: SVGSVGElement, day: number): void {
  if (visible?.drawing === drawing && visible.day === day) return;
  hideText();
  visible = { drawing, day };
  let text = troubleElement(drawing, day);
  if (!text) {
    tooltip.ariaHidden = "true";
    tooltip.className = positionClasses(day).join(" ");
    tooltip.textContent = textOf(drawing, day);
    drawing.after(tooltip);
    text = tooltip;
  }
  text.setAttribute("data-read", "");
}

function hideText(): void {
  if (!visible) return;
  const strip = stripOf(visible.drawing);
  strip.querySelector("[data-read]")?.removeAttribute("data-read");
  strip.removeAttribute("data-shut");
  tooltip.remove();
  visible = undefined;
}

function showFocused(): void {
  const { activeElement } = document;
  if (activeElement instanceof SVGSVGElement) showText(activeElement, Number(activeElement.ariaValueNow));
  else hideText();
}

function drawingAt(target: EventTarget | null): SVGSVGElement | null | undefined {
  return target instanceof Element ? target.closest(".strip")?.querySelector("svg") : null;
}

/** Undefined above the drawing, where the text of a day is, and after the last day. */
function dayAt(drawing: SVGSVGElement, { clientX, clientY }: MouseEvent): number | undefined {
  const { left, right, top } = drawing.getBoundingClientRect();
  const along = (document.dir === "rtl" ? right - clientX : clientX - left) / (right - left);
  const day = Math.floor(along * drawing.viewBox.baseVal.width);
  return clientY >= top && day >= 0 && day < daysOf(drawing) ? day : undefined;
}

addEventListener("keydown", (event) => {
  // Escape dismisses the text (WCAG 1.4.13).
  if (event.key === "Escape" && visible) stripOf(visible.drawing).dataset.shut = "";
  const drawing = drawingAt(event.target);
  if (!drawing) return;
  const target = targetDay(drawing, event.key);
  if (target === undefined) return;
  event.preventDefault();
  setSliderValue(drawing, target);
  showText(drawing, target);
});

function targetDay(drawing: SVGSVGElement, key: string): number | undefined {
  const [day, last] = [Number(drawing.ariaValueNow), daysOf(drawing) - 1];
  const forward = document.dir === "rtl" ? -1 : 1;
  const target = { ArrowRight: day + forward, ArrowLeft: day - forward, Home: 0, End: last }[key];
  return target === undefined ? undefined : Math.max(0, Math.min(last, target));
}

addEventListener("pointermove", (event) => {
  const drawing = drawingAt(event.target);
  if (!drawing) return event.pointerType === "mouse" ? showFocused() : undefined;
  const day = dayAt(drawing, event);
  if (day === undefined) return;
  // A lifted finger leaves no pointer on the strip, so focus keeps the text until something else is touched.
  if (event.pointerType !== "mouse") focus(drawing, day);
  showText(drawing, day);
});
addEventListener("click", (event) => {
  const drawing = drawingAt(event.target);
  if (!drawing) return drawingAt(document.activeElement)?.blur();
  const day = dayAt(drawing, event);
  if (day !== undefined) focus(drawing, day);
});

function focus(drawing: SVGSVGElement, day: number): void {
  setSliderValue(drawing, day);
  drawing.focus({ preventScroll: true });
  showText(drawing, day);
}

for (const event of ["focusin", "focusout"]) addEventListener(event, () => setTimeout(showFocused));
document.documentElement.addEventListener("pointerleave", showFocused);
