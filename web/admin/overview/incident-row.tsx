import { Link } from "wouter";
import type { Overview } from "../../../worker/console/schema.ts";
import { StatusPill } from "../lists/status-pill.tsx";
import { formatAge } from "../times/dates.ts";
import { useIsNarrower, useIsPhone } from "./narrow.ts";
import { PanelLink, PanelRow } from "./panel-row.tsx";
import { composerPath } from "./post-update.tsx";
import { WorstIcon } from "./worst-icon.tsx";

interface IncidentRowProps {
  incident: Overview["incidents"][number];
  /** Why it needs an update. */
  problem: string | undefined;
  now: number;
}

/** Home lists each open incident, and other screens those that need an update. */
export function IncidentRow({ incident, problem, now }: IncidentRowProps) {
  const { incidentID, name, status, worst, lastUpdateAt } = incident;
  const isPhone = useIsPhone();
  const isTablet = useIsNarrower(64) && !isPhone;
  const age = formatAge(lastUpdateAt, now);
  const statusText = <span className="text-muted">{status}</span>;
  return (
    <PanelRow
      icon={<WorstIcon status={status} worst={worst} />}
      aside={
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          {isTablet && statusText}
          {problem ? (
            <StatusPill color="orange">{problem}</StatusPill>
          ) : (
            <span className="text-muted">{isPhone ? age : `updated ${age}`}</span>
          )}
        </span>
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
          className="rounded font-semibold underline-offset-4 hover:underline"
        >
          <bdi>{name}</bdi>
        </Link>{" "}
        {!isTablet && statusText}
      </p>
    </PanelRow>
  );
}
