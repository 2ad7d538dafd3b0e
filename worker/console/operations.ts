import { operationTexts } from "../openapi/operation-text.ts";

export const overviewOperations = operationTexts("Console", {
  getOverview: {
    summary: "Get an overview",
    description:
      "Returns what the status page says now, the number of open incidents and maintenances, and what needs attention: proposals, components whose status no open incident or maintenance explains, when each open incident was last updated, when maintenances start and end, metrics that can't be collected, and email that can't be sent. Nothing in it changes with time alone, so a console can poll it with its `ETag`.",
  },
  listWorstStatuses: {
    summary: "List the worst statuses during an incident or a maintenance",
    description:
      "Returns the worst status that each affected component had after an update of the incident or maintenance. Updates before a maintenance started and those that closed it don't count.",
  },
});
