import type { Maintenance } from "../../../worker/maintenances/schema.ts";
import { maintenanceColours } from "../../../worker/maintenances/statuses.ts";
import { useTexts } from "./language.tsx";
import { NoticeCard } from "./notice-card.tsx";
import { TimeRange } from "./time.tsx";

export function MaintenanceCard({ maintenance, Heading }: { maintenance: Maintenance; Heading?: "h2" }) {
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
  const path = `maintenances/${maintenanceID}`;
  return (
    <NoticeCard
      notice={{ ...maintenance, path, colour: maintenanceColours[status], updates }}
      Heading={Heading}
    >
      <p className="window">
        <TimeRange from={startAt} to={endAt} />
      </p>
    </NoticeCard>
  );
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
        <MaintenanceCard key={maintenance.maintenanceID} maintenance={maintenance} />
      ))}
    </section>
  );
}
