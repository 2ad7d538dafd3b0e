import * as z from "zod";
import { noticeAnswer, noticeFields, noticeUpdateAnswer, optionalInPost } from "../notices/schema.ts";
import { oneOf, somethingToChange } from "../schema.ts";
import { incidentStatuses } from "./statuses.ts";

const fields = noticeFields(incidentStatuses);

export const NewIncident = fields.partial(optionalInPost);
export type NewIncident = z.output<typeof NewIncident>;

/** `status`, `message` or `components` append an update; `name` and `createdAt` alone do not. */
export const IncidentChange = somethingToChange(fields.partial());
export type IncidentChange = z.output<typeof IncidentChange>;

export const IncidentUpdateChange = somethingToChange(
  z
    .object({
      incidentStatus: oneOf("Incident status", incidentStatuses),
      message: fields.shape.message,
      createdAt: fields.shape.createdAt,
    })
    .partial(),
);
export type IncidentUpdateChange = z.output<typeof IncidentUpdateChange>;

export const IncidentUpdate = noticeUpdateAnswer.extend({
  incidentUpdateID: z.string(),
  incidentID: z.string(),
  incidentStatus: z.enum(incidentStatuses),
});
export type IncidentUpdate = z.output<typeof IncidentUpdate>;

export const Incident = noticeAnswer(incidentStatuses).extend({
  incidentID: z.string(),
  /** Newest first, never empty. */
  incidentUpdates: z.array(IncidentUpdate),
});
export type Incident = z.output<typeof Incident>;
