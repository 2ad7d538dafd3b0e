import { incidentColors } from "../../../worker/incidents/domain.ts";
import type { Incident } from "../../../worker/incidents/schema.ts";
import { beginningOf } from "../../../worker/notices/domain.ts";
import type { Shown } from "../../../worker/notices/schema.ts";
import { isOpen } from "../../../worker/pages/domain.ts";
import { messageHTML } from "./markdown.tsx";
import type { NoticeView } from "./notice-card.tsx";

/** What a card shows of an incident. */
export function incidentView(incident: Shown<Incident>): NoticeView {
  return {
    ...briefIncidentView(incident),
    components: incident.components,
    updates: incident.incidentUpdates.map(({ incidentUpdateID, incidentStatus, message, createdAt }) => ({
      id: incidentUpdateID,
      status: incidentStatus,
      color: incidentColors[incidentStatus],
      html: messageHTML(message),
      createdAt,
    })),
    shortened: incident.shortened,
  };
}

/** What a card shows of an incident where there is no room for its components and updates. */
export function briefIncidentView(incident: Shown<Incident>): NoticeView {
  const { name, status, componentCount } = incident;
  const common = {
    name,
    status,
    componentCount,
    path: incidentPath(incident),
    color: incidentColors[status],
  };
  const brief = { ...common, components: [], updates: [], shortened: true };
  return isOpen(incident)
    ? { ...brief, when: "now" }
    : { ...brief, when: "past", lasted: lastedOf(incident) };
}

export function incidentPath({ incidentID }: Incident): string {
  return `incidents/${incidentID}`;
}

/** From its beginning until it was first resolved for good. */
function lastedOf({ createdAt, incidentUpdates }: Incident): { from: string; minutes: number } {
  const resolved = beginningOf(incidentUpdates, ({ incidentStatus }) => incidentStatus === "Resolved");
  const end = Date.parse(resolved?.createdAt ?? createdAt);
  return { from: createdAt, minutes: Math.floor((end - Date.parse(createdAt)) / 60_000) };
}
