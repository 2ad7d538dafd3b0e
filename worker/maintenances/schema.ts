import * as z from "zod";
import { noticeAnswer, noticeFields, noticeUpdateAnswer, optionalInPost } from "../notices/schema.ts";
import { instant, oneOf, somethingToChange } from "../schema.ts";
import { maintenanceStatuses } from "./statuses.ts";

const fields = noticeFields(maintenanceStatuses).extend({
  startAt: instant("Start time"),
  endAt: instant("End time"),
});

export const NewMaintenance = fields.partial(optionalInPost);
export type NewMaintenance = z.output<typeof NewMaintenance>;

/** `status`, `message` or `components` append an update; the other fields alone do not. */
export const MaintenanceChange = somethingToChange(fields.partial());
export type MaintenanceChange = z.output<typeof MaintenanceChange>;

export const MaintenanceUpdateChange = somethingToChange(
  z
    .object({
      maintenanceStatus: oneOf("Maintenance status", maintenanceStatuses),
      message: fields.shape.message,
      createdAt: fields.shape.createdAt,
    })
    .partial(),
);
export type MaintenanceUpdateChange = z.output<typeof MaintenanceUpdateChange>;

export const MaintenanceUpdate = noticeUpdateAnswer.extend({
  maintenanceUpdateID: z.string(),
  maintenanceID: z.string(),
  maintenanceStatus: z.enum(maintenanceStatuses),
});
export type MaintenanceUpdate = z.output<typeof MaintenanceUpdate>;

export const Maintenance = noticeAnswer(maintenanceStatuses).extend({
  maintenanceID: z.string(),
  startAt: z.iso.datetime(),
  endAt: z.iso.datetime(),
  /** Newest first, never empty. */
  maintenanceUpdates: z.array(MaintenanceUpdate),
});
export type Maintenance = z.output<typeof Maintenance>;
