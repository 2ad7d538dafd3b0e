import { PAST_DAYS } from "../../../../worker/public/pages/domain.ts";
import { DAY_MS, MINUTE_MS } from "../../../../worker/shared/time/domain.ts";
import type { Language } from "../../texts/languages.ts";
import { groupQuietDays } from "../../views/page/quiet-days.ts";
import { formatDays } from "../../views/time-format.ts";

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
  const { none = "", cut = "", since = "", today: servedToday = "" } = list.dataset;
  delete list.dataset.none;

  const cards = [...list.querySelectorAll<HTMLElement>("[data-at]")];
  const moments = cards.map(({ dataset }) => `${dataset.at}`.split(" ").map((at) => Date.parse(at)));
  // A cached page knows nothing of later days, and with a slow clock the newest incident must still have a day.
  const newestDay = Date.parse(servedToday);
  const today = localDay(
    Math.max(newestDay, ...moments.flat(), Math.min(Date.now(), newestDay + DAY_MS - 1)),
  );

  const dayCount = Math.min(PAST_DAYS, today - localDay(Date.parse(since)) + 1);
  const daysOfCards = moments.map((times) =>
    times.map((moment) => today - localDay(moment)).find((daysAgo) => daysAgo < dayCount),
  );
  const cardsOf = (daysAgo?: number) => cards.filter((_, index) => daysOfCards[index] === daysAgo);
  const isCut = (daysAgo: number) => localDay(Date.parse(cut)) >= today - daysAgo;
  const isQuiet = (daysAgo: number) => !daysOfCards.includes(daysAgo) && !isCut(daysAgo);
  const toDate = (daysAgo = 0) => new Date((today - daysAgo) * DAY_MS).toISOString().slice(0, 10);
  const language = page.documentElement.lang as Language; // the Worker writes no other
  const rows = groupQuietDays([...Array(dayCount).keys()], isQuiet).map((days) => {
    const row = list.firstElementChild?.cloneNode(true) as HTMLElement; // the page has one row at least
    const [heading, box] = [...row.children] as [Element, Element]; // as past-days.tsx has it
    const [newest = 0] = days;
    heading.id = `day-${toDate(newest)}`;
    row.setAttribute("aria-labelledby", heading.id);
    heading.textContent = formatDays(toDate(days.at(-1)), toDate(newest), language);
    box.replaceChildren(...cardsOf(newest));
    if (isCut(newest) || isQuiet(newest)) {
      const note = page.createElement("p");
      note.className = isCut(newest) ? "more" : "empty";
      note.append((isCut(newest) && section.querySelector("a")?.cloneNode(true)) || none);
      box.append(note);
    }
    return row;
  });
  // The last box stays hidden: it takes the cards that belong to none of the days.
  const hidden = list.lastElementChild as Element; // as past-days.tsx has it
  hidden.replaceChildren(...cardsOf());
  list.replaceChildren(...rows, hidden);
}

/** The reader's calendar day of a moment, as days since January 1, 1970. */
function localDay(moment: number): number {
  return Math.floor((moment - new Date(moment).getTimezoneOffset() * MINUTE_MS) / DAY_MS);
}
