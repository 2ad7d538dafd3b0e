import { useState } from "react";
import { Link } from "wouter";
import type { Overview } from "../../../worker/console/schema.ts";
import { DAY_MS } from "../../../worker/shared/time/domain.ts";
import { type Check, endsSoon, incidentCheck } from "./checks.ts";
import { IncidentRow } from "./incident-row.tsx";
import { MaintenanceRow } from "./maintenance-row.tsx";
import { MoreButton, moreClassName, rowsClassName } from "./panel-row.tsx";

/** More rows would push the components out of view. */
const MAX_INCIDENTS = 3;
const MAX_ROWS = 4;
/** Two of more incidents are shown, unless others need an update. */
const INCIDENTS_OF_MORE = 2;

type Incident = Overview["incidents"][number];

interface OpenNoticesProps {
  overview: Overview;
  checks: readonly Check[];
  now: number;
}

/** The home screen begins with what needs an answer. */
export function OpenNotices({ overview, checks, now }: OpenNoticesProps) {
  const [showsAll, setShowsAll] = useState(false);
  const { incidents, openIncidents } = overview;
  const problem = (incident: Incident) => incidentCheck(checks, incident)?.problem;
  const folded = foldIncidents(incidents, (incident) => problem(incident) !== undefined);
  const maintenances = listMaintenances(overview, now);
  const foldedMaintenances = maintenances.slice(0, MAX_ROWS - folded.length);
  const hidden = openIncidents - folded.length + maintenances.length - foldedMaintenances.length;
  const toCheck = incidents.filter((each) => problem(each) && !folded.includes(each)).length;
  const shown = showsAll ? incidents : folded;
  const shownMaintenances = showsAll ? maintenances : foldedMaintenances;
  return (
    <>
      {shown.length > 0 && (
        <ul aria-label="Open incidents" className={rowsClassName}>
          {shown.map((each) => (
            <IncidentRow key={each.incidentID} incident={each} problem={problem(each)} now={now} />
          ))}
        </ul>
      )}
      {shownMaintenances.length > 0 && (
        <ul aria-label="Maintenances" className={rowsClassName}>
          {shownMaintenances.map((each) => (
            <MaintenanceRow key={each.maintenanceID} maintenance={each} now={now} />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <MoreButton isOpen={showsAll} onToggle={setShowsAll}>
          {`${hidden} more${toCheck > 0 ? ` · ${toCheck} to check` : ""}`}
        </MoreButton>
      )}
      {showsAll && openIncidents > incidents.length && (
        <Link href="/incidents?show=open" className={`inline-flex items-center pl-4 ${moreClassName}`}>
          All {openIncidents}
        </Link>
      )}
    </>
  );
}

/** Keeps the worst one and those that need an update, in the order in which they came. */
function foldIncidents(incidents: readonly Incident[], needsUpdate: (incident: Incident) => boolean) {
  if (incidents.length <= MAX_INCIDENTS) return incidents;
  const [worst, ...others] = incidents;
  const urgent = others.filter(needsUpdate);
  const rest = others.filter((each) => !urgent.includes(each));
  const max = incidents.slice(INCIDENTS_OF_MORE).some(needsUpdate) ? MAX_INCIDENTS : INCIDENTS_OF_MORE;
  const kept = [worst, ...urgent, ...rest].slice(0, max);
  return incidents.filter((each) => kept.includes(each));
}

/** Finds those in progress, or the next one. One that ends soon has a check with its own buttons. */
function listMaintenances({ maintenances }: Overview, now: number) {
  const running = maintenances.filter(({ status }) => status !== "Scheduled");
  return running.length > 0
    ? running.filter((each) => !endsSoon(each, now))
    : maintenances.filter(({ startAt }) => Date.parse(startAt) - now <= DAY_MS);
}
