import { operationTexts } from "../../openapi/operation-text.ts";

export const nightlyExportOperations = operationTexts("Export and restore", {
  listNightlyExports: {
    summary: "List the nightly exports",
    description:
      "Newest first. The Worker stores one in R2 each night, and keeps as many as the settings say. `daymark restore --nightly` restores one.",
  },
  getNightlyExport: {
    summary: "Get a nightly export",
    description: "Says how many pages it has.",
  },
  getNightlyPage: {
    summary: "Get a page of a nightly export",
    description:
      "Returns rows as they were in that night, with the addresses of subscribers. Points of metrics are not among them.",
  },
  getNightlyPoints: {
    summary: "Get the points for a nightly export",
    description:
      "Points are in R2 already, so a nightly export doesn't have them. This returns all that are there now, also those of metrics that D1 has lost.",
  },
});
