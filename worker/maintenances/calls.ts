import { noticeOperations } from "../notices/operations.ts";
import { maintenanceRules } from "./rules.ts";
import {
  Maintenance,
  MaintenanceChange,
  MaintenanceUpdate,
  MaintenanceUpdateChange,
  NewMaintenance,
} from "./schema.ts";

const operations = noticeOperations("maintenance", {
  create:
    "Plans a maintenance from `startAt` to `endAt`. A Scheduled one starts by itself at `startAt`, when each component in `components` gets the status named there, and completes by itself at `endAt`, when they go back to what an open incident or another running maintenance says of them, or to what they were. Until the start, `components` is a plan that changes nothing. Subscribers get an email unless `notifySubscribers` is false.",
  update:
    "Changes the fields that the body names. `status`, `message` or `components` append an update, which subscribers get by email unless `notifySubscribers` is false; the other fields alone do not. A maintenance can be started and completed early with its `status`.",
  delete:
    "Deletes the maintenance with its updates. One that runs gives its components back, as at its end. Succeeds, too, where the maintenance is gone already.",
});

/** What the calls of maintenances have of their own. */
export const maintenances = {
  kind: "maintenance",
  rules: maintenanceRules,
  operations,
  NewNotice: NewMaintenance,
  Change: MaintenanceChange,
  UpdateChange: MaintenanceUpdateChange,
  Answer: Maintenance,
  Update: MaintenanceUpdate,
} as const;
