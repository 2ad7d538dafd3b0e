import type { Incident } from "../../../worker/incidents/schema.ts";
import type { Maintenance } from "../../../worker/maintenances/schema.ts";
import { IncidentCard } from "./incident.tsx";
import { MaintenanceCard } from "./maintenance.tsx";

interface Props {
  incidents: Incident[];
  maintenances: Maintenance[];
  /** Of each name's heading, where no section's heading is above it. */
  Heading?: "h2";
}

/** Incidents and maintenances together, what began last first; each with its newest word, the others to be opened. */
export function NoticeList({ incidents, maintenances, ...heading }: Props) {
  const notices = [
    ...incidents.map((incident) => ({ at: incident.createdAt, incident })),
    ...maintenances.map((maintenance) => ({ at: maintenance.startAt, maintenance })),
  ];
  return notices
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .map((notice) =>
      "incident" in notice ? (
        <IncidentCard key={notice.incident.incidentID} incident={notice.incident} shown={1} {...heading} />
      ) : (
        <MaintenanceCard
          key={notice.maintenance.maintenanceID}
          maintenance={notice.maintenance}
          shown={1}
          {...heading}
        />
      ),
    );
}
