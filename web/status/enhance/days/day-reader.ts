import type { NoticeDays } from "../../../../worker/notices/domain.ts";
import { addStyles } from "../page-styles.ts";
import {
  dayAt,
  dayText,
  language,
  nearestTrouble,
  noticesOn,
  readDay,
  targetDay,
  toDate,
} from "../strip-days.ts";
import css from "./day-reader.css?inline";
import { dayCount, STRIPS, stripOf } from "./strip-elements.ts";
import { readNotices, renewNotices, stripComponentID } from "./strip-notices.ts";

/** A pointer that only crosses a strip on its way loads nothing. */
const REST_MS = 100;
const GAP_PX = 6;
/** Below a strip: the text of a day and links to its notices. */
const card = element("div", "day-card");
const text = card.appendChild(element("p"));
const links = element("ul");
/** Covers the bar of the day that is read. */
const marker = element("i", "day-marker");

/** The day that is read; at most one of all strips. */
let open: { drawing: SVGSVGElement; day: number } | undefined;
/** Escape closed the card of this day (WCAG 1.4.13). */
let dismissed: typeof open;
let hoverTimer: ReturnType<typeof setTimeout> | undefined;

addStyles(css);
describeSliders();

export function handle(event: Event): void {
  if (event instanceof KeyboardEvent) press(event);
  else if (event instanceof FocusEvent) setTimeout(showFocused);
  else if (event.type === "click") click(event);
  else if (event instanceof PointerEvent) point(event);
}
document.documentElement.addEventListener("pointerleave", showFocused);
addEventListener("resize", positionCard);
addEventListener("scroll", positionCard, { capture: true, passive: true });

/** After the page has changed, the same day is read, and its notices are loaded again. */
export function refresh(): void {
  describeSliders();
  renewNotices();
  if (!open) return;
  const { drawing, day } = open;
  open = undefined;
  if (drawing.isConnected) show(drawing, Math.min(day, dayCount(drawing) - 1));
  else hide();
}

function describeSliders(): void {
  for (const drawing of document.querySelectorAll<SVGSVGElement>(STRIPS))
    select(drawing, Math.min(dayCount(drawing) - 1, readDay(drawing)));
}

function select(drawing: SVGSVGElement, day: number): void {
  drawing.setAttribute("aria-valuenow", `${day}`);
  const names = noticesOn(drawing, day).map(({ name }) => name);
  drawing.setAttribute("aria-valuetext", [dayText(drawing, day), ...names].join(". "));
}

function show(drawing: SVGSVGElement, day: number): void {
  const is = (other: typeof open) => other?.drawing === drawing && other.day === day;
  if (is(open) || is(dismissed)) return;
  dismissed = undefined;
  open = { drawing, day };
  stripOf(drawing).append(marker);
  const row = drawing.closest("li");
  if (card.parentElement !== row) row?.append(card);
  write();
  clearTimeout(hoverTimer);
  if (drawing.matches(STRIPS)) hoverTimer = setTimeout(load, REST_MS, drawing);
}

async function load(drawing: SVGSVGElement): Promise<void> {
  await readNotices(drawing).catch(console.error); // the text stays without links, and the next day retries
  if (open?.drawing !== drawing) return;
  select(drawing, readDay(drawing));
  write();
  reveal(drawing);
}

/** Scrolls to the card of a day that was chosen by key or tap, unless the visitor has scrolled away from it. */
function reveal(drawing: SVGSVGElement): void {
  const { top, bottom } = drawing.getBoundingClientRect();
  if (document.activeElement === drawing && top < innerHeight && bottom > 0)
    card.scrollIntoView({ block: "nearest" });
}

function write(): void {
  if (!open) return;
  const { drawing, day } = open;
  text.replaceChildren(...emphasizedParts(dayText(drawing, day)));
  writeLinks(noticesOn(drawing, day));
  positionCard();
}

/** Each status stands out between the day before it and its duration, which never breaks. */
function emphasizedParts(sentence: string): HTMLElement[] {
  const [, day = "", statuses = ""] = /^([^:：]*[:：]\s*)?(.*)$/.exec(sentence) ?? [];
  return [day, ...statuses.split(/([(（].*?[)）])/)].map((part, index) => {
    const shown = element(index % 2 === 1 ? "b" : "span");
    shown.textContent = part;
    return shown;
  });
}

/** Links that stay are not moved, so that one of them can have the focus. */
function writeLinks(notices: NoticeDays[]): void {
  const addresses = notices.map(({ path }) => inLanguage(path));
  const linkAddress = (item: Element | undefined) => item?.querySelector("a")?.getAttribute("href") ?? "";
  for (const item of [...links.children]) if (!addresses.includes(linkAddress(item))) item.remove();
  for (const [index, { name }] of notices.entries()) {
    const [address = "", item] = [addresses[index], links.children[index]];
    if (linkAddress(item) !== address) links.insertBefore(linkItem(name, address), item ?? null);
  }
  for (const item of [...links.children].slice(notices.length)) item.remove();
  if (notices.length === 0) links.remove();
  else if (links.parentElement !== card) card.append(links);
}

function inLanguage(path: string): string {
  return language === "en" ? path : `${path}?lang=${language}`;
}

