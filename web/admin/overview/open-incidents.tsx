import { useState } from "react";
import { Link } from "wouter";
import type { Overview } from "../../../worker/console/schema.ts";
import { type Check, incidentCheck } from "./checks.ts";
import { IncidentRow } from "./incident-row.tsx";
import { moreClassName } from "./panel-row.tsx";

/** More would push the components out of view. One alone is not worth a button. */
const MAX_SHOWN = 3;
const SHOWN_OF_MORE = 2;

interface OpenIncidentsProps {
  overview: Overview;
  checks: readonly Check[];
  now: number;
}

/** The home screen begins with what needs an answer. */
export function OpenIncidents({ overview, checks, now }: OpenIncidentsProps) {
  const [showsAll, setShowsAll] = useState(false);
  const { incidents, openIncidents } = overview;
  if (incidents.length === 0) return null;
  const folds = incidents.length > MAX_SHOWN;
  const shown = folds && !showsAll ? incidents.slice(0, SHOWN_OF_MORE) : incidents;
  const notLoaded = openIncidents - incidents.length;
  return (
    <>
      <ul aria-label="Open incidents" className="grid max-h-[50dvh] overflow-y-auto">
        {shown.map((incident) => (
          <IncidentRow
            key={incident.incidentID}
            incident={incident}
            problem={incidentCheck(checks, incident)?.problem}
            now={now}
          />
        ))}
      </ul>
      {folds && (
        <button
          type="button"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
          className={moreClassName}
        >
          {showsAll ? "Show fewer" : `${openIncidents - SHOWN_OF_MORE} more`}
        </button>
      )}
      {showsAll && notLoaded > 0 && (
        <Link href="/incidents?show=open" className={`inline-flex items-center pl-4 ${moreClassName}`}>
          All {openIncidents}
        </Link>
      )}
    </>
  );
}
