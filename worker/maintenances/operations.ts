import { operationTexts } from "../openapi/operation-text.ts";

export const maintenanceOperations = operationTexts("Maintenances", {
  listMaintenances: {
    summary: "List maintenances",
    description:
      "Returns maintenances with their updates, the newest first. A long list comes in pages: the `Link` header has the address of the next one.",
  },
  createMaintenance: {
    summary: "Create a maintenance",
    description:
      "Plans a maintenance from `startAt` to `endAt`. A Scheduled one starts by itself at `startAt`, when each component in `components` gets the status named there, and completes by itself at `endAt`, when they go back to what an open incident or another running maintenance says of them, or to what they were. Until the start, `components` is a plan that changes nothing. Subscribers get an email unless `notifySubscribers` is false.",
  },
  getMaintenance: {
    summary: "Get a maintenance",
    description: "Returns the maintenance with its updates, the newest first.",
  },
  updateMaintenance: {
    summary: "Update a maintenance",
    description:
      "Changes the fields that the body names. `status`, `message` or `components` append an update, which subscribers get by email unless `notifySubscribers` is false; the other fields alone do not. A maintenance can be started and completed early with its `status`.",
  },
  editMaintenanceUpdate: {
    summary: "Edit an update of a maintenance",
    description:
      "Corrects an update that was published. If it is the newest, the maintenance's `status` and `message` follow it. No email is sent, and components keep their status.",
  },
  deleteMaintenanceUpdate: {
    summary: "Delete an update of a maintenance",
    description:
      "Deletes one update while another is left. If it was the newest, the maintenance's `status` and `message` follow the one that is newest then. Emails about it that still wait are withdrawn. Succeeds, too, where the update is gone already.",
  },
  deleteMaintenance: {
    summary: "Delete a maintenance",
    description:
      "Deletes the maintenance with its updates. One that runs gives its components back, as at its end. Succeeds, too, where the maintenance is gone already.",
  },
});
