import { Link } from "wouter";
import type { Overview } from "../../../worker/console/schema.ts";
import { type Check, incidentCheck } from "./checks.ts";
import { IncidentRow } from "./incident-row.tsx";

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
          <IncidentRow
            key={incident.incidentID}
            incident={incident}
            problem={incidentCheck(checks, incident)?.problem}
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
