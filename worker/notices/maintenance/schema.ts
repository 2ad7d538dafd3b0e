import * as z from "zod";
import { labeledEnum, plannedInstant, requireAnyField } from "../../http/schema.ts";
import { noticeStatuses } from "../domain.ts";
import {
  noticeFields,
  noticeSchema,
  noticeUpdateSchema,
  notifyField,
  notifyNewTimesField,
  optionalOnCreate,
  requireUnlessTemplate,
  restoreField,
  templateField,
} from "../schema.ts";

const fields = noticeFields(noticeStatuses.maintenance).extend({
  startAt: plannedInstant("Start time"),
  endAt: plannedInstant("End time"),
});

export const NewMaintenance = requireUnlessTemplate(
  fields.partial(optionalOnCreate).extend({ ...notifyField, ...templateField }),
  noticeStatuses.maintenance,
).meta({ id: "NewMaintenance" });
export type NewMaintenance = z.output<typeof NewMaintenance>;

const restoreComponents = restoreField(
  "Completed",
  "If `false`, components keep their status when the maintenance is completed. The default is `true`: each component that isn't in `components` gets the status that an open incident or another maintenance in progress gives it, or else the one from before, unless someone changed it meanwhile.",
);

export const MaintenanceChange = requireAnyField(fields.partial())
  .safeExtend({ ...notifyField, ...notifyNewTimesField, ...restoreComponents })
  .meta({
    id: "MaintenanceChange",
    description: "`status`, `message` or `components` add an update; the other fields alone don't.",
  });
export type MaintenanceChange = z.output<typeof MaintenanceChange>;

export const MaintenanceUpdateChange = requireAnyField(
  z
    .object({
      maintenanceStatus: labeledEnum("Maintenance status", noticeStatuses.maintenance),
      message: fields.shape.message,
      createdAt: fields.shape.createdAt,
    })
    .partial(),
).meta({ id: "MaintenanceUpdateChange" });
export type MaintenanceUpdateChange = z.output<typeof MaintenanceUpdateChange>;

export const MaintenanceUpdate = noticeUpdateSchema
  .extend({
    maintenanceUpdateID: z.string(),
    maintenanceID: z.string(),
    maintenanceStatus: z.enum(noticeStatuses.maintenance),
  })
  .meta({ id: "MaintenanceUpdate" });
export type MaintenanceUpdate = z.output<typeof MaintenanceUpdate>;

export const Maintenance = noticeSchema(noticeStatuses.maintenance)
  .extend({
    maintenanceID: z.string(),
    startAt: z.iso.datetime(),
    endAt: z.iso.datetime(),
    maintenanceUpdates: z
      .array(MaintenanceUpdate)
      .describe("Newest first, never empty. At most the newest 1,000, and at most 4 MiB."),
  })
  .meta({ id: "Maintenance" });
export type Maintenance = z.output<typeof Maintenance>;
