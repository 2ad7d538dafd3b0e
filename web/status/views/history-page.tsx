import type { Incident } from "../../../worker/incidents/schema.ts";
import type { Maintenance } from "../../../worker/maintenances/schema.ts";
import { IncidentCard } from "./incident.tsx";
import { MaintenanceCard } from "./maintenance.tsx";
import { type ServiceView, Shell } from "./shell.tsx";

export interface HistoryPageData extends ServiceView {
  /** As in 2026-11; in UTC, like the two beside it. */
  month: string;
  older?: string;
  newer?: string;
  /** Opened in the month, newest first. */
  incidents: Incident[];
  /** That start in the month, newest first. */
  maintenances: Maintenance[];
  /** When the page was rendered, ISO 8601. */
  now: string;
}

export function HistoryPage({ data, css }: { data: HistoryPageData; css: string }) {
  const { month, older, newer, incidents, maintenances } = data;
  return (
    <Shell service={data} css={css} title={`History ${month}`}>
      <h1 className="kind">History: {month}</h1>
      {incidents.length + maintenances.length === 0 && <p className="empty">No incidents reported.</p>}
      {incidents.map((incident) => (
        <IncidentCard key={incident.incidentID} incident={incident} Heading="h2" />
      ))}
      {maintenances.map((maintenance) => (
        <MaintenanceCard key={maintenance.maintenanceID} maintenance={maintenance} Heading="h2" />
      ))}
      <nav aria-label="Months">
        {older && <a href={`/history?month=${older}`}>Older: {older}</a>}{" "}
        {newer && <a href={`/history?month=${newer}`}>Newer: {newer}</a>}
      </nav>
      <p className="back">
        <a href="/">Current status</a>
      </p>
    </Shell>
  );
}
