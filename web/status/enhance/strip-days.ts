import type { NoticeDays } from "../../../worker/notices/domain.ts";
import { DAY_MS } from "../../../worker/shared/time/domain.ts";
import type { Language } from "../texts/languages.ts";
import { positionClasses } from "../views/strips/day-position.ts";
import { formatDay } from "../views/time-format.ts";
import { dayCount, stripOf } from "./days/strip-elements.ts";
import { noticesOf } from "./days/strip-notices.ts";

/** A tap is meant for a day with an outage if that is within a target of 24 px (WCAG 2.5.8) around it. */
const MAX_TAP_DISTANCE_PX = 12;

export const language = document.documentElement.lang as Language; // the Worker writes no other

export function readDay(drawing: SVGSVGElement): number {
  return Number(drawing.getAttribute("aria-valuenow"));
}

export function toDate(drawing: SVGSVGElement, day: number): string {
  const { until = "" } = stripOf(drawing).dataset;
  return new Date(Date.parse(until) - (dayCount(drawing) - 1 - day) * DAY_MS).toISOString().slice(0, 10);
}

export function dayText(drawing: SVGSVGElement, day: number): string {
  const trouble = troubleOn(drawing, day);
  if (trouble) return trouble;
  const { since = "" } = stripOf(drawing).dataset;
  const { operational = "", notCounted = "" } =
    document.querySelector<HTMLElement>(".uptime-legend")?.dataset ?? {};
  const date = toDate(drawing, day);
  if (date < since.slice(0, 10)) return notCounted.replace("{date}", formatDay(since, language));
  return operational
    .replace("{date}", formatDay(date, language))
    .replace(stateText("green"), stateText(colorOn(drawing, day)));
}

function stateText(color: string): string {
  return document.querySelector(`.legend .${color}`)?.textContent ?? "";
}

/** The strip of a group has no texts, but the bars of one color are one path: `M3 16v-10h2v10` are two from the third day on. */
function colorOn(drawing: SVGSVGElement, day: number): string {
  for (const path of drawing.children)
    for (const [, first, count] of path.getAttribute("d")?.matchAll(/M(\d+) [^h]*h(\d+)/g) ?? [])
      if (day >= Number(first) && day < Number(first) + Number(count))
        return path.getAttribute("class") ?? "";
  return "none";
}

function troubleOn(drawing: SVGSVGElement, day: number): string | null | undefined {
  return stripOf(drawing).querySelector(`li.${positionClasses(day).join(".")}`)?.textContent;
}

export function noticesOn(drawing: SVGSVGElement, day: number): NoticeDays[] {
  const date = toDate(drawing, day);
  return noticesOf(drawing).filter(({ from, to }) => from <= date && (to === undefined || date <= to));
}

export function targetDay(drawing: SVGSVGElement, key: string): number | undefined {
  const [day, last] = [readDay(drawing), dayCount(drawing) - 1];
  const target = { ArrowRight: day + 1, ArrowLeft: day - 1, Home: 0, End: last }[key];
  return target === undefined ? undefined : Math.max(0, Math.min(last, target));
}

/** On a phone, a bar is narrower than a fingertip. A finger that moves along the strip reads each day. */
export function nearestTrouble(drawing: SVGSVGElement, day: number): number {
  const width = drawing.getBoundingClientRect().width / drawing.viewBox.baseVal.width;
  for (let distance = 0; distance * width <= MAX_TAP_DISTANCE_PX; distance++)
    for (const near of [day + distance, day - distance]) if (troubleOn(drawing, near)) return near;
  return day;
}

export function dayAt(drawing: SVGSVGElement, { clientX }: MouseEvent): number | undefined {
  const { left, right } = drawing.getBoundingClientRect();
  const along = (clientX - left) / (right - left);
  const day = Math.floor(along * drawing.viewBox.baseVal.width);
  return day >= 0 && day < dayCount(drawing) ? day : undefined;
}
