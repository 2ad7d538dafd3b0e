/** The strips whose days can be read, unlike that of a group. */
export const STRIPS = ".strip:not(.plain-strip) > svg";

export function stripOf(drawing: SVGSVGElement): HTMLElement {
  return drawing.parentElement as HTMLElement; // as day-strip.tsx has it
}

export function dayCount(drawing: SVGSVGElement): number {
  return Number(stripOf(drawing).dataset.days ?? drawing.getAttribute("viewBox")?.split(" ")[2]);
}
