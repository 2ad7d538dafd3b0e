import * as z from "zod";
import { instant, oneOf, requireAnyField } from "../http/schema.ts";
import { noticeStatuses } from "../notices/domain.ts";
import {
  noticeAnswer,
  noticeFields,
  noticeUpdateAnswer,
  notifyField,
  optionalOnCreate,
} from "../notices/schema.ts";

const fields = noticeFields(noticeStatuses.maintenance).extend({
  startAt: instant("Start time"),
  endAt: instant("End time"),
});

export const NewMaintenance = fields
  .partial(optionalOnCreate)
  .extend(notifyField)
  .meta({ id: "NewMaintenance" });
export type NewMaintenance = z.output<typeof NewMaintenance>;

export const MaintenanceChange = requireAnyField(fields.partial()).safeExtend(notifyField).meta({
  id: "MaintenanceChange",
  description: "`status`, `message` or `components` add an update; the other fields alone don't.",
});
export type MaintenanceChange = z.output<typeof MaintenanceChange>;

export const MaintenanceUpdateChange = requireAnyField(
  z
    .object({
      maintenanceStatus: oneOf("Maintenance status", noticeStatuses.maintenance),
      message: fields.shape.message,
      createdAt: fields.shape.createdAt,
    })
    .partial(),
).meta({ id: "MaintenanceUpdateChange" });
export type MaintenanceUpdateChange = z.output<typeof MaintenanceUpdateChange>;

export const MaintenanceUpdate = noticeUpdateAnswer
  .extend({
    maintenanceUpdateID: z.string(),
    maintenanceID: z.string(),
    maintenanceStatus: z.enum(noticeStatuses.maintenance),
  })
  .meta({ id: "MaintenanceUpdate" });
export type MaintenanceUpdate = z.output<typeof MaintenanceUpdate>;

export const Maintenance = noticeAnswer(noticeStatuses.maintenance)
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
