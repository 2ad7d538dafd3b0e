import type { Incident } from "../../../worker/incidents/schema.ts";
import type { Maintenance } from "../../../worker/maintenances/schema.ts";
import type { Shown } from "../../../worker/notices/schema.ts";
import { chooseDetail } from "./choose-detail.ts";
import { briefIncidentView, incidentView } from "./incident.tsx";
import { briefMaintenanceView, maintenanceView } from "./maintenance.tsx";
import { NoticeCard, noticeBytes } from "./notice-card.tsx";

/** 50 notices always fit in brief. */
const BUDGET = { fullBytes: 680 * 1024, briefBytes: 120 * 1024 };

interface Props {
  incidents: Shown<Incident>[];
  maintenances: Shown<Maintenance>[];
  /** Of each name's heading, where no section's heading is above it. */
  Heading?: "h2" | undefined;
}

/** Incidents and maintenances together, what began last first; each with its newest message, the others to be opened. */
export function NoticeList({ incidents, maintenances, Heading }: Props) {
  const items = [
    ...incidents.map((incident) => ({
      at: incident.createdAt,
      full: () => incidentView(incident),
      brief: () => briefIncidentView(incident),
    })),
    ...maintenances.map((maintenance) => ({
      at: maintenance.startAt,
      full: () => maintenanceView(maintenance),
      brief: () => briefMaintenanceView(maintenance),
    })),
  ].toSorted((a, b) => b.at.localeCompare(a.at));
  const notices = chooseDetail(
    items,
    { full: ({ full }) => full(), brief: ({ brief }) => brief(), bytesOf: noticeBytes },
    BUDGET,
  );
  return (
    <div>
      {notices.map((notice) => (
        <NoticeCard key={notice.path} notice={notice} shown={1} Heading={Heading} />
      ))}
    </div>
  );
}
