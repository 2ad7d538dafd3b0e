import { operationTexts } from "../openapi/operation-text.ts";

export const archiveOperations = operationTexts("Export and restore", {
  startExport: {
    summary: "Start an export",
    description:
      "Returns the parts of an archive, to be read one after the other. `daymark export` does all of it.",
  },
  exportPart: {
    summary: "Export a part",
    description:
      "Returns a page of rows. An export has everything but secrets, API keys and sent emails. It has the addresses of all subscribers, so keep it safe.",
  },
  beginRestore: {
    summary: "Begin or continue a restore",
    description:
      "Starts to restore an archive into an empty installation, turns email off, and says which rows come first. For an archive whose restore has begun it says how far that is. Until the restore is finished, or an hour after its last rows, other calls that write are refused with 409.",
  },
  restoreRows: {
    summary: "Restore rows",
    description:
      "Stores a page of rows, or nothing of it. The rows must follow those before, in the order of the parts. Rows that are stored already change nothing. No email is sent.",
  },
  cancelRestore: {
    summary: "Cancel a restore",
    description:
      "Deletes what an unfinished restore has stored. It is refused with 409 if the restore is finished, or if it had no rows for an hour and something else was written since. Repeat it until `isEmpty` is true.",
  },
});
