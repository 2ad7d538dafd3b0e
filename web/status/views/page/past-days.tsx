import {
  isOpen,
  lastChangeTo,
  MAX_PAST_INCIDENTS,
  type ShownNotice,
} from "../../../../worker/notices/domain.ts";
import { PAST_DAYS } from "../../../../worker/public/pages/domain.ts";
import { DAY_MS } from "../../../../worker/shared/time/domain.ts";
import { chooseDetail } from "../choose-detail.ts";
import { useHref, usePageContext, usePlural, useTexts } from "../language.tsx";
import { NoticeLine } from "../notice/notice-line.tsx";
import { type NoticeView, noticeForms } from "../notice/notice-view.ts";
import { truncateToMinute } from "../time.tsx";
import { formatUTCDays } from "../utc-format.ts";
import { groupQuietDays } from "./quiet-days.ts";

/** UTC days as in 2026-01-31, today first. */
export function lastDays(now: string, count: number): string[] {
  return Array.from({ length: count }, (_, daysAgo) =>
    new Date(Date.parse(now) - daysAgo * DAY_MS).toISOString().slice(0, 10),
  );
}

/** The budget is enough for some 15 incidents in full and 50 more in brief. */
const BUDGET = { fullBytes: 32 * 1024, briefBytes: 48 * 1024 };

interface PastView {
  incident: ShownNotice;
  /** An open incident has none: it is on top of the page. */
  notice?: NoticeView;
}

const forms = {
  full: (incident: ShownNotice): PastView =>
    isOpen(incident) ? { incident } : { incident, notice: noticeForms.full(incident) },
  brief: (incident: ShownNotice): PastView =>
    isOpen(incident) ? { incident } : { incident, notice: noticeForms.brief(incident) },
  byteLength: ({ notice }: PastView) => (notice ? noticeForms.byteLength(notice) : OPEN_BYTES),
};
const OPEN_BYTES = 150;

interface Props {
  now: string;
  /** Nothing is known about the days before the first component was added or the first incident began. */
  since: string;
  incidents: ShownNotice[];
}

/** UTC days as served. The page's script moves incidents to the reader's days, which may begin on the UTC day before these. */
export function PastDays({ now, since, incidents }: Props) {
  const plural = usePlural();
  const texts = useTexts();
  const href = useHref();
  const daysAndBefore = lastDays(now, PAST_DAYS + 1);
  const days = daysAndBefore.slice(0, PAST_DAYS);
  const [dayBefore = ""] = daysAndBefore.slice(PAST_DAYS);
  const byDay = Map.groupBy(
    incidents,
    (incident) => findShownDay(incident, days) ?? findShownDay(incident, [dayBefore]),
  );
  const inOrder = daysAndBefore.flatMap((day) => byDay.get(day) ?? []);
  const views = chooseDetail(inOrder, forms, BUDGET);
  const firstOmitted = inOrder[views.length];
  const cut = lastIncompleteDay(incidents, firstOmitted && findShownDay(firstOmitted, daysAndBefore));
  const viewsByDay = Map.groupBy(views, ({ incident }) => findShownDay(incident, daysAndBefore));
  const shownDays = days
    .filter((day) => day >= since.slice(0, 10))
    .map((day) => ({ day, views: viewsByDay.get(day) ?? [], isIncomplete: cut !== undefined && day <= cut }));
  return (
    <section aria-labelledby="past">
      <div className="heading">
        <h2 id="past">{plural(texts.lastDays, days.length)}</h2>
        <a href={href("/history")}>{texts.fullHistory}</a>
      </div>
      <div
        className="card"
        data-none={texts.noIncidents}
        data-today={days[0]}
        data-since={truncateToMinute(since)}
        data-cut={cut && `${cut}T23:59Z`}
      >
        {groupQuietDays(shownDays, isQuiet).map((row) => (
          <Days key={row[0]?.day} days={row} />
        ))}
        <div hidden>
          <PastIncidents views={viewsByDay.get(dayBefore) ?? []} />
        </div>
      </div>
    </section>
  );
}

/** The day the incident began, or where that is not one of `days`, the day it was resolved. */
export function findShownDay(incident: ShownNotice, days: string[]): string | undefined {
  return beginAndEnd(incident)
    .map((moment) => moment.slice(0, 10))
    .find((day) => days.includes(day));
}

function beginAndEnd(incident: ShownNotice): string[] {
  const resolvedAt = lastChangeTo(incident, "Resolved");
  return resolvedAt === undefined ? [incident.createdAt] : [incident.createdAt, resolvedAt];
}

/**
 * This day and all earlier ones may have more incidents than are shown.
 * @param omitted the day of the first incident that was loaded but is not shown
 */
function lastIncompleteDay(incidents: ShownNotice[], omitted = ""): string | undefined {
  const began = incidents
    .filter((incident) => !isOpen(incident))
    .map(({ createdAt }) => createdAt.slice(0, 10));
  const [first = ""] = began.length < MAX_PAST_INCIDENTS ? [] : began.toSorted();
  return [first, omitted].toSorted().at(-1) || undefined;
}

interface DayView {
  day: string;
  views: PastView[];
  isIncomplete: boolean;
}

function isQuiet({ views, isIncomplete }: DayView): boolean {
  return views.length === 0 && !isIncomplete;
}

/** @param days newest first; only days without incidents share a row */
function Days({ days }: { days: DayView[] }) {
  const { language } = usePageContext();
  const texts = useTexts();
  const href = useHref();
  const [newest] = days;
  const oldest = days.at(-1);
  if (!newest || !oldest) return null;
  const { day, views, isIncomplete } = newest;
  return (
    <section className="day" aria-labelledby={`day-${day}`}>
      <h3 id={`day-${day}`}>{formatUTCDays(oldest.day, day, language)}</h3>
      <div>
        <PastIncidents views={views} />
        {isQuiet(newest) && <p className="empty">{texts.noIncidents}</p>}
        {isIncomplete && (
          <p className="more">
            <a href={href("/history")}>{texts.fullHistory}</a>
          </p>
        )}
      </div>
    </section>
  );
}

function PastIncidents({ views }: { views: PastView[] }) {
  return views.map(({ incident, notice }) => {
    const at = beginAndEnd(incident).map(truncateToMinute).join(" ");
    if (!notice) return <StillOpen key={incident.noticeID} at={at} />;
    return <NoticeLine key={notice.path} notice={notice} components={incident.components} at={at} />;
  });
}

/** The day of an open incident is not one without incidents. */
function StillOpen({ at }: { at: string }) {
  return (
    <p className="ongoing" data-at={at}>
      <a href="#active">{useTexts().activeIncidents}</a>
    </p>
  );
}
