import { maintenanceBehavior } from "./behavior.ts";
import { maintenanceOperations } from "./operations.ts";
import {
  Maintenance,
  MaintenanceChange,
  MaintenanceUpdate,
  MaintenanceUpdateChange,
  NewMaintenance,
} from "./schema.ts";

export const maintenanceAPI = {
  kind: "maintenance",
  behavior: maintenanceBehavior,
  operations: maintenanceOperations,
  NewNotice: NewMaintenance,
  Change: MaintenanceChange,
  UpdateChange: MaintenanceUpdateChange,
  NoticeSchema: Maintenance,
  Update: MaintenanceUpdate,
} as const;
