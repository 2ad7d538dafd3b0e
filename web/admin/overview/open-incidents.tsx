import { Link } from "wouter";
import { componentColor } from "../../../worker/components/domain.ts";
import type { Overview } from "../../../worker/console/schema.ts";
import { noticeColors } from "../../../worker/notices/domain.ts";
import { phaseShapes } from "../../shared/phase-shapes.ts";
import { StatusIcon, StatusShape } from "../../ui/icons/status-icon.tsx";
import { formatAge } from "../times/dates.ts";
import { remedyClassName } from "./check-line.tsx";
import type { Check } from "./checks.ts";
import { useIsPhone } from "./narrow.ts";
import { composerPath } from "./post-update.tsx";

const MAX_SHOWN = 5;

interface OpenIncidentsProps {
  overview: Overview;
  checks: readonly Check[];
  now: number;
}

/** The home screen begins with what needs an answer. */
export function OpenIncidents({ overview, checks, now }: OpenIncidentsProps) {
  const { incidents, openIncidents } = overview;
  if (incidents.length === 0) return null;
  const shown = incidents.slice(0, MAX_SHOWN);
  const hidden = openIncidents - shown.length;
  return (
    <>
      <ul aria-label="Open incidents" className="grid">
        {shown.map((incident) => (
          <OpenIncident
            key={incident.incidentID}
            incident={incident}
            check={checks.find(({ incidentID }) => incidentID === incident.incidentID)}
            now={now}
          />
        ))}
      </ul>
      {hidden > 0 && (
        <Link
          href="/incidents?show=open"
          className="flex min-h-9 items-center font-medium text-accent-text underline-offset-4 hover:underline"
        >
          {hidden} more
        </Link>
      )}
    </>
  );
}

interface OpenIncidentProps {
  incident: Overview["incidents"][number];
  check: Check | undefined;
  now: number;
}

function OpenIncident({ incident, check, now }: OpenIncidentProps) {
  const { incidentID, name, status, worst, lastUpdateAt } = incident;
  const isPhone = useIsPhone();
  const age = formatAge(lastUpdateAt, now);
  return (
    <li className="flex flex-wrap items-center gap-x-2 border-t border-line py-0.5 first:mt-1 max-sm:pt-2">
      <p className="flex items-start gap-1.5 max-sm:basis-full [overflow-wrap:anywhere]">
        {/* How bad it is matters more than what is done about it, which the text says. */}
        {worst === "Operational" ? (
          <StatusShape color={noticeColors[status]} shape={phaseShapes[status]} />
        ) : (
          <StatusIcon status={worst} color={componentColor(worst)} />
        )}
        <Link
          href={`/incidents/${incidentID}`}
          className="rounded font-medium underline-offset-4 hover:underline"
        >
          <bdi>{name}</bdi>
        </Link>
        {isPhone && !check && <span className="ml-auto shrink-0 text-muted">{age}</span>}
      </p>
      <p className={`min-w-0 grow basis-0 max-sm:pl-6.5 ${check ? "text-danger-text" : "text-muted"}`}>
        {isPhone ? (check?.shortProblem ?? status) : (check?.problem ?? `${status} · updated ${age}`)}
      </p>
      <span className="-mx-2 flex flex-wrap">
        <Link href={composerPath(incidentID)} aria-label={`Post update: ${name}`} className={remedyClassName}>
          Post update
        </Link>
        <Link
          href={`/incidents/${incidentID}?status=Resolved#update`}
          aria-label={`Resolve: ${name}`}
          className={remedyClassName}
        >
          Resolve
        </Link>
      </span>
    </li>
  );
}
