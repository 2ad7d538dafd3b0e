import type { Maintenance } from "../../../worker/maintenances/schema.ts";
import { isRunning, maintenanceColours } from "../../../worker/maintenances/statuses.ts";
import { useTexts } from "./language.tsx";
import { NoticeCard } from "./notice-card.tsx";
import { TimeRange } from "./time.tsx";

interface Props {
  maintenance: Maintenance;
  shown?: number;
  Heading?: "h1" | "h2" | "h4";
}

export function MaintenanceCard({ maintenance, shown, Heading }: Props) {
  const updates = maintenance.maintenanceUpdates.map(
    ({ maintenanceUpdateID, maintenanceStatus, message, createdAt }) => ({
      id: maintenanceUpdateID,
      status: maintenanceStatus,
      colour: maintenanceColours[maintenanceStatus],
      message,
      createdAt,
    }),
  );
  const { maintenanceID, status, startAt, endAt } = maintenance;
  const notice = {
    ...maintenance,
    path: `maintenances/${maintenanceID}`,
    colour: maintenanceColours[status],
    when: whenIs(status),
    updates,
  };
  return (
    <NoticeCard notice={notice} shown={shown} Heading={Heading}>
      <p className="window">
        <TimeRange from={startAt} to={endAt} />
      </p>
    </NoticeCard>
  );
}

function whenIs(status: Maintenance["status"]): "past" | "now" | "planned" {
  if (isRunning(status)) return "now";
  return status === "Scheduled" ? "planned" : "past";
}

/** Running and planned ones, the next first. */
export function MaintenanceList({ maintenances }: { maintenances: Maintenance[] }) {
  const texts = useTexts();
  if (maintenances.length === 0) return null;
  const bySchedule = maintenances.toSorted((a, b) => a.startAt.localeCompare(b.startAt));
  return (
    <section aria-labelledby="maintenance">
      <h2 id="maintenance">{texts.maintenance}</h2>
      {bySchedule.map((maintenance) => (
        <MaintenanceCard key={maintenance.maintenanceID} maintenance={maintenance} shown={1} />
      ))}
    </section>
  );
}
