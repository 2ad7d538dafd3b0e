import { operationTexts } from "../openapi/operation-text.ts";

export const incidentOperations = operationTexts("Incidents", {
  listIncidents: {
    summary: "List incidents",
    description:
      "Returns incidents with their updates, the newest first. A long list comes in pages: the `Link` header has the address of the next one.",
  },
  createIncident: {
    summary: "Create an incident",
    description:
      "Publishes an incident with its first update, and gives each component in `components` its status. Subscribers get an email unless `notifySubscribers` is false. For an incident that was noticed late, send `createdAt`.",
  },
  getIncident: {
    summary: "Get an incident",
    description: "Returns the incident with its updates, the newest first.",
  },
  updateIncident: {
    summary: "Update an incident",
    description:
      "Changes the fields that the body names. `status`, `message` or `components` append an update, which subscribers get by email unless `notifySubscribers` is false; `name` and `createdAt` alone do not. Components that the body does not list keep their status, unless `restoreComponents` gives them back. A resolved incident can be opened again.",
  },
  editIncidentUpdate: {
    summary: "Edit an update of an incident",
    description:
      "Corrects an update that was published. If it is the newest, the incident's `status` and `message` follow it. No email is sent, and components keep their status.",
  },
  deleteIncidentUpdate: {
    summary: "Delete an update of an incident",
    description:
      "Deletes one update while another is left. If it was the newest, the incident's `status` and `message` follow the one that is newest then. Emails about it that still wait are withdrawn. Succeeds, too, where the update is gone already.",
  },
  deleteIncident: {
    summary: "Delete an incident",
    description:
      "Deletes the incident with its updates. Components keep their status unless `restoreComponents` is true. Succeeds, too, where the incident is gone already. To end an incident, set its `status` to Resolved instead.",
  },
});
