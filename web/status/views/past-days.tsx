import type { Incident } from "../../../worker/incidents/schema.ts";
import type { Shown } from "../../../worker/notices/schema.ts";
import { beginningOf } from "../../../worker/notices/statuses.ts";
import { isOpen, MAX_RECENT } from "../../../worker/pages/statuses.ts";
import { drawWithin } from "./draw-within.ts";
import { remembering, useDrawn } from "./drawn.tsx";
import { IncidentCard, incidentPath } from "./incident.tsx";
import { Said, useCount, useHref, useTexts, useVisit } from "./language.tsx";
import { formatDay } from "./time-format.ts";

const DAY = 86_400_000;
/** How many past days the main page shows. */
export const PAST_DAYS = 14;

/** The UTC days of the last `count` days, today first, each as 2026-01-31. */
export function lastDays(now: string, count: number): string[] {
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.parse(now) - back * DAY).toISOString().slice(0, 10),
  );
}

/** Of the markup of all days. */
const MAX_BYTES = 280 * 1024;

export function PastDays({ days, incidents }: { days: string[]; incidents: Shown<Incident>[] }) {
  const { language } = useVisit();
  const count = useCount();
  const texts = useTexts();
  const href = useHref();
  const byDay = Map.groupBy(incidents, (incident) => dayOf(incident, days));
  const inOrder = days.flatMap((day) => (byDay.get(day) ?? []).map((incident) => ({ day, incident })));
  const { parts } = drawWithin(MAX_BYTES, inOrder, {
    full: ({ incident }) => past({ incident }, language),
    short: ({ incident }) => past({ incident, brief: true }, language),
  });
  const isCut = lastDayCut(incidents);
  const partsOf = Map.groupBy(parts.entries(), ([at]) => inOrder[at]?.day);
  return (
    <section aria-labelledby="past">
      <div className="heading">
        <h2 id="past">{count(texts.lastDays, days.length)}</h2>
        <a href={href("/history")}>{texts.wholeHistory}</a>
      </div>
      {days.map((day) => (
        <Day
          key={day}
          day={day}
          parts={(partsOf.get(day) ?? []).map(([, part]) => part)}
          more={isCut(day) || (byDay.get(day) ?? []).length > (partsOf.get(day) ?? []).length}
        />
      ))}
    </section>
  );
}

/** The day it began; for one that began before all of these, the day it was resolved for good. */
function dayOf({ createdAt, incidentUpdates }: Incident, days: string[]): string | undefined {
  const began = createdAt.slice(0, 10);
  if (days.includes(began)) return began;
  const resolved = beginningOf(incidentUpdates, ({ incidentStatus }) => incidentStatus === "Resolved");
  return resolved?.createdAt.slice(0, 10);
}

/** Tells of a day whether there may be more incidents of it than have been loaded. */
function lastDayCut(incidents: Shown<Incident>[]): (day: string) => boolean {
  const began = incidents
    .filter((incident) => !isOpen(incident))
    .map(({ createdAt }) => createdAt.slice(0, 10));
  const [first = ""] = began.length < MAX_RECENT ? [] : began.toSorted();
  return (day) => day <= first;
}

/** @param more whether the day has more incidents than parts */
function Day({ day, parts, more }: { day: string; parts: string[]; more: boolean }) {
  const { language } = useVisit();
  const texts = useTexts();
  const href = useHref();
  const drawn = useDrawn();
  return (
    <section className="day" aria-labelledby={`day-${day}`}>
      <h3 id={`day-${day}`}>
        <time dateTime={day}>{formatDay(day, language)}</time>
      </h3>
      <div>
        {parts.length > 0 && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: what React has drawn
          <div dangerouslySetInnerHTML={drawn(parts)} />
        )}
        {parts.length === 0 && !more && <p className="empty">{texts.noIncidents}</p>}
        {more && (
          <p className="rest">
            <a href={href("/history")}>{texts.wholeHistory}</a>
          </p>
        )}
      </div>
    </section>
  );
}

const past = remembering("past", ({ incident, brief }: { incident: Shown<Incident>; brief?: boolean }) =>
  isOpen(incident) ? (
    <StillOpen incident={incident} />
  ) : (
    <IncidentCard incident={incident} shown={1} brief={brief} Heading="h4" />
  ),
);

/** Points to where it stands on top. */
function StillOpen({ incident }: { incident: Incident }) {
  const texts = useTexts();
  const name = (
    <a href={`#${incidentPath(incident)}`}>
      <bdi>{incident.name}</bdi>
    </a>
  );
  return (
    <p className="ongoing">
      <Said text={texts.stillOpen} values={{ name, status: texts.states[incident.status] }} />
    </p>
  );
}
