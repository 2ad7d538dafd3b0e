import { operationTexts } from "../openapi/operation-text.ts";

export const componentOperations = operationTexts("Components", {
  listComponents: {
    summary: "List components",
    description: "Returns every component, in the order in which the status page shows them.",
  },
  getComponent: {
    summary: "Get a component",
    description: "Returns the component. Its `ETag` is taken by `If-Match` of the calls that change it.",
  },
  getComponentUptime: {
    summary: "Get a component's uptime",
    description:
      "Returns the share of time in which the component worked, and its worst status on each day. Days are in UTC. Major Outage counts in full and Partial Outage at 30 percent; Under Maintenance and Degraded Performance do not count.",
  },
  createComponent: {
    summary: "Create a component",
    description:
      "Adds a component at the end of the list. Unless the body says otherwise, its `status` is Operational and its `description` is empty. There can be 1,000 components.",
  },
  updateComponent: {
    summary: "Update or move a component",
    description:
      "Changes the fields that the body names and keeps the others. A new `status` is recorded with its time and counts toward the component's uptime. A new `order` moves the component in the list. No email is sent: open an incident for that.",
  },
  updateComponentStatuses: {
    summary: "Update the statuses of many components",
    description:
      "Sets the status of each component that the body names, all of them or none, and returns those components in their order. Each change is recorded with its time. No email is sent: open an incident for that.",
  },
  deleteComponent: {
    summary: "Delete a component",
    description:
      "Deletes the component and the record of its statuses. Incidents and maintenances that touched it stay. Succeeds, too, where the component is gone already.",
  },
});
