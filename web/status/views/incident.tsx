import type { Incident } from "../../../worker/incidents/schema.ts";
import { incidentColours } from "../../../worker/incidents/statuses.ts";
import { NoticeCard } from "./notice-card.tsx";

export function IncidentCard({ incident, Heading }: { incident: Incident; Heading?: "h2" }) {
  const updates = incident.incidentUpdates.map(
    ({ incidentUpdateID, incidentStatus, message, createdAt }) => ({
      id: incidentUpdateID,
      status: incidentStatus,
      colour: incidentColours[incidentStatus],
      message,
      createdAt,
    }),
  );
  const path = incidentPath(incident);
  const notice = { ...incident, path, colour: incidentColours[incident.status], updates };
  return <NoticeCard notice={notice} Heading={Heading} />;
}

export function incidentPath({ incidentID }: Incident): string {
  return `incidents/${incidentID}`;
}
