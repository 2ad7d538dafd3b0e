import type { Incident } from "../../../worker/incidents/schema.ts";
import { beginningOf } from "../../../worker/notices/statuses.ts";
import { isOpen } from "../../../worker/pages/statuses.ts";
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

export function PastDays({ days, incidents }: { days: string[]; incidents: Incident[] }) {
  const count = useCount();
  const texts = useTexts();
  const href = useHref();
  const byDay = Map.groupBy(incidents, (incident) => dayOf(incident, days));
  return (
    <section aria-labelledby="past">
      <div className="heading">
        <h2 id="past">{count(texts.lastDays, days.length)}</h2>
        <a href={href("/history")}>{texts.wholeHistory}</a>
      </div>
      {days.map((day) => (
        <Day key={day} day={day} incidents={byDay.get(day) ?? []} />
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

function Day({ day, incidents }: { day: string; incidents: Incident[] }) {
  const { language } = useVisit();
  const texts = useTexts();
  const drawn = useDrawn();
  return (
    <section className="day" aria-labelledby={`day-${day}`}>
      <h3 id={`day-${day}`}>
        <time dateTime={day}>{formatDay(day, language)}</time>
      </h3>
      {incidents.length === 0 ? (
        <div>
          <p className="empty">{texts.noIncidents}</p>
        </div>
      ) : (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: what React has drawn
        <div dangerouslySetInnerHTML={drawn(incidents.map((each) => past(each, language)))} />
      )}
    </section>
  );
}

const past = remembering("past", (incident: Incident) =>
  isOpen(incident) ? (
    <StillOpen incident={incident} />
  ) : (
    <IncidentCard incident={incident} shown={1} Heading="h4" />
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
