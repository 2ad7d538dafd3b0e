import { DAY_MS, MINUTE_MS } from "../../../worker/time/domain.ts";
import type { Language } from "../texts/languages.ts";
import { formatDay } from "../views/time-format.ts";

/**
 * Puts past incidents, which the page has under UTC days, under the reader's own days. A list that the parser is still
 * adding to is hidden until it is whole, so that no card is ever seen to change places.
 */
export function groupByOwnDays(page: Document): void {
  const list = page.querySelector<HTMLElement>("[data-none]");
  const section = list?.parentElement;
  if (!list || !section) return;
  list.hidden = !section.nextElementSibling;
  if (list.hidden) return;
  const { none = "", cut = "" } = list.dataset;
  delete list.dataset.none;

  const cards = [...list.querySelectorAll<HTMLElement>("[data-at]")];
  const moments = cards.map(({ dataset }) => `${dataset.at}`.split(" ").map((at) => Date.parse(at)));
  // A page that was kept says nothing of a later day, and a clock that is slow must lose no incident.
  const first = Date.parse(`${list.querySelector("time")?.dateTime}`);
  const today = ownDay(Math.max(first, ...moments.flat(), Math.min(Date.now(), first + DAY_MS - 1)));

  // The last box is never shown: it has what belongs to none of the days.
  const boxes = [...list.children].map((day) => day.lastElementChild);
  for (const box of boxes) box?.replaceChildren();
  for (const [at, card] of cards.entries()) {
    const backs = moments[at]?.map((moment) => today - ownDay(moment));
    boxes.at(backs?.find((back) => back < boxes.length - 1) ?? -1)?.append(card);
  }
  for (const [back, time] of list.querySelectorAll<HTMLTimeElement>("h3 time").entries()) {
    const heading = time.parentElement;
    const box = boxes[back];
    if (!heading || !box) return;
    time.dateTime = new Date((today - back) * DAY_MS).toISOString().slice(0, 10);
    time.textContent = formatDay(time.dateTime, page.documentElement.lang as Language); // the Worker writes no other
    heading.id = `day-${time.dateTime}`;
    heading.parentElement?.setAttribute("aria-labelledby", heading.id);
    const isCut = ownDay(Date.parse(cut)) >= today - back;
    if (!isCut && box.firstChild) continue;
    const note = page.createElement("p");
    note.className = isCut ? "rest" : "empty";
    note.append((isCut && section.querySelector("a")?.cloneNode(true)) || none);
    box.append(note);
  }
}

/** The number of the reader's calendar day of a moment, counted from January 1, 1970. */
function ownDay(moment: number): number {
  return Math.floor((moment - new Date(moment).getTimezoneOffset() * MINUTE_MS) / DAY_MS);
}
