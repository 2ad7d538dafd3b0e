import { incidentBehavior } from "./behavior.ts";
import { incidentOperations } from "./operations.ts";
import { Incident, IncidentChange, IncidentUpdate, IncidentUpdateChange, NewIncident } from "./schema.ts";

export const incidentAPI = {
  kind: "incident",
  behavior: incidentBehavior,
  operations: incidentOperations,
  NewNotice: NewIncident,
  Change: IncidentChange,
  UpdateChange: IncidentUpdateChange,
  NoticeSchema: Incident,
  Update: IncidentUpdate,
} as const;
