import { operationTexts } from "../../openapi/operation-text.ts";

export const groupOperations = operationTexts("Component groups", {
  listGroups: {
    summary: "List component groups",
    description:
      "Returns every group, sorted by `order`, with its components and their worst status. Groups and the components without a group share one order on the status page.",
  },
  getGroup: {
    summary: "Get a component group",
    description: "Returns the group. Calls that change it take its `ETag` in `If-Match`.",
  },
  getGroupUptime: {
    summary: "Get a component group's uptime",
    description:
      "Returns the group's uptime and its worst status on each day. Days are in UTC. In each moment the group has the worst status of its components, so the times of its components are joined and never averaged. Major Outage counts in full and Partial Outage at 30 percent; Under Maintenance and Degraded Performance do not count.",
  },
  createGroup: {
    summary: "Create a component group",
    description:
      "Adds a group without components, at the end of the list. To put a component into it, set the component's `groupID`. There can be at most 100 groups.",
  },
  updateGroup: {
    summary: "Rename or move a component group",
    description:
      "Changes the fields in the body and keeps the others. A new `order` moves the group, with its components, on the status page.",
  },
  deleteGroup: {
    summary: "Delete a component group",
    description:
      "Deletes the group. Its components stay, with their status and history, and have no group then. Also succeeds if the group was already deleted.",
  },
});
