import { operationTexts } from "../openapi/operation-text.ts";

export const componentOperations = operationTexts("Components", {
  listComponents: {
    summary: "List components",
    description:
      "Returns every component, sorted by `order`. The status page shows the components of a group together, at the place of the group.",
  },
  getComponent: {
    summary: "Get a component",
    description: "Returns the component. Calls that change it take its `ETag` in `If-Match`.",
  },
  getComponentUptime: {
    summary: "Get a component's uptime",
    description:
      "Returns the component's uptime and its worst status on each day. Days are in UTC. Major Outage counts in full and Partial Outage at 30 percent; Under Maintenance and Degraded Performance do not count.",
  },
  createComponent: {
    summary: "Create a component",
    description:
      "Adds a component at the end of the list. By default, `status` is Operational, `description` is empty and `groupID` is null. There can be at most 1,000 components.",
  },
  updateComponent: {
    summary: "Update or move a component",
    description:
      "Changes the fields in the body and keeps the others. A new `status` is recorded with its time and counts toward the component's uptime. A new `order` moves the component in the list, and a new `groupID` into a group or, with null, out of it. No email is sent: to notify subscribers, create an incident.",
  },
  updateComponentStatuses: {
    summary: "Update the statuses of many components",
    description:
      "Sets the status of every component in the body, or of none if one is refused, and returns these components in their order. Each change is recorded with its time. No email is sent: to notify subscribers, create an incident.",
  },
  deleteComponent: {
    summary: "Delete a component",
    description:
      "Deletes the component and its status history. Incidents and maintenances that affected it stay. Also succeeds if the component was already deleted.",
  },
});
