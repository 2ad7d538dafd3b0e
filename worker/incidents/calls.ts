import { noticeOperations } from "../notices/operations.ts";
import { incidentRules } from "./rules.ts";
import { Incident, IncidentChange, IncidentUpdate, IncidentUpdateChange, NewIncident } from "./schema.ts";

const operations = noticeOperations("incident", {
  create:
    "Publishes an incident with its first update, and gives each component in `components` its status. Subscribers get an email unless `notifySubscribers` is false. For an incident that was noticed late, send `createdAt`.",
  update:
    "Changes the fields that the body names. `status`, `message` or `components` append an update, which subscribers get by email unless `notifySubscribers` is false; `name` and `createdAt` alone do not. Components that the body does not list keep their status, unless `restoreComponents` gives them back. A resolved incident can be opened again.",
  delete:
    "Deletes the incident with its updates. Components keep their status unless `restoreComponents` is true. Succeeds, too, where the incident is gone already. To end an incident, set its `status` to Resolved instead.",
});

/** What the calls of incidents have of their own. */
export const incidents = {
  kind: "incident",
  rules: incidentRules,
  operations,
  NewNotice: NewIncident,
  Change: IncidentChange,
  UpdateChange: IncidentUpdateChange,
  Answer: Incident,
  Update: IncidentUpdate,
} as const;
