import { operationTexts } from "../../openapi/operation-text.ts";

export const v2Operations = operationTexts("Statuspage compatibility", {
  getV2Summary: {
    summary: "Get the whole page",
    description:
      "Returns the overall status, all components, open incidents, and maintenances that are scheduled or in progress.",
  },
  getV2Status: {
    summary: "Get the overall status",
    description: "Returns the overall status as a word and as a sentence.",
  },
  listV2Components: {
    summary: "List components for existing clients",
    description:
      "Returns every component and group, in the order in which the page shows them. A group comes before its components.",
  },
  listV2Incidents: {
    summary: "List incidents for existing clients",
    description: "Returns the 50 newest incidents with their updates.",
  },
  listV2UnresolvedIncidents: {
    summary: "List open incidents",
    description: "Returns the incidents that are not resolved, newest first.",
  },
  listV2Maintenances: {
    summary: "List maintenances for existing clients",
    description: "Returns the 50 newest maintenances with their updates.",
  },
  listV2UpcomingMaintenances: {
    summary: "List upcoming maintenances",
    description: "Returns the scheduled maintenances, the next one first.",
  },
  listV2ActiveMaintenances: {
    summary: "List active maintenances",
    description: "Returns the maintenances that are in progress or being verified.",
  },
});