/** Leads to the notice of the day, or where there are several, to that day on the component's page. */
async function follow(drawing: SVGSVGElement, day: number): Promise<void> {
  await readNotices(drawing).catch(console.error);
  // Meanwhile the visitor can have chosen another day or gone elsewhere.
  if (document.activeElement !== drawing || readDay(drawing) !== day) return;
  const notices = noticesOn(drawing, day);
  const [notice] = notices;
  if (!notice) return;
  const several = `${inLanguage(`/components/${stripComponentID(drawing)}`)}#day-${toDate(drawing, day)}`;
  location.assign(notices.length === 1 ? inLanguage(notice.path) : several);
}

/** A click on the bar of a bad day leads to that day on the group's page. Elsewhere, as by a tap, it unfolds the group. */
function followGroupDay(event: Event): void {
  const { target } = event;
  if (!(target instanceof SVGPathElement && event instanceof MouseEvent) || isTap(event)) return;
  const drawing = groupDrawingAt(target);
  if (!drawing || target.matches(".green, .none")) return;
  const day = dayAt(drawing, event);
  const groupID = drawing.closest(".group")?.id;
  if (day === undefined || !groupID) return;
  event.preventDefault();
  location.assign(`${inLanguage(`/groups/${groupID}`)}#day-${toDate(drawing, day)}`);
}

function linkItem(name: string, address: string): HTMLElement {
  const item = element("li");
  const link = item.appendChild(element("a"));
  link.href = address;
  link.dir = "auto";
  link.textContent = name;
  return item;
}

/** Puts the marker onto the bar, and the card below its middle, within the row. */
function positionCard(): void {
  const row = card.offsetParent;
  if (!open || !row) return;
  const { drawing, day } = open;
  const strip = stripOf(drawing);
  const columns = drawing.viewBox.baseVal.width;
  const drawingRect = drawing.getBoundingClientRect();
  const stripRect = strip.getBoundingClientRect();
  const width = drawingRect.width / columns;
  const bar = drawingRect.left + day * width;
  marker.style.left = `${bar - stripRect.left}px`;
  marker.style.width = `calc(${width}px - var(--gap))`;
  const { left, right, top } = row.getBoundingClientRect();
  card.style.maxWidth = `min(18rem, ${right - left}px)`;
  const middle = bar + (width - card.offsetWidth) / 2;
  const inRow = Math.max(left, Math.min(right - card.offsetWidth, middle));
  card.style.left = `${inRow - left - row.clientLeft}px`;
  card.style.top = `${stripRect.bottom + GAP_PX - top - row.clientTop}px`;
}

function hide(): void {
  clearTimeout(hoverTimer);
  card.remove();
  marker.remove();
  open = undefined;
  dismissed = undefined;
}

function showFocused(): void {
  const { activeElement } = document;
  if (activeElement instanceof SVGSVGElement) show(activeElement, readDay(activeElement));
  else if (!card.contains(activeElement)) hide();
}

function press(event: KeyboardEvent): void {
  if (event.key === "Escape" && open) {
    const { drawing, day } = open;
    const hadFocus = card.contains(document.activeElement);
    hide();
    dismissed = { drawing, day };
    if (hadFocus) drawing.focus();
  }
  const drawing = drawingAt(event.target);
  if (!drawing) return;
  if (event.key === "Enter") void follow(drawing, readDay(drawing));
  const target = targetDay(drawing, event.key);
  if (target !== undefined) {
    event.preventDefault();
    read(drawing, target);
  }
}

function point(event: PointerEvent): void {
  if (isInCard(event.target)) return;
  const isMouse = event.pointerType === "mouse";
  const drawing = drawingAt(event.target) ?? (isMouse ? groupDrawingAt(event.target) : undefined);
  const day = drawing ? dayAt(drawing, event) : undefined;
  if (!drawing || day === undefined) {
    if (isMouse && !drawing) showFocused();
  } else if (!isMouse) {
    focus(drawing, day);
  } else if (!card.contains(document.activeElement)) show(drawing, day);
}

function click(event: Event): void {
  if (isInCard(event.target)) return;
  followGroupDay(event);
  const drawing = drawingAt(event.target);
  const day = drawing && event instanceof MouseEvent ? dayAt(drawing, event) : undefined;
  const { activeElement } = document;
  if (drawing && day !== undefined) {
    focus(drawing, isTap(event) ? nearestTrouble(drawing, day) : day);
    // A tap shows the day, because a finger can't point without it.
    if (!isTap(event)) void follow(drawing, day);
  } else if (activeElement instanceof SVGSVGElement) activeElement.blur();
  else if (card.contains(activeElement)) (activeElement as HTMLElement).blur(); // a link
}

/** A lifted finger leaves no pointer on the strip, so focus keeps the text until something else is touched. */
function focus(drawing: SVGSVGElement, day: number): void {
  drawing.setAttribute("aria-valuenow", `${day}`);
  drawing.focus({ preventScroll: true });
  read(drawing, day);
}

function read(drawing: SVGSVGElement, day: number): void {
  select(drawing, day);
  show(drawing, day);
  reveal(drawing);
}

function isInCard(target: EventTarget | null): boolean {
  return target instanceof Node && card.contains(target);
}

function drawingAt(target: EventTarget | null): SVGSVGElement | null | undefined {
  return target instanceof Element
    ? target.closest(".strip:not(.plain-strip)")?.querySelector<SVGSVGElement>("svg")
    : null;
}

function groupDrawingAt(target: EventTarget | null): SVGSVGElement | null | undefined {
  return target instanceof Element ? target.closest(".plain-strip")?.querySelector("svg") : null;
}

function isTap(event: Event): boolean {
  return event instanceof PointerEvent && event.pointerType === "touch";
}

function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className = "") {
  const created = document.createElement(tag);
  created.className = className;
  return created;
}
