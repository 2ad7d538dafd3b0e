import type { Component } from "../../../worker/components/schema.ts";
import type { ComponentStatus } from "../../../worker/components/statuses.ts";
import type { Incident, IncidentChange, NewIncident } from "../../../worker/incidents/schema.ts";
import { type IncidentStatus, incidentStatuses } from "../../../worker/incidents/statuses.ts";

/** What is written in the incident dialog. */
export interface IncidentDraft {
  name: string;
  status: IncidentStatus;
  message: string;
  /** The statuses that the user chose, by componentID: only these are sent. */
  chosen: Readonly<Record<string, ComponentStatus>>;
}

/** A new incident has the first status; an update starts from the incident's own, with an empty message. */
export function draftOf(incident: Incident | undefined): IncidentDraft {
  return {
    name: incident?.name ?? "",
    status: incident?.status ?? incidentStatuses[0],
    message: "",
    chosen: {},
  };
}

/** The draft with one component's status chosen; choosing what it has already is no choice. */
export function choose(draft: IncidentDraft, component: Component, status: ComponentStatus): IncidentDraft {
  const { [component.componentID]: _, ...others } = draft.chosen;
  const chosen = status === component.status ? others : { ...others, [component.componentID]: status };
  return { ...draft, chosen };
}

export function newIncident({ name, status, message, chosen }: IncidentDraft): NewIncident {
  return { name, status, message, components: chosenComponents(chosen) };
}

/**
 * What the draft changes about the incident. Status, message and components go together, as the update that visitors
 * read; a draft that only renames sends the name alone, which appends no update.
 */
export function incidentChange(incident: Incident, draft: IncidentDraft): IncidentChange {
  const { name, status, message, chosen } = draft;
  const components = chosenComponents(chosen);
  const says = status !== incident.status || message.trim() !== "" || components.length > 0;
  return says ? { name, status, message, components } : { name };
}

function chosenComponents(chosen: IncidentDraft["chosen"]) {
  return Object.entries(chosen).map(([componentID, status]) => ({ componentID, status }));
}
