import { DAY_MS, MINUTE_MS } from "../../../worker/time/domain.ts";
import type { Language } from "../texts/languages.ts";
import { formatDay } from "../views/time-format.ts";

/**
 * Moves past incidents from the UTC days of the page to the reader's days. The list is hidden until it is parsed
 * completely, so that no card is seen to move.
 */
export function groupByLocalDays(page: Document): void {
  const list = page.querySelector<HTMLElement>("[data-none]");
  const section = list?.parentElement;
  if (!list || !section) return;
  list.hidden = !section.nextElementSibling;
  if (list.hidden) return;
  const { none = "", cut = "" } = list.dataset;
  delete list.dataset.none;

  const cards = [...list.querySelectorAll<HTMLElement>("[data-at]")];
  const moments = cards.map(({ dataset }) => `${dataset.at}`.split(" ").map((at) => Date.parse(at)));
  // A cached page knows nothing of later days, and with a slow clock the newest incident must still have a day.
  const newestDay = Date.parse(`${list.querySelector("time")?.dateTime}`);
  const today = localDay(
    Math.max(newestDay, ...moments.flat(), Math.min(Date.now(), newestDay + DAY_MS - 1)),
  );

  // The last box stays hidden: it takes the cards that belong to none of the days.
  const boxes = [...list.children].map((day) => day.lastElementChild);
  for (const box of boxes) box?.replaceChildren();
  for (const [at, card] of cards.entries()) {
    const daysAgo = moments[at]?.map((moment) => today - localDay(moment));
    boxes.at(daysAgo?.find((days) => days < boxes.length - 1) ?? -1)?.append(card);
  }
  for (const [daysAgo, time] of list.querySelectorAll<HTMLTimeElement>("h3 time").entries()) {
    const heading = time.parentElement;
    const box = boxes[daysAgo];
    if (!heading || !box) return;
    time.dateTime = new Date((today - daysAgo) * DAY_MS).toISOString().slice(0, 10);
    time.textContent = formatDay(time.dateTime, page.documentElement.lang as Language); // the Worker writes no other
    heading.id = `day-${time.dateTime}`;
    heading.parentElement?.setAttribute("aria-labelledby", heading.id);
    const isCut = localDay(Date.parse(cut)) >= today - daysAgo;
    if (!isCut && box.firstChild) continue;
    const note = page.createElement("p");
    note.className = isCut ? "rest" : "empty";
    note.append((isCut && section.querySelector("a")?.cloneNode(true)) || none);
    box.append(note);
  }
}

/** The reader's calendar day of a moment, as days since January 1, 1970. */
function localDay(moment: number): number {
  return Math.floor((moment - new Date(moment).getTimezoneOffset() * MINUTE_MS) / DAY_MS);
}
