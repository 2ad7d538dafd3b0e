import { Link } from "wouter";
import { componentColor } from "../../../worker/components/domain.ts";
import type { Overview } from "../../../worker/console/schema.ts";
import { noticeColors } from "../../../worker/notices/domain.ts";
import { phaseShapes } from "../../shared/phase-shapes.ts";
import { StatusIcon, StatusShape } from "../../ui/icons/status-icon.tsx";
import { StatusPill } from "../lists/status-pill.tsx";
import { formatAge } from "../times/dates.ts";
import type { Check } from "./checks.ts";
import { useIsPhone } from "./narrow.ts";
import { PanelLink, PanelRow } from "./panel-row.tsx";
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
    <PanelRow
      // How bad it is matters more than what is done about it, which the text says.
      icon={
        worst === "Operational" ? (
          <StatusShape color={noticeColors[status]} shape={phaseShapes[status]} />
        ) : (
          <StatusIcon status={worst} color={componentColor(worst)} />
        )
      }
      aside={
        check?.shortProblem ? (
          <StatusPill color="orange">{check.shortProblem}</StatusPill>
        ) : (
          <span className="text-muted">{isPhone ? age : `updated ${age}`}</span>
        )
      }
      actions={
        <>
          <PanelLink href={composerPath(incidentID)} action="Post update" name={name} isFirst />
          <PanelLink
            href={`/incidents/${incidentID}?status=Resolved#update`}
            action="Resolve"
            name={name}
            isFirst={false}
          />
        </>
      }
    >
      <p>
        <Link
          href={`/incidents/${incidentID}`}
          className="rounded font-medium underline-offset-4 hover:underline"
        >
          <bdi>{name}</bdi>
        </Link>{" "}
        <span className="text-muted">{status}</span>
      </p>
    </PanelRow>
  );
}
