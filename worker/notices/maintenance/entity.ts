import * as z from "zod";
import { entityNames } from "../../entities/domain.ts";
import { type Entity, exampleTimes } from "../../storage/entity.ts";
import { auditedNotice } from "../audited.ts";
import { MAX_NAME_CHARACTERS } from "../domain.ts";
import { Maintenance, MaintenanceUpdate } from "./schema.ts";
import { cancelledMaintenances } from "./table.ts";

const { exampleID: maintenanceID } = entityNames.maintenance;
const { exampleID: componentID } = entityNames.component;

const exampleUpdate = {
  maintenanceUpdateID: "r7QmC4jHs2Ew",
  maintenanceID,
  maintenanceStatus: "Scheduled",
  message: "We are replacing the database. The API is read-only meanwhile.",
  createdAt: exampleTimes.began,
  updatedAt: exampleTimes.began,
};

export const exampleMaintenance = {
  maintenanceID,
  name: "Database upgrade",
  status: exampleUpdate.maintenanceStatus,
  message: exampleUpdate.message,
  components: [{ componentID, name: "API", status: "Under Maintenance" }],
  startAt: "2026-02-07T22:00:00.000Z",
  endAt: "2026-02-07T23:30:00.000Z",
  createdAt: exampleTimes.began,
  updatedAt: exampleTimes.began,
  maintenanceUpdates: [exampleUpdate],
};

export const maintenance: Entity<"maintenance"> = {
  tag: {
    name: "Maintenances",
    description: "Schedule work, post updates about it and move it. It starts and ends automatically.",
  },
  items: [Maintenance, MaintenanceUpdate],
  parameters: {
    maintenanceUpdateID: ["The ID of one of the maintenance's updates.", exampleUpdate.maintenanceUpdateID],
  },
  examples: () => ({
    NewMaintenance: {
      name: exampleMaintenance.name,
      status: "Scheduled",
      message: exampleMaintenance.message,
      components: [{ componentID, status: "Under Maintenance" }],
      startAt: "2026-02-07T22:00:00Z",
      endAt: "2026-02-07T23:30:00Z",
    },
    MaintenanceChange: { endAt: "2026-02-08T00:30:00Z", message: "This takes an hour longer than planned." },
    MaintenanceUpdateChange: { message: exampleUpdate.message },
    MaintenanceUpdate: exampleUpdate,
    Maintenance: exampleMaintenance,
  }),
  audit: auditedNotice,
  archive: {
    cancelledMaintenances: {
      table: cancelledMaintenances,
      fields: () => ({
        // The title of a deleted maintenance is kept nowhere.
        name: z
          .string()
          .max(MAX_NAME_CHARACTERS)
          .transform(() => ""),
      }),
    },
  },
};
