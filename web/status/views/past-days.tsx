import { isOpen, lastChangeTo, noticePath, type ShownNotice } from "../../../worker/notices/domain.ts";
import { MAX_RECENT } from "../../../worker/pages/domain.ts";
import { DAY_MS } from "../../../worker/time/domain.ts";
import { chooseDetail, escapedBytes } from "./choose-detail.ts";
import { Interpolated, useHref, usePlural, useTexts, useVisit } from "./language.tsx";
import { NoticeCard } from "./notice-card.tsx";
import { type NoticeView, noticeForms } from "./notice-view.ts";
import { minuteOf } from "./time.tsx";
import { formatDay } from "./time-format.ts";

/** How many past days the main page shows. */
export const PAST_DAYS = 14;

/** The UTC days of the last `count` days, today first, each as 2026-01-31. */
export function lastDays(now: string, count: number): string[] {
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.parse(now) - back * DAY_MS).toISOString().slice(0, 10),
  );
}

/** Some 15 incidents in full, and some 50 more in brief. */
const BUDGET = { fullBytes: 32 * 1024, briefBytes: 48 * 1024 };

interface PastCard {
  incident: ShownNotice;
  /** Of an incident that is no longer open. */
  notice?: NoticeView;
}

const forms = {
  full: (incident: ShownNotice): PastCard =>
    isOpen(incident) ? { incident } : { incident, notice: noticeForms.full(incident) },
  brief: (incident: ShownNotice): PastCard =>
    isOpen(incident) ? { incident } : { incident, notice: noticeForms.brief(incident) },
  bytesOf: ({ incident, notice }: PastCard) =>
    notice ? noticeForms.bytesOf(notice) : STILL_OPEN_BYTES + escapedBytes(incident.name),
};
const STILL_OPEN_BYTES = 200;

/** In UTC days as served; the page's script puts them into the reader's, for which it has the day before as well. */
export function PastDays({ now, incidents }: { now: string; incidents: ShownNotice[] }) {
  const plural = usePlural();
  const texts = useTexts();
  const href = useHref();
  const days = lastDays(now, PAST_DAYS);
  const [dayBefore = ""] = lastDays(now, PAST_DAYS + 1).slice(PAST_DAYS);
  const byDay = Map.groupBy(incidents, (incident) => dayOf(incident, days) ?? dayOf(incident, [dayBefore]));
  const inOrder = [...days, dayBefore].flatMap((day) => byDay.get(day) ?? []);
  const shown = chooseDetail(inOrder, forms, BUDGET);
  const firstLeft = inOrder[shown.length];
  const cut = lastDayCut(incidents, firstLeft && dayOf(firstLeft, [...days, dayBefore]));
  const shownOn = Map.groupBy(shown, ({ incident }) => dayOf(incident, [...days, dayBefore]));
  return (
    <section aria-labelledby="past">
      <div className="heading">
        <h2 id="past">{plural(texts.lastDays, days.length)}</h2>
        <a href={href("/history")}>{texts.fullHistory}</a>
      </div>
      <div data-none={texts.noIncidents} data-cut={cut && `${cut}T23:59Z`}>
        {days.map((day) => (
          <Day key={day} day={day} cards={shownOn.get(day) ?? []} more={cut !== undefined && day <= cut} />
        ))}
        <div hidden>
          <Cards cards={shownOn.get(dayBefore) ?? []} />
        </div>
      </div>
    </section>
  );
}

/** The day it began; for one that began before all of these, the day it was resolved for good. */
export function dayOf(incident: ShownNotice, days: string[]): string | undefined {
  return momentsOf(incident)
    .map((moment) => moment.slice(0, 10))
    .find((day) => days.includes(day));
}

function momentsOf(incident: ShownNotice): string[] {
  const resolvedAt = lastChangeTo(incident, "Resolved");
  return resolvedAt === undefined ? [incident.createdAt] : [incident.createdAt, resolvedAt];
}

/**
 * The last day of which, and of those before it, there may be more incidents than are shown.
 * @param left the day of the first of them that was loaded and is not shown
 */
function lastDayCut(incidents: ShownNotice[], left = ""): string | undefined {
  const began = incidents
    .filter((incident) => !isOpen(incident))
    .map(({ createdAt }) => createdAt.slice(0, 10));
  const [first = ""] = began.length < MAX_RECENT ? [] : began.toSorted();
  return [first, left].toSorted().at(-1) || undefined;
}

/** @param more whether the day may have more incidents than cards */
function Day({ day, cards, more }: { day: string; cards: PastCard[]; more: boolean }) {
  const { language } = useVisit();
  const texts = useTexts();
  const href = useHref();
  return (
    <section className="day" aria-labelledby={`day-${day}`}>
      <h3 id={`day-${day}`}>
        <time dateTime={day}>{formatDay(day, language)}</time>
      </h3>
      <div>
        {cards.length > 0 && <Cards cards={cards} />}
        {cards.length === 0 && !more && <p className="empty">{texts.noIncidents}</p>}
        {more && (
          <p className="rest">
            <a href={href("/history")}>{texts.fullHistory}</a>
          </p>
        )}
      </div>
    </section>
  );
}

function Cards({ cards }: { cards: PastCard[] }) {
  return (
    <div>
      {cards.map(({ incident, notice }) =>
        notice ? (
          <NoticeCard key={notice.path} notice={notice} shown={1} at={momentsTold(incident)} Heading="h4" />
        ) : (
          <StillOpen key={incident.noticeID} incident={incident} />
        ),
      )}
    </div>
  );
}

/** Points to where it stands on top. */
function StillOpen({ incident }: { incident: ShownNotice }) {
  const texts = useTexts();
  const name = (
    <a href={`#${noticePath(incident).slice(1)}`}>
      <bdi>{incident.name}</bdi>
    </a>
  );
  return (
    <p className="ongoing" data-at={momentsTold(incident)}>
      <Interpolated text={texts.stillOpen} values={{ name, status: texts.states[incident.status] }} />
    </p>
  );
}

/** The moments as minutes, as the page's script reads them. */
function momentsTold(incident: ShownNotice): string {
  return momentsOf(incident).map(minuteOf).join(" ");
}
