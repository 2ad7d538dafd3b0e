import type { Overview } from "../../../worker/console/schema.ts";
import { useIsPhone } from "../../ui/narrow.ts";
import { StatusPill } from "../lists/status-pill.tsx";
import { formatAge } from "../times/dates.ts";
import { NoticeLine } from "./notice-line.tsx";
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
  const age = formatAge(lastUpdateAt, now);
  return (
    <NoticeLine
      icon={<WorstIcon status={status} worst={worst} />}
      path={`/incidents/${incidentID}`}
      name={name}
      status={status}
      aside={
        problem ? (
          <StatusPill color="orange">{problem}</StatusPill>
        ) : (
          <span className="text-muted">{isPhone ? age : `updated ${age}`}</span>
        )
      }
      next={{ action: "Resolve", status: "Resolved" }}
    />
  );
}
